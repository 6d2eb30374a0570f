"""`PostgresFollowing`: what changed of the files of a tenant since its index was last found to be right."""

from __future__ import annotations

from vademecum.model.file import Listing, Stamp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.stores.postgres.tenancy import Tenancy
    from vademecum.stores.postgres.transaction import Transaction

_AGAIN_S = 12
"""For so long a change is told again: a little longer than a statement waits for a lock."""

_HEAD = "SELECT store, revision, went, indexed_by, indexed FROM vade.truth WHERE tenant = %(tenant)s"
_CHANGED = """
SELECT path, size, revision, number FROM vade.note
WHERE tenant = %(tenant)s AND revision > %(since)s ORDER BY path
"""
_FOLLOW = f"""
UPDATE vade.truth AS truth SET indexed_by = %(index)s, indexed = settled.revision
FROM (
    SELECT least(
        %(revision)s,
        (SELECT min(revision) - 1 FROM vade.note
            WHERE tenant = %(tenant)s AND revision > %(since)s
                AND written > now() - interval '{_AGAIN_S} s'),
        (SELECT went - 1 FROM vade.truth
            WHERE tenant = %(tenant)s AND went > %(since)s AND went_at > now() - interval '{_AGAIN_S} s')
    ) AS revision
) AS settled
WHERE truth.tenant = %(tenant)s AND (truth.indexed_by <> %(index)s OR truth.indexed < settled.revision)
"""
_NONE = ("", 0, 0, "", 0)


class PostgresFollowing:
    """Implements `ports.truth.FileFollowing` for one tenant, or one person's own part of it."""

    def __init__(self, tenancy: Tenancy) -> None:
        """Speak for a tenant; nothing is asked yet."""
        self._tenancy = tenancy

    def followed(self, index: str) -> Listing | None:
        """See `FileFollowing.followed`."""

        def look(transaction: Transaction) -> Listing | None:
            store, revision, went, known, indexed = transaction.one(_HEAD) or _NONE
            if revision == 0 or (known == index and revision == indexed):
                return None
            partial = known == index and went <= indexed
            rows = transaction.all(_CHANGED, since=indexed if partial else 0)
            files = {path: Stamp(size, at, at, own) for path, size, at, own in rows}
            return Listing(files, {}, trace=f"{store}.{revision}", partial=partial)

        return self._tenancy.read(look)

    def follow(self, index: str, trace: str) -> bool:
        """See `FileFollowing.follow`."""
        number = int(trace.rpartition(".")[2])

        def follow(transaction: Transaction) -> bool:
            *_, known, indexed = transaction.one(_HEAD) or _NONE
            since = indexed if known == index else 0
            transaction.run(_FOLLOW, index=index, revision=number, since=since)
            _, revision, *_, indexed = transaction.one(_HEAD) or _NONE
            return bool(revision == indexed)

        return self._tenancy.write(follow, repeatable=True)

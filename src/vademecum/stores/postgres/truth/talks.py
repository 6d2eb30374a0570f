"""`PostgresTalkRows`: lines of conversations in the table ``talk_line``."""

from __future__ import annotations

from itertools import accumulate

from vademecum.model.conversation import ConversationId
from vademecum.model.file import Stamp
from vademecum.stores.postgres.truth import heads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import TypeVar

    from vademecum.stores.postgres.tenancy import Tenancy
    from vademecum.stores.postgres.transaction import Transaction

    T = TypeVar("T")

_AT_ONCE = 500
"""Lines read in one exchange; few conversations have more."""

_STAMPS = "SELECT id, size, change, replaced FROM vade.talk WHERE tenant = %(tenant)s ORDER BY id"
_TALK = "SELECT year, lines, size, replaced FROM vade.talk WHERE tenant = %(tenant)s AND id = %(id)s"
_LINES = """
SELECT number, line FROM vade.talk_line
WHERE tenant = %(tenant)s AND id = %(id)s AND number > %(after)s AND ends > %(since)s
ORDER BY number LIMIT %(most)s
"""
_PUT = """
INSERT INTO vade.talk (tenant, id, year, lines, size, change, replaced)
VALUES (%(tenant)s, %(id)s, %(year)s, %(lines)s, %(size)s, %(change)s, %(replaced)s)
ON CONFLICT (tenant, id) DO UPDATE SET year = excluded.year, lines = excluded.lines, size = excluded.size,
    change = excluded.change, replaced = excluded.replaced
"""
_ERASE_LINES = "DELETE FROM vade.talk_line WHERE tenant = %(tenant)s AND id = %(id)s"
_ERASE = "DELETE FROM vade.talk WHERE tenant = %(tenant)s AND id = %(id)s"


class PostgresTalkRows:
    """Implements `ports.truth.TalkRows` for one person's own part of a tenant."""

    def __init__(self, tenancy: Tenancy) -> None:
        """Speak for a tenant; nothing is asked yet."""
        self._tenancy = tenancy

    def whole(self, work: Callable[[], T]) -> T:
        """See `TalkRows.whole`."""

        def locked(transaction: Transaction) -> T:
            heads.lock(transaction)
            return work()

        return self._tenancy.write(locked)

    def stamps(self) -> dict[ConversationId, Stamp]:
        """See `TalkRows.stamps`."""
        rows = self._tenancy.read(lambda transaction: transaction.all(_STAMPS))
        return {ConversationId(own): Stamp(size, change, change, anew) for own, size, change, anew in rows}

    def year(self, conversation: ConversationId) -> str:
        """See `TalkRows.year`."""
        if not conversation.isalnum():  # an id is hex digits; other text may be none that a database takes
            return ""
        found = self._tenancy.read(lambda transaction: transaction.one(_TALK, id=conversation))
        return found[0] if found else ""

    def lines(self, conversation: ConversationId, since: int = 0) -> Iterator[bytes]:
        """See `TalkRows.lines`."""
        if not conversation.isalnum():
            return
        after = 0
        while True:
            values: dict[str, object] = {"id": conversation, "after": after, "since": since, "most": _AT_ONCE}
            rows = self._asked(values)
            yield from (line for _, line in rows)
            if len(rows) < _AT_ONCE:
                return
            after = rows[-1][0]

    def _asked(self, values: Mapping[str, object]) -> list[tuple[int, bytes]]:
        return self._tenancy.read(lambda transaction: transaction.all(_LINES, **values))

    def append(self, conversation: ConversationId, lines: Sequence[bytes], year: str) -> None:
        """See `TalkRows.append`."""

        def append(transaction: Transaction) -> None:
            change = heads.next_change(transaction)
            found = transaction.one(_TALK, id=conversation)
            filed, number, size, replaced = found or (year, 0, 0, change)
            _add(transaction, conversation, lines, (number, size))
            transaction.run(
                _PUT,
                id=conversation,
                year=filed,
                lines=number + len(lines),
                size=size + sum(map(len, lines)),
                change=change,
                replaced=replaced,
            )

        if lines:
            self._tenancy.write(append)

    def replace(self, conversation: ConversationId, lines: Sequence[bytes], year: str) -> None:
        """See `TalkRows.replace`."""

        def replace(transaction: Transaction) -> None:
            change = heads.next_change(transaction)
            transaction.run(_ERASE_LINES, id=conversation)
            _add(transaction, conversation, lines, (0, 0))
            size = sum(map(len, lines))
            put = {"year": year, "lines": len(lines), "size": size, "change": change, "replaced": change}
            transaction.run(_PUT, id=conversation, **put)

        self._tenancy.write(replace)

    def erase(self, conversation: ConversationId) -> bool:
        """See `TalkRows.erase`."""

        def erase(transaction: Transaction) -> bool:
            transaction.run(_ERASE_LINES, id=conversation)
            return transaction.run(_ERASE, id=conversation) > 0

        return self._tenancy.write(erase)


def _add(
    transaction: Transaction, conversation: ConversationId, lines: Sequence[bytes], behind: tuple[int, int]
) -> None:
    number, size = behind
    ends = accumulate(map(len, lines), initial=size)
    next(ends)
    rows = [
        (conversation, number + n, end, line)
        for n, (end, line) in enumerate(zip(ends, lines, strict=True), 1)
    ]
    transaction.copy("talk_line", ("id", "number", "ends", "line"), rows)

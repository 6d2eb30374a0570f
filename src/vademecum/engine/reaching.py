"""Telling what is gone from what cannot be reached: a drive that is not mounted, a folder that is locked."""

from __future__ import annotations

from vademecum.errors import ForbiddenPath, VaultError
from vademecum.indexing.difference import compare
from vademecum.model.file import is_foreign, shown_path
from vademecum.retrieval.hits import lines_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.parts import Parts
    from vademecum.model.entry import Row
    from vademecum.model.record import Scope


def out_of_reach(parts: Parts, path: str) -> str | None:
    """Why a file that is not there is not believed deleted; None when nothing speaks against it.

    Looks at the whole vault, so it is asked only where a file is missed.
    """
    listing = parts.vault.list()
    if path not in compare(listing, parts.index.states()).withheld:
        return None
    for folder, why in listing.unreachable.items():
        if folder in ("", path) or path.startswith(f"{folder}/"):
            return why
    return "the drive it was on is not mounted"


def refuse_unmounted(parts: Parts, scope: Scope) -> None:
    """Refuse to write where a scope's files were and are not reachable now: what is written onto the bare
    mount point disappears below the drive once it is back.

    One known file of the scope is looked for; only when it is missed is the whole vault compared.

    Raises:
        VaultError: the drive is not there, or the folder cannot be read.
    """
    known = parts.index.file_of(scope)
    if known is None or parts.vault.stamps([known])[known] is not None:
        return
    why = out_of_reach(parts, known)
    if why is not None:
        raise VaultError(
            f"nothing was written to {scope}: {known} is out of reach, {why}; mount the drive or restore the "
            "folder, or let `vade reindex` forget it if it is gone for good"
        )


def refuse_foreign(row: Row) -> None:
    """Refuse to change or erase a passage of a file that is not ours.

    Raises:
        ForbiddenPath: it is one; the message says where it stands and how to be rid of it.
    """
    if is_foreign(row.path):
        first, last = lines_of(row.card)
        lines = f"line {first}" if first == last else f"lines {first} to {last}"
        raise ForbiddenPath(
            f"{row.key} stands in {shown_path(row.path)}, {lines}; that file is yours or an "
            "agent's host's and is only read here: edit it there, and the next answer knows, or read no such "
            "file with `vade config set files.read false`"
        )

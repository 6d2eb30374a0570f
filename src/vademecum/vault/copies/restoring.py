"""Making a home of a copy."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path

from vademecum.durable import disk_refusal, make_folders, sync_folder, temporary
from vademecum.errors import Conflict, NotFound, UsageError
from vademecum.model.copies import Restored
from vademecum.sealing.layout import opened
from vademecum.vault.copies import taking
from vademecum.vault.copies.layout import SETTINGS
from vademecum.vault.copies.reading import contents

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vademecum.model.copies import CopiedFile


def restore(
    source: str,
    home: str | os.PathLike[str],
    *,
    replace: bool,
    before_settings: Callable[[], None] = lambda: None,
) -> Restored:
    """Make the home of a copy: complete and checked beside its place first, then put there in one step.

    Args:
        source: folder or archive that `Copies.take` made.
        home: the folder it shall be.
        replace: a home that holds anything is moved aside, as it is; else it is left alone.
        before_settings: called before the home gets settings of the copy.

    Raises:
        NotFound: there is no such copy.
        UsageError: the source is no copy or damaged, or the home is not empty; nothing was changed.
        Conflict: the home is an encrypted one that is open.
        VaultError: the disk refuses.
    """
    place = Path(home)
    if not os.path.lexists(Path(source).expanduser()):
        raise NotFound(f"there is no copy {source}; check the path")
    files = contents(Path(source).expanduser(), sealed=True)
    if files is None:
        raise UsageError(f"{source} is no copy of a home; `vade import` reads what other systems export")
    if opened(os.fspath(place), os.environ) is not None:
        raise Conflict(f"{place} is encrypted and open; `vade lock` it first, so that nothing of it is lost")
    if _holds_anything(place) and not replace:
        raise UsageError(
            f"{place} is not empty and is not written over; restore to another --home, or add --replace, "
            "which moves what is there aside"
        )
    make_folders(place.parent)
    fresh = temporary(place.parent)
    try:
        number, size = _unpacked(files, fresh)
        if (fresh / SETTINGS).exists():
            before_settings()
        os.sync()
        aside = _out_of_the_way(place)
        fresh.replace(place)
        sync_folder(place.parent)
    except OSError as error:
        raise disk_refusal("restore", place, error) from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return Restored(home=str(place), aside=str(aside) if aside else None, files=number, bytes=size)


def _holds_anything(home: Path) -> bool:
    return any(
        names and Path(folder).name != "locks" for folder, _, names in os.walk(home, followlinks=False)
    ) or (os.path.lexists(home) and not home.is_dir())


def _unpacked(files: Iterator[CopiedFile], fresh: Path) -> tuple[int, int]:
    number = size = 0
    make_folders(fresh / "memories" / "personal")
    make_folders(fresh / "state")
    for file in files:
        path = fresh / file.path
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with taking.private(path) as stream:
            stream.write(file.data)
        number, size = number + 1, size + len(file.data)
    return number, size


def _out_of_the_way(home: Path) -> Path | None:
    """Move a home aside; one that holds nothing goes."""
    if not os.path.lexists(home):
        return None
    if not _holds_anything(home):
        shutil.rmtree(home)
        return None
    number = 1
    while os.path.lexists(aside := home.with_name(f"{home.name}.before-restore-{number}")):
        number += 1
    with suppress(FileExistsError):
        home.rename(aside)
    return aside

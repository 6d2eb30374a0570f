"""Turning a home into a sealed one and back, opening it and locking it; each step may be the last one."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import contextmanager
from pathlib import Path

from vademecum.durable import (
    disk_refusal,
    is_stale,
    is_temporary,
    replace_file,
    sync_folder,
    temporary,
)
from vademecum.errors import Conflict, InvalidValue, NotFound, UsageError, VaultError
from vademecum.model.value import value
from vademecum.sealing import keyrings
from vademecum.sealing.ciphering import (
    naming_of,
    new_identity,
    protected,
    recipient_of,
    revealed,
    unseal,
)
from vademecum.sealing.layout import (
    CACHE,
    HOME,
    KEY,
    MARK,
    MEMORY_VARIABLE,
    OPEN,
    SEALED,
    VERSION,
    Opened,
    folders_in_memory,
    has_keyring,
    is_own,
    is_sealed,
    locked,
    opened,
    place_in,
    write_open,
)
from vademecum.sealing.layout import recipient_of as marked_recipient
from vademecum.sealing.moving import begin, clear, clear_cache, copied, drop_sealed, end, plain_paths, put
from vademecum.sealing.shadow import Shadow, plain_files, sealed_files
from vademecum.sealing.users import others_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

_LEAST_PASSPHRASE = 8


@value(kw_only=True)
class Turned:
    """What became of a home.

    Attributes:
        home: on the disk.
        state: ``open``, ``locked`` or ``plain``.
        folder: where its plain files are; empty while it is locked.
        files: how many files were sealed, opened or let go of.
        unread: sealed files that could not be opened, each with the reason; they stay as they are.
        left: plain files that stay on the disk, because they differ from what is sealed.
    """

    home: str
    state: str
    folder: str = ""
    files: int = 0
    unread: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


def encrypt(
    home: str, cache: str, passphrase: str, environ: Mapping[str, str], *, keyring: bool = False
) -> Turned:
    """Seal a plain home, and leave it open.

    Until its mark is written the plain files are the home, and afterwards the sealed ones are: whoever dies
    in between leaves what the next try, or the next opening, tidies up.

    Args:
        cache: what was derived from it until now; it is erased.
        keyring: keep the key in the system's keyring, too, so that nobody is asked for the passphrase.

    Raises:
        Conflict: it is sealed already, or others have it open.
        InvalidValue: the passphrase is too short.
        UsageError: it is none that can be sealed; the extra is missing; there is no folder in memory.
        VaultError: the disk refuses; the home is as it was.
    """
    _refuse(home)
    if len(passphrase) < _LEAST_PASSPHRASE:
        raise InvalidValue("passphrase", f"has fewer than {_LEAST_PASSPHRASE} characters; use several words")
    _refuse_others(home, cache)
    identity, recipient = new_identity()
    if keyring:
        keyrings.keep(recipient, identity)
    drop_sealed(home)
    begin(home)
    _write(Path(home, KEY), protected(identity, passphrase))
    with _opening(home, environ) as at:
        one = Opened(folder=os.fspath(at), sealed=home, recipient=recipient, naming=naming_of(identity))
        _announce(one)
        for path in plain_paths(home):
            copied(Path(home, path), Path(one.home, path))
        files = Shadow(one).settle_all()
        _compare(home, one, identity)
        mark = {"version": VERSION, "recipient": recipient, "keyring": keyring}
        _write(Path(home, MARK), json.dumps(mark).encode())
    end(home)
    one = _must(home, environ)
    left = clear(home, one)
    clear_cache(cache)
    return Turned(home=home, state="open", folder=one.home, files=files, left=left)


def decrypt(home: str, environ: Mapping[str, str]) -> Turned:
    """Turn an open sealed home into a plain one.

    Raises:
        Locked: it is not open.
        Conflict: it is no sealed home, others have it open, or plain files stand in the way.
        VaultError: the disk refuses; the home is sealed as it was.
    """
    one = _sealed_and_open(home, environ)
    _refuse_others(one.folder)
    if one.unread:
        raise Conflict(
            f"{len(one.unread)} sealed files cannot be opened and would be lost; restore them from a backup, "
            f"or move them out of {os.path.join(home, SEALED)}, then `vade lock` and `vade unlock`"
        )
    Shadow(one).settle_all()
    clear(home, one)  # what an earlier try, which broke off, left
    files = 0
    for place in plain_files(one.home):
        copied(Path(place), Path(home, os.path.relpath(place, one.home)), durable=True)
        files += 1
    begin(home)
    try:
        os.unlink(os.path.join(home, MARK))
        sync_folder(Path(home))
    except OSError as error:
        raise disk_refusal("write", Path(home, MARK), error) from error
    keyrings.drop(one.recipient)
    drop_sealed(home)
    shutil.rmtree(one.folder, ignore_errors=True)
    return Turned(home=home, state="plain", folder=home, files=files)


def unlock(home: str, environ: Mapping[str, str], passphrase: str | None = None) -> Turned:
    """Open a sealed home; one that is open stays so.

    Args:
        passphrase: that of its key; the one of the system's keyring when not given.

    Raises:
        Conflict: it is no sealed home.
        InvalidValue: the passphrase is another one, or none is given and the keyring has no key.
        VaultError: there is no room in memory, or the disk refuses.
    """
    if not is_sealed(home):
        raise Conflict(f"{home} is not encrypted; `vade encrypt` makes it so")
    if (at := opened(home, environ)) is not None:
        return Turned(home=home, state="open", folder=at.home, unread=at.unread, left=clear(home, at))
    identity = _identity(home, passphrase)
    recipient, naming = marked_recipient(home), naming_of(identity)
    if recipient_of(identity) != recipient:
        raise VaultError(f"the key of {home} is not the one that it is sealed for; restore key.age")
    unread: dict[str, str] = {}
    files = 0
    with _opening(home, environ) as at_folder:
        target = at_folder / HOME
        for sealed in sealed_files(home):
            if is_temporary(sealed.name):
                continue
            try:
                found = sealed.stat()
                plain = unseal(sealed.read_bytes(), identity=identity, naming=naming, name=sealed.name)
                put(target, plain, found.st_mtime_ns)
                files += 1
            except VaultError as error:
                unread[sealed.name] = error.message
            except OSError as error:
                raise disk_refusal("open", sealed, error) from error
        _announce(
            Opened(
                folder=os.fspath(at_folder),
                sealed=home,
                recipient=recipient,
                naming=naming,
                unread=tuple(sorted(unread)),
            )
        )
    one = _must(home, environ)
    return Turned(
        home=home,
        state="open",
        folder=one.home,
        files=files,
        unread=tuple(f"{name}: {why}" for name, why in sorted(unread.items())),
        left=clear(home, one),
    )


def lock(home: str, environ: Mapping[str, str], *, force: bool = False) -> Turned:
    """Seal what is not sealed yet, and let go of the plain files.

    Args:
        force: though others have it open; whatever they write from now on is refused.

    Raises:
        Conflict: it is no sealed home, or others have it open.
        VaultError: the disk refuses; the home stays open.
    """
    if not is_sealed(home):
        raise Conflict(f"{home} is not encrypted; `vade encrypt` makes it so")
    one = opened(home, environ)
    if one is None:
        return Turned(home=home, state="locked")
    if not force:
        _refuse_others(one.folder)
    aside = temporary(Path(one.folder).parent)
    files = Shadow(one).settle_all(last=lambda: os.rename(one.folder, aside))
    shutil.rmtree(aside, ignore_errors=True)
    _sweep(aside.parent)
    return Turned(home=home, state="locked", files=files)


def _refuse(home: str) -> None:
    if is_sealed(home):
        raise Conflict(f"{home} is encrypted already; `vade lock` locks it")
    if not os.path.isdir(home):
        raise NotFound(f"there is no home at {home}; remember something first")
    if os.path.lexists(os.path.join(home, ".git")):
        raise UsageError(
            f"{home} is a git repository, whose history would keep everything in the open; move `.git` away"
        )
    for folder, folders, names in os.walk(home):
        for name in (*folders, *names):
            if os.path.islink(os.path.join(folder, name)):
                raise UsageError(
                    f"{os.path.join(folder, name)} is a link; what it names would stay in the open. Put it "
                    "into the home first"
                )


def _refuse_others(*folders: str) -> None:
    others = [each for folder in folders for each in others_at(folder)]
    if others:
        named = ", ".join(dict.fromkeys(others))
        raise Conflict(f"others have this home open: {named}; end them first")


def _sealed_and_open(home: str, environ: Mapping[str, str]) -> Opened:
    if not is_sealed(home):
        raise Conflict(f"{home} is not encrypted")
    return _must(home, environ)


def _must(home: str, environ: Mapping[str, str]) -> Opened:
    one = opened(home, environ)
    if one is None:
        raise locked(home)
    return one


def _identity(home: str, passphrase: str | None) -> str:
    if passphrase is None:
        kept = keyrings.fetch(marked_recipient(home)) if has_keyring(home) else None
        if kept is None:
            raise InvalidValue(
                "passphrase", "is needed to open this home, and the system's keyring has no key"
            )
        return kept
    try:
        key = Path(home, KEY).read_bytes()
    except OSError as error:
        raise disk_refusal("read", Path(home, KEY), error) from error
    return revealed(key, passphrase)


@contextmanager
def _opening(home: str, environ: Mapping[str, str]) -> Generator[Path]:
    """A folder in memory that becomes the open home when the block ends well, and is gone else."""
    root = next(folders_in_memory(environ), None)
    if root is None:
        raise UsageError(
            f"this system tells of no folder that lives in memory; make one, and name it in {MEMORY_VARIABLE}"
        )
    try:
        os.makedirs(root, mode=0o700, exist_ok=True)
    except OSError as error:
        raise disk_refusal("make the folder", Path(root), error) from error
    if not is_own(root):
        raise VaultError(f"{root} is not yours alone; whoever made it could read along. Remove it")
    _sweep(Path(root))
    fresh = temporary(Path(root))
    fresh.mkdir(mode=0o700)
    try:
        for name in (HOME, CACHE):
            (fresh / name).mkdir(mode=0o700)
        yield fresh
        place = Path(place_in(root, home))
        if not (place / OPEN).exists():  # what somebody who had it open makes there after it was locked
            shutil.rmtree(place, ignore_errors=True)
        try:
            fresh.rename(place)
        except OSError as error:  # somebody else was faster
            if opened(home, environ) is None:
                raise disk_refusal("open", Path(root), error) from error
    except OSError as error:
        raise disk_refusal("open the home in", Path(root), error) from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _sweep(root: Path) -> None:
    """Remove what the death of an opening or a locking left in memory."""
    for one in root.iterdir():
        if is_temporary(one.name) and is_stale(one.stat()):
            shutil.rmtree(one, ignore_errors=True)


def _announce(one: Opened) -> None:
    Path(one.folder, OPEN).write_bytes(write_open(one))


def _compare(home: str, one: Opened, identity: str) -> None:
    """Be sure that every plain file can be had from the sealed ones, before they are what counts.

    Raises:
        VaultError: one cannot, or was changed meanwhile.
    """
    sealed = {
        plain.path: plain.data
        for plain in (
            unseal(each.read_bytes(), identity=identity, naming=one.naming, name=each.name)
            for each in sealed_files(home)
        )
    }
    for path in plain_paths(home):
        if sealed.get(path.replace(os.sep, "/")) != Path(home, path).read_bytes():
            raise VaultError(f"{path} was changed while it was sealed; nothing was changed, try again")


def _write(place: Path, data: bytes) -> None:
    replace_file(place, data, mode=0o600, guard=lambda: None)

"""What a folder's git repository is called, read from its files: a start must not wait for a process."""

from __future__ import annotations

import os

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_MAX_CONFIG_BYTES = 1 << 20
_ESCAPES = {"n": "\n", "t": "\t", "b": "\b", '"': '"', "\\": "\\"}


@value
class Repository:
    """A repository as seen from one of its folders.

    Attributes:
        git_dir: state of this working tree; differs from `common_dir` in a linked worktree only.
        common_dir: what all worktrees share.
        work_tree: folder that holds the files; of a bare repository itself.
    """

    git_dir: str
    common_dir: str
    work_tree: str

    @property
    def is_linked_worktree(self) -> bool:
        """Whether this is a further working tree of a repository."""
        return self.git_dir != self.common_dir


def find_repository(folder: str) -> Repository | None:
    """The repository that an absolute folder belongs to, looking upward; None when there is none."""
    while True:
        git_dir = _git_dir(folder)
        if git_dir is not None:
            return Repository(git_dir, _common_dir(git_dir), folder)
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def _git_dir(place: str) -> str | None:
    dot_git = os.path.join(place, ".git")
    if _is_git_dir(dot_git):
        return os.path.realpath(dot_git)
    # Worktrees and submodules have a file that names the folder.
    pointer = _first_line(dot_git)
    if pointer.startswith("gitdir:"):
        target = os.path.realpath(os.path.join(place, pointer.removeprefix("gitdir:").strip()))
        return target if os.path.exists(os.path.join(target, "HEAD")) else None
    bare = _is_git_dir(place) and os.path.exists(os.path.join(place, "config"))
    return os.path.realpath(place) if bare else None


def _is_git_dir(place: str) -> bool:
    return all(os.path.exists(os.path.join(place, name)) for name in ("HEAD", "objects", "refs"))


def _first_line(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return file.readline(4096).decode("utf-8", "surrogateescape").partition("\0")[0].strip()
    except OSError:
        return ""


def _common_dir(git_dir: str) -> str:
    pointer = _first_line(os.path.join(git_dir, "commondir"))
    return os.path.realpath(os.path.join(git_dir, pointer)) if pointer else git_dir


def remote_address(repository: Repository) -> str | None:
    """Address of the remote ``origin``, else of the first remote in the file; None without any."""
    try:
        with open(os.path.join(repository.common_dir, "config"), "rb") as file:
            text = file.read(_MAX_CONFIG_BYTES).decode("utf-8", "replace")
    except OSError:
        return None
    addresses: dict[str, str] = {}
    for section, key, address in config_entries(text):
        kind, _, name = section.partition(".")
        if kind == "remote" and key == "url" and name and address.strip():
            addresses.setdefault(name, address.strip())
    return addresses.get("origin") or next(iter(addresses.values()), None)


def config_entries(text: str) -> Iterator[tuple[str, str, str]]:
    """Entries of a git configuration: section (``remote.origin``), key in lower case, value."""
    section = ""
    for line in _logical_lines(text):
        rest = line.strip()
        if rest.startswith("["):
            end = _section_end(rest)
            section, rest = _section(rest[1:end]), rest[end + 1 :].strip()
        key, equals, value = rest.partition("=")
        if key.strip() and key.lstrip()[0] not in "#;":
            yield section, key.strip().lower(), _value(value) if equals else "true"


def _logical_lines(text: str) -> Iterator[str]:
    held = ""
    for row in text.split("\n"):
        line = row.removesuffix("\r")
        backslashes = len(line) - len(line.rstrip("\\"))
        if backslashes % 2 and not line.lstrip().startswith(("#", ";")):
            held += line[:-1]
            continue
        yield held + line
        held = ""
    if held:
        yield held


def _section_end(line: str) -> int:
    quoted = escaped = False
    for position, character in enumerate(line):
        if escaped:
            escaped = False
        elif character == "\\":
            escaped = quoted
        elif character == '"':
            quoted = not quoted
        elif character == "]" and not quoted:
            return position
    return len(line)


def _section(header: str) -> str:
    """``remote "origin"`` or the older ``remote.origin`` as ``remote.origin``."""
    name, quote, rest = header.partition('"')
    if not quote:
        return header.strip().lower()
    return f"{name.strip().lower()}.{_value(quote + rest)}"


def _value(text: str) -> str:
    """A value without quotes, escapes and comment; white space at its ends counts only in quotes."""
    parts: list[str] = []
    kept = 0
    quoted = False
    characters = iter(text.lstrip())
    for character in characters:
        if character == "\\":
            escaped = next(characters, "")
            parts.append(_ESCAPES.get(escaped, escaped))
        elif character == '"':
            quoted = not quoted
            kept = len(parts)
            continue
        elif character in "#;" and not quoted:
            break
        else:
            parts.append(character)
        if quoted or not character.isspace():
            kept = len(parts)
    return "".join(parts[:kept])

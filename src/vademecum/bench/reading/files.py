"""Data sets on the disk: found by name, read within bounds, and told about when they are something else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, cast

from vademecum.errors import InvalidValue, LimitExceeded, NotFound, quoted

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Object = dict[str, Any]

MOST_BYTES = 1 << 30
"""Largest file that is read whole; the largest public one of these formats takes 280 MB."""

DATA = Path(__file__).parents[1] / "data"
"""Our own small sets."""


def json_file(path: Path) -> Any:
    """The value of a JSON file.

    Raises:
        NotFound: there is none.
        LimitExceeded: it is larger than `MOST_BYTES`.
        InvalidValue: it is no JSON.
    """
    try:
        return json.loads(_bytes(path))
    except (ValueError, RecursionError) as error:
        raise wrong(path, f"no JSON ({error})") from error


def json_objects(path: Path, complete: Callable[[Object], bool], expected: str) -> list[Object]:
    """The objects of a JSON file that holds a list of them.

    Args:
        complete: whether an object is what is looked for.
        expected: what a file of the format holds, for the error.

    Raises:
        NotFound, InvalidValue, LimitExceeded: see `json_file`; or some object is not complete.
    """
    content = json_file(path)
    items: list[Any] = list(content) if isinstance(content, list) else []  # pyright: ignore[reportUnknownArgumentType,reportUnknownVariableType]
    if not items or not all(isinstance(one, dict) and complete(cast("Object", one)) for one in items):
        raise wrong(path, f"{expected} is expected")
    return items


def json_lines(path: Path) -> list[Object]:
    """The objects of a file that holds one a line."""
    records: list[Object] = []
    for number, line in enumerate(text_file(path).splitlines(), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise wrong(path, f"line {number} is no JSON ({error})") from error
        if not isinstance(record, dict):
            raise wrong(path, f"line {number} is no object")
        records.append(cast("Object", record))
    return records


def text_file(path: Path) -> str:
    """The text of a file.

    Raises:
        NotFound: there is none.
        LimitExceeded: it is larger than `MOST_BYTES`.
    """
    return _bytes(path).decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")


def _bytes(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise LimitExceeded(f"{path} has {size >> 20} MiB, and {MOST_BYTES >> 20} MiB are the most")
        return path.read_bytes()
    except OSError as error:
        raise NotFound(f"{path} cannot be read: {error.strerror or error}") from error


def wrong(path: Path, found: str) -> InvalidValue:
    """The error for a file of another format."""
    return InvalidValue("data", f"{path}: {found}")


def located(data: Path, pattern: str, but: str = "\0") -> Path:
    """The one file that is meant: `data` itself, or the first in that folder whose name matches.

    Args:
        but: names that hold this are not meant.

    Raises:
        NotFound: there is no such file.
    """
    if data.is_file():
        return data
    found = sorted(one for one in data.glob(pattern) if but not in one.name) if data.is_dir() else []
    if not found:
        raise NotFound(f"no {pattern} at {quoted(str(data))}; name the file or its folder with --data")
    return found[0]

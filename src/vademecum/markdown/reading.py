"""Bytes to a record."""

from __future__ import annotations

from types import MappingProxyType

from vademecum.markdown.fields import FIELDS
from vademecum.markdown.forms import Field, Unfit, untyped
from vademecum.markdown.frame import Frame, split
from vademecum.markdown.legal import contradiction
from vademecum.markdown.outcome import Fault, Parsed, Refusal
from vademecum.markdown.plain import read_plain
from vademecum.markdown.tree import Pairs, Raw, compose, to_raw
from vademecum.model.file import QuarantineReason
from vademecum.model.record import Entity, Kind, Memory, Record, Scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MANY_ALIASES = 8


def parse(
    data: bytes,
    *,
    scope: Scope,
    fallback_kind: Kind = Kind.MEMORY,
    fallback_name: str = "",
    fast: bool = True,
) -> Parsed | Fault:
    """Read one file; never raises, whatever the bytes.

    Args:
        scope: what the file's folder says; a ``scope:`` in the file is only compared with it.
        fallback_kind: kind of a file that has neither ``kind`` nor ``type``.
        fallback_name: name of an entity that gives none, the file's own name.
        fast: try the strict reader before the library; both answer the same.

    Returns:
        The record, with an empty id when the file has none, or why there is no record.
    """
    try:
        frame = split(data)
        raw = front_values(frame, fast=fast)
        return _Reader(frame, raw, scope).read(fallback_kind, fallback_name)
    except Refusal as refusal:
        return refusal.fault


def front_values(frame: Frame, *, fast: bool = True) -> dict[str, Raw]:
    """The front matter as untyped values by key, in file order.

    Raises:
        Refusal: the front matter is not a YAML mapping.
    """
    front = frame.front_text
    if not front:
        return {}
    if fast:
        plain = read_plain(front.replace("\r\n", "\n") if "\r" in front else front)
        if plain is not None:
            return plain
    root = compose(front, first_line=2)
    if root is None:
        return {}
    if not isinstance(root, Pairs):
        message = "front matter is not made of `key: value` lines; begin the text with another line than ---"
        raise Refusal(QuarantineReason.UNPARSABLE, message, 2)
    return {key.value: to_raw(value) for key, value in root.entries}


class _Reader:
    """Types the values of one file."""

    def __init__(self, frame: Frame, raw: dict[str, Raw], scope: Scope) -> None:
        self._frame = frame
        self._raw = raw
        self._scope = scope
        self._warnings: list[str] = []

    def read(self, fallback_kind: Kind, fallback_name: str) -> Parsed:
        kind = self._kind(fallback_kind)
        values, free = self._values(FIELDS[kind])
        if kind is Kind.MEMORY:
            record: Record = Memory(extra=MappingProxyType(free), **values) if free else Memory(**values)
        else:
            values.setdefault("name", fallback_name)
            record = Entity(properties=MappingProxyType(free), **values) if free else Entity(**values)
        complaint = contradiction(record)
        if complaint is not None:
            raise self._invalid(*complaint)
        if len(record.aliases) > _MANY_ALIASES:
            self._warnings.append(
                f"aliases: {len(record.aliases)}, more than {_MANY_ALIASES} dilute them all"
            )
        return Parsed(record, tuple(self._warnings), self._frame.body_line)

    def _kind(self, fallback: Kind) -> Kind:
        raw = self._raw.get("kind")
        if raw is None:
            return Kind.MEMORY if self._raw.get("type") is not None else fallback
        return self._typed(FIELDS[Kind.MEMORY]["kind"], raw) or fallback

    def _values(self, table: dict[str, Field]) -> tuple[dict[str, Any], dict[str, object]]:
        values: dict[str, Any] = {"id": "", "scope": self._scope, "body": self._frame.body_text}
        free: dict[str, object] = {}
        for key, raw in self._raw.items():
            field = table.get(key)
            if field is None:
                free[key] = untyped(raw)
            elif key == "scope":
                self._compare_scope(field, raw)
            elif raw is not None and key != "kind":
                value = self._typed(field, raw)
                if value is not None:
                    values[field.attribute] = value
        return values, free

    def _typed(self, field: Field, raw: Raw) -> Any:
        try:
            return field.form.read(field, raw, self._warnings)
        except Unfit as unfit:
            raise self._invalid(field.key, str(unfit)) from None

    def _compare_scope(self, field: Field, raw: Raw) -> None:
        if raw is not None and self._typed(field, raw) != self._scope:
            self._warnings.append(f"scope: the folder decides, so this stands in {self._scope}")

    def _invalid(self, key: str, message: str) -> Refusal:
        return Refusal(QuarantineReason.INVALID, f"{key}: {message}", self._line(key))

    def _line(self, key: str) -> int | None:
        """Line of a top-level key, found by looking for it: the fast reader keeps no places."""
        if key == "body":
            return self._frame.body_line
        heads = (f"{key}:", f"{key} :", f'"{key}"', f"'{key}'")
        lines = enumerate(self._frame.front_text.split("\n"), 2)
        return next((number for number, line in lines if line.startswith(heads)), None)

"""The shape of each verb's answer as plain JSON types; keys stand in the order of interest."""

from __future__ import annotations

from vademecum.model.plain import plain
from vademecum.model.record import Entity, Memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from vademecum.model.answer import (
        CheckUp,
        Hit,
        Listed,
        Recall,
        Remembered,
        Search,
        Stored,
        Synced,
        VaultStats,
        Why,
    )
    from vademecum.model.extracted import Refined
    from vademecum.model.file import AliasEntry
    from vademecum.model.history import History
    from vademecum.model.noticed import Captured
    from vademecum.model.plan import Plan
    from vademecum.model.receipt import Receipt, Redacted
    from vademecum.model.rehearsal import Rehearsal
    from vademecum.model.reviewed import Queue, Reviewed
    from vademecum.model.revision import Revised, Superseded
    from vademecum.model.tidied import Tidied

_FIRST = (
    "id",
    "key",
    "kind",
    "type",
    "label",
    "title",
    "name",
    "summary",
    "scope",
    "status",
    "tags",
    "aliases",
)
_LAST = ("body", "created", "updated", "path", "lines", "stale")
_NAMES = {"properties": "extra"}  # the free front-matter keys of either kind stand under one name


def hit(found: Hit) -> dict[str, Any]:
    """One result; ``explanation`` only when one was asked for."""
    shown = found.to_dict()
    if found.explanation is None:
        del shown["explanation"]
    return shown


def recall(answer: Recall) -> dict[str, Any]:
    """`recall`: the hits stand under ``results``; counts belong to the envelope's meta."""
    return {
        "outcome": answer.outcome.value,
        "terms": list(answer.terms),
        "weak": answer.weak,
        "plan": None if answer.plan is None else answer.plan.to_dict(),
        "results": [hit(found) for found in answer.hits],
    }


def search(answer: Search) -> dict[str, Any]:
    """`search`."""
    return {"terms": list(answer.terms), "results": [hit(found) for found in answer.hits]}


def listed(answer: Listed) -> dict[str, Any]:
    """`list`, with the number of all that the filters let through and of chains that lead nowhere."""
    return {
        "results": [hit(found) for found in answer.items],
        "total": answer.total,
        "dangling": answer.dangling,
    }


def record(stored: Stored, summary: str) -> dict[str, Any]:
    """A whole record: what is set, in a fixed order; an absent key means that nothing is said about it.

    Args:
        summary: the line by which lists show it (`indexing.entry.summary_of`).
    """
    fields: dict[str, Any] = plain(stored.record)
    fields.update(
        kind=stored.record.kind.value,
        key=stored.key,
        summary=summary,
        path=stored.path,
        lines=list(stored.lines),
        stale=stored.stale,
    )
    middle = [name for name in fields if name not in _FIRST + _LAST]
    ordered = [*_FIRST, *middle, *_LAST]
    kept = {name: fields[name] for name in ordered if name in fields and fields[name] is not None}
    return {_NAMES.get(name, name): value for name, value in kept.items()}


def shown(stored: Stored, summary: str) -> dict[str, Any]:
    """`show` and `edit`: the record under the name of its kind."""
    match stored.record:
        case Memory():
            return {"memory": record(stored, summary)}
        case Entity():
            return {"entity": record(stored, summary)}


def remembered(answer: Remembered, summary: str) -> dict[str, Any]:
    """`remember` and `entity add`."""
    return {
        **shown(answer.memory, summary),
        "outcome": answer.outcome.value,
        "similar": list(answer.similar),
        "doubted": [plain(one) for one in answer.doubted],
        "provisional": list(answer.provisional),
        "masked": list(answer.masked),
        "dry_run": answer.dry_run,
    }


def queue(answer: Queue) -> dict[str, Any]:
    """`review list`."""
    return {"results": [item.to_dict() for item in answer.items], "total": answer.total}


def reviewed(answer: Reviewed, summary: str) -> dict[str, Any]:
    """`review propose`, `approve`, `reject` and `publish`."""
    return {
        **shown(answer.memory, summary),
        "outcome": answer.outcome,
        "replaced": [{"id": old.record.id, "key": old.key, "path": old.path} for old in answer.replaced],
        "doubted": [plain(one) for one in answer.doubted],
        "relieved": list(answer.relieved),
        "dry_run": answer.dry_run,
    }


def revised(answer: Revised, summary: str) -> dict[str, Any]:
    """`retract`, `deprecate`, `archive` and `restore`."""
    return {
        **shown(answer.memory, summary),
        "before": answer.before.value,
        "outcome": answer.outcome,
        "doubted": [plain(one) for one in answer.doubted],
        "dry_run": answer.dry_run,
    }


def superseded(answer: Superseded, summary: str, before: str) -> dict[str, Any]:
    """`supersede`: the new memory under ``memory``, the old one under ``replaced``.

    Args:
        answer: the answer.
        summary: the line by which lists show the new one.
        before: the line by which lists show the old one.
    """
    return {
        **shown(answer.memory, summary),
        "replaced": record(answer.replaced, before),
        "outcome": answer.outcome,
        "doubted": [plain(one) for one in answer.doubted],
        "provisional": list(answer.provisional),
        "dry_run": answer.dry_run,
    }


def history(answer: History) -> dict[str, Any]:
    """`history`: the links of the chain stand under ``results``."""
    fields = _without_warnings(answer.to_dict())
    links = fields.pop("links")
    return {**fields, "results": links}


def tidied(answer: Tidied) -> dict[str, Any]:
    """`tidy`."""
    return {
        "results": [finding.to_dict() for finding in answer.findings],
        "applied": answer.applied,
        "repaired": answer.repaired,
        "repairable": answer.repairable,
    }


def redacted(answer: Redacted, summary: str) -> dict[str, Any]:
    """`redact`: the record as it is now, and the proof."""
    fields = _without_warnings(answer.to_dict())
    del fields["memory"]
    return {**shown(answer.memory, summary), **fields}


def forgotten(answer: Receipt) -> dict[str, Any]:
    """`forget`; `show` tells how a page stands of which a part went."""
    fields = _without_warnings(answer.to_dict())
    del fields["memory"]
    return fields


def captured(answer: Captured, summary: Callable[[Stored], str]) -> dict[str, Any]:
    """`capture`: each request with what became of it, None while it is only proposed.

    Args:
        answer: the answer.
        summary: the line by which lists show a record.
    """
    results: list[dict[str, Any]] = []
    for noticed in answer.items:
        fields = noticed.to_dict()
        kept = noticed.remembered
        fields["remembered"] = None if kept is None else remembered(kept, summary(kept.memory))
        results.append(fields)
    return {"results": results}


def planned(answer: Plan, refined: Refined | None = None) -> dict[str, Any]:
    """`plan`, and with `--model` what a model made of it."""
    return {"plan": answer.to_dict(), **({"model": refined.to_dict()} if refined else {})}


def rehearsed(answer: Rehearsal) -> dict[str, Any]:
    """`chat-sim`: the steps stand under ``results``."""
    return _without_warnings(answer.to_dict())


def why(answer: Why) -> dict[str, Any]:
    """`why`."""
    return _without_warnings(answer.to_dict())


def aliases(entries: Iterable[AliasEntry]) -> dict[str, Any]:
    """`alias list`, and what `alias add` and `alias remove` changed."""
    return {"results": [plain(entry) for entry in entries]}


def synced(answer: Synced) -> dict[str, Any]:
    """`reindex`, `sync` and each line of `watch`."""
    return _without_warnings(answer.to_dict())


def checkup(answer: CheckUp) -> dict[str, Any]:
    """`doctor`."""
    return {"healthy": answer.healthy, "results": [finding.to_dict() for finding in answer.findings]}


def vault_stats(answer: VaultStats) -> dict[str, Any]:
    """`stats`."""
    return _without_warnings(answer.to_dict())


def _without_warnings(fields: dict[str, Any]) -> dict[str, Any]:
    """They stand in the envelope's meta."""
    del fields["warnings"]
    return fields

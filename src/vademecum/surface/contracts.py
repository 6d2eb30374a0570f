"""How each of this product's commands answers: one table for knobs, schemas, completions and their tests.

Types are spelled as in Python: the names of plain types, of values in `model`, and of `SHAPES` below.
"""

from __future__ import annotations

from vademecum.model.value import field, value
from vademecum.surface import service_contracts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


@value
class Contract:
    """How a command answers.

    Attributes:
        array: key of its list of results; None when it answers with one thing.
        paged: what is shown is a page of more, so that a condition on it says nothing of the rest. The answer
            of a search is no page: it is the best there is.
        writes: it changes something, so that refusing its answer would come too late.
        of: value whose fields stand in the answer, but for its warnings, which stand in meta.
        without: fields of that value that are not shown.
        fields: further fields of the answer -> type; a name that ends with ``?`` may be missing.
        named: command that the answer names, where the command line was short for it.
        besides: JSON Schema of what it prints that is no answer of ours; None when there is nothing.
    """

    array: str | None = None
    paged: bool = False
    writes: bool = False
    of: str | None = None
    without: tuple[str, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict)
    named: str | None = None
    besides: Mapping[str, object] | None = None


_RECORD = {"memory?": "RecordOfMemory", "entity?": "RecordOfEntity"}
_DRY = {"dry_run": "bool"}

_MEASURES = (
    *("r@1", "r@5", "r@5_low", "r@5_high", "r@10", "r@10_low", "r@10_high", "r@20"),
    *("hit@1", "hit@5", "hit@10", "mrr", "mrr_low", "mrr_high", "ndcg@10", "in_budget"),
    *("auroc", "lost_percent", "false_recalls_percent", "n_answerable"),
    *("passages", "p50_ms", "p95_ms", "index_ms"),
)
"""What `vade bench` measures; each row has those that its protocol knows."""

SHAPES: Mapping[str, Mapping[str, str]] = {
    **service_contracts.SHAPES,
    "Request": {
        "text": "str",
        "start": "int",
        "end": "int",
        "cue": "str",
        "lang": "str",
        "remembered": "Kept | None",
    },
    "Kept": {
        **_RECORD,
        "outcome": "RememberOutcome",
        "similar": "tuple[MemoryId, ...]",
        "doubted": "tuple[Doubted, ...]",
        "provisional": "tuple[str, ...]",
        "masked": "tuple[str, ...]",
        **_DRY,
    },
    "Conversation": {
        "id": "str",
        "title": "str | None",
        "host": "str",
        "workspace": "str | None",
        "folder": "str | None",
        "origin_id": "str",
        "parent": "str | None",
        "started": "str | None",
        "last": "str | None",
        "turns": "int",
        "ended": "str | None",
        "archived": "bool",
        "live": "bool",
        "fault": "str | None",
    },
    "Utterance": {
        "seq": "int",
        "id": "str",
        "role": "Role",
        "text": "str | None",
        "tools": "tuple[ToolUse, ...]",
        "at": "str | None",
        "tokens": "int | None",
        "redacted": "bool",
    },
    "Said": {
        "outcome": "str",
        "terms": "tuple[str, ...]",
        "unit": "str",
        "time": "str | None",
        "timely": "int",
        "then": "SaidTotals | None",
        "current": "Current",
        "results": "tuple[ConversationHit, ...]",
    },
    "Named": {"id": "str", "key": "str", "path": "str"},
    "Setting": {
        "name": "str",
        "value": "str | int | float | bool | None",
        "origin": "str",
        "default": "str | int | float | bool | None",
        "allowed": "str",
        "variable": "str",
        "meaning": "str",
    },
    "Reaching": {"name": "str", "value": "str | int | bool", "reaches": "str", "trusted": "bool"},
    "Problem": {"origin": "str", "name": "str", "message": "str", "fix": "str"},
    "Step": {"step": "str"},
    "TalkLine": {"kind": "str"},
    "SettingsFile": {"path": "str", "outcome": "str", "diff": "str"},
    "Measurement": {
        "protocol": "str",
        "method": "str",
        "construction?": "str",
        "unit?": "str",
        "category?": "str",
        "n": "int",
        **{f"{name}?": "float" for name in _MEASURES},
    },
    "Omitted": {"name": "str", "reason": "str"},
    "Error": {
        "code": "str",
        "class": "str",
        "message": "str",
        "retryable": "bool",
        "suggestions": "tuple[str, ...]",
        "docs": "str",
        "field?": "str",
        "array?": "str | None",
        "vocabulary_partial?": "bool",
        "shown?": "int",
        "total?": "int | None",
    },
    "Meta": {
        "elapsed_ms": "float",
        "index_revision": "str | None",
        "stale?": "bool",
        "truncated?": "bool",
        "partial?": "bool",
        "stats?": "dict[str, Any]",
        "surface?": "dict[str, Any]",
        "next?": "str",
        "warnings": "tuple[str, ...]",
    },
}
"""Objects that only answers have; open ones (`OPEN`) may hold more than what is named."""

OPEN = frozenset({"Step", "TalkLine"})

_TALK = Contract(writes=True, fields={"conversation": "Conversation"})
_UNSAID = Contract(writes=True, of="ConversationForgotten")

_HITS = {"results": "tuple[Hit, ...]"}
_COUNTED = {**_HITS, "total": "int", "dangling": "int"}
_SEARCHED = {"terms": "tuple[str, ...]", **_HITS}
_ALIASES = {"results": "tuple[AliasEntry, ...]"}
_COMMANDS = Contract(fields={"commands": "tuple[str, ...]"})

_REMEMBERED = Contract(writes=True, of="Remembered", without=("memory",), fields=_RECORD)
_REVISED = Contract(writes=True, of="Revised", without=("memory",), fields=_RECORD)
_REVIEWED = Contract(
    writes=True,
    of="Reviewed",
    without=("memory", "step", "replaced"),
    fields={**_RECORD, "replaced": "tuple[Named, ...]"},
)
_LINKED = Contract(writes=True, of="Linked", without=("memory",), fields=_RECORD)
_MERGED = Contract(writes=True, of="Merged", without=("memory",), fields=_RECORD)
_START = {"start": "tuple[Node, ...]"}
_TURNED = Contract(writes=True, fields={
    "home": "str", "state": "str", "folder": "str", "files": "int", "unread": "tuple[str, ...]",
    "left": "tuple[str, ...]",
})  # fmt: skip
_PLAIN = "str | int | float | bool | None"
_CHANGE = {"name": "str", "before": _PLAIN, "value": _PLAIN, "changed": "bool", "set_aside": "str | None"}
_CONFIGURED = Contract(writes=True, fields={**_CHANGE, **_DRY})

_INSTALLED = Contract(
    "results",
    writes=True,
    fields={
        "host": "str",
        "project": "str | None",
        "results": "tuple[SettingsFile, ...]",
        "approvals": "tuple[str, ...]",
        **_DRY,
    },
)

CONTRACTS: Mapping[str, Contract] = {
    "remember": _REMEMBERED,
    "capture": Contract("results", writes=True, fields={"results": "tuple[Request, ...]"}),
    "edit": Contract(writes=True, fields={**_RECORD, **_DRY}),
    "recall": Contract(
        "results",
        fields={
            "outcome": "Outcome",
            "weak": "int",
            "plan": "Plan | None",
            **_SEARCHED,
            "conversations?": "Said",
        },
    ),
    "search": Contract("results", fields=_SEARCHED),
    "list": Contract("results", paged=True, fields=_COUNTED),
    "show": Contract(fields=_RECORD),
    "why": Contract(of="Why"),
    "plan": Contract(fields={"plan": "Plan", "model?": "Refined"}),
    "chat-sim": Contract("results", of="Rehearsal"),
    "conversations": Contract(fields={"commands": "tuple[str, ...]"}),
    "conversations list": Contract(
        "results", paged=True, fields={"results": "tuple[Conversation, ...]", "total": "int"}
    ),
    "conversations show": Contract(
        "results",
        fields={"conversation": "Conversation", "path": "str", "results": "tuple[Utterance, ...]"},
    ),
    "conversations search": Contract("results", fields=SHAPES["Said"]),
    "conversations resume": Contract(
        "results",
        fields={"current": "Current", "title": "str | None", "results": "tuple[Exchange, ...]"},
    ),
    "conversations rename": _TALK,
    "conversations end": _TALK,
    "conversations verify": Contract(
        "results",
        fields={
            "sound": "bool",
            "checked": "int",
            "turns": "int",
            "results": "tuple[Verification, ...]",
        },
    ),
    "conversations export": Contract("results", fields={"results": "tuple[TalkLine, ...]"}),
    "conversations forget": _UNSAID,
    "conversations redact": _UNSAID,
    "supersede": Contract(
        writes=True,
        of="Superseded",
        without=("memory", "replaced"),
        fields={**_RECORD, "replaced": "RecordOfMemory"},
    ),
    "retract": _REVISED,
    "deprecate": _REVISED,
    "archive": _REVISED,
    "restore": _REVISED,
    "review": _COMMANDS,
    "review list": Contract("results", paged=True, fields={"results": "tuple[Queued, ...]", "total": "int"}),
    "review propose": _REVIEWED,
    "review approve": _REVIEWED,
    "review reject": _REVIEWED,
    "review publish": _REVIEWED,
    "history": Contract("results", of="History", without=("links",), fields={"results": "tuple[Link, ...]"}),
    "tidy": Contract(
        "results",
        writes=True,
        fields={
            "results": "tuple[Untidy, ...]",
            "applied": "bool",
            "repaired": "int",
            "repairable": "int",
        },
    ),
    "forget": Contract(writes=True, of="Receipt", without=("memory",)),
    "redact": Contract(writes=True, of="Redacted", without=("memory",), fields=_RECORD),
    "alias": _COMMANDS,
    "alias add": Contract("results", writes=True, fields={**_ALIASES, "outcome": "str", **_DRY}),
    "alias list": Contract("results", fields=_ALIASES),
    "alias remove": Contract("results", writes=True, fields={**_ALIASES, **_DRY}),
    "entity": _COMMANDS,
    "entity add": _REMEMBERED,
    "entity list": Contract("results", paged=True, fields=_COUNTED),
    "entity show": Contract(fields=_RECORD),
    "entity merge": _MERGED,
    "entity unmerge": _MERGED,
    "entity alike": Contract("results", paged=True, fields={"results": "tuple[Alike, ...]", "total": "int"}),
    "entity alias": Contract(writes=True, fields={**_RECORD, **_DRY}),
    "entity set": Contract(writes=True, fields={**_RECORD, **_DRY}),
    "link": _LINKED,
    "unlink": _LINKED,
    "graph": _COMMANDS,
    "graph node": Contract("results", fields={"results": "tuple[NodeCard, ...]"}),
    "graph edges": Contract("results", paged=True, fields={**_START, "results": "tuple[Edge, ...]"}),
    "graph neighborhood": Contract(
        "results",
        paged=True,
        fields={**_START, "results": "tuple[Nearby, ...]", "edges": "tuple[Edge, ...]"},
    ),
    "graph path": Contract(
        "results",
        fields={
            **_START,
            "goal": "tuple[Node, ...]",
            "hops": "int | None",
            "results": "tuple[Node, ...]",
            "edges": "tuple[Edge, ...]",
        },
    ),
    "graph central": Contract(
        "results", paged=True, fields={"results": "tuple[Ranked, ...]", "total": "int"}
    ),
    "graph components": Contract(
        "results", paged=True, fields={"results": "tuple[Component, ...]", "total": "int", "alone": "int"}
    ),
    "graph show": Contract(
        fields={
            "svg?": "str",
            "path": "str | None",
            "nodes": "int",
            "edges": "int",
            "unlabelled": "int",
        }
    ),
    "graph query": Contract(
        "results", paged=True, fields={"columns": "tuple[str, ...]", "results": "tuple[dict[str, Any], ...]"}
    ),
    "graph explain": Contract(
        "results",
        fields={**_START, "goal": "tuple[Node, ...]", "results": "tuple[Grounds, ...]"},
    ),
    "graph rules": Contract("results", fields={"results": "tuple[RuleUse, ...]"}),
    "graph history": Contract("results", paged=True, fields={**_START, "results": "tuple[Past, ...]"}),
    "conversations propose": Contract("items", writes=True, of="Proposals"),
    "import": Contract("records", writes=True, of="Imported"),
    "export": Contract(writes=True, of="HomeCopy"),
    "backup": Contract(writes=True, of="HomeCopy", named="backup make"),
    "backup make": Contract(writes=True, of="HomeCopy"),
    "backup restore": Contract(writes=True, of="Restored"),
    "backup verify": Contract("losses", of="VerifiedCopy"),
    "init": Contract(writes=True, fields={"home": "str", "created": "bool", **_DRY}),
    "doctor": Contract("results", fields={"healthy": "bool", "results": "tuple[Finding, ...]"}),
    "what-if": Contract("records", of="Foreseen"),
    "brief": Contract("parts", of="Brief"),
    "stats": Contract(of="VaultStats"),
    "reindex": Contract(writes=True, of="Synced"),
    "sync": Contract(writes=True, of="Synced"),
    "watch": Contract(writes=True, of="Synced"),
    **dict.fromkeys(("encrypt", "decrypt", "unlock", "lock"), _TURNED),
    "config": _COMMANDS,
    "config list": Contract(
        "results", fields={"results": "tuple[Setting, ...]", "problems": "tuple[Problem, ...]"}
    ),
    "config get": Contract(fields=SHAPES["Setting"]),
    "config set": _CONFIGURED,
    "config unset": _CONFIGURED,
    "config trust": Contract(
        "results",
        writes=True,
        fields={"home": "str", "file": "str", "outcome": "str", "results": "tuple[Reaching, ...]", **_DRY},
    ),
    "config path": Contract(fields={"path": "str", "exists": "bool"}),
    "completion": Contract(fields={"shell": "str", "script": "str"}),
    "mcp": Contract(),
    "serve": Contract(fields={"url": "str", "api": "str", "hosts": "tuple[str, ...]"}),
    "install": _INSTALLED,
    "uninstall": _INSTALLED,
    "hook": Contract(),
    "schema": Contract(
        fields={"commands": "tuple[str, ...]"}, besides={"type": "object", "required": ["$schema"]}
    ),
    "schema fields": Contract(
        "results",
        writes=True,
        fields={"results": "tuple[FieldUse, ...]", "room": "int", "changed": "tuple[str, ...]", **_DRY},
    ),
    "shape": Contract(besides={}),
    "bench": Contract(
        "rows",
        fields={
            "ran": "str",
            "rows": "tuple[Measurement, ...]",
            "sources": "dict[str, Any]",
            "skipped": "tuple[Omitted, ...]",
            "written": "tuple[str, ...]",
        },
    ),
    "demo": Contract("results", fields={"results": "tuple[Step, ...]"}),
    "help": Contract(fields={"commands?": "tuple[str, ...]", "topic?": "str", "help?": "str"}),
    "version": Contract(fields={"version": "str"}),
    **{
        name: Contract("results" if "results" in said else None, writes="writes" in said, fields=fields)
        for name, (said, fields) in service_contracts.SERVICE.items()
    },
}
"""Command -> how it answers. A test proves the table total over the commands there are."""

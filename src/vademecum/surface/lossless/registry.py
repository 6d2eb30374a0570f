"""Which values may cross, and under which name: nothing else is ever made of what somebody sends."""

from __future__ import annotations

from vademecum.model import (
    answer,
    brief,
    conversation,
    copies,
    cypher,
    doubted,
    edges,
    extracted,
    fields,
    file,
    foreseen,
    graph,
    history,
    importing,
    linked,
    noticed,
    plan,
    policy,
    proposed,
    receipt,
    recollection,
    record,
    rehearsal,
    reviewed,
    revision,
    rules,
    session,
    tidied,
    transcript,
    turns,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from enum import StrEnum
    from typing import Any

_VALUES: tuple[type[Any], ...] = (
    *(answer.CheckUp, answer.Contribution, answer.Explanation, answer.Finding, answer.Hit, answer.Listed),
    *(answer.Pack, answer.Recall, answer.Remembered, answer.Search, answer.SearchStats, answer.Stored),
    *(answer.Synced, answer.VaultStats, answer.Why),
    *(brief.Brief, brief.BriefCount, brief.BriefGap, brief.BriefPart),
    *(conversation.Appended, conversation.NewConversation, conversation.NewTurn, conversation.ToolUse),
    *(conversation.Turn, copies.HomeCopy, cypher.GraphTable, doubted.Doubted),
    *(extracted.Failing, extracted.Refined, fields.FieldUse, fields.FieldUses, file.AliasEntry),
    *(foreseen.Foreseen, foreseen.ForeseenEdge, foreseen.ForeseenRecord),
    *(graph.Alike, graph.Component, graph.Edge, graph.GraphAlike, graph.GraphCentral, graph.GraphComponents),
    *(graph.GraphEdges, graph.GraphHistory, graph.GraphNodes, graph.GraphPath, graph.GraphPicture),
    *(graph.GraphReasons, graph.Grounds, graph.Nearby, graph.Neighborhood, graph.Node, graph.NodeCard),
    *(graph.Past, graph.Ranked, graph.Relations),
    *(history.Event, history.History, history.Link, importing.Imported, importing.ImportRecord),
    *(linked.Linked, linked.Merged, noticed.Captured, noticed.Noticed),
    *(plan.Plan, plan.PlannedEntity, plan.Temporal, plan.UnreadTime, policy.Policy),
    *(proposed.Proposal, proposed.Proposals),
    *(
        receipt.Aftermath,
        receipt.Forgotten,
        receipt.Place,
        receipt.Proof,
        receipt.Receipt,
        receipt.Redacted,
        receipt.Relinked,
    ),
    *(recollection.ConversationForgotten, recollection.ConversationHit, recollection.ConversationPage),
    *(recollection.ConversationSearch, recollection.ConversationShown, recollection.Current),
    *(recollection.Exchange, recollection.Neighbour, recollection.Noted, recollection.OpenedTurn),
    *(recollection.Resumed, recollection.SaidTotals, recollection.Verified),
    *(record.Entity, record.Evidence, record.Memory, record.NeedsReview, record.Relation),
    *(record.ReviewEvent, record.Source),
    *(rehearsal.Rehearsal, rehearsal.RehearsedFact, rehearsal.RehearsedStep),
    *(reviewed.Comparison, reviewed.DiffLine, reviewed.FieldChange, reviewed.Queue, reviewed.Queued),
    *(reviewed.Reviewed, revision.Revised, revision.Superseded),
    *(rules.Compared, rules.GraphRules, rules.RuleUse),
    *(session.Begun, session.Checkpoint, session.Heard, session.Kept, session.MemoryMap),
    *(session.RecalledFact, session.Refusal, session.Snapshot),
    *(tidied.Tidied, tidied.Untidy, transcript.Fault, transcript.Mark, transcript.Verification, turns.Held),
)

_RENAMED: Mapping[str, type[Any]] = {"SessionNoted": session.Noted, "SessionTurn": session.Turn}
"""Values whose own name another value bears already."""

VALUES: Mapping[str, type[Any]] = {**{kind.__name__: kind for kind in _VALUES}, **_RENAMED}
"""Name on the wire -> class of values."""

NAMES: Mapping[type[Any], str] = {kind: name for name, kind in VALUES.items()}

ENUMS: Mapping[str, type[StrEnum]] = {
    kind.__name__: kind
    for kind in (
        *(answer.MatchedVia, answer.Outcome, answer.RememberOutcome, conversation.Role),
        *(edges.EdgeOrigin, extracted.FailingKind, graph.Direction, graph.NodeKind, importing.Fate),
        *(plan.Intent, plan.Signal, record.Importance, record.Kind, record.MemoryType, record.Review),
        *(record.Sensitivity, record.SourceKind, record.Status, rules.ConditionKind),
        *(session.Deed, session.Origin, session.Verdict, transcript.FaultKind),
    )
}
"""Enumerations that stand in a field of such values."""

ALIASES: Mapping[str, str] = {
    "ConversationId": "str",
    "Key": "str",
    "MemoryId": "str",
    "Record": "Memory | Entity",
    "Scope": "str",
}
"""Names of types that are written otherwise in annotations."""


def named(name: str, speaker: type[Any]) -> type[Any] | None:
    """The value or enumeration that a name means in an annotation of `speaker`; None when none of these does.

    Two values may bear one name; then that of the speaker's own module is meant, else the one without a
    name of its own on the wire.
    """
    for kind in (*VALUES.values(), *ENUMS.values()):
        if kind.__name__ == name and kind.__module__ == speaker.__module__:
            return kind
    return VALUES.get(name) or ENUMS.get(name)

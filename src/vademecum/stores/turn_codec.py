"""What every index keeps of a conversation and its turns, to one column of JSON and back from columns."""

from __future__ import annotations

import json

from vademecum.model.conversation import ConversationId, Role
from vademecum.model.file import Stamp
from vademecum.model.transcript import Mark
from vademecum.model.turns import NOWHERE, Held, Spoken, TurnCandidate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_encode = json.JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode
_ROLES = {role.value: role for role in Role}


def rest_of(held: Held) -> str:
    """Column ``conversation.rest``: what no statement asks for by itself, and texts that may hold half a
    surrogate pair, which JSON keeps as it is."""
    return _encode(
        [
            held.title,
            held.folder,
            held.host,
            held.origin_id,
            held.started,
            held.parent,
            held.ended,
            held.turns,
            held.last,
            held.mark.line,
            held.mark.end,
            held.mark.hash,
            held.fault,
        ]
    )


def held_of(columns: Sequence[Any]) -> Held:
    """Read id, workspace, archived, live, claimed, the five of the stamp, and ``rest``."""
    id, workspace, archived, live, claimed, size, mtime, ctime, inode, device, rest = columns
    told = json.loads(rest)
    title, folder, host, origin_id, started, parent, ended, turns, last, line, end, hash, fault = told
    return Held(
        id=ConversationId(id),
        title=title,
        workspace=None if workspace == NOWHERE else workspace,
        folder=folder,
        host=host,
        origin_id=origin_id,
        started=started,
        parent=parent,
        ended=ended,
        archived=bool(archived),
        live=bool(live),
        turns=turns,
        last=last,
        claimed=claimed,
        stamp=Stamp(size, mtime, ctime, int(inode), int(device)),
        mark=Mark(line, end, hash),
        fault=fault,
    )


def spoken_of(columns: Sequence[Any]) -> Spoken:
    """Read seq, role, line, start, lang, length, bag, speaker, asks, tells and at."""
    seq, role, line, start, lang, length, bag, speaker, asks, tells, at = columns
    return Spoken(
        seq=seq,
        role=_ROLES[role],
        line=line,
        start=start,
        lang=lang,
        length=length,
        bag=bag,
        speaker=speaker,
        asks=bool(asks),
        tells=bool(tells),
        at=at,
    )


def candidate_of(columns: Sequence[Any]) -> TurnCandidate:
    """Read id, seq, role, length, bag, speaker, asks, tells and at."""
    id, seq, role, length, bag, speaker, asks, tells, at = columns
    return TurnCandidate(id, seq, _ROLES[role], length, bag, speaker, bool(asks), bool(tells), at)

"""Files as foreign systems write them, made by us from the names of their fields."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from vademecum.importers.opening import foreign_files
from vademecum.model.conversation import NewTurn
from vademecum.model.importing import (
    Batch,
    Fate,
    ForeignFile,
    ForeignMemory,
    Item,
    Left,
    Named,
    Reached,
)

Json = dict[str, Any]

AT = "2026-11-01T10:00:00.000Z"


def written(path: Path, *lines: Json | str) -> Path:
    """JSONL; a text stands as it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


def document(path: Path, said: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(said), encoding="utf-8")
    return path


def zipped(path: Path, **members: object) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, said in members.items():
            archive.writestr(name.replace("__", "/") + ".json", json.dumps(said))
    return path


def items(source: Path, begin: Reached = Reached(), wanted: str | None = None) -> list[Item]:  # noqa: B008 - a value
    """Everything that comes out of a source."""
    files = foreign_files(str(source), {}, wanted)
    return [item for file in files if isinstance(file, ForeignFile) for item in file.read(begin)]


def batches(source: Path) -> list[Batch]:
    return [item for item in items(source) if isinstance(item, Batch)]


def turns(source: Path) -> list[NewTurn]:
    return [turn for batch in batches(source) for turn in batch.conversation.turns]


def said(source: Path) -> list[tuple[str, str]]:
    """(role, text) of every turn, in order."""
    return [(turn.role.value, turn.text) for turn in turns(source)]


def left(source: Path, fate: Fate = Fate.SKIPPED) -> list[tuple[str, str]]:
    """(place, reason) of what was not taken."""
    found = [item for item in items(source) if isinstance(item, Left) and item.fate is fate]
    return [(item.place, item.reason) for item in found]


def memories(source: Path) -> list[ForeignMemory]:
    return [item for item in items(source) if isinstance(item, ForeignMemory)]


def titles(source: Path) -> list[tuple[str, str]]:
    return [(item.origin_id, item.title) for item in items(source) if isinstance(item, Named)]


# ── Claude Code ──────────────────────────────────────────────────────────────────────────────────────


def envelope(kind: str, uuid: str, **more: Any) -> Json:
    """What every line of speech carries."""
    line = {"type": kind, "uuid": uuid, "parentUuid": None, "sessionId": "s1", "timestamp": AT}
    return {**line, "cwd": "/home/me/proj", "version": "2.1.0", "userType": "external", **more}


def asked(uuid: str, content: str | list[Json], **more: Any) -> Json:
    return envelope("user", uuid, message={"role": "user", "content": content}, **more)


def answered(uuid: str, *blocks: Json | str, message: str | None = None, **more: Any) -> Json:
    content = [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]
    body = {"id": message or f"msg_{uuid}", "role": "assistant", "content": content}
    return envelope("assistant", uuid, message=body, **more)


def used(number: str, name: str = "Bash", **given: Any) -> Json:
    return {"type": "tool_use", "id": number, "name": name, "input": given}


def put_out(number: str, content: object, *, failed: bool = False) -> Json:
    return {"type": "tool_result", "tool_use_id": number, "content": content, "is_error": failed}


# ── Codex ────────────────────────────────────────────────────────────────────────────────────────────


def rolled(kind: str, **payload: Any) -> Json:
    return {"timestamp": AT, "type": kind, "payload": payload}


def meta(**more: Any) -> Json:
    return rolled("session_meta", id="cx1", timestamp=AT, cwd="/home/me/proj", originator="codex_cli", **more)


def item(role: str, *texts: str) -> Json:
    kind = "output_text" if role == "assistant" else "input_text"
    content = [{"type": kind, "text": text} for text in texts]
    return rolled("response_item", type="message", role=role, content=content)


def event(kind: str, message: str) -> Json:
    return rolled("event_msg", type=kind, message=message)


# ── ChatGPT ──────────────────────────────────────────────────────────────────────────────────────────


def node(number: str, parent: str | None, message: Json | None, *children: str) -> Json:
    return {"id": number, "parent": parent, "children": list(children), "message": message}


def message(number: str, role: str, *parts: object, **more: Any) -> Json:
    content = more.pop("content", {"content_type": "text", "parts": list(parts)})
    author = {"role": role, "name": more.pop("name", None), "metadata": {}}
    fields = {"weight": 1.0, "recipient": "all", "status": "finished_successfully", "metadata": {}}
    return {"id": number, "author": author, "create_time": 1.7e9, "content": content, **fields, **more}


def chat(*nodes: Json, current: str | None, **more: Any) -> Json:
    mapping = {each["id"]: each for each in nodes}
    fields = {"title": "Names", "create_time": 1.7e9, "update_time": 1.7e9, "conversation_id": "cg1"}
    return {**fields, "mapping": mapping, "current_node": current, **more}


def line_of(*messages: Json) -> list[Json]:
    """Messages one below the other, under an empty root."""
    ids = ["root", *(each["id"] for each in messages)]
    held: Sequence[Json | None] = [None, *messages]
    return [node(ids[n], ids[n - 1] if n else None, each, *ids[n + 1 : n + 2]) for n, each in enumerate(held)]


# ── Claude.ai ────────────────────────────────────────────────────────────────────────────────────────


def claude_message(uuid: str, sender: str, text: str, **more: Any) -> Json:
    content = [{"type": "text", "text": text}] if text else []
    fields = {"created_at": AT, "updated_at": AT, "attachments": [], "files": []}
    return {"uuid": uuid, "sender": sender, "text": text, "content": content, **fields, **more}


def claude_chat(*messages: Json, **more: Any) -> Json:
    fields = {"uuid": "cl1", "name": "trip", "created_at": AT, "updated_at": AT, "account": {"uuid": "z"}}
    return {**fields, "chat_messages": list(messages), **more}

"""Our own product, filled and asked exactly as a rival is: plain files in, a server or a command out."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from rivals.client import Client, told
from rivals.processes import ASKING_S, FILLING_S, apart, run, write
from rivals.rival import BOTH, CannotRun, Note, Opened, Schema
from vademecum import __version__
from vademecum.embedders.opening import opened
from vademecum.model.conversation import SHORT_ID
from vademecum.model.vectors import Lacking
from vademecum.text.chaining import conversation_id

NOTES = "memories/personal"
TRANSCRIPTS = "transcripts"
HOST = "claude-code"
_SHORT_ID = re.compile(rf"^[0-9a-f]{{{SHORT_ID}}}(?= )", re.MULTILINE)
_VADE = (sys.executable, "-m", "vademecum")


class Vademecum:
    """The version that runs the comparison, through one of its doors.

    Attributes:
        verb: ``recall``, which may answer that nothing is known, or ``search``, which has no such floor.
        served: over the Model Context Protocol, or as a command for each question.
        meaning: with vectors of what ``vademecum[meaning]`` installs, or by words alone.
    """

    version = __version__
    filling = f"files in {NOTES}, `vade reindex`"
    units = BOTH

    def __init__(self, verb: str, *, served: bool, meaning: bool = False) -> None:
        self.verb = verb
        self.served = served
        self.meaning = meaning
        self.name = _named("vademecum" if verb == "recall" else f"vademecum-{verb}", meaning=meaning)
        self.door = f"MCP `{verb}`" if served else f"`vade {verb} --json`"

    def install(self, cache: Path) -> None:
        """It is what runs; only its extra may be missing."""
        _look_for_extra(meaning=self.meaning)

    def fill(self, notes: Sequence[Note], home: Path) -> None:
        write(notes, home / "vademecum" / NOTES)
        run((*_VADE, "reindex"), _env(home, meaning=self.meaning), home, stage="fill", longest_s=FILLING_S)

    @contextmanager
    def opened(self, home: Path) -> Generator[Opened]:
        if not self.served:
            yield _Command(self.verb, home, _env(home, meaning=self.meaning))
            return
        profile = () if self.verb == "recall" else ("--profile", "full")
        with Client.started((*_VADE, "mcp", *profile), _env(home, meaning=self.meaning), home) as client:
            yield _Served(self.verb, client)


class _Served:
    def __init__(self, verb: str, client: Client) -> None:
        self._verb = verb
        self._client = client
        self.schema: Schema | None = client.schema

    def ask(self, question: str, limit: int) -> list[str]:
        result = told(self._client.call(self._verb, {"query": question, "limit": limit}))
        return [hit["key"] for hit in result["results"]]


class _Command:
    schema: Schema | None = None

    def __init__(self, verb: str, home: Path, env: Mapping[str, str]) -> None:
        self._verb = verb
        self._home = home
        self._env = env

    def ask(self, question: str, limit: int) -> list[str]:
        command = (*_VADE, self._verb, "--json", "--limit", str(limit), "--", question)
        answer = json.loads(run(command, self._env, self._home, stage="ask", longest_s=ASKING_S))
        return [hit["key"] for hit in answer["results"]]


class VademecumTalks:
    """The same version over sessions that came in as what they are: conversations, turn by turn."""

    version = __version__
    filling = "transcripts, `vade import`"
    units: tuple[str, ...] = ("session",)

    def __init__(self, *, served: bool, meaning: bool = False) -> None:
        self.served = served
        self.meaning = meaning
        self.name = _named("vademecum, as conversations", meaning=meaning)
        self.door = (
            "MCP `recall_conversations`" if served else "`vade conversations search --unit session --json`"
        )

    def install(self, cache: Path) -> None:
        """It is what runs; only its extra may be missing."""
        _look_for_extra(meaning=self.meaning)

    def fill(self, notes: Sequence[Note], home: Path) -> None:
        folder = home / TRANSCRIPTS
        folder.mkdir()
        for note in notes:
            (folder / f"{note.name}.jsonl").write_text(transcript(note), encoding="utf-8")
        run(
            (*_VADE, "import", folder, "--as", HOST),
            _env(home, meaning=self.meaning),
            home,
            stage="fill",
            longest_s=FILLING_S,
        )
        for path in folder.iterdir():
            path.write_bytes(b"")  # the host's copy is no part of what the home takes on the disk

    @contextmanager
    def opened(self, home: Path) -> Generator[Opened]:
        transcripts = (home / TRANSCRIPTS).iterdir()
        names: dict[str, str] = {conversation_id(HOST, path.stem): path.stem for path in transcripts}
        if not self.served:
            yield _TalksByCommand(names, home, _env(home, meaning=self.meaning))
            return
        with Client.started((*_VADE, "mcp"), _env(home, meaning=self.meaning), home) as client:
            yield TalksServed(names, client)


class TalksServed:
    """Its server over conversations, whose answer is a text for a model."""

    def __init__(self, names: Mapping[str, str], client: Client) -> None:
        self._names = {whole[:SHORT_ID]: name for whole, name in names.items()}
        self._client = client
        self.schema: Schema | None = client.schema

    def ask(self, question: str, limit: int) -> list[str]:
        found = told(self._client.call("recall_conversations", {"query": question, "limit": limit}))
        return [self._names[short] for short in _SHORT_ID.findall(found["text"])]


class _TalksByCommand:
    schema: Schema | None = None

    def __init__(self, names: Mapping[str, str], home: Path, env: Mapping[str, str]) -> None:
        self._names = names
        self._home = home
        self._env = env

    def ask(self, question: str, limit: int) -> list[str]:
        shape = ("--unit", "session", "--json", "--limit", str(limit))
        command = (*_VADE, "conversations", "search", *shape, "--", question)
        answer = json.loads(run(command, self._env, self._home, stage="ask", longest_s=ASKING_S))
        return [self._names[hit["conversation_id"]] for hit in answer["results"]]


def transcript(note: Note) -> str:
    """A session as Claude Code writes one down, a turn a line."""
    lines: list[str] = []
    for place, passage in enumerate(note.passages):
        role = "assistant" if passage.by_assistant else "user"
        line = {"type": role, "sessionId": note.name, "uuid": f"{note.name}/{place}", "timestamp": passage.at}
        lines.append(json.dumps({**line, "message": {"role": role, "content": passage.text}}))
    return "\n".join(lines) + "\n"


def _env(home: Path, *, meaning: bool) -> dict[str, str]:
    embedder = "static" if meaning else "none"
    return apart(home, VADE_HOME=str(home / "vademecum"), VADE_EMBEDDER=embedder)


def _named(name: str, *, meaning: bool) -> str:
    return f"{name}, with [meaning]" if meaning else name


def _look_for_extra(*, meaning: bool) -> None:
    if meaning and isinstance(found := opened("static"), Lacking):
        raise CannotRun("install", found.reason)

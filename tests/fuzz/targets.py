"""What is fed with arbitrary bytes, and what must hold of it: one function for each parser strangers reach.

A target raises only what it does not expect. `test_corpus` gives each the saved inputs, `benchmarks/fuzz.py`
looks for new ones, led by coverage.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.engine.homes_in_memory import MemoryHome

from vademecum.errors import VadeError
from vademecum.hooks import hosts
from vademecum.hooks.payload import Malformed
from vademecum.hooks.payload import read as read_payload
from vademecum.importers import detection
from vademecum.importers.members import Member
from vademecum.importers.opening import foreign_files
from vademecum.indexing.entry import entry_of
from vademecum.lexicon import load
from vademecum.markdown.revising import revise
from vademecum.mcp.arguments import read_arguments
from vademecum.mcp.messages import Fault, read_line
from vademecum.mcp.table import TOOLS
from vademecum.model.file import Document, Stamp
from vademecum.model.importing import Passed, Reached
from vademecum.model.record import MemoryId
from vademecum.model.value import replace
from vademecum.surface.keys import parse_keys
from vademecum.surface.ordering import parse_sort
from vademecum.surface.predicates import parse_filter
from vademecum.text.analyzer import Analyzer
from vademecum.text.expert import parse as parse_expert
from vademecum.text.redaction import mask
from vademecum.vault.documents import document
from vademecum.vault.ruling import read_rule_book

CORPUS = Path(__file__).parent / "corpus"

_ID = MemoryId("01JNTSW6X0ABCDEFGHJKMNPQRS")
_PLACES = ("personal/note.md", "personal/entities/page.md")
_NOTES = (
    "The staging database listens on port 6432.",
    "Anna Berger moved to Porto in May.",
    "猫はソファで寝る。",
)


def front_matter(data: bytes) -> None:
    """A file is read or set aside; what is read can be indexed, edited, and says the same when nothing is."""
    for place in _PLACES:
        found = document(place, data, Stamp(len(data), 0, 0, 0))
        if not isinstance(found, Document):
            continue
        entry_of(replace(found, record=replace(found.record, id=_ID)), _analyzer(), load())
        assert revise(data, found.record, found.record) == data
        after = replace(found.record, tags=(*found.record.tags, "fuzzed"))
        try:
            edited = revise(data, found.record, after)
        except VadeError:  # it says something no file may say, or grows too large
            continue
        again = document(place, edited, Stamp(len(edited), 0, 0, 0))
        assert isinstance(again, Document), again
        assert (again.record.tags, again.record.body) == (after.tags, after.body)


def query(data: bytes) -> None:
    """Any text is a question, in every mode."""
    text = _text(data)
    with _expecting():
        parse_expert(text)
    vade = _home().vade
    vade.recall(text)
    for mode in ("any", "all", "expert"):
        with _expecting():
            vade.search(text, mode=mode)


def time(data: bytes) -> None:
    """Any text can be planned, whatever it says of time."""
    _home().vade.plan(_text(data))


def transcripts(data: bytes) -> None:
    """A foreign file is of a known format or not; each reader makes something of it or says why not."""
    member = Member(name="export.json", key="export", size=len(data), stamp="1", open=lambda: BytesIO(data))
    with _expecting():
        detection.detect(member)
    for reader in _readers():
        with _expecting():
            for _ in reader(member, Reached()):
                pass


def archives(data: bytes) -> None:
    """An archive, and one that holds the bytes, are read inside of their bounds."""
    with TemporaryDirectory() as folder:
        given, packed = Path(folder, "given.zip"), Path(folder, "packed.zip")
        given.write_bytes(data)
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("conversations.json", data)
        for path in (given, packed):
            with _expecting():
                for file in foreign_files(str(path), {}):
                    if not isinstance(file, Passed):
                        list(file.read(Reached()))


def mcp_messages(data: bytes) -> None:
    """A line is a message, a fault, or nothing; what it calls a tool with is understood or refused."""
    said = read_line(data)
    if said is None or isinstance(said, Fault):
        return
    parameters = said.get("params")
    given = parameters.get("arguments") if isinstance(parameters, dict) else None
    for tool in TOOLS:
        with _expecting():
            read_arguments(tool.properties, tool.required, given if isinstance(given, dict) else {})


def hook_payloads(data: bytes) -> None:
    """A payload is an event of its host, or malformed."""
    for host, events in hosts.EVENTS.items():
        for event in events:
            try:
                read_payload(host, event, data)
            except Malformed:
                continue


def expressions(data: bytes) -> None:
    """The knobs of a command are understood or refused."""
    text = _text(data)
    for read in (parse_filter, parse_sort, parse_keys):
        with _expecting():
            read("--flag", text)


def rules(data: bytes) -> None:
    """A file of rules is a rule book or set aside."""
    read_rule_book(data)


def secrets(data: bytes) -> None:
    """Masking ends, and masks nothing more when it is done again."""
    masked = mask(_text(data)).text
    assert mask(masked).text == masked


TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target
    for target in (
        front_matter, query, time, transcripts, archives, mcp_messages, hook_payloads, expressions, rules,
        secrets,
    )
}  # fmt: skip


def saved(name: str) -> Iterator[bytes]:
    """The saved inputs of a target, by name."""
    for file in sorted((CORPUS / name).iterdir()):
        yield file.read_bytes()


@contextmanager
def _expecting() -> Iterator[None]:
    """What is wrong with the input may be said; everything else is a fault."""
    with suppress(VadeError):
        yield


def _text(data: bytes) -> str:
    """Bytes as text; what is no UTF-8 becomes lone surrogates, as in names of files."""
    return data.decode("utf-8", "surrogateescape")


@cache
def _analyzer() -> Analyzer:
    return Analyzer(load())


@cache
def _home() -> MemoryHome:
    home = MemoryHome()
    for text in _NOTES:
        home.remember(text)
    return home


@cache
def _readers() -> tuple[Callable[[Member, Reached], Iterator[object]], ...]:
    found = [kind for _, kind in (*detection._BY_LINE, *detection._BY_KEYS)]
    found += [detection._RESULTS, detection._NOTE, detection._BASIC_MEMORY]
    return tuple(dict.fromkeys(one.read for one in found))

"""What `wiring` leaves to be put together by the first import, or the first question about conversations."""

from __future__ import annotations

import os
from functools import partial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from vademecum.engine.conversations.parts import ConversationParts
    from vademecum.engine.import_parts import ImportParts
    from vademecum.model.answer import Finding
    from vademecum.model.conversation import ConversationId
    from vademecum.model.copies import Restored, VerifiedCopy
    from vademecum.model.record import Scope
    from vademecum.ports import Clock, Ledger, SessionJournals
    from vademecum.ports.turns import Turns
    from vademecum.text.analyzer import Analyzer

    ScopeAt = Callable[[str], Scope | None]

SESSIONS = {"CLAUDE_CODE_SESSION_ID": "claude-code"}
"""Variables in which a host tells its session -> the host."""


def file_conversations(
    home: str, cache: str, analyzer: Analyzer, clock: Clock, project: Scope | None, scope_at: ScopeAt
) -> ConversationParts:
    """The conversations of a home on the disk.

    Args:
        home: the folder.
        cache: folder of its derived data.
        analyzer: the one analyzer.
        clock: of the home.
        project: the project of the working folder.
        scope_at: scope of the project of a folder.
    """
    from vademecum.engine.conversations.parts import ConversationParts
    from vademecum.vault.conversations.files import FileConversations
    from vademecum.vault.scanning import FileScanner

    turns, adrift = _turns(home, cache)
    return ConversationParts(
        keeper=FileConversations(home),
        turns=turns,
        analyzer=analyzer,
        clock=clock,
        workspace=project,
        workspace_of=lambda folder: _scope_of(folder, scope_at),
        current=_told,
        open_scanner=lambda: FileScanner(home, cache),
        open_ledger=lambda: file_ledger(home),
        adrift=adrift,
    )


def memory_conversations(analyzer: Analyzer, clock: Clock) -> ConversationParts:
    """Conversations that nothing keeps."""
    from vademecum.engine.conversations.parts import ConversationParts
    from vademecum.stores.memory.turns import MemoryTurns
    from vademecum.vault.conversations.memory import MemoryConversations
    from vademecum.vault.scanning import NothingToScan

    ledger = memory_ledger()
    return ConversationParts(
        keeper=MemoryConversations(),
        turns=MemoryTurns(),
        analyzer=analyzer,
        clock=clock,
        workspace=None,
        workspace_of=lambda _folder: None,
        current=lambda: None,
        open_scanner=NothingToScan,
        open_ledger=lambda: ledger,
    )


def _turns(home: str, cache: str) -> tuple[Turns, str]:
    """The index, or one in memory where nothing may or can be written, and why that is."""
    from vademecum.engine.parts import from_memory
    from vademecum.errors import StoreError
    from vademecum.stores.memory.turns import MemoryTurns

    if not os.path.exists(home):
        return MemoryTurns(), ""
    from vademecum.stores.local.turns.index import LocalTurns

    try:
        return LocalTurns.open(os.path.join(cache, "conversations")), ""
    except StoreError as error:
        return MemoryTurns(), from_memory(error.message)


def _scope_of(folder: str, scope_at: ScopeAt) -> Scope | None:
    """The project of a folder that a host claims. A path of another system is no path here."""
    return scope_at(folder) if os.path.isabs(folder) and "\0" not in folder else None


def _told() -> ConversationId | None:
    """The conversation that the host says is going on."""
    from vademecum.text.chaining import conversation_id

    for name, host in SESSIONS.items():
        if session := os.environ.get(name, "").strip():
            return conversation_id(host, session)
    return None


def file_imports(home: str, scope_at: ScopeAt) -> ImportParts:
    """What importing into a home on the disk needs."""
    from vademecum.engine.import_parts import ImportParts
    from vademecum.importers.opening import ForeignFiles
    from vademecum.vault import imports
    from vademecum.vault.copies.bringing import FileCopies

    return ImportParts(
        sources=ForeignFiles(os.environ),
        ledger=imports.file_imports(os.path.join(home, "state")),
        scope_at=lambda folder: _scope_of(folder, scope_at),
        copies=FileCopies(home, partial(_settle, home)),
    )


def memory_imports() -> ImportParts:
    """What importing into a home in memory needs."""
    from vademecum.engine.import_parts import ImportParts
    from vademecum.importers.opening import ForeignFiles
    from vademecum.vault import imports

    return ImportParts(
        sources=ForeignFiles({}), ledger=imports.memory_imports(), scope_at=lambda _folder: None
    )


def file_ledger(home: str) -> Ledger:
    """The ledger of a home on the disk."""
    from vademecum.vault import ledger

    return ledger.file_ledger(os.path.join(home, "state"))


def memory_ledger() -> Ledger:
    """A ledger that nothing keeps."""
    from vademecum.vault import ledger

    return ledger.memory_ledger()


def file_sessions(home: str) -> SessionJournals:
    """The journals of sessions of a home on the disk."""
    from vademecum.vault.session_journals import FileSessionJournals

    return FileSessionJournals(os.path.join(home, "state"))


def memory_sessions() -> SessionJournals:
    """Journals of sessions that nothing keeps."""
    from vademecum.vault.session_journals import MemorySessionJournals

    return MemorySessionJournals()


def restore_home(source: str, home: str, *, replace: bool) -> Restored:
    """Make a home of a copy; see `vault.copies.restoring.restore`.

    Raises:
        NotFound, UsageError: there is no such copy, it is damaged, or the home holds something.
        VaultError: the disk refuses.
    """
    from vademecum.vault.copies.restoring import restore

    return restore(source, home, replace=replace, before_settings=partial(_settle, home))


def _settle(home: str) -> None:
    """Let no settings count that came in a copy merely because they stand in the default home now."""
    from vademecum.settings.trusting import settle

    settle(home)


def verify_copy(source: str, home: str) -> VerifiedCopy:
    """Check a copy of a home; see `vault.copies.verifying.verify`.

    Raises:
        NotFound, UsageError: there is no such copy, or its list cannot be read.
    """
    from vademecum.vault.copies.verifying import verify

    return verify(source, home)


def inspect_home(home: str) -> tuple[Finding, ...]:
    """What stands in the folder of a home that should not; see `vault.inspecting.inspect`."""
    from vademecum.vault.inspecting import inspect

    return inspect(home).findings()


def mend_home(home: str) -> int:
    """Mend what `inspect_home` finds that can be mended; see `vault.inspecting.mend`.

    Raises:
        VaultError: the disk refuses.
    """
    from vademecum.vault.inspecting import mend

    return mend(home)

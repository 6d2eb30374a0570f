"""Settings become an open home: the only module that names concrete back ends."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from functools import cache, partial

from vademecum.engine.declaring import Declaring
from vademecum.engine.meaning import memories
from vademecum.engine.parts import Glance, Parts, from_memory
from vademecum.engine.ruling import compiled
from vademecum.engine.vade import Vade
from vademecum.errors import ForbiddenPath, InvalidValue, StoreError, quoted
from vademecum.lexicon import load as load_lexicon
from vademecum.model.answer import Finding
from vademecum.model.policy import Policy
from vademecum.model.record import MemoryId, Scope
from vademecum.places import cache_folder, home_folder
from vademecum.retrieval.weights import FIELD_WEIGHTS
from vademecum.settings import Settings, load
from vademecum.text.analyzer import Analyzer
from vademecum.vault.scopes import parse_scope, project_clone
from vademecum.wiring_conversations import (
    file_conversations,
    file_imports,
    file_ledger,
    file_sessions,
    memory_conversations,
    memory_imports,
    memory_ledger,
    memory_sessions,
)
from vademecum.wiring_graph import graph_tools
from vademecum.wiring_meaning import embedding, no_embedding, threaded, with_meaning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import tzinfo

    from vademecum.engine.conversations.parts import ConversationParts
    from vademecum.engine.import_parts import ImportParts
    from vademecum.engine.meaning import Embedding
    from vademecum.engine.parts import Files
    from vademecum.model.lexicon import Lexicon
    from vademecum.model.wording import Wording
    from vademecum.planning.planner import Planner
    from vademecum.ports import Clock, Deadlines, Extractor, Ids, Index, Ledger, Scanner, SessionJournals
    from vademecum.ports.models import Counsel
    from vademecum.ports.replays import Replays
    from vademecum.vault.foreign.folders import Folders
    from vademecum.vault.watching import FolderWatch

    StrPath = str | os.PathLike[str]


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The present moment in UTC."""
        return datetime.now(UTC)


class UlidIds:
    """Fresh ULIDs; ids of one process ascend even within a millisecond."""

    def __init__(self) -> None:
        self._last = 0

    def new(self, at: datetime) -> MemoryId:
        """A ULID that carries `at`, or the successor of the last one when that would not be greater."""
        from ulid import ULID

        fresh = int(ULID.from_datetime(at))
        self._last = max(fresh, self._last + 1)
        return MemoryId(str(ULID.from_int(self._last)))


def open_vade(
    home: StrPath | None = None,
    scope: str | None = None,
    now: Callable[[], datetime] | None = None,
    *,
    cwd: StrPath | None = None,
    create: bool = True,
    sync_interval_s: float = 1.0,
) -> Vade:
    """Open a home.

    Args:
        home: folder of all memories; ``VADE_HOME``, else ``~/.vademecum`` when not given.
        scope: where memories go when a call names no scope: ``personal``, ``project`` (of `cwd`),
            ``project:<key>`` or ``org:<key>``.
        now: a function that gives the present, timezone-aware; the machine's clock when not given.
        cwd: the working folder, which decides the project; the process's own when not given.
        create: make the home when there is none. Without it a missing home reads as empty and nothing
            is written anywhere.
        sync_interval_s: seconds for which one look at the files serves later answers; hits whose file
            changed meanwhile are marked stale.

    Raises:
        UsageError: a scope that cannot be.
        ForbiddenPath: folders in it are links that lead out, and its user did not say that they may.
        VaultError: the home cannot be made or read.
    """
    folder = home_folder(home, os.environ)
    return open_home(
        folder,
        load(folder, os.environ),
        scope=scope,
        now=now,
        cwd=cwd,
        create=create,
        sync_interval_s=sync_interval_s,
    )


def open_home(
    folder: str,
    settings: Settings,
    *,
    scope: str | None = None,
    now: Callable[[], datetime] | None = None,
    cwd: StrPath | None = None,
    create: bool = True,
    sync_interval_s: float = 1.0,
) -> Vade:
    """`open_vade` for a caller that has read the settings of the home `folder` already.

    Raises:
        ForbiddenPath: folders in it are links that lead out, and its user did not say that they may.
    """
    if settings.barred:
        raise ForbiddenPath(settings.barred)
    here = cwd or os.getcwd()
    project, tree = _project_at(here, settings)
    concerns = tuple(
        [
            Finding(level="warning", code=p.code, subject=p.name, message=p.message, fix=p.fix)
            for p in settings.problems
        ]
    )
    index, adrift = _open_index(folder, create=create)
    clock = _clock(now)

    @cache
    def scope_at(one: str) -> Scope | None:
        return _project_at(one, settings)[0]

    return open_with(
        vault=_open_vault(folder, index, settings, (project, tree, here), create=create),
        index=index,
        policy=_policy(settings, scope, here, project, sync_interval_s),
        language=settings.language,
        clock=clock,
        ids=UlidIds(),
        read_scope=lambda text: parse_scope(text, here, isolate_worktrees=settings.worktrees_isolate),
        ledger=lambda: file_ledger(folder),
        scanner=lambda: _file_scanner(folder),
        sessions=lambda: file_sessions(folder),
        imports=lambda: file_imports(folder, scope_at),
        conversations=lambda analyzer: file_conversations(
            folder, cache_folder(folder), analyzer, clock, project, scope_at
        ),
        concerns=lambda: concerns,
        counsel=lambda: _counsel(settings),
        meaning=embedding(settings, clock),
        spare=_memory_index,
        adrift=adrift,
    )


def open_with(
    *,
    vault: Files,
    index: Index,
    policy: Policy,
    language: str,
    clock: Clock,
    ids: Ids,
    read_scope: Callable[[str], Scope],
    ledger: Callable[[], Ledger] | None = None,
    scanner: Callable[[], Scanner] | None = None,
    sessions: Callable[[], SessionJournals] | None = None,
    deadlines: Callable[[], Deadlines] | None = None,
    imports: Callable[[], ImportParts] | None = None,
    conversations: Callable[[Analyzer], ConversationParts] | None = None,
    concerns: Callable[[], tuple[Finding, ...]] = tuple,
    counsel: Callable[[], Counsel] | None = None,
    meaning: Embedding | None = None,
    spare: Callable[[], Index] | None = None,
    adrift: str = "",
    share: Callable[[Parts], Parts] | None = None,
) -> Vade:
    """Put given parts together, for tests, benchmarks and services; `share` has the last word on them."""
    lexicon = load_lexicon()
    analyzer = Analyzer(lexicon, default_language=language)
    given = meaning or no_embedding(clock)
    talks = conversations or partial(memory_conversations, clock=clock)
    made = Parts(
        vault=vault,
        index=index,
        analyzer=analyzer,
        lexicon=lexicon,
        clock=clock,
        ids=ids,
        policy=policy,
        read_scope=read_scope,
        concerns=concerns,
        glance=Glance(index),
        open_ledger=cache(ledger or memory_ledger),
        open_wording=cache(_wording),
        open_scanner=scanner or _no_scanner,
        open_planner=cache(lambda: _planner(analyzer, lexicon)),
        zone_named=_zone,
        open_overlay=_memory_index,
        open_extractor=cache(_extractor),
        open_sessions=cache(sessions or memory_sessions),
        open_deadlines=cache(deadlines or threaded),
        open_imports=cache(imports or memory_imports),
        open_conversations=cache(lambda: with_meaning(talks(analyzer), given)),
        open_counsel=cache(counsel or (lambda: _counsel(None))),
        open_graph_tools=cache(graph_tools),
        meaning=memories(index, given),
        declaring=Declaring(vault),
        spare=spare,
        adrift=adrift,
    )
    return Vade(share(made) if share else made)


def _clock(now: Callable[[], datetime] | None) -> Clock:
    if now is None:
        return SystemClock()
    from vademecum.engine.clocks import CallableClock

    return CallableClock(now)


def _open_index(home: str, *, create: bool) -> tuple[Index, str]:
    """The local index, or one in memory where nothing may or can be written, and why that is."""
    if not create and not os.path.exists(home):
        return _memory_index(), ""
    from vademecum.stores.local.index import LocalIndex

    try:
        return LocalIndex.open(cache_folder(home), FIELD_WEIGHTS, rules=compiled), ""
    except StoreError as error:
        return _memory_index(), from_memory(error.message)


def _memory_index() -> Index:
    from vademecum.stores.memory.index import MemoryIndex

    return MemoryIndex(compiled)


def _wording() -> Wording:
    from vademecum.lexicon.wording import load_wording

    return load_wording()


def _planner(analyzer: Analyzer, lexicon: Lexicon) -> Planner:
    from vademecum.lexicon.phrasing import load_signal_words
    from vademecum.lexicon.timing import load_time_words
    from vademecum.planning.planner import Planner

    return Planner(analyzer, lexicon, load_signal_words(), load_time_words())


def _extractor() -> Extractor:
    from vademecum.lexicon.sayings import load_sayings
    from vademecum.lifecycle.extracting import RuleExtractor

    return RuleExtractor(load_sayings(), _wording())


def _zone(name: str | None) -> tzinfo:
    """A zone by its name; for None that of the machine, whose rules are known only if it tells its name.

    Raises:
        InvalidValue: there is none of that name.
    """
    from zoneinfo import ZoneInfo

    wanted = name if name is not None else _machine_zone()
    try:
        return ZoneInfo(wanted)
    except (KeyError, ValueError, OSError):  # unknown, malformed, a folder of zones
        if name is None:
            return datetime.now().astimezone().tzinfo or UTC
        is_rule = any(map(str.isdigit, wanted)) and "/" not in wanted.partition(",")[0]
        what = "is a rule for clocks and" if is_rule else "is"
        said = f"{quoted(name)} {what} no time zone; write its IANA name, e.g. Europe/Berlin or UTC"
        raise InvalidValue("zone", said) from None


def _machine_zone() -> str:
    """IANA name of the machine's zone as far as it tells it, else empty."""
    stated = os.environ.get("TZ", "").removeprefix(":")
    return stated or os.path.realpath("/etc/localtime").rpartition("zoneinfo/")[2]


def _file_scanner(home: str) -> Scanner:
    from vademecum.vault.scanning import FileScanner

    return FileScanner(home, cache_folder(home))


def _no_scanner() -> Scanner:
    from vademecum.vault.scanning import NothingToScan

    return NothingToScan()


def home_replays(home: str) -> Replays:
    """What was answered to requests of a home that named themselves."""
    from vademecum.vault.replays import FOLDER, FileReplays

    return FileReplays(os.path.join(home, "state", FOLDER))


def home_watch(home: str) -> FolderWatch:
    """What tells when files of a home change."""
    from vademecum.vault.watching import FolderWatch

    return FolderWatch(home)


def _open_vault(
    home: str,
    index: Index,
    settings: Settings,
    here: tuple[Scope | None, str | None, StrPath],
    *,
    create: bool,
) -> Files:
    """The vault; its folder is made for a new home only. One that knows files has lost it.

    Args:
        here: project of the working folder, its working tree, and the folder itself.
    """
    from vademecum.vault.clones import Clones
    from vademecum.vault.files import ensure_home
    from vademecum.vault.sharing import SharedVault

    memories = os.path.join(home, "memories")
    if create and (os.path.isdir(os.path.join(memories, "personal")) or not index.known_files()):
        ensure_home(home)
    project, tree, cwd = here
    clones = Clones(home, (project, tree) if project and tree else None)
    clones.remember()
    if not settings.files_read:
        return SharedVault(memories, clones)
    from vademecum.vault.foreign.vault import ForeignVault

    def folders() -> Folders:
        from vademecum.vault.foreign.folders import Folders
        from vademecum.vault.foreign.looking import hosts_in

        folder = os.path.realpath(cwd)
        around = (project, os.path.realpath(tree) if tree else folder, folder) if project else None
        return Folders(home, hosts_in(os.environ, settings.files_also), around)

    return ForeignVault(memories, clones, folders)


def _project_at(cwd: StrPath, settings: Settings) -> tuple[Scope | None, str | None]:
    """The project of a working folder and its working tree; a folder that vanished belongs to none."""
    try:
        return project_clone(cwd, isolate_worktrees=settings.worktrees_isolate)
    except OSError:
        return None, None


def _policy(
    settings: Settings, scope: str | None, cwd: StrPath, project: Scope | None, sync_interval_s: float
) -> Policy:
    write_scope = parse_scope(scope or settings.scope, cwd, isolate_worktrees=settings.worktrees_isolate)
    return Policy(
        write_scope=write_scope,
        project=project,
        recall_limit=settings.recall_limit,
        search_limit=settings.search_limit,
        floor=settings.recall_floor,
        digest_bytes=settings.digest_max_bytes,
        review_agents=settings.review_agents,
        sync_max_files=settings.sync_max_files,
        sync_interval_s=sync_interval_s,
    )


def _counsel(settings: Settings | None) -> Counsel:
    from vademecum.models.counsel import counsel, nobody

    return counsel(settings.value, os.environ) if settings else nobody()

"""What people reported of other memories: each kind by its number in our catalogue, over every index."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tests.engine.homes_in_memory import OTHER, MemoryHome

from vademecum.errors import StoreError
from vademecum.model.answer import Outcome, RememberOutcome
from vademecum.model.file import Listing
from vademecum.ports import Index
from vademecum.stores.memory.index import MemoryIndex
from vademecum.vault.memory import MemoryVault


def case(number: str, kind: str, *values: object) -> object:
    """One reported case; the test's name says which."""
    return pytest.param(*values, id=f"{number} {kind}")


@pytest.fixture
def home(index: Index) -> MemoryHome:
    home = MemoryHome(index)
    home.note("decoy", "bananas grow in bunches")
    return home


# ── text that breaks a query language ────────────────────────────────────────────────────────────────

FOUND = [
    case("F01", "path as topic", "the spec is in sdd/summa-kit/spec", "sdd/summa-kit/spec"),
    case("F02", "colon", "written in memory:safe style", "memory:safe"),
    case("F02", "open quote", "they say hi", 'say "hi'),
    case("F02", "operator word", "foo joins bar", "foo AND bar"),
    case("F02", "open bracket", "python 3.11 is enough", "(python"),
    case("F02", "hyphen", "it was the wrong-book again", "wrong-book"),
    case("F04", "field of nobody", "status: done since May", "status: done"),
    case("F04", "dangling operator", "retry three times", "retry OR"),
    case("F05", "apostrophe and question mark", "the deploy plan is blue-green", "what's the deploy plan?"),
    case("F05", "hyphenated name", "docker-compose starts it", "docker-compose"),
    case("F06", "hyphenated id", "ticket abc-123-def is open", "abc-123-def"),
    case("F08", "natural sentence", "Redis listens on port 6379.", "Which port does our Redis listen on?"),
    case("F09", "quoted version", "released as 1.0.21 today", '"1.0.21"'),
    case("F11", "slash", "either a/b or nothing", "a/b"),
    case("F11", "backslash", "kept in C:\\temp\\logs", "C:\\temp\\logs"),
    case("F11", "identifier of a group", "belongs to my-project", "my-project"),
    case(
        "F11", "uuid", "9f1c2d3e-aaaa-4bbb-8ccc-0123456789ab is ours", "9f1c2d3e-aaaa-4bbb-8ccc-0123456789ab"
    ),
    case("F12", "code", "fn open is in src/store.rs", "src/store.rs::open()"),
    case("F16", "near", "foo stands near it", "NEAR(foo"),
    case("F16", "minus", "foo is excluded nowhere", "-foo"),
    case("F16", "not", "foo is negated nowhere", "NOT foo"),
    case("F16", "contraction", "deploys don't wait", "don't wait"),
    case("F16", "signs", "C++ is spoken here", "C++"),
    case("F16", "address", "write to a@b.com", "a@b.com"),
    case("F16", "braces", "x is unknown", "{x}"),
    case("F16", "plus", "foo is required", "+foo"),
    case("F16", "comma", "deploy by the plan", "deploy, plan"),
    case("F16", "column that is none", "deploy on Fridays", "title:deploy"),
    case("F16", "columns that are none", "title and body of the deploy note", "{title body}:deploy"),
]


@pytest.mark.parametrize(("text", "query"), FOUND)
def test_reported_query_finds_its_text(home: MemoryHome, text: str, query: str) -> None:
    home.note("it", text)

    assert home.found(query) == ["it"]
    assert home.recalled(query) == ["it"]


@pytest.mark.parametrize(
    "query",
    [
        case("F16", "star", "*"),
        case("F16", "empty", ""),
        case("F16", "spaces", "   "),
        case("F16", "quote", '"'),
        case("F16", "nul", "\x00"),
    ],
)
def test_reported_nothing_is_nothing_to_search(home: MemoryHome, query: str) -> None:
    assert home.vade.recall(query).outcome is Outcome.NOTHING_TO_SEARCH
    assert home.found(query) == []


@pytest.mark.parametrize(
    ("query", "first"),
    [
        case("F10", "underscores", "2026_06_16.md", "under"),
        case("F10", "hyphens", "2026-06-16.md", "dash"),
        case("F10", "percent", "100%_done.md", "percent"),
    ],
)
def test_reported_sign_is_no_wildcard(home: MemoryHome, query: str, first: str) -> None:
    home.note("under", "see 2026_06_16.md")
    home.note("dash", "see 2026-06-16.md")
    home.note("percent", "see 100%_done.md")
    home.note("more", "see 100x_done.md")

    assert home.found(query)[0] == first


@pytest.mark.parametrize(
    ("query", "keys"),
    [
        case("F14", "two letters beside a longer word", "quick db", ["both"]),
        case("F14", "one sign beside a longer word", "quick c", []),
    ],
)
def test_reported_short_word_is_not_ignored(home: MemoryHome, query: str, keys: list[str]) -> None:
    home.note("both", "a quick db")
    home.note("half", "a quick fox")

    assert home.found(query, mode="all") == keys


@pytest.mark.parametrize(
    "question",
    [
        case(
            "F13", "long question", "We deployed again and I wonder, which port was it that Redis listens on?"
        ),
        case("F13", "longer than half a topic", "redis port in staging for the harbour"),
    ],
)
def test_reported_long_question_needs_not_every_word(home: MemoryHome, question: str) -> None:
    home.note("it", "Redis listens on port 6379, deployed in staging.")

    assert home.recalled(question) == ["it"]


# ── scripts, encodings, case ─────────────────────────────────────────────────────────────────────────

SCRIPTS = [
    case("U01", "Chinese", "数据库备份每天一次", "备份"),
    case("U01", "Japanese", "猫の名前はタマです", "名前"),
    case("U01", "Korean", "로그인 오류가 있다", "로그인"),
    case("U03", "quoted Chinese", "用户身份验证", '"用户身份"'),
    case("U04", "two characters", "检查设备清单和NAS", "设备"),
    case("U04", "four characters", "检查设备清单和NAS", "设备清单"),
    case("U04", "Latin beside them", "检查设备清单和NAS", "NAS"),
    case("U05", "identifier glued to Chinese", "重跑gen-itgc后", "itgc"),
    case("U06", "two-character word", "端口部署完成", "部署"),
    case("U06", "another", "端口部署完成", "端口"),
    case("U07", "long run", "飞书插件配置完成了", "飞书插件配置"),
    case("U08", "word inside a longer run", "我们昨天晚上重新启动了服务器", "服务器"),
    case("U08", "traditional characters", "資料庫連線逾時", "連線"),
    case("U10", "full-width signs around it", "【部署】：蓝绿发布。", "蓝绿发布？"),
    case("U14", "Cyrillic", "развёртывание сервера завершено", "сервер"),
    case("U14", "Greek", "η βάση δεδομένων", "βάση"),
    case("U14", "Hebrew", "שלום עולם", "עולם"),
    case("U14", "Arabic", "مرحبا بالعالم", "مرحبا"),
    case("U14", "Thai", "ภาษาไทยง่าย", "ไทย"),
    case("U14", "Devanagari", "मेरी बहन दिल्ली में है", "बहन"),
    case("U14", "relaxed to some words", "сервер базы данных", "где сервер для данных вчера"),
    case("U21", "sharp s", "die Straße ist gesperrt", "STRASSE"),
    case("U21", "ligature", "the ﬁrst oﬃce", "first office"),
    case("U21", "full width", "Ｆｕｌｌ ｗｉｄｔｈ", "full width"),
    case("U21", "dotted capital i", "İzmir is a port", "izmir"),
    case("U21", "marks left out", "the café is closed", "cafe"),
    case("U21", "marks put in", "the cafe is closed", "café"),
]


@pytest.mark.parametrize(("text", "query"), SCRIPTS)
def test_reported_script_is_found(home: MemoryHome, text: str, query: str) -> None:
    home.note("it", text)

    assert home.found(query) == ["it"]
    assert home.recalled(query) == ["it"]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        case("U11", "lone surrogate", "bad \ud83d port", "bad  port"),
        case("U12", "nul", "bad \x00 port", "bad  port"),
        case("U19", "German stays German", "Der Port ist 6379.", "Der Port ist 6379."),
        case("U19", "Chinese stays Chinese", "端口 port 6379。", "端口 port 6379。"),
        case("U20", "mixed speech stays mixed", "der port, 그 port", "der port, 그 port"),
    ],
)
def test_reported_text_is_kept_and_found(home: MemoryHome, text: str, kept: str) -> None:
    stored = home.vade.remember(text, title="it").memory

    assert stored.record.body == kept
    assert home.found("port") == ["it"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        case("U12", "nul in a file", b"a \x00 port", "1 file is not served"),
        case("U13", "bytes that are no text", b"a \xff port", "1 file is not served"),
        case("I02", "file that cannot be read", b"---\ntitle: [\n---\nport", "1 file is not served"),
    ],
)
def test_reported_bad_file_stops_no_other(home: MemoryHome, data: bytes, said: str) -> None:
    home.vault.put("personal/bad.md", data)
    home.note("it", "the port")

    answer = home.vade.search("port")

    assert [hit.key for hit in answer.hits] == ["it"]
    assert [warning.startswith(said) for warning in answer.warnings] == [True]


@pytest.mark.parametrize(
    "length", [case("U14", "beyond 6,000 characters", 7_000), case("U14", "beyond 100,000", 100_000)]
)
def test_reported_long_note_is_visible_to_its_end(home: MemoryHome, length: int) -> None:
    home.note("it", "filler " * (length // 7) + "quokka")

    assert home.found("quokka") == ["it"]


@pytest.mark.parametrize(
    ("title", "key"),
    [case("U14", "Chinese title", "数据库 备份", "数据库-备份"), case("U14", "Greek title", "Βάση", "βάση")],
)
def test_reported_title_is_not_transliterated(home: MemoryHome, title: str, key: str) -> None:
    assert home.vade.remember("port", title=title).memory.key == key


@pytest.mark.parametrize(
    "text",
    [
        case("U17", "identical Chinese", "端口是六三七九。"),
        case("U17", "other spaces", "端口 是\n六三七九。"),
    ],
)
def test_reported_repeat_is_known(home: MemoryHome, text: str) -> None:
    home.remember(text)

    assert home.vade.remember(f"  {text}\n").outcome is RememberOutcome.EXISTING


@pytest.mark.parametrize(
    "name",
    [
        case("U21", "upper case", "RHEA"),
        case("U21", "full width", "ｒｈｅａ"),
        case("U21", "as written", "Rhea"),
    ],
)
def test_reported_case_makes_no_second_entity(home: MemoryHome, name: str) -> None:
    home.vade.add_entity("Rhea")

    assert home.vade.add_entity(name).outcome is RememberOutcome.EXISTING
    assert home.vade.entities().total == 1


# ── an index that lags, files that are lost ──────────────────────────────────────────────────────────


class LockedVault(MemoryVault):
    """A vault whose folder may be locked."""

    locked = False

    def list(self) -> Listing:
        listing = super().list()
        return Listing({}, {"personal": "Permission denied"}) if self.locked else listing


@pytest.mark.parametrize(
    "times", [case("I01", "folder that may not be listed", 1), case("I01", "for long", 5)]
)
def test_reported_refusal_deletes_nothing(index: Index, times: int) -> None:
    vault = LockedVault()
    home = MemoryHome(index, vault)
    home.note("it", "the port")
    home.vade.sync()
    vault.locked = True

    answers = [home.vade.search("port") for _ in range(times)]
    assert {hit.key for answer in answers for hit in answer.hits} == {"it"}
    assert answers[-1].warnings == ("personal cannot be read: Permission denied",)
    vault.locked = False
    assert (home.found("port"), home.vade.search("port").warnings) == (["it"], ())


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        case("I01", "edit from outside", "the quay", "the port", ["it"]),
        case("I01", "row that went stale", "the port", "the quay", []),
        case("I01", "second block of front matter", "x", "a\n\n---\ntitle: b\n---\nthe port", ["it"]),
    ],
)
def test_reported_edit_is_seen(home: MemoryHome, before: str, after: str, found: list[str]) -> None:
    home.note("it", before)
    home.vade.sync()
    home.notes -= 1
    home.note("it", after)

    assert home.found("port") == found


@pytest.mark.parametrize(
    ("old", "new"),
    [
        case("I02", "rename that changes the case", "it", "It"),
        case("I02", "rename", "it", "another"),
    ],
)
def test_reported_rename_keeps_the_record(home: MemoryHome, old: str, new: str) -> None:
    record = home.note(old, "the port")
    home.vade.sync()
    home.vault.remove(f"personal/{old}.md")
    home.notes -= 1
    home.note(new, "the port")

    assert [(hit.id, hit.path) for hit in home.vade.search("port").hits] == [(record, f"personal/{new}.md")]


@pytest.mark.parametrize(
    "change",
    [case("I01", "phantom of a deleted note", "remove"), case("I09", "deleted text still counts", "count")],
)
def test_reported_deletion_leaves_no_trace(home: MemoryHome, change: str) -> None:
    home.note("it", "the quokka")
    home.vade.sync()
    home.vault.remove("personal/it.md")
    home.vade.sync()

    left = {"remove": home.found("quokka"), "count": [*home.index.frequencies(["quokka"])]}
    assert left[change] == []


@pytest.mark.parametrize(
    "stale",
    [case("I02", "edited file is served as it was", "edit"), case("I02", "deleted file is served", "remove")],
)
def test_reported_old_text_is_marked(index: Index, stale: str) -> None:
    home = MemoryHome(index, sync_interval_s=60.0)
    home.note("it", "the port")
    home.vade.sync()
    {
        "edit": lambda: home.write("personal/it.md", "x"),
        "remove": lambda: home.vault.remove("personal/it.md"),
    }[stale]()

    assert [hit.stale for hit in home.vade.search("port").hits] == [True]


@pytest.mark.parametrize(
    "verb",
    [
        case("I03", "saved but not searchable", "remember"),
        case("I03", "page saved but not searchable", "page"),
        case("I04", "never indexed", "remember"),
    ],
)
def test_reported_write_is_found_at_once(home: MemoryHome, verb: str) -> None:
    if verb == "page":
        home.vade.add_entity("Quokka")
    else:
        home.vade.remember("the quokka", title="quokka")

    assert home.found("quokka") == ["quokka"]


class FullDisk(MemoryIndex):
    """A store of which no second one can be written."""

    @contextmanager
    def rebuilding(self) -> Iterator[MemoryIndex]:
        with super().rebuilding() as fresh:
            yield fresh
            raise StoreError("the disk is full")


@pytest.mark.parametrize(
    "notes", [case("I09", "reindex that fails and says 100 %", 1), case("I09", "with many", 30)]
)
def test_reported_failed_reindex_says_so(notes: int) -> None:
    home = MemoryHome(FullDisk())
    for number in range(notes):
        home.note(f"n{number}", "the port")

    with pytest.raises(StoreError, match="the disk is full"):
        home.vade.reindex()
    assert len(home.found("port", limit=50)) == notes


@pytest.mark.parametrize("bound", [case("I07", "limit of bytes", 500), case("I07", "smaller", 350)])
def test_reported_bound_is_kept(home: MemoryHome, bound: int) -> None:
    for number in range(6):
        home.note(f"n{number}", f"the port of harbour {number} is written down here at some length")

    assert 0 < len(home.vade.digest(home.vade.recall("port"), max_bytes=bound).encode()) <= bound


# ── filters, thresholds, evidence ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "verb", [case("R01", "search among foreign hits", "found"), case("R01", "recall", "recalled")]
)
def test_reported_foreign_hits_hide_none_of_ours(home: MemoryHome, verb: str) -> None:
    for number in range(1_000):
        home.note(f"f{number}", "port port port", scope="project__other__ba9876543210")
    for number in range(3):
        home.note(f"ours{number}", "a long text that mentions the port once among many other words")

    assert sorted(getattr(home, verb)("port")) == ["ours0", "ours1", "ours2"]
    assert len(home.found("port", scopes=[OTHER], limit=50)) == 50


@pytest.mark.parametrize(
    ("utterance", "weak"),
    [
        case("R02", "nothing is said to be nothing", "zebra crossing", 0),
        case("R02", "what is kept back is counted", "banana republic economic collapse", 1),
    ],
)
def test_reported_nothing_is_told(home: MemoryHome, utterance: str, weak: int) -> None:
    answer = home.vade.recall(utterance)

    assert (answer.outcome, answer.hits, answer.weak) == (Outcome.NO_MATCH, (), weak)


@pytest.mark.parametrize("query", [case("R02", "one score for every query", "redis port")])
def test_reported_scores_tell_records_apart(home: MemoryHome, query: str) -> None:
    home.note("both", "the redis port")
    home.note("one", "the port")

    scores = [hit.score for hit in home.vade.search(query).hits]
    assert scores == sorted(set(scores), reverse=True)


@pytest.mark.parametrize(
    "verb", [case("R04", "recall that can be audited", "recall"), case("R04", "search", "search")]
)
def test_reported_hit_names_its_source(home: MemoryHome, verb: str) -> None:
    record = home.note("it", "the port")

    (hit,) = getattr(home.vade, verb)("port").hits

    assert (hit.id, hit.key, hit.path, hit.lines) == (record, "it", "personal/it.md", (5, 5))
    assert home.vade.why("port", hit.id, verb=verb).returned

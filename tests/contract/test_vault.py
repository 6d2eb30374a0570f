"""What every vault promises, on a disk, in memory and in a database."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from vademecum.errors import Conflict, ForbiddenPath, InvalidValue, NotFound, Unreadable
from vademecum.model.file import AliasEntry, Document, QuarantineReason
from vademecum.model.record import PERSONAL, Entity, Kind, Memory, MemoryId, MemoryType, Record, Scope
from vademecum.model.value import replace
from vademecum.stores.postgres.tenancy import Tenancy
from vademecum.stores.postgres.truth.files import PostgresFileRows
from vademecum.vault.files import FileVault
from vademecum.vault.memory import MemoryVault
from vademecum.vault.rows.vault import RowVault

ID = MemoryId("01J8ZQ4Y7T3V9N5K2M6P8R1S0W")
OTHER = MemoryId("01J8ZQ4Y7T3V9N5K2M6P8R1S0X")
PROJECT = Scope("project:vade__0123456789ab")
MOMENT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
NOTE = Memory(id=ID, scope=PERSONAL, title="The port", body="It is 8080.")


@dataclass(frozen=True)
class House:
    """A vault, and hands that change its files from outside."""

    vault: FileVault | RowVault
    put: Callable[[str, bytes], None]
    remove: Callable[[str], None]
    content: Callable[[str], bytes]

    def document(self, path: str) -> Document:
        found = self.vault.read(path)
        assert isinstance(found, Document), found
        return found


def on_disk(request: pytest.FixtureRequest) -> House:
    folder: Path = request.getfixturevalue("tmp_path")
    root = folder / "home" / "memories"

    def put(path: str, data: bytes) -> None:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)

    return House(
        FileVault(root), put, lambda path: (root / path).unlink(), lambda path: (root / path).read_bytes()
    )


def in_memory(_: pytest.FixtureRequest) -> House:
    vault = MemoryVault()
    return House(vault, vault.put, vault.remove, lambda path: vault._files[path][0])


def in_postgres(request: pytest.FixtureRequest) -> House:
    tenancy: Tenancy = request.getfixturevalue("tenancy")
    rows = PostgresFileRows(tenancy)
    vault = RowVault(rows)
    return House(vault, vault.put, rows.erase, vault.read_bytes)


@pytest.fixture(params=[on_disk, in_memory, in_postgres])
def house(request: pytest.FixtureRequest) -> House:
    made: House = request.param(request)
    made.put("personal/first.md", b"first\n")
    return made


def test_created_record_is_read_back(house: House) -> None:
    made = house.vault.create(NOTE)

    assert made.path == "personal/the-port.md"
    assert (made.key, made.scope, made.record) == ("the-port", PERSONAL, NOTE)
    assert house.document(made.path).record == NOTE


def test_created_document_is_what_reading_gives(house: House) -> None:
    made = house.vault.create(NOTE)
    found = house.document(made.path)

    assert replace(made, state=replace(made.state, racy=False)) == replace(
        found, state=replace(found.state, racy=False)
    )


@pytest.mark.parametrize(
    ("record", "path"),
    [
        (replace(NOTE, title="Übergröße: 重要!"), "personal/übergrösse-重要.md"),
        (replace(NOTE, title=None, body="# One two three\nmore"), "personal/one-two-three.md"),
        (replace(NOTE, title="🙂🙂"), "personal/note-8r1s0w.md"),
        (replace(NOTE, title="!!!", type=MemoryType.FACT), "personal/fact-8r1s0w.md"),
        (replace(NOTE, scope=PROJECT), "project__vade__0123456789ab/the-port.md"),
        (replace(NOTE, scope=Scope("org:acme")), "org__acme/the-port.md"),
        (Entity(id=ID, scope=PERSONAL, name="Anna B."), "personal/entities/anna-b.md"),
        (Entity(id=ID, scope=PERSONAL, name="…"), "personal/entities/entity-8r1s0w.md"),
        (replace(NOTE, title="../../etc/passwd"), "personal/etc-passwd.md"),
        (replace(NOTE, title="CON"), "personal/con-note.md"),
    ],
)
def test_names_are_readable_and_safe(house: House, record: Record, path: str) -> None:
    assert house.vault.create(record).path == path


DRAFTS = [
    NOTE,
    replace(NOTE, title="first"),
    replace(NOTE, title="🙂🙂"),
    replace(NOTE, scope=PROJECT),
    Entity(id=ID, scope=PERSONAL, name="First"),
]


@pytest.mark.parametrize("record", DRAFTS, ids=lambda record: f"{record.scope} {record.kind.value}")
def test_a_draft_says_what_is_created(house: House, record: Record) -> None:
    drafted = house.vault.draft(record)

    assert [*house.vault.list().files] == ["personal/first.md"]
    assert replace(house.vault.create(record), state=drafted.state) == drafted


def test_an_impossible_record_has_no_draft(house: House) -> None:
    with pytest.raises(InvalidValue):
        house.vault.draft(replace(NOTE, id=MemoryId("")))


@pytest.mark.parametrize("title", ["The port", "THE PORT", "Ｔｈｅ ｐｏｒｔ"])
def test_twins_get_the_end_of_their_id(house: House, title: str) -> None:
    house.vault.create(NOTE)

    assert house.vault.create(replace(NOTE, id=OTHER, title=title)).path == "personal/the-port-8r1s0x.md"


def test_twins_from_outside_are_seen(house: House) -> None:
    house.vault.create(replace(NOTE, title="other"))
    house.put("personal/The-Port.md", b"mine")

    assert house.vault.create(NOTE).path == "personal/the-port-8r1s0w.md"


def test_entities_and_memories_share_their_keys(house: House) -> None:
    house.vault.create(NOTE)

    made = house.vault.create(Entity(id=OTHER, scope=PERSONAL, name="The Port"))

    assert made.path == "personal/entities/the-port-8r1s0x.md"


def test_a_third_namesake_gets_the_whole_id(house: House) -> None:
    house.put("personal/the-port.md", b"a")
    house.put("personal/the-port-8r1s0w.md", b"b")

    assert house.vault.create(NOTE).key == f"the-port-{ID.lower()}"


@pytest.mark.parametrize("changes", [{"id": ""}, {"scope": "elsewhere"}, {"scope": "org:A"}, {"body": "a\0"}])
def test_an_impossible_record_is_not_created(house: House, changes: dict[str, str]) -> None:
    with pytest.raises(InvalidValue):
        house.vault.create(replace(NOTE, **changes))

    assert list(house.vault.list().files) == ["personal/first.md"]


def test_list_names_notes_in_order(house: House) -> None:
    for path in ("b.md", "personal/z/deep.md", "personal/.hidden.md", ".git/x.md", "personal/a.txt"):
        house.put(path, b"text")

    listing = house.vault.list()

    assert list(listing.files) == ["b.md", "personal/first.md", "personal/z/deep.md"]
    assert listing.unreachable == {}


def test_unchanged_vault_is_not_listed_again(house: House) -> None:
    listing = house.vault.list()

    assert listing.trace
    assert house.vault.list_unless(listing.trace) is None
    assert house.vault.list_unless("") == listing


@pytest.mark.parametrize(
    "change",
    [
        lambda house: house.put("personal/first.md", b"other\n"),
        lambda house: house.put("personal/second.md", b"first\n"),
        lambda house: house.put("personal/inner/first.md", b"first\n"),
        lambda house: house.remove("personal/first.md"),
    ],
    ids=["edited", "added", "added below", "removed"],
)
def test_changed_vault_is_listed_again(house: House, change: Callable[[House], None]) -> None:
    trace = house.vault.list().trace
    change(house)

    assert house.vault.list_unless(trace) == house.vault.list()


def test_stamps_agree_with_the_list(house: House) -> None:
    made = house.vault.create(NOTE)
    listed = house.vault.list().files

    assert house.vault.stamps([made.path, "personal/none.md"]) == {
        made.path: listed[made.path],
        "personal/none.md": None,
    }
    assert house.document(made.path).state.stamp == listed[made.path]


@pytest.mark.parametrize(
    ("path", "scope"),
    [
        ("top.md", "personal"),
        ("personal/sub/a.md", "personal"),
        ("elsewhere/a.md", "personal"),
        ("project__vade__0123456789ab/a.md", "project:vade__0123456789ab"),
        ("project__vade/a.md", "personal"),
        ("org__acme/sub/a.md", "org:acme"),
    ],
)
def test_the_top_folder_decides_the_scope(house: House, path: str, scope: str) -> None:
    house.put(path, b"---\nscope: org:other\n---\ntext")
    found = house.document(path)

    assert (found.scope, found.record.scope) == (scope, scope)
    assert found.warnings[0] == f"scope: the folder decides, so this stands in {scope}"


def test_a_page_among_entities_is_an_entity(house: House) -> None:
    house.put("personal/entities/Anna.md", b"She plays the oboe.")

    assert house.document("personal/entities/Anna.md").record == Entity(
        id=MemoryId(""), scope=PERSONAL, name="Anna", body="She plays the oboe."
    )


def test_a_broken_file_is_quarantined_alone(house: House) -> None:
    house.put("personal/broken.md", b"---\ntitle: a: b\n---\n")
    found = house.vault.read("personal/broken.md")

    assert not isinstance(found, Document | None)
    assert (found.path, found.reason, found.line) == ("personal/broken.md", QuarantineReason.UNPARSABLE, 2)
    assert house.document("personal/first.md").record.body == "first"


def test_a_missing_file_is_none(house: House) -> None:
    assert house.vault.read("personal/none.md") is None
    assert house.vault.adopt("personal/none.md", ID, MOMENT) is None


def test_adopting_gives_id_and_times_only(house: House) -> None:
    house.put("personal/mine.md", b"\xef\xbb\xbf---\r\ntitle: 'x' # c\r\n---\r\nbody  \r\n")

    adopted = house.vault.adopt("personal/mine.md", ID, MOMENT)

    assert isinstance(adopted, Document)
    assert (adopted.record.id, adopted.record.created, adopted.record.updated) == (ID, MOMENT, MOMENT)
    assert house.content("personal/mine.md").decode() == (
        f"\ufeff---\r\ntitle: 'x' # c\r\nid: {ID}\r\ncreated: 2026-01-02T03:04:05+00:00\r\n"
        "updated: 2026-01-02T03:04:05+00:00\r\n---\r\nbody  \r\n"
    )


def test_an_adopted_entity_can_move(house: House) -> None:
    house.put("personal/entities/Anna.md", b"She plays the oboe.")
    house.vault.adopt("personal/entities/Anna.md", ID, MOMENT)
    house.put("moved.md", house.content("personal/entities/Anna.md"))

    moved = house.document("moved.md").record

    assert isinstance(moved, Entity)
    assert (moved.kind, moved.name, moved.id) == (Kind.ENTITY, "Anna", ID)


def test_adopting_again_changes_nothing(house: House) -> None:
    house.vault.adopt("personal/first.md", ID, MOMENT)
    content = house.content("personal/first.md")
    again = house.vault.adopt("personal/first.md", OTHER, MOMENT)

    assert isinstance(again, Document)
    assert again.record.id == ID
    assert house.content("personal/first.md") == content


def test_replacing_changes_one_line(house: House) -> None:
    made = house.vault.create(NOTE)
    before = house.content(made.path)

    after = house.vault.replace(made.path, replace(NOTE, title="Harbour"), made.state)

    assert after.record.title == "Harbour"  # type: ignore[union-attr]  # a memory went in
    assert house.content(made.path) == before.replace(b"title: The port", b"title: Harbour")
    assert after.state.stamp == house.vault.list().files[made.path]


def test_replacing_with_the_same_writes_nothing(house: House) -> None:
    made = house.vault.create(NOTE)

    house.vault.replace(made.path, NOTE, made.state)

    assert house.vault.list().files[made.path] == made.state.stamp


def test_replacing_by_bytes_keeps_every_one(house: House) -> None:
    made = house.vault.create(NOTE)
    data = house.content(made.path).replace(b"8080", b"9090") + b"\r\n\r\n"

    assert house.vault.replace(made.path, data, made.state).record.id == ID
    assert house.content(made.path) == data


@pytest.mark.parametrize(
    "data", [b"---\ntitle: [\n---\nx", b"no id", b"---\nid: %b\n---\nx" % OTHER.encode()]
)
def test_replacing_by_other_bytes_is_refused(house: House, data: bytes) -> None:
    made = house.vault.create(NOTE)
    before = house.content(made.path)

    with pytest.raises(InvalidValue):
        house.vault.replace(made.path, data, made.state)
    assert house.content(made.path) == before


def test_replacing_what_changed_is_a_conflict(house: House) -> None:
    made = house.vault.create(NOTE)
    house.put(made.path, house.content(made.path) + b"edited\n")

    with pytest.raises(Conflict, match="changed since"):
        house.vault.replace(made.path, replace(NOTE, title="x"), made.state)
    assert house.content(made.path).endswith(b"edited\n")


def test_replacing_what_is_gone_is_not_found(house: House) -> None:
    made = house.vault.create(NOTE)
    house.remove(made.path)

    with pytest.raises(NotFound):
        house.vault.replace(made.path, NOTE, made.state)


def test_replacing_under_another_id_is_refused(house: House) -> None:
    made = house.vault.create(NOTE)

    with pytest.raises(InvalidValue, match="id"):
        house.vault.replace(made.path, replace(NOTE, id=OTHER), made.state)


def test_replacing_a_broken_file_is_refused(house: House) -> None:
    made = house.vault.create(NOTE)
    broken = b"---\ntitle: a: b\n---\n"
    house.put(made.path, broken)

    with pytest.raises(Unreadable, match="must be put in quotes"):
        house.vault.replace(made.path, NOTE, replace(made.state, sha256=hashlib.sha256(broken).hexdigest()))
    assert house.content(made.path) == broken


@pytest.mark.parametrize(
    "path",
    [
        "../x.md", "/etc/x.md", "~/x.md", "C:/x.md", "c:x.md", "\\\\host\\x.md", "a\\b.md", "a/../../x.md",
        "a\0.md", "", "./x.md", "a//b.md", "personal/..", "//host/share/x.md", "a\n.md", "\udcff.md",
    ],
)  # fmt: skip
def test_t11_no_path_leaves_the_vault(house: House, path: str) -> None:
    made = house.vault.create(NOTE)

    with pytest.raises(ForbiddenPath):
        house.vault.read(path)
    with pytest.raises(ForbiddenPath):
        house.vault.stamps([path])
    with pytest.raises(ForbiddenPath):
        house.vault.adopt(path, ID, MOMENT)
    with pytest.raises(ForbiddenPath):
        house.vault.replace(path, NOTE, made.state)


ENTRIES = (AliasEntry(PERSONAL, "sso", "single sign-on"), AliasEntry(PERSONAL, "登录", "login: web"))


def test_aliases_are_read_back(house: House) -> None:
    house.vault.write_aliases(PERSONAL, ENTRIES)
    house.vault.write_aliases(PROJECT, [AliasEntry(PROJECT, "k8s", "kubernetes")])

    assert house.vault.read_aliases() == ((*ENTRIES, AliasEntry(PROJECT, "k8s", "kubernetes")), ())


def test_aliases_keep_their_comments(house: House) -> None:
    house.put(
        "personal/aliases.yaml", b"# mine\n- {alias: a, target: b} # why\n# two\n- alias: c\n  target: 'd'\n"
    )

    house.vault.write_aliases(PERSONAL, [AliasEntry(PERSONAL, "c", "d"), ENTRIES[0]])

    assert house.content("personal/aliases.yaml").decode() == (
        "# mine\n# two\n- alias: c\n  target: 'd'\n- alias: sso\n  target: single sign-on\n"
    )


def test_a_broken_vocabulary_is_named_and_kept(house: House) -> None:
    house.put("personal/aliases.yaml", b"- alias: a\n")
    house.put("org__acme/aliases.yaml", b"a: b\n")
    entries, broken = house.vault.read_aliases()

    assert entries == (AliasEntry(Scope("org:acme"), "a", "b"),)
    assert [(q.path, q.reason, q.line) for q in broken] == [
        ("personal/aliases.yaml", QuarantineReason.INVALID, 1)
    ]
    with pytest.raises(Unreadable):
        house.vault.write_aliases(PERSONAL, ENTRIES)
    assert house.content("personal/aliases.yaml") == b"- alias: a\n"


def test_state_of_aliases_follows_their_content(house: House) -> None:
    empty = house.vault.aliases_state()
    house.vault.write_aliases(PERSONAL, ENTRIES)
    full = house.vault.aliases_state()
    house.vault.write_aliases(PERSONAL, ENTRIES)

    assert empty != full == house.vault.aliases_state()


def test_no_aliases_make_no_file(house: House) -> None:
    before = house.vault.aliases_state()
    house.vault.write_aliases(PERSONAL, [])

    assert house.vault.aliases_state() == before


def test_an_alias_of_another_scope_is_refused(house: House) -> None:
    with pytest.raises(InvalidValue, match="belongs to"):
        house.vault.write_aliases(PROJECT, ENTRIES)


def test_an_erased_file_is_gone(house: House) -> None:
    made = house.vault.create(NOTE)

    assert house.vault.erase(made.path, made.state) == 0
    assert house.vault.read(made.path) is None
    assert list(house.vault.list().files) == ["personal/first.md"]


def test_a_file_that_changed_is_not_erased(house: House) -> None:
    made = house.vault.create(NOTE)
    house.put(made.path, b"another text\n")

    with pytest.raises(Conflict):
        house.vault.erase(made.path, made.state)
    assert house.content(made.path) == b"another text\n"


def test_a_file_that_is_gone_cannot_be_erased(house: House) -> None:
    made = house.vault.create(NOTE)
    house.remove(made.path)

    with pytest.raises(NotFound):
        house.vault.erase(made.path, made.state)


def test_files_that_hold_bytes_are_named(house: House) -> None:
    made = house.vault.create(NOTE)

    assert house.vault.holding([b"8080", b"first", b"none"]) == {
        "personal/first.md": {b"first"},
        made.path: {b"8080"},
    }


def test_a_redacted_file_says_the_new_text(house: House) -> None:
    made = house.vault.create(NOTE)

    after = house.vault.redact(made.path, replace(NOTE, body="It is […]."), made.state)

    assert after.record.body == "It is […]."
    assert b"8080" not in house.content(made.path)


def test_leavings_are_erased_beside_a_file_that_is_gone(house: House) -> None:
    house.vault.erase_leavings("personal/none.md")

    assert house.content("personal/first.md") == b"first\n"


def test_bytes_of_any_file_can_be_read(house: House) -> None:
    house.put("personal/broken.md", b"---\ntitle: [\n---\n\xff")

    assert house.vault.read_bytes("personal/broken.md") == b"---\ntitle: [\n---\n\xff"
    assert house.vault.read_bytes("personal/none.md") == b""


def test_a_file_that_does_not_parse_is_erased_when_nothing_is_expected(house: House) -> None:
    house.put("personal/broken.md", b"---\ntitle: [\n---\n")

    house.vault.erase("personal/broken.md", None)

    assert list(house.vault.list().files) == ["personal/first.md"]


def test_a_renamed_file_keeps_its_bytes(house: House) -> None:
    made = house.vault.create(NOTE)
    data = house.content(made.path).replace(b"The port", b"The quay") + b"# more\n"
    house.put(made.path, data)

    renamed = house.vault.rename(made.path, house.document(made.path).state)

    assert renamed.path == "personal/the-quay.md"
    assert house.content(renamed.path) == data
    assert house.vault.read(made.path) is None


def test_a_file_that_changed_is_not_renamed(house: House) -> None:
    made = house.vault.create(NOTE)
    house.put(made.path, b"another text\n")

    with pytest.raises(Conflict):
        house.vault.rename(made.path, made.state)


def test_a_folder_says_the_scope(house: House) -> None:
    assert house.vault.scope_at("personal/none.md") == PERSONAL


def in_rows(house: House) -> RowVault:
    if not isinstance(house.vault, RowVault):
        pytest.skip("a disk keeps no versions: that is what a person's own backups are for")
    return house.vault


def test_replaced_versions_are_kept(house: House) -> None:
    vault = in_rows(house)
    made = vault.create(NOTE)
    first = house.content(made.path)
    changed = vault.replace(made.path, replace(NOTE, body="It is 9090."), made.state)
    second = house.content(made.path)
    vault.replace(made.path, replace(NOTE, body="It is 7070."), changed.state)

    assert vault.versions(made.path) == (first, second)


def test_erasing_takes_every_version(house: House) -> None:
    vault = in_rows(house)
    made = vault.create(NOTE)
    changed = vault.replace(made.path, replace(NOTE, body="It is 9090."), made.state)
    vault.erase(made.path, changed.state)
    vault.create(NOTE)

    assert vault.versions(made.path) == ()


def test_redacting_takes_earlier_versions(house: House) -> None:
    vault = in_rows(house)
    made = vault.create(NOTE)
    vault.redact(made.path, replace(NOTE, body="It is […]."), made.state)

    assert vault.versions(made.path) == ()


def test_versions_go_with_a_renamed_file(house: House) -> None:
    vault = in_rows(house)
    made = vault.create(NOTE)
    first = house.content(made.path)
    changed = vault.replace(made.path, replace(NOTE, title="The quay"), made.state)

    assert vault.versions(vault.rename(made.path, changed.state).path) == (first,)

"""Looks at the files, lists, why, doctor and stats."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.engine.vade import Vade
from vademecum.errors import InvalidValue, NotFound, Unreadable, VaultError
from vademecum.model.file import Document, FileState, Listing, Quarantined, QuarantineReason
from vademecum.model.record import MemoryId
from vademecum.model.value import replace
from vademecum.stores.memory.index import MemoryIndex
from vademecum.vault.documents import unwritten
from vademecum.vault.memory import MemoryVault


class MountedVault(MemoryVault):
    """A vault of which a folder can go away without being deleted."""

    def __init__(self) -> None:
        super().__init__()
        self.lost: str | None = None

    def list(self) -> Listing:
        listing = super().list()
        if self.lost is None:
            return listing
        kept = {path: stamp for path, stamp in listing.files.items() if not path.startswith(self.lost)}
        return Listing(kept, {self.lost: "not mounted"})


def test_edit_behind_its_back_is_seen(home: MemoryHome) -> None:
    home.note("a", "the port")
    assert home.found("port") == ["a"]
    home.write("personal/a.md", "---\nid: 01JNTSW6X00000000000000001\n---\nthe quay\n")

    assert (home.found("port"), home.found("quay")) == ([], ["a"])


def test_deletion_behind_its_back_is_seen(home: MemoryHome) -> None:
    home.note("a", "the port")
    assert home.found("port") == ["a"]
    home.vault.remove("personal/a.md")

    assert home.found("port") == []


def test_rename_keeps_the_identity(home: MemoryHome) -> None:
    record = home.note("a", "the port")
    home.found("port")
    text = home.vault._files["personal/a.md"][0]
    home.vault.remove("personal/a.md")
    home.vault.put("personal/b.md", text)

    assert [(hit.id, hit.key) for hit in home.vade.search("port").hits] == [(record, "b")]


def test_unreachable_folder_loses_nothing() -> None:
    vault = MountedVault()
    home = MemoryHome(vault=vault)
    home.note("a", "the port")
    assert home.found("port") == ["a"]
    vault.lost = "personal"

    answer = home.vade.search("port")

    assert [hit.key for hit in answer.hits] == ["a"]
    assert "personal cannot be read: not mounted" in answer.warnings[0]
    assert home.vade.doctor().findings[0].code == "unreachable_folder"


class LockedVault(MemoryVault):
    """A vault of which a file can lose its permission to be read, which moves its change time."""

    locked = False

    def read(self, path: str) -> Document | Quarantined | None:
        if not self.locked:
            return super().read(path)
        return Quarantined(path, QuarantineReason.UNREADABLE, "permission is denied")

    def lock(self, *, locked: bool) -> None:
        self.locked = locked
        data, stamp = self._files["personal/a.md"]
        self._files["personal/a.md"] = (data, stamp._replace(ctime_ns=stamp.ctime_ns + 1))


@pytest.fixture
def locked() -> MemoryHome:
    vault = LockedVault()
    home = MemoryHome(vault=vault)
    home.note("a", "the port")
    assert home.found("port") == ["a"]
    vault.lock(locked=True)
    return home


def test_unreadable_file_is_served_as_last_read(locked: MemoryHome) -> None:
    answer = locked.vade.search("port")

    assert [(hit.key, hit.stale) for hit in answer.hits] == [("a", True)]
    expected = "personal/a.md cannot be read: permission is denied; it is served as it was last read"
    assert answer.warnings == (expected,)


def test_unreadable_file_is_named_with_its_fix(locked: MemoryHome) -> None:
    finding = locked.vade.doctor().findings[0]

    assert (finding.code, finding.subject) == ("unreachable_file", "personal/a.md")
    assert finding.fix.startswith("restore access to the file")


def test_unreadable_file_counts_again_when_readable(locked: MemoryHome) -> None:
    locked.found("port")
    assert isinstance(locked.vault, LockedVault)
    locked.vault.lock(locked=False)

    answer = locked.vade.search("port")

    assert ([hit.stale for hit in answer.hits], answer.warnings) == ([False], ())


def test_file_unreadable_at_first_sight_is_named(locked: MemoryHome) -> None:
    locked.note("b", "the quay")

    assert locked.found("quay") == []
    assert "quarantined_unreadable" in [finding.code for finding in locked.vade.doctor().findings]


def test_recent_look_still_warns() -> None:
    vault = MountedVault()
    home = MemoryHome(vault=vault, sync_interval_s=60.0)
    home.note("a", "the port")
    vault.lost = "personal"
    first = home.vade.search("port").warnings

    assert home.vade.search("port").warnings == first == ("personal cannot be read: not mounted",)


class ReadOnlyVault(MemoryVault):
    """A vault in which no file can be given an id."""

    def adopt(self, path: str, new_id: MemoryId, at: datetime) -> Document | Quarantined | None:
        found = self.read(path)
        return unwritten(found, "it is read-only") if isinstance(found, Document) else found


def test_stand_in_id_is_the_same_in_every_answer() -> None:
    home = MemoryHome(vault=ReadOnlyVault())
    home.write("personal/hand.md", "written by hand\n")

    listed = home.vade.list().items[0].id
    shown = home.vade.get("hand")

    assert shown.record.id == home.vade.search("hand").hits[0].id == listed
    assert ["could not be given an id" in warning for warning in shown.warnings] == [True]


@pytest.mark.parametrize("name", [" space ", "a\u2028b", "a\u202eb"])
def test_listed_key_resolves(home: MemoryHome, name: str) -> None:
    home.write(f"personal/{name}.md", "the quay\n")

    assert home.vade.get(home.vade.list().items[0].key).record.body.strip() == "the quay"
    assert home.vade.get(name).record.body.strip() == "the quay"


class MovingVault(MemoryVault):
    """A vault whose folder may come to stand on another device."""

    device = 7

    def put(self, path: str, data: bytes) -> None:
        super().put(path, data)
        self._files[path] = (data, self._files[path][1]._replace(device=self.device))

    def list(self) -> Listing:
        return Listing(super().list().files, {}, {"": 1, "personal": self.device})


def test_unmounted_drive_loses_nothing() -> None:
    vault = MovingVault()
    home = MemoryHome(vault=vault)
    home.note("a", "the port")
    home.vade.sync()
    vault.remove("personal/a.md")
    vault.device = 1

    answer = home.vade.search("port")

    assert [(hit.key, hit.stale) for hit in answer.hits] == [("a", True)]
    assert answer.warnings == ("personal cannot be read: the drive it was on is not mounted",)


@pytest.fixture
def unmounted() -> MemoryHome:
    vault = MovingVault()
    home = MemoryHome(vault=vault)
    home.note("a", "the port")
    home.vade.sync()
    vault.remove("personal/a.md")
    vault.device = 1
    return home


WRITES: dict[str, Callable[[Vade], object]] = {
    "remember": lambda vade: vade.remember("the quay"),
    "dry run": lambda vade: vade.remember("the quay", dry_run=True),
    "entity": lambda vade: vade.add_entity("Rhea"),
    "alias": lambda vade: vade.add_alias("port", "harbour"),
}


@pytest.mark.parametrize("write", WRITES)
def test_bare_mount_point_is_not_written_to(unmounted: MemoryHome, write: str) -> None:
    with pytest.raises(
        VaultError, match=r"personal/a.md is out of reach, the drive .* is not mounted; mount"
    ):
        WRITES[write](unmounted.vade)

    assert (unmounted.vault.list().files, unmounted.vade.aliases()) == ({}, ())


def test_file_on_an_unmounted_drive_is_out_of_reach(unmounted: MemoryHome) -> None:
    with pytest.raises(Unreadable, match="out of reach: the drive it was on is not mounted; once it is back"):
        unmounted.vade.get("a")


def test_other_scopes_are_written_meanwhile(unmounted: MemoryHome) -> None:
    assert unmounted.vade.remember("the quay", scope="org:acme").memory.key == "the-quay"


def test_reindex_forgets_a_drive_that_is_gone(unmounted: MemoryHome) -> None:
    unmounted.vade.reindex()

    assert unmounted.vade.remember("the quay").memory.path == "personal/the-quay.md"


def test_deleted_file_is_gone_and_stops_no_write(home: MemoryHome) -> None:
    home.note("a", "the port")
    home.vade.sync()
    home.vault.remove("personal/a.md")

    assert home.vade.remember("the quay").memory.key == "the-quay"
    with pytest.raises(NotFound):
        home.vade.get("a")


def test_file_written_by_hand_gets_an_id(home: MemoryHome) -> None:
    home.write("personal/hand.md", "written by hand #harbour, see [[Rhea]]\n")

    hit = home.vade.search("hand").hits[0]

    assert len(hit.id) == 26
    assert (hit.tags, hit.entities) == (("harbour",), ("Rhea",))
    assert home.vault._files["personal/hand.md"][0].endswith(b"written by hand #harbour, see [[Rhea]]\n")
    assert home.vade.search("hand").hits[0].id == hit.id


def test_t4_broken_file_hides_no_other(home: MemoryHome) -> None:
    home.note("a", "the port")
    home.write("personal/bad.md", "---\ntitle: [unclosed\n---\nport\n")

    answer = home.vade.search("port")

    assert [hit.key for hit in answer.hits] == ["a"]
    assert "1 file is not served" in answer.warnings[0]
    assert "personal/bad.md" in [finding.subject for finding in home.vade.doctor().findings]


def test_t3_rebuilt_index_answers_as_the_grown_one(home: MemoryHome) -> None:
    old = home.remember("The harbour port is 8080.", tags=["port"])
    new = home.vade.supersede(old, "The harbour port is 8081.").memory.record.id
    home.vade.archive(home.remember("The harbour is closed."))
    home.vade.deprecate(home.remember("The harbour has a quay."))
    home.write("personal/hand.md", "A harbour by hand.\n")
    grown = home.vade.search("harbour port quay").to_dict()["hits"]

    home.vade.reindex()

    assert home.vade.search("harbour port quay").to_dict()["hits"] == grown
    assert len(grown) == 3
    assert new in str(grown)


def test_repaired_file_is_served_again(home: MemoryHome) -> None:
    home.write("personal/a.md", "<<<<<<< ours\nport\n=======\nquay\n>>>>>>> theirs\n")
    assert home.found("port") == []
    home.write("personal/a.md", "port\n")

    assert home.found("port") == ["a"]


def test_copy_with_the_same_id_is_named(home: MemoryHome) -> None:
    home.note("b", "the port")
    home.vault.put("personal/c.md", home.vault._files["personal/b.md"][0])

    assert home.found("port") == ["b"]
    assert home.vade.doctor().findings[0].code == "quarantined_duplicate_id"


def test_surviving_copy_takes_over(home: MemoryHome) -> None:
    home.note("b", "the port")
    home.vault.put("personal/c.md", home.vault._files["personal/b.md"][0])
    home.found("port")
    home.vault.remove("personal/b.md")

    assert home.found("port") == ["c"]
    assert home.vade.doctor().healthy


def test_unchanged_files_change_no_revision(home: MemoryHome) -> None:
    home.note("a", "the port")
    home.write("personal/bad.md", "---\ntitle: [unclosed\n---\n")
    home.found("port")
    home.clock.go_on(days=1)
    home.found("port")
    before = home.vade.revision

    home.found("port")

    assert home.vade.revision == before


class Counting(MemoryIndex):
    """Counts how often it is asked for every file it knows."""

    asked = 0

    def states(self) -> dict[str, FileState]:
        self.asked += 1
        return super().states()


def test_unchanged_vault_is_compared_once() -> None:
    index = Counting()
    home = MemoryHome(index=index)
    home.note("a", "the port")

    assert home.found("port") == ["a"]
    assert home.found("port") == ["a"]
    assert index.asked == 1


def test_edit_is_seen_after_looks_that_found_none(home: MemoryHome) -> None:
    home.note("a", "the port")
    home.vade.sync(), home.vade.sync(), home.vade.sync()
    home.write("personal/a.md", "---\nid: 01JNTSW6X00000000000000001\n---\nthe quay\n")

    assert home.found("port") == []
    assert home.found("quay") == ["a"]


def test_young_file_is_read_again_however_it_looks() -> None:
    class Young(MemoryVault):
        """Every file was written a moment ago, whenever it is read."""

        def read(self, path: str) -> Document | Quarantined | None:
            found = super().read(path)
            assert isinstance(found, Document)
            return replace(found, state=replace(found.state, racy=True))

    home = MemoryHome(vault=Young())
    home.note("a", "the port")
    home.vade.sync(), home.vade.sync()

    assert home.index.trace() == ""


def test_large_vault_is_marked_stale_then_synced() -> None:
    home = MemoryHome(sync_max_files=1)
    home.note("a", "the port")
    home.note("b", "the port")
    home.vade.sync()
    home.write("personal/a.md", "---\nid: 01JNTSW6X00000000000000001\n---\nthe quay\n")

    assert {hit.key: hit.stale for hit in home.vade.search("port").hits} == {"a": True, "b": False}
    home.vade.after_answer()
    assert home.found("port") == ["b"]


UNLOOKED = (
    "2 files are more than sync.max_files (1), so nobody looked at them before this answer; what changed "
    "since the last look may be missing; ask again, or raise the setting"
)


def test_answer_from_a_large_vault_says_so() -> None:
    home = MemoryHome(sync_max_files=1)
    home.note("a", "the port")
    home.note("b", "the port")
    home.vade.sync()
    warnings = home.vade.recall("port").warnings

    assert warnings == (UNLOOKED,)
    assert home.vade.search("port").warnings == warnings
    assert home.vade.list().warnings == warnings
    assert home.vade.why("port", "a").warnings == warnings
    assert home.vade.stats().warnings == warnings


def test_answer_after_a_look_warns_of_nothing() -> None:
    home = MemoryHome(sync_max_files=2)
    home.note("a", "the port")
    home.note("b", "the port")
    home.vade.sync()

    assert home.vade.recall("port").warnings == ()


def test_one_look_serves_for_a_while() -> None:
    home = MemoryHome(sync_interval_s=1.0)
    home.found("port")
    home.note("a", "the port")

    assert home.found("port") == []
    home.clock.go_on(seconds=1)
    assert home.found("port") == ["a"]


def test_clock_that_goes_back_looks_again() -> None:
    home = MemoryHome(sync_interval_s=1.0)
    home.found("port")
    home.note("a", "the port")
    home.clock.go_on(days=-1)

    assert home.found("port") == ["a"]


def test_store_that_was_replaced_is_filled_again() -> None:
    class Forgetful(MemoryIndex):
        """Loses everything once, as a damaged store that is given up."""

        def forget(self) -> None:
            with self.rebuilding():
                pass

    index = Forgetful()
    home = MemoryHome(index=index, sync_interval_s=1_000.0)
    home.note("a", "the port")
    home.found("port")
    index.forget()

    assert home.found("port") == ["a"]


def test_reindex_gives_the_same_answers(home: MemoryHome) -> None:
    for number in range(20):
        home.note(f"n{number}", f"room {number} has port {number % 3}", "tags: [a, b]")
    before = home.vade.search("room port 1")

    done = home.vade.reindex()

    assert (done.added, home.vade.search("room port 1")) == (20, before)


def test_reindex_tells_its_progress(home: MemoryHome) -> None:
    home.note("a", "port")
    told: list[tuple[int, int]] = []

    home.vade.reindex(lambda done, total: told.append((done, total)))

    assert told == [(1, 1)]


# ── lists ────────────────────────────────────────────────────────────────────────────────────────────


def test_list_is_newest_first_with_true_total(home: MemoryHome) -> None:
    for word in ("oak", "fig", "elm"):
        home.remember(word)

    listed = home.vade.list(limit=2)

    assert ([hit.key for hit in listed.items], listed.total) == (["elm", "fig"], 3)
    assert [hit.key for hit in home.vade.list(limit=2, offset=2).items] == ["oak"]


def test_list_hides_states_unless_all(home: MemoryHome) -> None:
    new = home.note("new", "x1")
    home.note("old", "x2", "status: superseded", f"superseded_by: {new}")
    home.note("gone", "x3", "status: retracted")
    home.note("dated", "x4", "status: deprecated")

    assert sorted(hit.key for hit in home.vade.list().items) == ["dated", "new"]
    assert home.vade.list(include="all").total == 4


def test_dangling_chain_is_listed_and_said(home: MemoryHome) -> None:
    home.note("old", "x2", "status: superseded", "superseded_by: 01JNTSW6X00000000000000999")
    home.note("older", "x3", "status: superseded", "superseded_by: 01JNTSW6X00000000000000001")

    listed = home.vade.list()

    assert ([hit.key for hit in listed.items], listed.total, listed.dangling) == (["old"], 1, 1)
    assert "which no file that can be read has" in listed.warnings[0]


# ── why ──────────────────────────────────────────────────────────────────────────────────────────────


def hidden(home: MemoryHome, query: str, handle: str, verb: str = "recall") -> str | None:
    return home.vade.why(query, handle, verb=verb).explanation.hidden


def test_why_explains_a_hit(home: MemoryHome) -> None:
    home.remember("Redis port", title="a")

    why = home.vade.why("redis port lyon", "a")

    assert (why.returned, why.explanation.rank) == (True, 1)
    assert (why.explanation.covered, why.explanation.missing) == (("redis", "port"), ("lyon",))
    assert sum(c.amount for c in why.explanation.contributions) == pytest.approx(why.explanation.score)


def test_why_names_the_rewriting(home: MemoryHome) -> None:
    home.vade.add_alias("sso", "login")
    home.remember("login", title="a")

    explanation = home.vade.why("sso", "a").explanation

    assert (explanation.round, explanation.rewritten) == (1, "login")


REASONS: list[tuple[str, Callable[[MemoryHome], object], str]] = [
    ("redis lyon oslo", lambda home: home.note("a", "redis"), "below the floor: 1 of 3 terms"),
    ("lyon", lambda home: home.note("a", "redis"), "none of the terms"),
    ("redis", lambda home: home.note("a", "redis", "status: archived"), "it is archived"),
    ("redis", lambda home: home.note("a", "redis", "expires: 2026-01-01T00:00:00Z"), "it is expired"),
    ("redis", lambda home: home.note("a", "redis", scope="project__other__ba9876543210"), "was not searched"),
    ("what is it", lambda home: home.note("a", "it is"), "does not satisfy the query"),
    ("???", lambda home: home.note("a", "redis"), "holds no letter and no digit"),
]


@pytest.mark.parametrize(("query", "prepare", "reason"), REASONS)
def test_why_gives_the_reason_for_absence(
    home: MemoryHome, query: str, prepare: Callable[[MemoryHome], object], reason: str
) -> None:
    prepare(home)

    assert reason in str(hidden(home, query, "a"))


def test_why_says_that_others_came_before(home: MemoryHome) -> None:
    for number in range(8):
        home.note(f"n{number}", "redis port")
    home.note("a", "redis and a great many other words that make it long")  # synonyms lengthen no record

    assert hidden(home, "redis", "a") == "8 records rank before it and the limit is 6"


def test_why_points_to_the_successor(home: MemoryHome) -> None:
    new = home.note("new", "redis")
    home.note("a", "redis", "status: superseded", f"superseded_by: {new}")

    assert hidden(home, "redis", "a") == f"superseded by {new}, which is shown in its place"


@pytest.mark.parametrize(
    ("fields", "scope", "fate"),
    [
        ("status: archived", "personal", "superseded, and what took its place is retracted or archived"),
        ("expires: 2026-01-01T00:00:00Z", "personal", "which is not shown either: it is expired"),
        ("", "project__other__ba9876543210", "which is not shown either: its scope project:other__ba98765"),
        ("tags: [x]", "personal", "which is shown in its place"),
    ],
)
def test_why_tells_what_became_of_the_successor(home: MemoryHome, fields: str, scope: str, fate: str) -> None:
    new = home.note("new", "redis", *filter(None, [fields]), scope=scope)
    home.note("a", "redis", "status: superseded", f"superseded_by: {new}")

    assert fate in str(hidden(home, "redis", "a"))


def test_why_of_the_past_judges_as_of_then(home: MemoryHome) -> None:
    old = home.remember("The redis port is 8080.")
    then = home.clock.at
    home.clock.go_on(days=1)
    new = home.vade.supersede(old, "The redis port is 8081.").memory.record.id

    assert home.vade.why("redis port", old, as_of=then).returned
    early = home.vade.why("redis port", new, as_of=then).explanation.hidden
    assert early == "nobody had written it yet"


def test_why_of_everything_hides_no_state(home: MemoryHome) -> None:
    home.note("a", "redis", "status: retracted")

    assert home.vade.why("redis", "a", include="all").returned
    assert home.vade.why("redis", "a").explanation.hidden == "it is retracted"


def test_search_has_no_floor_to_fall_below(home: MemoryHome) -> None:
    home.note("a", "redis")

    assert hidden(home, "redis lyon oslo", "a", "search") is None


# ── doctor and stats ─────────────────────────────────────────────────────────────────────────────────


def test_sound_home_is_healthy(home: MemoryHome) -> None:
    home.remember("port", about=["Rhea"])

    found = home.vade.doctor()

    assert found.healthy
    assert found.findings[0].message == "1 memory, 1 entity and 0 conversations, files and index agree"


def test_doctor_names_dangling_chains(home: MemoryHome) -> None:
    home.note("old", "x2", "status: superseded", "superseded_by: 01JNTSW6X00000000000000999")

    worst = home.vade.doctor().findings[0]

    assert (worst.code, worst.subject) == ("dangling_chain", "old")


def test_stats_count_what_there_is(home: MemoryHome) -> None:
    home.remember("port", tags=["ops"], about=["Rhea"])
    home.remember("quay", type="fact", scope="project")
    home.write("personal/bad.md", "\xff\x00")

    stats = home.vade.stats()

    assert (stats.memories, stats.entities, stats.quarantined) == (2, 1, 1)
    assert stats.by_type == {"fact": 1, "note": 1}
    assert stats.by_tag == {"ops": 1}
    assert stats.by_scope == {"personal": 2, "project:harbour__0123456789ab": 1}
    assert stats.by_month == {"2026-03": 2}


def broken(home: MemoryHome) -> None:
    home.remember("the port", title="a")
    home.write("personal/merge.md", "<<<<<<< HEAD\nthe quay\n=======\nthe pier\n>>>>>>> x\n")


@pytest.mark.parametrize("handle", ["merge", "personal/merge.md"])
def test_name_of_a_broken_file_tells_its_fault(home: MemoryHome, handle: str) -> None:
    broken(home)

    with pytest.raises(Unreadable, match=r"^personal/merge\.md:1: .*once it is mended it is served again"):
        home.vade.get(handle)


@pytest.mark.parametrize(
    "act",
    [
        lambda vade: vade.get("merge"),
        lambda vade: vade.edit("merge", title="b"),
        lambda vade: vade.why("port", "merge"),
        lambda vade: vade.entity("merge"),
    ],
    ids=["get", "edit", "why", "entity"],
)
def test_every_verb_tells_a_broken_file(home: MemoryHome, act: Callable[[Vade], object]) -> None:
    broken(home)

    with pytest.raises(Unreadable, match=r"personal/merge\.md:1"):
        act(home.vade)


def test_mended_file_is_shown_at_once(home: MemoryHome) -> None:
    broken(home)
    assert home.found("port") == ["a"]
    home.write("personal/merge.md", "the quay\n")

    assert home.vade.get("merge").record.body == "the quay"


@pytest.mark.parametrize(
    "given",
    [{"tags": [""]}, {"tags": ["#"]}, {"tags": ["ops", "\ufffd"]}, {"about": [""]}, {"about": ["!"]}],
    ids=str,
)
def test_condition_of_nothing_is_refused(home: MemoryHome, given: dict[str, Any]) -> None:
    with pytest.raises(InvalidValue, match="letter or digit"):
        home.vade.search("port", **given)


def test_list_refuses_a_condition_of_nothing(home: MemoryHome) -> None:
    with pytest.raises(InvalidValue, match="tag: '#'"):
        home.vade.list(tags=["#"])


@pytest.mark.parametrize("span_hours", [0, -1])
def test_interval_must_not_be_reversed(home: MemoryHome, span_hours: int) -> None:
    since = home.clock.at

    with pytest.raises(InvalidValue, match="until"):
        home.vade.recall("port", since=since, until=since + timedelta(hours=span_hours))


def test_checkup_names_a_file_once(home: MemoryHome) -> None:
    broken(home)
    home.note("b", "x", "superseded_by: c3")
    home.note("c", "x", "status: superseded")

    assert [(f.subject, f.message) for f in home.vade.doctor().findings] == [
        (
            "personal/b.md",
            "line 4: superseded_by: 'c3' is not a ULID (26 letters and digits); give the id of that memory",
        ),
        ("personal/merge.md", "line 1: has unresolved merge markers; resolve the conflict and save it"),
        ("c", "it is superseded but does not say by what; showing the last known memory"),
    ]

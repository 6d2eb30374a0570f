"""Forgetting erases a record, what names it, and says how that was proven."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.engine.wiping import known_by
from vademecum.errors import Ambiguous, InvalidValue, NotFound, UsageError
from vademecum.indexing.entry import body_hash
from vademecum.model.ledger import Erasure
from vademecum.model.record import PERSONAL, Entity, Memory, MemoryId, Status
from vademecum.ports import Ledger
from vademecum.retrieval.weights import FIELD_WEIGHTS
from vademecum.stores.local.index import LocalIndex


def ledger(home: MemoryHome) -> Ledger:
    return home.vade._parts.ledger


def test_a_forgotten_memory_is_found_nowhere(home: MemoryHome) -> None:
    gone = home.remember("The heronry lies behind the mill.")
    home.remember("The mill turns.")

    receipt = home.vade.forget(gone)

    assert (receipt.outcome, [one.id for one in receipt.forgotten]) == ("forgotten", [gone])
    assert home.found("heronry mill") == ["the-mill-turns"]
    assert home.index.lingering(["heronri", "mill"]) == {"mill"}
    with pytest.raises(NotFound):
        home.vade.get(gone)


def test_the_receipt_says_how_it_was_proven(home: MemoryHome) -> None:
    gone = home.remember("The heronry lies behind the mill.", title="Heronry")

    proof = home.vade.forget(gone).proof

    assert proof is not None
    assert (proof.holds, proof.pieces, proof.questions, proof.answered) == (True, 1, 2, ())
    assert proof.terms > 0


def test_e01_forgotten_stays_forgotten_after_a_reindex(home: MemoryHome) -> None:
    gone = home.remember("The heronry lies behind the mill.")

    home.vade.forget(gone)
    home.vade.reindex()

    assert home.recalled("heronry") == []


def test_l11_forgotten_text_may_be_remembered_again(home: MemoryHome) -> None:
    gone = home.remember("The heronry lies behind the mill.")
    home.vade.forget(gone)

    again = home.remember("The heronry lies behind the mill.")

    assert again != gone
    assert len(home.recalled("heronry")) == 1


def test_l12_a_tombstone_stays_without_content(home: MemoryHome) -> None:
    gone = home.remember("The heronry lies behind the mill.")
    record = home.vade.get(gone).record
    home.vade.forget(gone)

    tombstone = ledger(home).buried(known_by(record))

    assert tombstone is not None
    assert tombstone.ids == (gone,)
    assert "heron" not in repr(tombstone)


def test_an_import_knows_its_origin_again(home: MemoryHome) -> None:
    gone = home.remember("The heronry.", source="import", ref="chatgpt:17")
    home.vade.forget(gone)

    assert ledger(home).buried("another body", ["chatgpt:17"]) is not None


def test_what_other_records_are_about_too_proves_nothing_against_it(tmp_path: Path) -> None:
    home = MemoryHome(LocalIndex.open(tmp_path, FIELD_WEIGHTS))
    shared = {"about": ["Grey Heron Ltd"], "tags": ["water birds"]}
    home.remember("The mill is theirs.", **shared)
    gone = home.remember("The ferry is theirs.", **shared)
    home.index.flush()

    receipt = home.vade.forget(gone)

    assert receipt.proof is not None
    assert (receipt.outcome, receipt.proof.remnants) == ("forgotten", ())


def test_a_word_that_is_a_type_of_other_records_proves_nothing_against_it(tmp_path: Path) -> None:
    home = MemoryHome(LocalIndex.open(tmp_path, FIELD_WEIGHTS))
    home.remember("The mill is theirs.", type="note")
    gone = home.remember("The ferry is theirs.", type="note", title="Note 5")
    home.index.flush()

    receipt = home.vade.forget(gone)

    assert receipt.proof is not None
    assert (receipt.outcome, receipt.proof.remnants) == ("forgotten", ())


def test_a_dry_run_erases_nothing(home: MemoryHome) -> None:
    kept = home.remember("The heronry lies behind the mill.")

    receipt = home.vade.forget(kept, dry_run=True)

    assert (receipt.outcome, receipt.dry_run, receipt.proof) == ("planned", True, None)
    assert len(home.found("heronry")) == 1
    assert ledger(home).unfinished() == ()


def test_a_chain_is_joined_around_the_forgotten(home: MemoryHome) -> None:
    first = home.remember("Port 22.")
    middle = home.note("middle", "Port 23.", f"supersedes: [{first}]", "status: superseded")
    last = home.note("last", "Port 24.", f"supersedes: [{middle}]")
    home.vade.edit(first, text="Port twenty-two.")
    home.vault.put(
        "personal/port-22.md",
        f"---\nid: {first}\nstatus: superseded\nsuperseded_by: {middle}\n---\nPort 22.\n".encode(),
    )

    receipt = home.vade.forget("middle")

    old, new = home.vade.get(first).record, home.vade.get(last).record
    assert isinstance(old, Memory)
    assert isinstance(new, Memory)
    assert (old.superseded_by, new.supersedes) == (last, (first,))
    assert {one.key for one in receipt.relinked} == {"port-22", "last"}


def test_what_the_forgotten_replaced_stays_hidden(home: MemoryHome) -> None:
    newest = home.note("newest", "She hates it.")
    old = home.note("old", "She loves it.", "status: superseded", f"superseded_by: {newest}")
    home.vade.sync()

    home.vade.forget(newest)

    record = home.vade.get(old).record
    assert isinstance(record, Memory)
    assert (record.status, record.superseded_by) == (Status.ARCHIVED, None)
    assert home.found("loves") == []


def test_several_of_one_chain_go_at_once(home: MemoryHome) -> None:
    last = home.note("last", "Port 24.")
    middle = home.note("middle", "Port 23.", "status: superseded", f"superseded_by: {last}")
    first = home.note("first", "Port 22.", "status: superseded", f"superseded_by: {middle}")
    home.vade.sync()

    home.vade.forget(last, middle)

    record = home.vade.get(first).record
    assert isinstance(record, Memory)
    assert (record.status, record.superseded_by) == (Status.ARCHIVED, None)


def test_every_file_of_the_id_goes(home: MemoryHome) -> None:
    gone = home.note("first", "The heronry.")
    home.vault.put("personal/copy.md", home.vault._files["personal/first.md"][0])
    home.vade.sync()

    receipt = home.vade.forget(gone)
    home.vade.sync()

    assert receipt.forgotten[0].paths == ("personal/copy.md", "personal/first.md")
    assert home.found("heronry") == []


def test_an_unknown_handle_erases_nothing(home: MemoryHome) -> None:
    kept = home.remember("The heronry.")

    with pytest.raises(NotFound):
        home.vade.forget(kept, "nothing-of-this-name")
    assert len(home.found("heronry")) == 1


def test_naming_nothing_is_refused(home: MemoryHome) -> None:
    with pytest.raises(UsageError, match="nothing is named"):
        home.vade.forget()


def test_aliases_go_only_when_asked(home: MemoryHome) -> None:
    home.vade.add_alias("heron house", "heronry")
    home.vade.add_alias("k8s", "kubernetes")
    gone = home.remember("It lies behind the mill.", aliases=["Heronry"])

    assert home.vade.forget(gone, dry_run=True).aliases == ()
    assert [entry.alias for entry in home.vade.forget(gone, aliases=True).aliases] == ["heron house"]
    assert [entry.alias for entry in home.vade.aliases()] == ["k8s"]


def test_other_files_that_say_it_are_named_and_left(home: MemoryHome) -> None:
    gone = home.remember("The heronry lies behind the old mill.")
    home.remember("He said: The heronry lies behind the old mill. Truly.")

    receipt = home.vade.forget(gone)

    assert receipt.proof is not None
    assert len(receipt.proof.elsewhere) == 1
    assert receipt.outcome == "forgotten"
    assert "left alone" in receipt.warnings[0]


def test_an_entity_can_be_forgotten(home: MemoryHome) -> None:
    home.vade.add_entity("Heron Ltd", text="They make nets.")

    receipt = home.vade.forget("heron-ltd")

    assert [one.kind.value for one in receipt.forgotten] == ["entity"]
    assert home.found("nets") == []


def test_an_erasure_that_broke_off_is_finished_first(home: MemoryHome) -> None:
    gone = home.remember("The heronry lies behind the mill.")
    ledger(home).begin(Erasure(id=MemoryId(gone), paths=("personal/the-heronry-lies.md",), at=home.clock.at))

    receipt = home.vade.forget()

    assert receipt.completed == (gone,)
    assert home.found("heronry") == []
    assert ledger(home).unfinished() == ()


@pytest.mark.parametrize(
    "record",
    [
        Memory(id=MemoryId("01"), scope=PERSONAL, title="Heron", body=""),
        Entity(id=MemoryId("02"), scope=PERSONAL, name="Heron"),
        Memory(id=MemoryId("03"), scope=PERSONAL, body="Heron"),
    ],
    ids=["title", "name", "body"],
)
def test_a_record_is_buried_by_what_it_says(record: Memory | Entity) -> None:
    assert known_by(record) == known_by(Memory(id=MemoryId("04"), scope=PERSONAL, body=" Heron\n"))


def test_doctor_names_an_erasure_that_broke_off(home: MemoryHome) -> None:
    gone = home.remember("The heronry lies behind the mill.")
    ledger(home).begin(Erasure(id=MemoryId(gone), paths=(), at=home.clock.at))

    (finding,) = home.vade.doctor().findings

    assert (finding.code, finding.subject, finding.fix) == ("unfinished_erasure", gone, "vade forget")


def test_finishing_alone_proves_nothing_and_says_so(home: MemoryHome) -> None:
    gone = home.remember("The heronry lies behind the mill.")
    ledger(home).begin(Erasure(id=MemoryId(gone), paths=(), at=home.clock.at))

    receipt = home.vade.forget()

    assert (receipt.outcome, receipt.forgotten, receipt.proof) == ("forgotten", (), None)


def test_every_body_a_memory_had_is_known_again(home: MemoryHome) -> None:
    gone = home.remember("The heronry lies behind the mill.")
    home.vade.edit(gone, text="The heronry lies before the mill.")
    path = home.vade.get(gone).path
    data = home.vault.read_bytes(path)
    home.vault.put(path, data.replace(b"before", b"beside"))
    home.vade.sync()

    home.vade.forget(gone)

    for place in ("behind", "before", "beside"):
        with pytest.raises(InvalidValue, match="was forgotten"):
            home.remember(f"The heronry lies {place} the mill.", source="import")


def test_remembering_one_body_again_frees_no_other(home: MemoryHome) -> None:
    gone = home.remember("The heronry lies behind the mill.")
    home.vade.edit(gone, text="The heronry lies before the mill.")
    home.vade.forget(gone)

    home.remember("The heronry lies before the mill.")

    assert ledger(home).buried(body_hash("The heronry lies before the mill.")) is None
    assert ledger(home).buried(body_hash("The heronry lies behind the mill.")) is not None


def test_copies_that_say_something_else_are_buried_too(home: MemoryHome) -> None:
    gone = home.note("first", "The heronry.")
    home.vault.put("personal/copy.md", home.vault.read_bytes("personal/first.md") + b"And the mill.\n")
    home.vade.sync()

    home.vade.forget(gone)

    assert ledger(home).buried(body_hash("The heronry.")) is not None
    assert ledger(home).buried(body_hash("The heronry.\nAnd the mill.")) is not None


def test_an_import_under_the_same_origin_id_is_left_out(home: MemoryHome) -> None:
    gone = home.remember("The heronry.", source="import", ref="chatgpt:17")
    home.vade.forget(gone)

    with pytest.raises(InvalidValue, match="was forgotten"):
        home.remember("The heronry, told otherwise.", source="import", ref="chatgpt:17")


def test_an_origin_that_others_share_is_no_id_of_it(home: MemoryHome) -> None:
    gone = home.remember("The heronry.", source="import", ref="file:notes.md")
    home.remember("The mill.", source="import", ref="file:notes.md")
    home.vade.forget(gone)

    assert home.remember("The weir.", source="import", ref="file:notes.md")


@pytest.mark.parametrize("handle", ["broken", "personal/broken.md"])
def test_a_file_that_cannot_be_read_can_be_forgotten(home: MemoryHome, handle: str) -> None:
    home.write("personal/broken.md", "---\ntitle: [\n---\nThe heronry lies behind the mill.\n")
    home.vade.sync()

    planned = home.vade.forget(handle, dry_run=True)
    receipt = home.vade.forget(handle)

    assert planned.forgotten == receipt.forgotten
    assert (receipt.outcome, receipt.forgotten[0].paths) == ("forgotten", ("personal/broken.md",))
    assert receipt.forgotten[0].unread != ""
    assert receipt.proof is not None
    assert receipt.proof.pieces > 0
    assert (home.vault.list().files, home.index.quarantined(), ledger(home).unfinished()) == ({}, (), ())


def test_an_id_that_can_be_made_out_is_linked_around_and_buried(home: MemoryHome) -> None:
    last = home.note("last", "Port 24.")
    old = home.note("old", "Port 22.", "status: superseded", f"superseded_by: {last}")
    home.write("personal/last.md", f"---\nid: {last}\ntitle: [\n---\nPort 24.\n")
    home.vade.sync()

    receipt = home.vade.forget("last")

    record = home.vade.get(old).record
    assert isinstance(record, Memory)
    assert (record.status, record.superseded_by) == (Status.ARCHIVED, None)
    assert [one.key for one in receipt.relinked] == ["old"]
    assert ledger(home).buried("another body", [last]) is not None


def test_a_copy_set_aside_goes_without_the_original(home: MemoryHome) -> None:
    kept = home.note("first", "The heronry.")
    home.vade.sync()
    home.vault.put("personal/second.md", home.vault.read_bytes("personal/first.md"))
    home.vade.sync()

    home.vade.forget("personal/second.md")

    assert list(home.vault.list().files) == ["personal/first.md"]
    assert home.vade.get(kept).key == "first"
    assert ledger(home).buried("another body", [kept]) is None


def test_a_memory_can_be_forgotten_by_its_path(home: MemoryHome) -> None:
    gone = home.note("first", "The heronry.")
    home.vade.sync()

    assert [one.id for one in home.vade.forget("personal/first.md").forgotten] == [gone]


def test_unreadable_files_of_one_name_are_listed(home: MemoryHome) -> None:
    for folder in ("personal/a", "personal/b"):
        home.write(f"{folder}/broken.md", "---\ntitle: [\n---\n")
    home.vade.sync()

    with pytest.raises(Ambiguous, match=r"personal/a/broken\.md, personal/b/broken\.md"):
        home.vade.forget("broken")


def test_what_broke_off_before_its_tombstone_gets_one(home: MemoryHome) -> None:
    gone = home.remember("The heronry lies behind the mill.")
    ledger(home).begin(Erasure(id=MemoryId(gone), paths=(home.vade.get(gone).path,), at=home.clock.at))

    home.vade.forget()

    with pytest.raises(InvalidValue, match="was forgotten"):
        home.remember("The heronry lies behind the mill.", source="import")


def test_an_unreadable_file_whose_erasure_broke_off_goes(home: MemoryHome) -> None:
    path = "personal/broken.md"
    home.write(path, "---\ntitle: [\n---\nThe heronry.\n")
    home.vade.sync()
    ledger(home).begin(Erasure(id=MemoryId(path), paths=(path,), at=home.clock.at, unread=True))

    home.vade.forget()

    assert (home.vault.list().files, home.index.quarantined()) == ({}, ())


def test_an_unreadable_file_that_was_mended_since_stays(home: MemoryHome) -> None:
    kept = home.note("mended", "The heronry.")
    path = "personal/mended.md"
    ledger(home).begin(Erasure(id=MemoryId(path), paths=(path,), at=home.clock.at, unread=True))

    home.vade.forget()

    assert home.vade.get(kept).path == path


def test_a_neighbour_that_cannot_be_read_is_linked_anew_once_it_can(home: MemoryHome) -> None:
    last = home.note("last", "Port 24.")
    fields = ("status: superseded", f"superseded_by: {last}")
    old = home.note("old", "Port 22.", *fields)
    good = home.vault.read_bytes("personal/old.md")
    home.vault.put("personal/old.md", good.replace(b"status: ", b"status: ["))
    home.vade.sync()

    first, second = home.vade.forget(last), home.vade.forget()
    home.vault.put("personal/old.md", good)
    home.vade.sync()

    assert (first.outcome, second.completed, len(second.warnings)) == ("forgotten", (), 1)
    assert "personal/old.md may name it and cannot be read" in first.warnings[0]
    assert home.vade.forget().completed == (last,)
    assert home.vade.get(old).record.status is Status.ARCHIVED


def test_a_page_that_only_it_mentioned_is_told(home: MemoryHome) -> None:
    home.remember("They met.", about=["Ann Heron"])
    gone = home.remember("They spoke.", about=["Ann Heron", "Zed Quux"])

    warnings = home.vade.forget(gone).warnings

    assert [one for one in warnings if "begun by a mention" in one] == [
        "the page zed-quux was begun by a mention of it; `vade forget zed-quux` erases that too"
    ]

"""Capture, upkeep of the index, verification and forgetting of conversations."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.conversations.conftest import Talks, parts_with

from vademecum.errors import Ambiguous, InvalidValue, LimitExceeded, NotFound
from vademecum.model.conversation import ConversationId, NewConversation, NewTurn, Role, ToolUse, Turn
from vademecum.stores.local.turns.index import LocalTurns
from vademecum.stores.memory.turns import MemoryTurns

BLOCK = "<vademecum-recall>\nStored notes follow.\nkumquat\n</vademecum-recall>"


def texts(talks: Talks, handle: str) -> list[str | None]:
    return [turn.text for turn in talks.said.show(handle).turns]


def test_recalled_text_never_comes_back(talks: Talks) -> None:
    conversation = talks.tell("s1", f"before\n{BLOCK}\nafter")

    assert texts(talks, conversation) == ["before\nafter"]
    assert talks.found("kumquat") == []


def test_secrets_are_masked_before_they_are_kept(talks: Talks) -> None:
    tool = ToolUse(name="Bash", input_digest="export API_KEY=sk-ant-api03-abcdefghijklmnop1234567890")
    turn = NewTurn(origin_id="u1", role=Role.USER, text="the password is Tr0ub4dor&3xyz", tools=(tool,))
    new = NewConversation(host="h", origin_id="s1", turns=[turn])
    appended = talks.said.append(new)

    kept = talks.said.show(appended.id).turns[0]
    assert appended.masked == 1
    assert "Tr0ub4dor" not in str(kept.text)
    assert "abcdefghijklmnop" not in kept.tools[0].input_digest


def test_what_is_called_private_is_dropped(talks: Talks) -> None:
    conversation = talks.tell("s1", "open <private>kumquat</private> words")

    assert texts(talks, conversation) == ["open  words"]


def test_tools_words_are_cut(talks: Talks) -> None:
    tool = ToolUse(name="Read", input_digest="x " * 5_000)
    turn = NewTurn(origin_id="u1", role=Role.ASSISTANT, text="", tools=(tool,))
    conversation = talks.said.append(NewConversation(host="h", origin_id="s1", turns=[turn])).id

    assert len(talks.said.show(conversation).turns[0].tools[0].input_digest) <= 240


@pytest.mark.parametrize("names", [("", "s1"), ("h", " "), ("h", "x" * 3_000)])
def test_nameless_conversation_is_refused(talks: Talks, names: tuple[str, str]) -> None:
    with pytest.raises(InvalidValue, match="names no conversation"):
        talks.said.append(NewConversation(host=names[0], origin_id=names[1]))


def test_endless_turn_is_refused_and_the_rest_kept(talks: Talks) -> None:
    turns = [
        NewTurn(origin_id="u1", role=Role.USER, text="port"),
        NewTurn(origin_id="u2", role=Role.USER, text="x" * 16_000_001),
    ]
    with pytest.raises(LimitExceeded):
        talks.said.append(NewConversation(host="h", origin_id="s1", turns=turns))

    assert talks.said.list().items[0].turns == 1


def test_turns_are_found_as_they_come(on_disk: Talks) -> None:
    on_disk.tell("s1", "first port")
    on_disk.said.sync()
    on_disk.tell("s1", "first port", "second port")

    assert sorted(on_disk.found("port")) == [("", 1), ("", 2)]


def test_grown_index_equals_a_rebuilt_one(on_disk: Talks) -> None:
    on_disk.tell("s1", "first port", title="one")
    on_disk.said.sync()
    on_disk.tell("s1", "first port", "second port", "third")
    renamed = on_disk.tell("s2", "other", "words")
    on_disk.said.rename(renamed, "two")
    on_disk.said.redact(renamed, 2)
    on_disk.said.sync()
    grown = (list(on_disk.parts.turns.spoken()), on_disk.said.list(), on_disk.parts.turns.corpus())
    on_disk.said.reindex()

    assert (list(on_disk.parts.turns.spoken()), on_disk.said.list(), on_disk.parts.turns.corpus()) == grown


def test_memory_and_files_answer_alike(on_disk: Talks, talks: Talks) -> None:
    for each in (on_disk, talks):
        for number in range(40):
            answer = "long answer " * number + "port"
            each.tell(f"s{number}", f"port {number} clash", answer, title=f"{number}")
    on_disk.parts.turns.flush()

    local, memory = (each.said.search("port clash 7", limit=10).hits for each in (on_disk, talks))
    assert [(hit.title, hit.seq, hit.rank) for hit in local] == [
        (hit.title, hit.seq, hit.rank) for hit in memory
    ]


def test_edit_behind_our_back_is_read_anew(on_disk: Talks) -> None:
    conversation = on_disk.tell("s1", "a heron", "words")
    on_disk.said.sync()
    file = Path(on_disk.parts.keeper.locate(conversation))
    file.write_text(file.read_text().replace("heron", "stork"))

    assert on_disk.found("heron") == []
    assert on_disk.found("stork") == [("", 1)]
    assert not on_disk.said.verify().sound


def test_file_that_is_gone_is_no_longer_found(on_disk: Talks) -> None:
    conversation = on_disk.tell("s1", "port")
    on_disk.said.sync()
    Path(on_disk.parts.keeper.locate(conversation)).unlink()

    assert on_disk.found("port") == []
    assert [one.id for one in on_disk.said.verify().unsound] == [conversation]


def test_damaged_line_hides_no_other(on_disk: Talks) -> None:
    conversation = on_disk.tell("s1", "first port", "second port")
    file = Path(on_disk.parts.keeper.locate(conversation))
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join([*lines[:1], "rubbish\n", *lines[2:]]))

    assert on_disk.found("port") == [("", 2)]
    assert "line 2" in str(on_disk.said.list().items[0].fault)


def test_deleted_cache_is_made_anew(on_disk: Talks, tmp_path: Path) -> None:
    on_disk.tell("s1", "port", title="it")
    again = Talks(parts_with(keeper=on_disk.parts.keeper, turns=LocalTurns.open(tmp_path / "other-cache")))

    assert again.found("port") == [("it", 1)]


def test_beginning_of_an_id_is_enough(talks: Talks) -> None:
    conversation = talks.tell("s1", "port")

    assert talks.said.show(conversation[:4]).conversation.id == conversation


class Twins(MemoryTurns):
    """Every handle means all there is."""

    def resolve(self, handle: str) -> tuple[ConversationId, ...]:
        return super().resolve("")


def test_ambiguous_beginning_lists_the_candidates() -> None:
    talks = Talks(parts_with(turns=Twins()))
    ids = sorted(talks.tell(f"s{number}", "port") for number in range(2))

    with pytest.raises(Ambiguous, match=ids[0][:12]) as caught:
        talks.said.show("abcd")
    assert caught.value.candidates == tuple(ids)


@pytest.mark.parametrize("handle", ["ffff", "abc", "", "../x", "\x00\ud83d"])
def test_handle_that_means_nothing_is_not_found(talks: Talks, handle: str) -> None:
    with pytest.raises(NotFound):
        talks.said.show(handle)


def test_ending_twice_writes_once(talks: Talks) -> None:
    conversation = talks.tell("s1", "port")
    talks.said.end(conversation, "done")
    before = len(list(talks.parts.keeper.lines(conversation)))

    assert talks.said.end(conversation, "again").ended == "done"
    assert len(list(talks.parts.keeper.lines(conversation))) == before


@pytest.mark.parametrize("title", ["", " \n", "x" * 201])
def test_title_that_is_none_is_refused(talks: Talks, title: str) -> None:
    conversation = talks.tell("s1", "port")

    with pytest.raises(InvalidValue):
        talks.said.rename(conversation, title)


@pytest.mark.parametrize(("limit", "offset"), [(0, 0), (101, 0), (1, -1)])
def test_page_out_of_bounds_is_refused(talks: Talks, limit: int, offset: int) -> None:
    with pytest.raises(InvalidValue):
        talks.said.list(limit=limit, offset=offset)


def test_forgotten_conversation_is_proven_gone(on_disk: Talks, tmp_path: Path) -> None:
    gone = on_disk.tell("s1", "the kumquat orchard stands by the harbour", title="Orchards of kumquat")
    on_disk.tell("s2", "the harbour stands")
    on_disk.found("kumquat")
    on_disk.parts.turns.flush()
    receipt = on_disk.said.forget(gone)

    assert (receipt.outcome, receipt.files, receipt.turns) == ("forgotten", 1, 1)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert [path for path in files if b"kumquat" in path.read_bytes()] == []
    assert on_disk.found("harbour") == [("", 1)]


def test_redacted_words_are_proven_gone(on_disk: Talks, tmp_path: Path) -> None:
    conversation = on_disk.tell("s1", "the kumquat orchard", "the harbour")
    on_disk.found("kumquat")
    on_disk.parts.turns.flush()
    receipt = on_disk.said.redact(conversation, 1)

    assert (receipt.outcome, receipt.turns) == ("redacted", 1)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert [path for path in files if b"kumquat" in path.read_bytes()] == []
    assert on_disk.said.verify().sound


def test_forgotten_terms_are_those_that_were_indexed(talks: Talks) -> None:
    german = "ich habe nicht das und der die wir sind mit dem auch noch zu den aber Orte Orten "
    proof = talks.said.forget(talks.tell("s1", "harbours and boats " * 11 + german * 3)).proof

    # It is indexed as English, by its beginning; as German, `Orte` and `Orten` would be one term.
    assert proof is not None
    assert proof.terms == 21


def test_import_brings_nothing_forgotten_back(talks: Talks) -> None:
    gone = talks.tell("s1", "port")
    talks.said.forget(gone)
    again = talks.said.append(
        NewConversation(
            host="claude-code", origin_id="s1", turns=[NewTurn(origin_id="u", role=Role.USER, text="port")]
        )
    )

    assert (again.buried, again.appended) == (True, 0)
    assert talks.said.list().total == 0


def test_live_conversation_goes_on_after_it_was_forgotten(talks: Talks) -> None:
    gone = talks.tell("s1", "port")
    talks.said.forget(gone)
    talks.tell("s1", "harbour", live=True)

    assert talks.found("harbour", conversation="none") == [("", 1)]


def test_forgetting_nothing_says_how(talks: Talks) -> None:
    with pytest.raises(InvalidValue, match="vade conversations list"):
        talks.said.forget()
    with pytest.raises(InvalidValue, match="vade conversations show"):
        talks.said.redact(talks.tell("s1", "port"))


def test_export_has_every_line(talks: Talks) -> None:
    conversation = talks.tell("s1", "port", "8080", title="Harbour")
    talks.said.redact(conversation, 2)

    records = list(talks.said.records(conversation))
    assert [record["kind"] for record in records] == ["header", "turn", "turn", "event"]
    assert "text" not in records[2]
    assert "".join(talks.said.markdown(conversation)).startswith("# Harbour\n\n## 1. user\n\nport\n")


def test_warning_tells_of_an_index_that_nothing_keeps() -> None:
    talks = Talks(parts_with(turns=MemoryTurns(), adrift="the disk is full"))

    assert talks.said.search("port").warnings == ("the disk is full",)


def test_shown_turns_can_be_narrowed(talks: Talks) -> None:
    conversation = talks.tell("s1", "a", "b", "c", "d")

    def seqs(**given: int) -> list[int]:
        return [turn.seq for turn in talks.said.show(conversation, **given).turns]

    assert (seqs(first=2, last=3), seqs(newest=1), seqs()) == ([2, 3], [4], [1, 2, 3, 4])
    assert all(isinstance(turn, Turn) for turn in talks.said.show(conversation).turns)

"""Readers: what becomes of each format, and what is said of files of another."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.bench.sets import beir as beir_folder
from tests.bench.sets import cranfield, dialogue, haystack, question, written

from vademecum.bench.reading import beir, locomo, longmemeval, paraphrase
from vademecum.errors import InvalidValue, NotFound


def test_turns_are_given_with_date_speaker_and_photo(tmp_path: Path) -> None:
    store = locomo.read(written(tmp_path / "locomo.json", [dialogue()]), None).stores[0]

    assert [passage.text for passage in store.passages] == [
        "[1:05 pm on 8 May, 2023] Ada: I adopted a parrot.",
        "[1:05 pm on 8 May, 2023] Ben: Nice! [photo: a green parrot]",
        "[9:00 am on 1 June, 2023] Ben: I sold my canoe.",
    ]
    assert [passage.session for passage in store.passages] == ["session_1", "session_1", "session_2"]
    assert store.passages[0].at == "2023-05-08T13:05:00"


def test_adversarial_questions_count_apart(tmp_path: Path) -> None:
    store = locomo.read(written(tmp_path / "locomo.json", [dialogue()]), None).stores[0]

    assert ["all" in one.golds for one in store.questions] == [True, True, False]
    assert "adversarial" in store.questions[2].golds


def test_evidence_in_one_string_is_read_apart(tmp_path: Path) -> None:
    store = locomo.read(written(tmp_path / "locomo.json", [dialogue()]), None).stores[0]

    assert store.questions[1].golds["multi-hop"] == {"D1:2": 1.0, "D2:1": 1.0}


def test_questions_that_an_audit_objects_to_are_left_out_or_mended(tmp_path: Path) -> None:
    path = written(tmp_path / "locomo.json", [dialogue()])
    objection = {"question": "What did Ada adopt?", "cited_evidence": ["D1:1"], "correct_evidence": ["D1:2"]}
    written(tmp_path / "locomo_gold_errors.json", [objection])

    first = locomo.read(path, None).stores[0].questions[0]

    assert "all without gold errors" not in first.golds
    assert first.golds["all with corrected gold"] == {"D1:2": 1.0}
    assert first.golds["all"] == {"D1:1": 1.0}


def test_halves_of_dialogues_are_told_by_their_names(tmp_path: Path) -> None:
    path = written(tmp_path / "locomo.json", [dialogue("conv-26"), dialogue("conv-50")])

    assert [store.id for store in locomo.read(path, "dev").stores] == ["conv-26"]
    assert [store.id for store in locomo.read(path, "test").stores] == ["conv-50"]
    assert len(locomo.read(path, None).stores) == 2


def test_half_that_a_file_has_not_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "locomo.json", [dialogue("conv-26")])

    with pytest.raises(InvalidValue, match="no dialogue of the test half"):
        locomo.read(path, "test")


@pytest.mark.parametrize("content", [{}, [], ["text"], [{"qa": []}], [{"qa": [], "conversation": 5}]])
def test_other_json_is_no_locomo(tmp_path: Path, content: object) -> None:
    with pytest.raises(InvalidValue, match="LoCoMo"):
        locomo.read(written(tmp_path / "locomo.json", content), None)


def test_file_that_is_no_json_says_so(tmp_path: Path) -> None:
    path = tmp_path / "locomo.json"
    path.write_text("{broken", encoding="utf-8")

    with pytest.raises(InvalidValue, match="no JSON"):
        locomo.read(path, None)


def test_missing_data_names_what_was_looked_for(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match=r"no locomo\*\.json"):
        locomo.read(tmp_path, None)


def test_pool_holds_the_turns_of_all_questions(tmp_path: Path) -> None:
    empty = question("q2_abs", sessions=[])
    path = written(tmp_path / "longmemeval.json", [question(), question("q3"), empty])

    (store,) = longmemeval.read(path, None).stores

    assert [one.id for one in store.passages] == ["q1/0/0", "q3/0/0"]
    assert [one.golds["all"] for one in store.questions] == [{"q1/0/0": 1.0}, {"q3/0/0": 1.0}]


def test_official_file_gives_each_question_a_store(tmp_path: Path) -> None:
    path = written(tmp_path / "longmemeval_s.json", [haystack(), haystack("q2_abs")])

    (store,) = longmemeval.read(path, None).stores

    assert [one.id for one in store.passages] == ["s1#0/0", "s1#0/1", "s2#1/0"]
    assert [one.by_assistant for one in store.passages] == [False, True, False]
    assert store.questions[0].golds["all"] == {"s1#0/0": 1.0}


def test_without_marks_the_whole_session_answers(tmp_path: Path) -> None:
    path = written(tmp_path / "longmemeval_s.json", [haystack(marked=False)])

    (store,) = longmemeval.read(path, None).stores

    assert store.questions[0].golds["all"] == {"s1#0/0": 1.0, "s1#0/1": 1.0}


@pytest.mark.parametrize(
    "content",
    [
        [{"question_id": "q"}],
        [question(sessions=5)],
        [{**haystack(), "haystack_session_ids": ["s1"]}],
    ],
)
def test_other_json_is_no_longmemeval(tmp_path: Path, content: object) -> None:
    with pytest.raises(InvalidValue, match="LongMemEval"):
        longmemeval.read(written(tmp_path / "longmemeval.json", content), None)


def test_malformed_haystack_is_named(tmp_path: Path) -> None:
    path = written(tmp_path / "longmemeval.json", [{**haystack(), "haystack_sessions": [5, 6]}])

    with pytest.raises(InvalidValue, match="q1 is malformed"):
        list(longmemeval.read(path, None).stores)


def test_questions_nobody_tuned_on_are_the_test_half(tmp_path: Path) -> None:
    path = written(tmp_path / "longmemeval.json", [question("gpt4_2655b836"), question("unseen")])

    assert [q.id for q in longmemeval.read(path, "dev").stores[0].questions] == ["gpt4_2655b836"]
    assert [q.id for q in longmemeval.read(path, "test").stores[0].questions] == ["unseen"]


def test_beir_folder_is_read_with_its_grades(tmp_path: Path) -> None:
    (store,) = beir.read(beir_folder(tmp_path / "set"), None).stores

    assert [one.text for one in store.passages] == ["Kayaks\nare narrow", "Tea is hot"]
    assert store.questions[0].golds == {"all": {"p1": 2.0}}


def test_collection_is_found_one_folder_below(tmp_path: Path) -> None:
    beir_folder(tmp_path / "set")

    assert beir.read(tmp_path, None).source == "set, 2 passages, 1 questions"


def test_cranfield_judges_questions_by_place(tmp_path: Path) -> None:
    (store,) = beir.read(cranfield(tmp_path / "cran"), None).stores

    assert [one.text for one in store.passages] == ["wings\n\nwings in wind .", "heat\n\nheat in slabs ."]
    assert [(one.text, one.golds["all"]) for one in store.questions] == [
        ("wings .", {"1": 1.0}),
        ("heat .", {"2": 1.0}),
    ]


def test_odd_places_of_cranfield_are_for_development(tmp_path: Path) -> None:
    folder = cranfield(tmp_path / "cran")

    assert [one.text for one in beir.read(folder, "dev").stores[0].questions] == ["wings ."]
    assert [one.text for one in beir.read(folder, "test").stores[0].questions] == ["heat ."]


def test_folder_without_a_collection_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="neither corpus"):
        beir.read(tmp_path, None)


def test_broken_judgements_are_placed(tmp_path: Path) -> None:
    folder = beir_folder(tmp_path / "set")
    (folder / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n1 p1 2\n", "utf-8")

    with pytest.raises(InvalidValue, match="line 2"):
        beir.read(folder, None)


def test_own_set_is_large_and_asked_in_tiers() -> None:
    (store,) = paraphrase.read(None, None).stores
    kinds = [kind for one in store.questions for kind in one.golds]

    assert len(store.passages) >= 1_200
    assert {tier: kinds.count(tier) for tier in paraphrase.TIERS} == dict.fromkeys(paraphrase.TIERS, 122)
    assert {language: kinds.count(language) for language in paraphrase.LANGUAGES} == dict.fromkeys(
        paraphrase.LANGUAGES, 30
    )


def test_own_set_says_nothing_twice() -> None:
    (store,) = paraphrase.read(None, None).stores
    texts = [one.text for one in store.passages]
    asked = [one.text for one in store.questions]

    assert (len(set(texts)), len(set(asked))) == (len(texts), len(asked))


def test_halves_of_our_set_share_no_memory_that_is_asked_for() -> None:
    halves = [
        {
            gold
            for q in paraphrase.read(None, half).stores[0].questions
            for g in q.golds.values()
            for gold in g
        }
        for half in ("dev", "test")
    ]

    assert halves[0] & halves[1] == set()
    assert len(halves[0] | halves[1]) == 138


def test_set_of_ones_own_is_read_likewise(tmp_path: Path) -> None:
    (tmp_path / "asked.txt").write_text("The kayak is yellow.\necho: is the kayak yellow?\n", "utf-8")
    (tmp_path / "life.txt").write_text("Tea is hot.\n", "utf-8")

    (store,) = paraphrase.read(tmp_path, None).stores

    assert [one.text for one in store.passages] == ["The kayak is yellow.", "Tea is hot."]
    assert store.questions[0].golds["echo"] == {"asked-0": 1.0}


def test_unknown_kind_of_question_is_named(tmp_path: Path) -> None:
    (tmp_path / "asked.txt").write_text("The kayak is yellow.\nloud: yellow?\n", "utf-8")

    with pytest.raises(InvalidValue, match="begins with none of echo"):
        paraphrase.read(tmp_path, None)

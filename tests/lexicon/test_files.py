"""The data files keep the form that the rules rely on."""

from __future__ import annotations

from pathlib import Path

import pytest
import Stemmer

import vademecum.lexicon
from vademecum.lexicon import load
from vademecum.text.words import exact_words

FOLDER = Path(vademecum.lexicon.__file__).parent
LISTS = sorted((FOLDER / "stopwords").glob("*.txt"))
RARITIES = sorted((FOLDER / "rarity").glob("*.txt"))
LEXICON = load()

# fmt: off
EXPECTED = {
    "ar", "cs", "da", "de", "el", "en", "es", "fa", "fi", "fr", "he", "hi", "hu", "hy", "id", "it", "nl",
    "no", "pl", "pt", "ro", "ru", "sr", "sv", "ta", "tr", "uk", "vi",
}
# fmt: on
FOUNDING = (
    "a about after again all also am an and any anything are as at back be because been before being "
    "below between both but by can cannot could did do does doing done down during each either else even "
    "ever every few for from further had has have having he her here him his how i if in into is it its "
    "itself just know let like may maybe me might more most much must my need no nor not now of off ok "
    "okay on once one only or other our out over own please same she should so some something such sure "
    "tell than thanks that the their them then there these they think this those through to too under "
    "until up us very want was we were what when where which while who whom why will with would yes you "
    "your "
)


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


IRREGULAR = sorted((FOLDER / "irregular").glob("*.txt"))


def test_every_list_of_forms_is_handed_out() -> None:
    assert [path.stem for path in IRREGULAR] == sorted(LEXICON.irregular) == ["english"]
    assert (len(LEXICON.irregular), LEXICON.irregular.get("latin")) == (1, None)


@pytest.mark.parametrize("path", IRREGULAR, ids=lambda path: path.stem)
def test_forms_are_sorted_and_unique(path: Path) -> None:
    forms = [line.split(" ")[0] for line in lines(path)]

    assert forms == sorted(set(forms))
    assert lines(path) == [f"{form} {base}" for form, base in LEXICON.irregular[path.stem].items()]


@pytest.mark.parametrize("path", IRREGULAR, ids=lambda path: path.stem)
def test_no_base_is_itself_a_form(path: Path) -> None:
    forms = LEXICON.irregular[path.stem]

    assert set(forms.values()) & set(forms) == set()


@pytest.mark.parametrize("path", IRREGULAR, ids=lambda path: path.stem)
def test_every_form_needs_its_line(path: Path) -> None:
    stem = Stemmer.Stemmer(path.stem).stemWord

    assert [form for form, base in LEXICON.irregular[path.stem].items() if stem(form) == stem(base)] == []


def test_no_irregular_form_is_a_function_word() -> None:
    assert LEXICON.irregular["english"].keys() & LEXICON.stop_words["en"] == set()


def test_every_language_has_its_list() -> None:
    assert {path.stem for path in LISTS} == EXPECTED == set(LEXICON.stop_words)
    assert len(LEXICON.stop_words) == len(EXPECTED)


@pytest.mark.parametrize("path", [*LISTS, FOLDER / "stop_bigrams.txt"], ids=lambda path: path.stem)
def test_list_is_sorted_and_unique(path: Path) -> None:
    assert lines(path) == sorted(set(lines(path)))


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_every_stop_word_is_one_folded_word(path: Path) -> None:
    assert [word for word in lines(path) if exact_words(word) != [word]] == []


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_every_stop_word_is_found(path: Path) -> None:
    assert set(lines(path)) == LEXICON.stop_words[path.stem]


def test_founding_english_words_are_stop_words() -> None:
    assert set(FOUNDING.split()) - LEXICON.stop_words["en"] == set()


def test_contraction_fragments_are_stop_words() -> None:
    assert {"don", "ll", "ve", "re", "isn", "doesn", "wouldn"} <= LEXICON.stop_words["en"]


@pytest.mark.parametrize(
    "word", ["matthew", "recall", "go", "ai", "c", "s", "t", "d", "m", "remember", "memory", "prefer"]
)
def test_content_is_no_stop_word(word: str) -> None:
    assert word not in LEXICON.stop_words["en"]


def test_pairs_are_one_or_two_characters() -> None:
    assert {len(pair) for pair in LEXICON.stop_bigrams} == {1, 2}


@pytest.mark.parametrize("language", ["xx", "", "../en", "en/../de"])
def test_unknown_language_has_no_list(language: str) -> None:
    assert LEXICON.stop_words.get(language) is None


def test_expansion_groups_are_many_and_disjoint() -> None:
    groups = [
        line.split(" | ") for line in lines(FOLDER / "expansions.txt") if line and not line.startswith("#")
    ]
    folded = [" ".join(exact_words(form)) for group in groups for form in group]

    assert len(groups) >= 120
    assert min(map(len, groups)) >= 2
    assert len(folded) == len(set(folded))


def test_expansion_forms_are_folded_words() -> None:
    forms = list(LEXICON.expansions)

    assert [form for form in forms if form != form.casefold() or not exact_words(form)] == []


def test_lone_characters_are_no_expansion() -> None:
    short = {form for form in LEXICON.expansions if len("".join(exact_words(form))) < 2}

    assert short == {"键"}


def test_every_form_leads_to_the_others() -> None:
    assert LEXICON.expansions["k8s"] == ("kubernetes",)
    assert all(
        form in LEXICON.expansions[other] for form in LEXICON.expansions for other in LEXICON.expansions[form]
    )


@pytest.mark.parametrize("path", RARITIES, ids=lambda path: path.stem)
def test_rarities_stand_in_order_of_bytes(path: Path) -> None:
    stems = [line.rpartition(b" ")[0] for line in path.read_bytes().splitlines()]

    assert stems == sorted(set(stems))


@pytest.mark.parametrize("path", RARITIES, ids=lambda path: path.stem)
def test_rarity_is_found_by_halving(path: Path) -> None:
    words = path.read_text(encoding="utf-8").split()
    some = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    few = dict([*some.items()][:2] + [*some.items()][7::101] + [*some.items()][-2:])

    assert {stem: load().rarity[path.stem][stem] for stem in few} == few


@pytest.mark.parametrize("stem", ["", "a b", "zzzz", "the 0", "\ud800", "\uffff"])
def test_unlisted_stem_has_no_rarity(stem: str) -> None:
    assert load().rarity["en"].get(stem) is None


def test_rarity_is_the_same_after_many_looks() -> None:
    table = load().rarity["en"]
    words = [*table][:2_000]

    assert [table[word] for word in words] == [load().rarity["en"][word] for word in words]
    assert len(table) == 12_000

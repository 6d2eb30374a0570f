"""One suite for known names: learned for a session, or asked of the catalogue of every index."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from vademecum.engine.knowing import CatalogueNames, learned
from vademecum.model.entry import Changes, Entry
from vademecum.model.file import AliasEntry
from vademecum.model.plan import NamedRun
from vademecum.model.record import PERSONAL, Kind, Scope
from vademecum.model.value import replace
from vademecum.ports import Index, KnownForms
from vademecum.text.names import fold_name
from vademecum.text.words import exact_words

ORG = Scope("org:acme")
Look = Callable[..., tuple[NamedRun, ...]]

PEOPLE = (
    ("Rhea", ("wife", "my better half"), PERSONAL),
    ("Ann", (), PERSONAL),
    ("Ann Lee", ("doctor",), PERSONAL),
    ("Dr Ames", ("doctor",), ORG),
    ("New York", (), PERSONAL),
    ("星巴克", ("スターバックス",), PERSONAL),
)
VOCABULARY = (
    AliasEntry(PERSONAL, "the boss", "Rhea"),
    AliasEntry(PERSONAL, "k8s", "kubernetes"),
    AliasEntry(ORG, "medic", "doctor"),
)


@pytest.fixture(params=["catalogue", "learned"])
def look(request: pytest.FixtureRequest, index: Index, samples: Any) -> Look:
    entries: list[Entry] = []
    for number, (name, aliases, scope) in enumerate(PEOPLE, start=1):
        entry = samples.entry(number, "x")
        card = replace(entry.card, title=name, aliases=aliases)
        forms = tuple(fold_name(each) for each in (name, *aliases))
        entries.append(replace(entry, kind=Kind.ENTITY, scope=scope, card=card, name_forms=forms))
    index.apply(Changes(put=tuple(entries)))
    index.put_vocabulary(VOCABULARY, "1")

    def mentioned(text: str, *scopes: Scope) -> tuple[NamedRun, ...]:
        known: KnownForms = CatalogueNames(index, scopes)
        if request.param == "learned":
            known = learned(index, VOCABULARY, scopes)
        return known.mentioned(exact_words(text))

    return mentioned


def test_nothing_said_names_nobody(look: Look) -> None:
    assert look("") == look("...") == ()


@pytest.mark.parametrize("text", ["where is Rhea", "WHERE IS RHEA?", "  where  is\trhea  "])
def test_name_is_met_in_any_case_and_spacing(look: Look, text: str) -> None:
    assert look(text) == (NamedRun("rhea", 2, 3, ("Rhea",)),)


def test_aliases_mean_their_entity(look: Look) -> None:
    assert look("my better half") == (NamedRun("my better half", 0, 3, ("Rhea",)),)
    assert look("the wife") == (NamedRun("wife", 1, 2, ("Rhea",)),)


def test_vocabulary_leads_to_entities(look: Look) -> None:
    assert look("ask the boss") == (NamedRun("the boss", 1, 3, ("Rhea",)),)
    assert look("k8s") == ()


def test_longest_name_stands(look: Look) -> None:
    assert [run.form for run in look("Ann met Ann Lee in New York")] == ["ann lee", "new york", "ann"]


def test_ambiguous_alias_means_everybody(look: Look) -> None:
    assert look("doctor") == (NamedRun("doctor", 0, 1, ("Ann Lee", "Dr Ames")),)


def test_scopes_bound_what_is_known(look: Look) -> None:
    assert look("doctor", ORG) == (NamedRun("doctor", 0, 1, ("Dr Ames",)),)
    assert look("Rhea", ORG) == ()
    assert look("medic", PERSONAL) == ()
    assert look("medic", ORG)[0].names == ("Dr Ames",)


def test_name_inside_a_run_without_spaces_is_met(look: Look) -> None:
    assert [run.names for run in look("去星巴克喝咖啡")] == [("星巴克",)]
    assert [run.names for run in look("スターバックスへ")] == [("星巴克",)]


def test_part_of_a_word_is_nobody(look: Look) -> None:
    assert look("annoying rheas, news from Yorkshire") == ()

"""Names learned for a session and names asked of the catalogue: two ways to the same people."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.stores.programs import samples

from vademecum.engine.knowing import CatalogueNames, learned
from vademecum.model.entry import Changes, Entry
from vademecum.model.file import AliasEntry
from vademecum.model.record import PERSONAL, Kind, Scope
from vademecum.model.value import replace
from vademecum.planning.known import KnownNames
from vademecum.stores.memory.index import MemoryIndex
from vademecum.text.names import fold_name
from vademecum.text.words import exact_words

ORG = Scope("org:acme")
WORDS = st.sampled_from(
    ["Ann", "ann", "Lee", "New", "York", "my", "wife", "Dr.", "C++", "星巴克", "咖啡", "é"]
)
NAMES = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
SCOPES = st.sampled_from([PERSONAL, ORG])
PEOPLE = st.lists(st.tuples(NAMES, st.lists(NAMES, max_size=3).map(tuple), SCOPES), max_size=6)
VOCABULARY = st.lists(st.builds(AliasEntry, SCOPES, NAMES, NAMES), max_size=4)
REACHES = st.sampled_from([(), (PERSONAL,), (ORG,), (PERSONAL, ORG)])
TEXTS = st.lists(WORDS, max_size=12).map(" ".join) | st.lists(WORDS, max_size=6).map("".join)


def entity(number: int, name: str, aliases: tuple[str, ...], scope: Scope) -> Entry:
    entry = samples.entry(number, "x")
    forms = tuple(dict.fromkeys(filter(None, map(fold_name, (name, *aliases)))))
    card = replace(entry.card, title=name, aliases=aliases)
    return replace(entry, kind=Kind.ENTITY, scope=scope, card=card, name_forms=forms)


@given(PEOPLE, VOCABULARY, REACHES, TEXTS)
def test_session_and_cold_process_know_the_same(
    people: list[tuple[str, tuple[str, ...], Scope]],
    vocabulary: list[AliasEntry],
    reach: tuple[Scope, ...],
    text: str,
) -> None:
    index = MemoryIndex()
    index.apply(Changes(put=tuple(entity(number, *one) for number, one in enumerate(people, 1))))
    index.put_vocabulary(tuple(vocabulary), "1")
    words = exact_words(text)

    assert learned(index, vocabulary, reach).mentioned(words) == CatalogueNames(index, reach).mentioned(words)


PAIRS = st.lists(st.tuples(NAMES.map(fold_name), st.sampled_from("XYZ")))


@given(PAIRS, PAIRS, TEXTS)
def test_names_learned_later_count_like_the_first(
    before: list[tuple[str, str]], after: list[tuple[str, str]], text: str
) -> None:
    words = exact_words(text)
    grown = KnownNames(before)
    grown.mentioned(words)
    for form, name in after:
        grown.add(form, name)

    assert grown.mentioned(words) == KnownNames([*after, *before]).mentioned(words)

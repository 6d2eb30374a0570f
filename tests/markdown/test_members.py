"""Lists in front matter lose nothing when one member comes, goes or changes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from vademecum.markdown.outcome import Parsed
from vademecum.markdown.reading import parse
from vademecum.markdown.revising import revise
from vademecum.model.record import PERSONAL, Entity, Kind, Record, Relation
from vademecum.model.value import replace

JOB = "  - predicate: works_at   # since school\n    object: Acme\n    note: she likes it\n"
FRIEND = "  - predicate: knows\n    object: 'Paul'\n    certainty: high\n"
OWNS = Relation(predicate="owns", object="Boat")
THEN = datetime(2025, 1, 1, tzinfo=UTC)


def page(*members: str) -> str:
    listed = "".join(members)
    return (
        "---\nkind: entity\nid: 01J00000000000000000000009\nname: Rhea\n"
        f"relations:\n  # jobs first\n{listed}label: Person\n---\nText.\n"
    )


def read(text: str) -> Entity:
    parsed = parse(text.encode(), scope=PERSONAL, fallback_kind=Kind.ENTITY, fallback_name="")
    assert isinstance(parsed, Parsed)
    assert isinstance(parsed.record, Entity)
    return parsed.record


def revised(text: str, before: Record, *relations: Relation) -> str:
    return revise(text.encode(), before, replace(before, relations=relations)).decode()


WHOLE = page(JOB, FRIEND)
RHEA = read(WHOLE)
FIRST, SECOND = RHEA.relations
ADDED = "  - predicate: owns\n    object: Boat\n"


@pytest.mark.parametrize(
    ("relations", "members"),
    [
        ((FIRST, SECOND, OWNS), (JOB, FRIEND, ADDED)),
        ((OWNS, FIRST, SECOND), (ADDED, JOB, FRIEND)),
        ((FIRST, OWNS, SECOND), (JOB, ADDED, FRIEND)),
        ((FIRST,), (JOB,)),
        ((SECOND,), (FRIEND,)),
        ((OWNS,), (ADDED,)),
        ((FIRST, replace(SECOND, object="Pauline")), (JOB, "  - predicate: knows\n    object: Pauline\n")),
        (
            (replace(FIRST, until=THEN), SECOND),
            (JOB + "    until: 2025-01-01T00:00:00+00:00\n", FRIEND),
        ),
        (
            (replace(FIRST, object="Bolt"), SECOND),
            (JOB.replace("Acme", "Bolt"), FRIEND),
        ),
    ],
)
def test_other_members_keep_their_bytes(relations: tuple[Relation, ...], members: tuple[str, ...]) -> None:
    assert revised(WHOLE, RHEA, *relations) == page(*members)


def test_last_member_that_goes_takes_its_key() -> None:
    assert "relations" not in revised(WHOLE, RHEA)


def test_line_breaks_are_those_of_the_file() -> None:
    text = WHOLE.replace("\n", "\r\n")

    after = revised(text, read(text), FIRST, SECOND, OWNS)

    assert after.replace("\r\n", "\n") == page(JOB, FRIEND, ADDED)
    assert after.count("\n") == after.count("\r\n")


@pytest.mark.parametrize(
    "members", ["  [{predicate: works_at, object: Acme}]\n", "  - {predicate: works_at, object: Acme}\n"]
)
def test_members_in_braces_are_read_back_as_they_shall_be(members: str) -> None:
    text = page(members)
    before = read(text)

    assert read(revised(text, before, *before.relations, OWNS)).relations == (*before.relations, OWNS)


def test_names_in_a_list_keep_their_quotes() -> None:
    text = page(JOB).replace(
        "label: Person\n", "label: Person\naliases:\n  - 'wife'   # at home\n  - Mrs. P.\n"
    )
    before = read(text)

    after = revise(text.encode(), before, replace(before, aliases=("wife", "Mrs. P.", "boss"))).decode()

    assert after == text.replace("  - Mrs. P.\n", "  - Mrs. P.\n  - boss\n")

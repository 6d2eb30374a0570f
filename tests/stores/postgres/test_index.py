"""An index that many processes share."""

from __future__ import annotations

from threading import Thread
from types import ModuleType

import pytest

from vademecum.errors import Busy
from vademecum.model.entry import Changes
from vademecum.stores.postgres.database import Database
from vademecum.stores.postgres.index import PostgresIndex
from vademecum.stores.postgres.tenancy import Tenancy


@pytest.fixture
def index(tenancy: Tenancy, samples: ModuleType) -> PostgresIndex:
    return PostgresIndex(tenancy, samples.WEIGHTS)


@pytest.fixture
def elsewhere(postgres_database: Database, tenancy: Tenancy, samples: ModuleType) -> PostgresIndex:
    """The same index in another process."""
    return PostgresIndex(postgres_database.tenancy(tenancy.tenant), samples.WEIGHTS)


def put(index: PostgresIndex, samples: ModuleType, *numbers: int) -> None:
    for number in numbers:
        index.apply(Changes(put=(samples.entry(number, f"oak leaf{number}"),)))


def test_other_process_sees_what_was_written(
    index: PostgresIndex, elsewhere: PostgresIndex, samples: ModuleType
) -> None:
    with elsewhere.steady():
        assert elsewhere.frequencies(("oak",)) == {}
    put(index, samples, 1, 2)

    with elsewhere.steady():
        assert elsewhere.frequencies(("oak",)) == {"oak": 2}
        assert len(elsewhere.propose(samples.ask("oak")).candidates) == 2


def test_steady_look_is_of_one_state(
    index: PostgresIndex, elsewhere: PostgresIndex, samples: ModuleType
) -> None:
    put(index, samples, 1)
    with elsewhere.steady():
        before = elsewhere.revision()
        put(index, samples, 2)

        assert elsewhere.revision() == before
        assert elsewhere.frequencies(("oak", "leaf2")) == {"oak": 1}
        assert len(elsewhere.propose(samples.ask("oak")).candidates) == 1


def test_writers_at_once_lose_nothing(
    index: PostgresIndex, elsewhere: PostgresIndex, samples: ModuleType
) -> None:
    writers = [
        Thread(target=put, args=(one, samples, *range(first, first + 10)))
        for first, one in ((1, index), (11, elsewhere), (21, index), (31, elsewhere))
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()

    assert index.corpus().records == 40
    assert index.revision().endswith(".40")
    assert index.check() == ()


def test_other_weights_begin_the_index_anew(
    tenancy: Tenancy, index: PostgresIndex, samples: ModuleType
) -> None:
    put(index, samples, 1)
    other = PostgresIndex(tenancy, {})

    assert other.states() == {}
    assert other.revision().split(".")[0] != index.revision().split(".")[0]


def test_index_of_a_newer_version_is_left_alone(
    tenancy: Tenancy, index: PostgresIndex, samples: ModuleType
) -> None:
    put(index, samples, 1)
    statement = "UPDATE vade.head SET layout = '999.1:' || layout WHERE tenant = %(tenant)s"
    tenancy.write(lambda transaction: transaction.run(statement))

    with pytest.raises(Busy, match="a newer version"):
        PostgresIndex(tenancy, samples.WEIGHTS).states()


def test_versions_are_never_given_twice(index: PostgresIndex, samples: ModuleType) -> None:
    put(index, samples, 1, 2, 3)
    (before,) = index.at([samples.id_of(3)])
    with index.rebuilding() as fresh:
        fresh.apply(Changes(put=(samples.entry(1, "oak"),)))

    (after,) = index.at([samples.id_of(1)])
    assert after.version > before.version


def test_word_longer_than_a_key_is_found(index: PostgresIndex, samples: ModuleType) -> None:
    long = "x" * 5_000
    index.apply(Changes(put=(samples.entry(1, f"{long} oak"), samples.entry(2, f"{long}y"))))

    assert index.frequencies((long,)) == {long: 1}
    assert [one.id for one in index.propose(samples.ask(long)).candidates] == [samples.id_of(1)]


def test_best_are_proposed_under_a_bound(index: PostgresIndex, samples: ModuleType) -> None:
    texts = {number: "oak " + "filler " * number for number in range(1, 60)}
    index.apply(Changes(put=tuple(samples.entry(number, text) for number, text in texts.items())))

    proposal = index.propose(samples.ask("oak", depth=10))

    assert sorted(one.id for one in proposal.candidates) == [samples.id_of(number) for number in range(1, 11)]
    assert not proposal.exhausted
    assert proposal.ceiling > 0

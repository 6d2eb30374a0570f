"""The promises of `ports.Ledger`, on a disk, in memory and in a database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from vademecum.model.ledger import Erasure, Outcome
from vademecum.model.record import MemoryId
from vademecum.ports import Ledger
from vademecum.stores.postgres.tenancy import Tenancy
from vademecum.stores.postgres.truth.journals import PostgresJournalRows
from vademecum.vault.ledger import file_ledger, memory_ledger
from vademecum.vault.rows.journals import MemoryJournalRows, row_ledger

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
FIRST = MemoryId("01JNTSW6X00000000000000001")
OTHER = MemoryId("01JNTSW6X00000000000000002")
BODY, ANOTHER = "a" * 64, "b" * 64


@pytest.fixture(params=["file", "memory", "rows", "postgres"])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Ledger:
    if request.param == "file":
        return file_ledger(tmp_path / "state")
    if request.param == "memory":
        return memory_ledger()
    if request.param == "rows":
        return row_ledger(MemoryJournalRows())
    tenancy: Tenancy = request.getfixturevalue("tenancy")
    return row_ledger(PostgresJournalRows(tenancy))


def test_an_empty_ledger_knows_nothing(ledger: Ledger) -> None:
    assert ledger.buried(BODY, [FIRST]) is None
    assert ledger.unfinished() == ()
    assert ledger.outcome("key", "digest", NOW) is None
    assert ledger.recalled("session", [BODY], NOW) == frozenset()


def test_a_buried_body_is_known_again(ledger: Ledger) -> None:
    tombstone = ledger.bury([FIRST], BODY, NOW)

    assert ledger.buried(BODY) == tombstone
    assert ledger.buried(ANOTHER) is None


def test_an_origin_id_is_known_again(ledger: Ledger) -> None:
    tombstone = ledger.bury([FIRST, "chatgpt:17"], BODY, NOW)

    assert ledger.buried(ANOTHER, ["chatgpt:17"]) == tombstone


def test_burying_twice_keeps_the_first(ledger: Ledger) -> None:
    first = ledger.bury([FIRST], BODY, NOW)

    assert ledger.bury([FIRST], BODY, NOW + timedelta(days=1)) == first


def test_l12_tombstone_holds_no_content(ledger: Ledger) -> None:
    tombstone = ledger.bury([FIRST], BODY, NOW)

    assert tombstone.ids == (FIRST,)
    assert tombstone.at == NOW
    assert BODY not in tombstone.mac


def test_buried_turns_are_known_again(ledger: Ledger) -> None:
    ledger.bury_turns([BODY], NOW)
    ledger.bury_turns([BODY, ANOTHER], NOW)

    assert ledger.buried_turns([BODY, ANOTHER, "c" * 64]) == {BODY, ANOTHER}
    assert ledger.buried(BODY) is None


def test_turns_are_not_looked_at_where_none_was_forgotten(ledger: Ledger) -> None:
    asked = iter([BODY])

    assert ledger.buried_turns(asked) == frozenset()
    assert list(asked) == [BODY]


def test_an_exhumed_body_is_free_again(ledger: Ledger) -> None:
    ledger.bury([FIRST], BODY, NOW)
    ledger.bury([OTHER], ANOTHER, NOW)

    ledger.exhume(BODY, NOW)

    assert ledger.buried(BODY, [FIRST]) is None
    assert ledger.buried(ANOTHER) is not None


def test_a_body_can_be_buried_again_after_exhuming(ledger: Ledger) -> None:
    ledger.bury([FIRST], BODY, NOW)
    ledger.exhume(BODY, NOW)

    again = ledger.bury([OTHER], BODY, NOW)

    assert ledger.buried(BODY) == again


def test_an_erasure_stands_until_it_is_finished(ledger: Ledger) -> None:
    first = Erasure(id=FIRST, paths=("personal/caf\udce9.md",), at=NOW, after=OTHER)
    other = Erasure(id=OTHER, paths=("personal/b.md",), at=NOW, whole=False)
    ledger.begin(first)
    ledger.begin(other)

    assert ledger.unfinished() == (first, other)
    ledger.finish(FIRST)
    assert ledger.unfinished() == (other,)


def test_t8_a_request_done_before_is_known(ledger: Ledger) -> None:
    ledger.keep("key", FIRST, "digest", NOW)

    assert ledger.outcome("key", "digest", NOW) == Outcome(id=FIRST, same=True)
    assert ledger.outcome("other", "digest", NOW) is None


def test_another_request_under_the_key_is_told(ledger: Ledger) -> None:
    ledger.keep("key", FIRST, "digest", NOW)
    ledger.keep("key", OTHER, "another", NOW)

    assert ledger.outcome("key", "another", NOW) == Outcome(id=FIRST, same=False)


def test_a_request_expires_after_thirty_days(ledger: Ledger) -> None:
    ledger.keep("key", FIRST, "digest", NOW)

    assert ledger.outcome("key", "digest", NOW + timedelta(days=29)) is not None
    assert ledger.outcome("key", "digest", NOW + timedelta(days=30)) is None


def test_what_was_shown_is_known_in_its_session_only(ledger: Ledger) -> None:
    ledger.note("session", [BODY], NOW)

    assert ledger.recalled("session", [BODY, ANOTHER], NOW) == {BODY}
    assert ledger.recalled("other", [BODY], NOW) == frozenset()


def test_what_was_shown_expires_after_a_day(ledger: Ledger) -> None:
    ledger.note("session", [BODY], NOW)

    assert ledger.recalled("session", [BODY], NOW + timedelta(hours=23)) == {BODY}
    assert ledger.recalled("session", [BODY], NOW + timedelta(days=1)) == frozenset()


def test_beginning_again_keeps_the_latest(ledger: Ledger) -> None:
    ledger.begin(Erasure(id=FIRST, paths=("personal/a.md",), at=NOW))
    latest = Erasure(id=FIRST, paths=(), at=NOW)
    ledger.begin(latest)

    assert ledger.unfinished() == (latest,)


def test_earlier_bodies_are_buried_with_the_record(ledger: Ledger) -> None:
    ledger.outgrow([(FIRST, BODY), (OTHER, ANOTHER)])
    assert ledger.buried(BODY) is None

    ledger.bury_earlier(FIRST, NOW)

    assert ledger.buried(BODY) is not None
    assert ledger.buried(ANOTHER) is None


def test_each_earlier_body_is_exhumed_by_itself(ledger: Ledger) -> None:
    ledger.outgrow([(FIRST, BODY), (FIRST, ANOTHER)])
    ledger.bury_earlier(FIRST, NOW)
    ledger.exhume(BODY, NOW)

    assert ledger.buried(BODY) is None
    assert ledger.buried(ANOTHER) is not None


def test_disowned_bodies_are_buried_no_more(ledger: Ledger) -> None:
    ledger.outgrow([(FIRST, BODY), (OTHER, ANOTHER)])
    ledger.disown(FIRST)
    ledger.bury_earlier(FIRST, NOW)
    ledger.bury_earlier(OTHER, NOW)

    assert ledger.buried(BODY) is None
    assert ledger.buried(ANOTHER) is not None


def test_the_older_half_goes_when_there_are_too_many(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger.outgrow([(FIRST, BODY), (OTHER, ANOTHER)])
    monkeypatch.setattr("vademecum.vault.ledger.MOST_EARLIER_BYTES", 10)
    ledger.outgrow([(OTHER, BODY)])
    ledger.bury_earlier(FIRST, NOW)
    assert ledger.buried(BODY) is None

    ledger.bury_earlier(OTHER, NOW)
    assert ledger.buried(ANOTHER) is not None

from __future__ import annotations

import pytest
from tests.remote.loopback import Act, answer, hang_up, raw, say_nothing, serving

from vademecum.errors import LimitExceeded, ServerFault, Unreachable, VadeError
from vademecum.model.answer import Synced
from vademecum.remote import line as lines
from vademecum.remote.address import address
from vademecum.remote.home import RemoteHome
from vademecum.remote.line import PAUSES_S, Line
from vademecum.surface.lossless.writing import written

GOOD = answer(written(Synced(added=1)))
STATS = answer(b"{}")


def home(url: str, *, timeout_s: float = 5.0, token: str = "") -> tuple[RemoteHome, list[float]]:
    waited: list[float] = []
    return RemoteHome(Line(address(url, token), timeout_s, pause=waited.append)), waited


def test_a_write_that_broke_off_is_repeated_under_one_key() -> None:
    with serving(hang_up, hang_up, GOOD) as server:
        remote, waited = home(server.url)
        assert remote.sync() == Synced(added=1)
    assert (len(server.keys), len(set(server.keys))) == (3, 1)
    assert waited == [*PAUSES_S[:2]]


def test_what_erases_is_sent_once() -> None:
    with serving(hang_up, GOOD) as server:
        remote, waited = home(server.url)
        with pytest.raises(Unreachable, match="broke off"):
            remote.forget("oat-milk")
    assert (len(server.heard), waited) == (1, [])


def test_two_writes_have_two_keys() -> None:
    with serving(GOOD, GOOD) as server:
        remote, _ = home(server.url)
        remote.sync()
        remote.sync()
    assert len(set(server.keys)) == 2


def test_a_question_has_no_key() -> None:
    with serving(answer(written("r1"))) as server:
        remote, _ = home(server.url)
        assert remote.revision == "r1"
    assert server.keys == []


def test_a_server_that_is_begun_again_is_waited_for() -> None:
    with serving(answer(b"", 503, "text/plain"), answer(b"", 502, "text/html"), GOOD) as server:
        remote, _ = home(server.url)
        assert remote.sync() == Synced(added=1)


def test_the_token_is_sent() -> None:
    with serving(GOOD) as server:
        remote, _ = home(server.url, token="abc")
        remote.sync()
    assert b"authorization: bearer abc" in server.heard[0].lower()


@pytest.mark.parametrize(
    ("acts", "kind", "message"),
    [
        ((hang_up,) * 4, Unreachable, "broke off"),
        ((raw(b"\x00\x01garbage\r\n\r\n"),) * 4, Unreachable, "speaks no HTTP"),
        ((raw(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort"),) * 4, Unreachable, "broke off"),
        ((answer(b"", 503, "text/plain"),) * 4, ServerFault, "has a fault of its own"),
        ((answer(b"oops", 500, "text/plain"),), ServerFault, "has a fault of its own"),
        ((answer(b"", 302, "text/html", "location: http://127.0.0.1:1/"),), ServerFault, "sends elsewhere"),
        ((answer(b"<html>", 200, "text/html"),), ServerFault, "answered with text/html"),
        ((answer(b"junk"),), ServerFault, "cannot be read"),
    ],
)
def test_a_failing_line_ends_in_one_sentence(
    acts: tuple[Act, ...], kind: type[VadeError], message: str
) -> None:
    with serving(*acts) as server:
        remote, _ = home(server.url)
        with pytest.raises(kind, match=message) as caught:
            remote.sync()
    assert "\n" not in caught.value.message


def test_nobody_there_is_said() -> None:
    with serving() as server:
        url = server.url
    remote, waited = home(url)
    with pytest.raises(Unreachable, match="no server answers at 127"):
        remote.sync()
    assert waited == [*PAUSES_S]


def test_a_late_answer_is_not_asked_for_twice() -> None:
    with serving(say_nothing, GOOD) as server:
        remote, waited = home(server.url, timeout_s=0.2)
        with pytest.raises(Unreachable, match=r"no whole answer within 0\.2 s; it may still be at work"):
            remote.sync()
    assert (len(server.heard), waited) == (1, [])


def test_a_long_answer_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MOST_BYTES", 10)
    with serving(answer(b"x" * 11)) as server:
        remote, _ = home(server.url)
        with pytest.raises(LimitExceeded, match="is longer than 10 bytes"):
            remote.sync()


def test_a_closed_home_says_so() -> None:
    remote, _ = home("http://127.0.0.1:1")
    remote.close()
    remote.close()
    with pytest.raises(Unreachable, match="this home is closed"):
        remote.sync()

"""A server that gives vectors, and every way in which it does not."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Sequence

import pytest
from tests.embedders.building import rows
from tests.models.servers import Conversation, response, sends, serving

from vademecum.embedders import endpoint
from vademecum.embedders.endpoint import Endpoint, EndpointEmbedder
from vademecum.errors import ModelError


def vectors(*given: Sequence[object]) -> bytes:
    """An answer with these vectors, the last first."""
    data = [{"index": place, "embedding": row} for place, row in enumerate(given)]
    return response(json.dumps({"data": data[::-1]}).encode())


def embedder(url: str, deadline_s: float = 5.0) -> EndpointEmbedder:
    return EndpointEmbedder(Endpoint(url=url, model="small", key="secret-key", deadline_s=deadline_s))


def each(*answers: bytes) -> Conversation:
    """One answer a request, in order."""
    left = list(answers)

    def talk(line: socket.socket, _: threading.Event) -> None:
        line.sendall(left.pop(0))

    return talk


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "PAUSES_S", (0.0, 0.0))


def test_rows_come_in_the_order_of_the_texts() -> None:
    with serving(sends(vectors([3, 4], [0, 2]))) as server:
        model = embedder(server.url)
        found = rows(model.embed(["port", "", "garden"]), 2)

    assert found == [[0.6, 0.8], [0.0, 0.0], [0.0, 1.0]]
    assert model.dimension == 2
    assert model.id == f"endpoint:small@{server.url}"


def test_server_is_told_model_texts_and_key() -> None:
    with serving(sends(vectors([1]))) as server:
        embedder(server.url).embed(["port"])

    head, _, body = server.requests[0].partition(b"\r\n\r\n")
    assert head.startswith(b"POST /v1/embeddings ")
    assert b"Bearer secret-key" in head
    assert json.loads(body) == {"model": "small", "input": ["port"], "encoding_format": "float"}


def test_many_texts_are_sent_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "BATCH", 1)
    with serving(each(vectors([1, 0]), vectors([0, 1]))) as server:
        found = rows(embedder(server.url).embed(["port", "garden"]), 2)

    assert found == [[1.0, 0.0], [0.0, 1.0]]


def test_dimension_is_asked_for_once() -> None:
    with serving(sends(vectors([1, 2, 2]))) as server:
        model = embedder(server.url)

        assert (model.dimension, model.dimension) == (3, 3)
        assert len(server.requests) == 1


def test_busy_server_is_asked_again() -> None:
    with serving(each(response(b"", "429 Slow"), response(b"", "503 Later"), vectors([0, 1]))) as server:
        assert rows(embedder(server.url).embed(["port"]), 2) == [[0.0, 1.0]]


def busy(seconds: str) -> bytes:
    """An answer that asks to be left alone."""
    return response(b"", "429 Slow", f"Retry-After: {seconds}")


def test_server_is_left_alone_as_long_as_it_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr("vademecum.embedders.endpoint.time.sleep", waits.append)
    date = "Wed, 21 Oct 2026 07:28:00 GMT"
    with serving(each(busy("3"), busy(date), vectors([0, 1]))) as server:
        assert rows(embedder(server.url).embed(["port"]), 2) == [[0.0, 1.0]]

    assert waits == [3.0, 0.0]


def test_server_that_wants_too_long_a_pause_is_not_waited_for() -> None:
    with (
        serving(sends(busy("3600"))) as server,
        pytest.raises(ModelError, match="status 429 and wants 3600 s to pass"),
    ):
        embedder(server.url).embed(["port"])

    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("answer", "message", "asked"),
    [
        (response(b"", "401 No"), "status 401", 1),
        (response(b"", "500 Broken"), "status 500", 3),
        (b"no http\r\n\r\n", "cannot be asked", 3),
        (response(b"{}"), "a vector for each text", 1),
        (response(b"[1]"), "a vector for each text", 1),
        (vectors(), "a vector for each text", 1),
        (vectors(["x"]), "a vector for each text", 1),
        (vectors([]), "no numbers", 1),
        (response(b'{"data": [{"index": 0, "embedding": [NaN]}]}'), "no numbers", 1),
    ],
)
def test_bad_answer_is_said_without_the_key(answer: bytes, message: str, asked: int) -> None:
    with serving(sends(answer)) as server, pytest.raises(ModelError, match=message) as caught:
        embedder(server.url).embed(["port"])

    assert "secret-key" not in str(caught.value)
    assert len(server.requests) == asked


def test_numbers_of_any_size_make_a_row_of_length_one() -> None:
    with serving(sends(vectors([3e200, 4e200], [3e-200, 4e-200]))) as server:
        assert rows(embedder(server.url).embed(["port", "garden"]), 2) == [[0.6, 0.8], [0.6, 0.8]]


def test_vectors_of_several_lengths_are_refused() -> None:
    with serving(each(vectors([1, 0]), vectors([1]))) as server:
        model = embedder(server.url)
        model.embed(["port"])

        with pytest.raises(ModelError, match="several lengths"):
            model.embed(["garden"])


def test_vectors_of_one_answer_are_of_one_length() -> None:
    with serving(sends(vectors([1, 0], [1]))) as server, pytest.raises(ModelError, match="several lengths"):
        embedder(server.url).embed(["port", "garden"])


def test_long_text_and_broken_characters_are_sent_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "MOST_CHARACTERS", 3)
    with serving(sends(vectors([1], [1], [1]))) as server:
        embedder(server.url).embed(["\ud800" * 1_000_000, "🎉", "日本"])

    assert json.loads(server.requests[0].partition(b"\r\n\r\n")[2])["input"] == ["???", "🎉", "日本"]


def test_silent_server_costs_the_deadline() -> None:
    def silent(_: socket.socket, over: threading.Event) -> None:
        over.wait(10)

    with serving(silent) as server, pytest.raises(ModelError, match=r"0\.2 s|Timeout"):
        embedder(server.url, deadline_s=0.2).embed(["port"])


def test_answer_without_an_end_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "MOST_BYTES", 10)
    with serving(sends(vectors([1, 0]))) as server, pytest.raises(ModelError, match="too long"):
        embedder(server.url).embed(["port"])


def test_nothing_to_say_asks_nobody() -> None:
    assert embedder("http://127.0.0.1:9/v1").embed(["", " "]) == b""


def test_key_goes_over_no_open_line() -> None:
    with pytest.raises(ModelError, match="not sent unencrypted"):
        EndpointEmbedder(Endpoint(url="http://models.example/v1", model="small", key="secret-key"))

    assert EndpointEmbedder(Endpoint(url="https://models.example/v1", model="small", key="x")).id
    assert EndpointEmbedder(Endpoint(url="http://models.example/v1", model="small")).id


def test_key_is_not_shown() -> None:
    assert "secret-key" not in repr(Endpoint(url="http://x", model="small", key="secret-key"))

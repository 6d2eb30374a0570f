"""The network of many languages: what it is read from, and that a text's row is its own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.embedders.building_e5 import WIDTH, e5_file, tensors

from vademecum.embedders import e5
from vademecum.embedders.e5 import E5Embedder, multilingual
from vademecum.embedders.files import mapped
from vademecum.embedders.fourbit import FourBit
from vademecum.errors import ModelError


def reading(path: Path) -> E5Embedder:
    return E5Embedder("small", FourBit(path, mapped(path)))


@pytest.fixture(name="network")
def _network(tmp_path: Path) -> E5Embedder:
    return reading(e5_file(tmp_path / "model.bin"))


def row(network: E5Embedder, text: str) -> list[float]:
    return [round(float(one), 4) for one in np.frombuffer(network.embed([text]), "<f4")]


def test_row_depends_on_its_text_alone(network: E5Embedder) -> None:
    texts = ["port", "redis port", "\ud800 port", "日本"]

    assert network.embed(texts * 20) == b"".join(network.embed([text]) for text in texts) * 20
    assert network.embed([]) == b""


def test_text_of_nothing_is_nothing(network: E5Embedder) -> None:
    assert network.embed(["", " \n"]) == bytes(2 * 4 * WIDTH)


def test_characters_are_folded_and_spaces_single(network: E5Embedder) -> None:
    assert row(network, "þort\n  redis") == row(network, "port redis")
    assert row(network, "port redis") != row(network, "redis port")


def test_question_is_read_otherwise_than_what_answers(network: E5Embedder) -> None:
    assert network.embed(["port"], questions=True) != network.embed(["port"])


def test_what_typical_texts_have_in_common_is_taken_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(e5, "TYPICAL", ("port", "redis port"))
    network = reading(e5_file(tmp_path / "model.bin"))

    assert row(network, "port") == [-one for one in row(network, "redis port")]


def test_no_more_tokens_than_places_are_read(network: E5Embedder) -> None:
    assert row(network, "port " * 1_000_000) == row(network, "port " * 6)


def test_store_changes_nothing(network: E5Embedder) -> None:
    assert network.fitted(["port"]) is network
    assert network.refitted(network.fit) is network


def test_wheel_is_read_without_its_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    e5_file(tmp_path / e5.CARRIER[1])
    monkeypatch.setattr(e5, "folder_of", lambda _name: tmp_path)

    network = multilingual()

    assert network is not None
    assert network.id.startswith("e5-small-384:")
    assert network.dimension == WIDTH


@pytest.mark.parametrize("kept", [0, 3, 60, 300, 4_000, -1])
def test_file_cut_off_anywhere_is_named(tmp_path: Path, kept: int) -> None:
    path = e5_file(tmp_path / "model.bin")
    path.write_bytes(path.read_bytes()[:kept])

    with pytest.raises(ModelError, match=r"model\.bin .*install"):
        reading(path)


def test_file_of_another_form_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="is of another form"):
        reading(e5_file(tmp_path / "model.bin", version=2))


def test_file_without_a_tensor_is_refused(tmp_path: Path) -> None:
    held = tensors()
    del held["l1.q.b"]

    with pytest.raises(ModelError, match=r"has no tensor l1\.q\.b"):
        reading(e5_file(tmp_path / "model.bin", held))


@pytest.mark.parametrize(
    ("name", "size"), [("emb.pos", WIDTH - 1), ("l0.fi.b", 33), ("l1.q.w", WIDTH), ("emb.word", WIDTH)]
)
def test_parts_that_do_not_fit_together_are_refused(tmp_path: Path, name: str, size: int) -> None:
    held = tensors()
    held[name] = np.ones(size, np.float32)

    with pytest.raises(ModelError, match=r"model\.bin is cut off, or damaged; .*install"):
        reading(e5_file(tmp_path / "model.bin", held))

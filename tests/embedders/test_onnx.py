"""Networks on onnxruntime: padding changes nothing, and files that are none are named."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.embedders.building import onnx_file, rows, tokenizer_file
from tokenizers.processors import TemplateProcessing

from vademecum.embedders import onnx
from vademecum.embedders.files import tokenizer
from vademecum.embedders.onnx import OnnxEmbedder, minilm
from vademecum.errors import ModelError


@pytest.fixture(name="network")
def _network(tmp_path: Path) -> OnnxEmbedder:
    tokens = tokenizer(tokenizer_file(tmp_path / "tokenizer.json"))
    return OnnxEmbedder("small", onnx_file(tmp_path / "model.onnx"), tokens)


def test_text_is_the_mean_of_its_tokens(network: OnnxEmbedder) -> None:
    found = rows(network.embed(["port", "port beans beans beans beans", "", "Mira"]), 2)

    assert found == [[0.6, 0.8], [-0.2425, 0.9701], [0.0, 0.0], [0.0, 1.0]]
    assert (network.id, network.dimension) == ("small", 2)


def test_row_depends_on_its_text_alone(network: OnnxEmbedder) -> None:
    texts = ["port", "beans redis port", "\ud800 mira"]

    assert network.embed(texts * 20) == b"".join(network.embed([text]) for text in texts) * 20
    assert network.embed([]) == b""


def test_marks_around_a_text_say_nothing_by_themselves(tmp_path: Path) -> None:
    tokens = tokenizer(tokenizer_file(tmp_path / "tokenizer.json"))
    tokens.post_processor = TemplateProcessing(single="port $A", special_tokens=[("port", 1)])
    network = OnnxEmbedder("small", onnx_file(tmp_path / "model.onnx"), tokens)

    assert rows(network.embed(["", "mira", " \n"]), 2) == [[0.0, 0.0], [0.5145, 0.8575], [0.0, 0.0]]


def test_store_changes_nothing(network: OnnxEmbedder) -> None:
    assert network.fitted(["port"]) is network


def test_long_text_is_read_from_its_beginning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onnx, "MOST_TOKENS", 1)
    tokens = tokenizer(tokenizer_file(tmp_path / "tokenizer.json"))
    network = OnnxEmbedder("small", onnx_file(tmp_path / "model.onnx"), tokens)

    assert rows(network.embed(["port beans"]), 2) == [[0.6, 0.8]]


def test_wheels_are_read_without_their_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = tmp_path / onnx.MINILM_WORDS[1]
    words.parent.mkdir(parents=True)
    tokenizer_file(words)
    onnx_file(tmp_path / onnx.MINILM[1])
    monkeypatch.setattr(onnx, "folder_of", lambda _name: tmp_path)

    network = minilm()

    assert network is not None
    assert network.id.startswith("minilm-384:")
    assert rows(network.embed(["port"]), 2) == [[0.6, 0.8]]


def test_file_that_is_no_network_is_named(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"no network")
    tokens = tokenizer(tokenizer_file(tmp_path / "tokenizer.json"))

    with pytest.raises(ModelError, match=r"model\.onnx is no model that onnxruntime can run"):
        OnnxEmbedder("small", tmp_path / "model.onnx", tokens)

"""What every embedder promises."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.embedders.building import distilled_folder, model2vec_folder, onnx_file, tokenizer_file
from tests.embedders.building_e5 import e5_file

from vademecum.embedders.distilled import distilled
from vademecum.embedders.e5 import E5Embedder
from vademecum.embedders.files import mapped, tokenizer
from vademecum.embedders.fourbit import FourBit
from vademecum.embedders.hashed import HashedEmbedder
from vademecum.embedders.onnx import OnnxEmbedder
from vademecum.embedders.static import model2vec
from vademecum.ports.meaning import Embedder

TEXTS = ["Mira port", "", " \n\t", "beans in the garden", "port", "\ud800 redis", "日本語", "🎉🎉", "\x00"]


def network(folder: Path) -> Embedder:
    tokens = tokenizer(tokenizer_file(folder / "tokenizer.json"))
    return OnnxEmbedder("small", onnx_file(folder / "model.onnx"), tokens)


def transformer(folder: Path) -> Embedder:
    path = e5_file(folder / "e5.bin")
    return E5Embedder("small", FourBit(path, mapped(path)))


MADE: dict[str, Callable[[Path], Embedder]] = {
    "hashed": lambda _: HashedEmbedder(16),
    "static": lambda folder: model2vec(model2vec_folder(folder / "model")),
    "fitted": lambda folder: model2vec(model2vec_folder(folder / "model")).fitted(TEXTS),
    "distilled": lambda folder: distilled(distilled_folder(folder)),
    "onnx": network,
    "e5": transformer,
}


@pytest.fixture(params=MADE, name="embedder")
def _embedder(request: pytest.FixtureRequest, tmp_path: Path) -> Embedder:
    return MADE[request.param](tmp_path)


def lengths(embedder: Embedder, texts: list[str]) -> list[float]:
    rows = np.frombuffer(embedder.embed(texts), "<f4").reshape(len(texts), embedder.dimension)
    return [round(float(one), 5) for one in np.sqrt((rows * rows).sum(axis=1))]


def test_every_text_has_a_row_of_length_one_or_nothing(embedder: Embedder) -> None:
    assert set(lengths(embedder, TEXTS)) == {0.0, 1.0}
    assert lengths(embedder, ["", "port"]) == [0.0, 1.0]


def test_no_texts_have_no_rows(embedder: Embedder) -> None:
    assert embedder.embed([]) == b""


def test_row_depends_on_its_text_alone(embedder: Embedder) -> None:
    together = embedder.embed(TEXTS * 60)
    apart = b"".join(embedder.embed([text]) for text in TEXTS)

    assert together == apart * 60


def test_text_of_a_megabyte_is_read_from_its_beginning(embedder: Embedder) -> None:
    assert lengths(embedder, ["port " * 200_000, "日" * 1_000_000, "port" * 250_000])[0] == 1.0


def test_fitting_is_the_same_for_the_same_texts(embedder: Embedder) -> None:
    one, other = embedder.fitted(iter(TEXTS)), embedder.fitted(reversed(TEXTS))

    assert (one.id, one.dimension) == (other.id, embedder.dimension)
    assert one.embed(TEXTS) == other.embed(TEXTS)


def test_fit_that_is_kept_is_taken_up_again(embedder: Embedder) -> None:
    fitted = embedder.fitted(TEXTS)

    assert embedder.refitted(fitted.fit).embed(TEXTS) == fitted.embed(TEXTS)
    assert embedder.refitted(fitted.fit).id == fitted.id

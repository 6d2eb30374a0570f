"""What every embedder promises."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.embedders.building import model2vec_folder

from vademecum.embedders.hashed import HashedEmbedder
from vademecum.embedders.static import model2vec
from vademecum.ports.meaning import Embedder

TEXTS = ["Mira port", "", "beans in the garden", "port", "\ud800 redis", "日本"]


@pytest.fixture(params=["hashed", "static", "fitted"], name="embedder")
def _embedder(request: pytest.FixtureRequest, tmp_path: Path) -> Embedder:
    if request.param == "hashed":
        return HashedEmbedder(16)
    table = model2vec(model2vec_folder(tmp_path / "model"))
    return table if request.param == "static" else table.fitted(TEXTS)


def lengths(embedder: Embedder, texts: list[str]) -> list[float]:
    rows = np.frombuffer(embedder.embed(texts), "<f4").reshape(len(texts), embedder.dimension)
    return [round(float(one), 5) for one in np.sqrt((rows * rows).sum(axis=1))]


def test_every_text_has_a_row_of_length_one_or_nothing(embedder: Embedder) -> None:
    assert set(lengths(embedder, TEXTS)) == {0.0, 1.0}
    assert lengths(embedder, ["", "port"]) == [0.0, 1.0]


def test_no_texts_have_no_rows(embedder: Embedder) -> None:
    assert embedder.embed([]) == b""


def test_row_depends_on_its_text_alone(embedder: Embedder) -> None:
    together = embedder.embed(TEXTS * 200)
    apart = b"".join(embedder.embed([text]) for text in TEXTS)

    assert together == apart * 200


def test_fitting_is_the_same_for_the_same_texts(embedder: Embedder) -> None:
    one, other = embedder.fitted(iter(TEXTS)), embedder.fitted(reversed(TEXTS))

    assert (one.id, one.dimension) == (other.id, embedder.dimension)
    assert one.embed(TEXTS) == other.embed(TEXTS)

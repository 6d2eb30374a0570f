"""Tables of token vectors: pooling, rarity, and files that are none."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file
from tests.embedders.building import VECTORS, model2vec_folder, rows, tokenizer_file

from vademecum.embedders import files, static
from vademecum.embedders.static import model2vec, wordllama
from vademecum.errors import ModelError


def test_text_is_the_sum_of_its_tokens(tmp_path: Path) -> None:
    table = model2vec(model2vec_folder(tmp_path))

    assert rows(table.embed(["port", "PORT beans beans", "Garden zebra"]), 2) == [
        [0.6, 0.8],
        [0.2425, 0.9701],
        [0.0, -1.0],
    ]


def test_common_tokens_count_little_once_fitted(tmp_path: Path) -> None:
    table = model2vec(model2vec_folder(tmp_path))
    fitted = table.fitted(["mira port", "mira garden", "mira beans", *["mira", "mira port"] * 2])

    (x, y), (_, plain) = *rows(fitted.embed(["mira port"]), 2), *rows(table.embed(["mira port"]), 2)

    common, rare = round(math.log1p(0.5 / 7.5), 1), round(math.log1p(4.5 / 3.5), 1)
    expected = np.array([3 * rare, 4 * rare + common])
    assert [x, y] == pytest.approx(expected / np.linalg.norm(expected), abs=1e-4)
    assert y < plain


def test_id_says_table_and_rarities(tmp_path: Path) -> None:
    table = model2vec(model2vec_folder(tmp_path))

    assert table.id.startswith("model2vec:")
    assert table.fitted(["port"] * 3).id.startswith(f"{table.id}+")
    assert table.fitted(["port"] * 3).id != table.fitted(["beans"] * 3).id


def test_fit_does_not_tell_what_few_texts_say(tmp_path: Path) -> None:
    table = model2vec(model2vec_folder(tmp_path))

    assert table.fitted(["port", "port", "mira"]).fit == table.fitted(["beans"] * 2 + ["garden"]).fit


def test_fit_is_kept_and_taken_up_again(tmp_path: Path) -> None:
    table = model2vec(model2vec_folder(tmp_path))
    fitted = table.fitted(["port"] * 3 + ["beans"])

    assert table.refitted(fitted.fit).id == fitted.id
    assert table.refitted(b"of another table").id == table.id


def test_another_file_is_another_model(tmp_path: Path) -> None:
    one = model2vec(model2vec_folder(tmp_path / "one")).id
    weights = np.ones(len(VECTORS), np.float32)

    assert model2vec(model2vec_folder(tmp_path / "two", weights=weights)).id != one


def test_weights_and_mapping_of_a_newer_model_are_heeded(tmp_path: Path) -> None:
    order = np.array([0, 4, 3, 2, 1, 5], np.int64)
    weights = np.array([0, 1, 1, 0, 1, 1], np.float32)
    table = model2vec(model2vec_folder(tmp_path, mapping=order, weights=weights))

    assert rows(table.embed(["port", "garden", "port garden"]), 2) == [[-1.0, 0.0], [0.0, 0.0], [-1.0, 0.0]]


def test_long_text_is_read_from_its_beginning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static, "MOST_CHARACTERS", 6)

    assert rows(model2vec(model2vec_folder(tmp_path)).embed(["beans port"]), 2) == [[-1.0, 0.0]]


def test_wheel_of_wordllama_is_read_without_its_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in static.WORDLLAMA:
        (tmp_path / name).parent.mkdir(parents=True)
    save_file({"embedding.weight": VECTORS}, tmp_path / static.WORDLLAMA[0])
    tokenizer_file(tmp_path / static.WORDLLAMA[1])
    monkeypatch.setattr(static, "folder_of", lambda _name: tmp_path)

    table = wordllama()

    assert table is not None
    assert table.id.startswith("wordllama-256:")
    assert rows(table.embed(["beans"]), 2) == [[-1.0, 0.0]]


def test_package_that_is_not_there_has_no_table() -> None:
    assert files.folder_of("vademecum_has_no_such_package") is None
    assert files.folder_of("vademecum") == Path(files.__file__).parent.parent


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("model.safetensors", None, "holds nothing that can be read"),
        ("model.safetensors", b"no tensors", "holds no safetensors"),
        ("tokenizer.json", b"{}", "holds no tokenizer"),
        ("tokenizer.json", b"\xff", "holds no tokenizer"),
        ("config.json", b"[]", "holds no JSON object"),
        ("config.json", b"{", "holds no JSON"),
    ],
)
def test_broken_model_says_which_file(tmp_path: Path, name: str, data: bytes | None, message: str) -> None:
    folder = model2vec_folder(tmp_path)
    (folder / name).unlink(missing_ok=True)
    if data is not None:
        (folder / name).write_bytes(data)

    with pytest.raises(ModelError, match=message) as caught:
        model2vec(folder)

    assert name in str(caught.value)


def test_safetensors_without_a_table_are_refused(tmp_path: Path) -> None:
    folder = model2vec_folder(tmp_path)
    save_file({"other": VECTORS}, folder / "model.safetensors")

    with pytest.raises(ModelError, match="holds no table of embeddings"):
        model2vec(folder)


@pytest.mark.parametrize(
    "more",
    [
        {"mapping": np.array([0, 99], np.int64)},
        {"weights": np.ones(3, np.float32)},
        {"weights": np.full(len(VECTORS), np.nan, np.float32)},
    ],
)
def test_parts_that_do_not_fit_are_refused(tmp_path: Path, more: dict[str, np.ndarray]) -> None:
    with pytest.raises(ModelError, match=r"model\.safetensors is damaged; install"):
        model2vec(model2vec_folder(tmp_path, **more))


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json"])
def test_half_of_a_file_is_refused(tmp_path: Path, name: str) -> None:
    path = model2vec_folder(tmp_path) / name
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])

    with pytest.raises(ModelError, match="install the package again"):
        model2vec(tmp_path)


def test_file_of_absurd_size_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 10)

    with pytest.raises(ModelError, match="larger than 10 bytes"):
        model2vec(model2vec_folder(tmp_path))

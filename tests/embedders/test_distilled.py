"""Tables that were made by the script, and files that are damaged."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.embedders.building import distilled_folder, rows

from vademecum.embedders.distilled import ROWS, WORDS, distilled
from vademecum.errors import ModelError


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    return distilled_folder(tmp_path)


def test_row_counts_by_its_weight_alone(folder: Path) -> None:
    found = rows(distilled(folder).embed(["port", "Ports", "beans", "port beans"]), 2)

    assert found == [[0.6, 0.8], [0.6, 0.8], [-1.0, 0.0], [0.1240, 0.9923]]


def test_id_names_the_files_by_their_bytes(folder: Path) -> None:
    one = distilled(folder).id
    (folder / WORDS).write_text("port 1\nbean 0.4\n##s 1\n", encoding="utf-8")

    assert one.startswith("distilled-2:")
    assert distilled(folder).id != one


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        (ROWS, None, "holds nothing that can be read"),
        (ROWS, b"", "holds no matrix"),
        (ROWS, b"no matrix", "holds no matrix"),
        (WORDS, None, "holds nothing that can be read"),
        (WORDS, b"\xff", "holds no text"),
        (WORDS, b"port 1\n", "is damaged"),
        (WORDS, b"port 1\nbean\n##s 1\n", "is damaged"),
        (WORDS, b"port 1\nbean much\n##s 1\n", "is damaged"),
    ],
)
def test_damaged_table_says_which_file(folder: Path, name: str, data: bytes | None, message: str) -> None:
    (folder / name).unlink()
    if data is not None:
        (folder / name).write_bytes(data)

    with pytest.raises(ModelError, match=f"{message}.*folder"):
        distilled(folder)


def test_matrix_of_other_numbers_is_refused(folder: Path) -> None:
    np.save(folder / ROWS, np.zeros((3, 2), np.float32))

    with pytest.raises(ModelError, match="numbers of eight bits"):
        distilled(folder)


def test_matrix_that_would_run_code_is_refused(folder: Path) -> None:
    np.save(folder / ROWS, np.array([[object()]]), allow_pickle=True)

    with pytest.raises(ModelError, match="holds no matrix"):
        distilled(folder)


def test_rarity_counts_less_than_in_other_tables(folder: Path) -> None:
    told = distilled(folder).fitted(["port"] * 9 + ["port beans"] * 3)
    common, rare = 0.1**0.75, 1.3**0.75

    (found,) = rows(told.embed(["port beans"]), 2)

    assert found[1] / found[0] == pytest.approx(0.8 * common / (0.6 * common - 0.5 * rare), abs=1e-2)

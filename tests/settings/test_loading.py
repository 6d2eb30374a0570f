"""Four sources, the strongest wins, and nothing broken blocks."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.errors import InvalidValue, UnknownName
from vademecum.model.value import fields_of
from vademecum.settings import TABLE, Origin, Setting, Settings, defaults, load


def home_with(tmp_path: Path, text: str) -> Path:
    (tmp_path / "config.toml").write_text(text, encoding="utf-8")
    return tmp_path


def test_defaults_come_from_the_table() -> None:
    assert {setting.name: defaults().value(setting.name) for setting in TABLE} == {
        "language": "en",
        "scope": "personal",
        "recall.limit": 6,
        "recall.floor": "calibrated",
        "search.limit": 8,
        "digest.max_bytes": 1200,
        "worktrees.isolate": False,
        "review.agents": True,
        "sync.max_files": 20_000,
        "embedder": "auto",
        "meaning.folder": "",
        "meaning.url": "",
        "meaning.name": "",
        "meaning.key_variable": "",
        "meaning.deadline_ms": 2_000,
        "model.planner": False,
        "model.extractor": False,
        "model.url": "",
        "model.name": "",
        "model.key_variable": "",
        "model.deadline_ms": 4_000,
        "files.read": True,
        "files.also": "",
        "hooks.capture": True,
        "hooks.helper": True,
        "remote.url": "",
        "remote.token_file": "",
        "output.color": "auto",
        "output.format": "text",
    }


def test_fields_and_table_agree() -> None:
    own = set(fields_of(Settings)) - {"origins", "problems", "barred"}

    assert own == {setting.attribute for setting in TABLE}


def test_field_types_are_the_defaults_types() -> None:
    found = defaults()

    assert all(type(getattr(found, s.attribute)) is type(s.default) for s in TABLE)


def test_each_source_overrides_the_weaker(tmp_path: Path) -> None:
    home = home_with(tmp_path, "[recall]\nlimit = 2\n[search]\nlimit = 2\n[digest]\nmax_bytes = 222\n")

    found = load(home, {"VADE_SEARCH_LIMIT": "3", "VADE_DIGEST_MAX_BYTES": "333"}, {"digest.max_bytes": 444})

    assert (found.recall_limit, found.search_limit, found.digest_max_bytes) == (2, 3, 444)
    assert [
        found.origins[name] for name in ("language", "recall.limit", "search.limit", "digest.max_bytes")
    ] == [
        Origin.DEFAULT,
        Origin.FILE,
        Origin.ENVIRONMENT,
        Origin.ARGUMENT,
    ]


@pytest.mark.parametrize(
    "text", ["recall.limit = 9", "[recall]\nlimit = 9", '"recall.limit" = 9', "recall = {limit = 9}"]
)
def test_every_toml_spelling_is_read(tmp_path: Path, text: str) -> None:
    assert load(home_with(tmp_path, text), {}).recall_limit == 9


@pytest.mark.parametrize("raw", [b"recall = [", b"\xff\xfe", b"limit = ", b"a = 1\na = 2"])
def test_broken_file_falls_to_defaults(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "config.toml").write_bytes(raw)

    found = load(tmp_path, {})

    assert found.recall_limit == 6
    assert "not valid TOML" in found.problems[0].message


def test_file_that_is_a_folder_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "config.toml").mkdir()

    assert "cannot be read" in load(tmp_path, {}).problems[0].message


def test_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_bytes(b"\xef\xbb\xbflanguage = 'de'")

    assert load(tmp_path, {}).language == "de"


@pytest.mark.parametrize(
    "line",
    [
        "recall.limit = 0",
        "recall.limit = 51",
        "recall.limit = '6'",
        "recall.limit = true",
        "recall.limit = 6.0",
        "recall.limit = [6]",
        "worktrees.isolate = 1",
        "output.color = 'allways'",
        "language = 'EN'",
        "language = 3",
    ],
)
def test_bad_value_falls_to_the_default(tmp_path: Path, line: str) -> None:
    found = load(home_with(tmp_path, line), {})

    assert found.problems[0].fix == f"vade config unset {line.partition(' ')[0]}"
    assert set(found.origins.values()) == {Origin.DEFAULT}


def test_bad_environment_leaves_the_file_in_force(tmp_path: Path) -> None:
    found = load(home_with(tmp_path, "recall.limit = 3"), {"VADE_RECALL_LIMIT": "many"})

    assert (found.recall_limit, found.origins["recall.limit"]) == (3, Origin.FILE)
    assert found.problems[0].fix == "unset VADE_RECALL_LIMIT"


def test_unknown_key_names_the_nearest(tmp_path: Path) -> None:
    problem = load(home_with(tmp_path, "[recal]\nlimit = 3"), {}).problems[0]

    assert problem.message.startswith("unknown setting 'recal.limit'; did you mean recall.limit")


def test_unknown_variable_names_the_nearest(tmp_path: Path) -> None:
    problem = load(tmp_path, {"VADE_RECALL_LIMT": "3"}).problems[0]

    assert problem.message.startswith(
        "no setting has the variable VADE_RECALL_LIMT; did you mean VADE_RECALL_LIMIT"
    )


def test_variables_of_others_are_ignored(tmp_path: Path) -> None:
    found = load(
        tmp_path, {"VADE_HOME": "/x", "VADE_DEBUG": "1", "VADE_COLOR": "", "PATH": "x", "_VADE_COMPLETE": "y"}
    )

    assert found.problems == ()


@pytest.mark.parametrize(
    ("text", "value"), [("true", True), ("YES", True), ("1", True), ("off", False), ("0", False)]
)
def test_yes_and_no_have_many_spellings(tmp_path: Path, text: str, value: bool) -> None:
    assert load(tmp_path, {"VADE_WORKTREES_ISOLATE": text}).worktrees_isolate is value


@pytest.mark.parametrize("text", ["1_0", "１０", "+7", "7.0", "0x7", "", "9" * 5000])
def test_number_from_text_is_plain_digits(tmp_path: Path, text: str) -> None:
    assert load(tmp_path, {"VADE_RECALL_LIMIT": text}).recall_limit == 6


def test_bad_argument_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match=r"recall\.limit"):
        load(tmp_path, {}, {"recall.limit": 99})


def test_unknown_argument_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownName) as caught:
        load(tmp_path, {}, {"limit": 3})

    assert caught.value.suggestions == ("recall.limit", "search.limit")


@given(st.dictionaries(st.sampled_from([s.variable for s in TABLE]), st.text()))
def test_no_environment_ever_blocks(environ: dict[str, str]) -> None:
    found = load(Path(os.devnull), environ)

    assert set(found.origins) == {setting.name for setting in TABLE}


@pytest.mark.parametrize("setting", TABLE, ids=lambda setting: setting.name)
def test_every_example_is_allowed(setting: Setting, tmp_path: Path) -> None:
    assert load(tmp_path, {setting.variable: setting.example}).problems == ()

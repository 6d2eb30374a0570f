"""What in a home reaches beyond it counts once its user trusts it, and only as it was then."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from vademecum.places import config_folder
from vademecum.sealing.layout import MARK, MEMORY_VARIABLE, OPEN, Opened, place_in, write_open
from vademecum.settings import NOT_TRUSTED, TABLE, Origin, Setting, load
from vademecum.settings.editing import set_value, unset_value
from vademecum.settings.table import NOWHERE
from vademecum.settings.trust import record_place
from vademecum.settings.trusting import reaching, revoke, settle, trust

REACHING = [setting for setting in TABLE if setting.reaches != NOWHERE]
TEXT = """\
language = "de"
[model]
url = "http://localhost:1/v1"
planner = true
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """One that somebody else made."""
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "config.toml").write_text(TEXT, encoding="utf-8")
    return tmp_path / "home"


@pytest.fixture
def default(tmp_path: Path) -> Path:
    """The user's own, by its place."""
    (tmp_path / "person" / ".vademecum").mkdir(parents=True)
    (tmp_path / "person" / ".vademecum" / "config.toml").write_text(TEXT, encoding="utf-8")
    return tmp_path / "person" / ".vademecum"


def counting(home: Path) -> dict[str, bool]:
    return {one.name: one.trusted for one in reaching(str(home))}


def trust_all(home: Path) -> None:
    trust(str(home), reaching(str(home)))


def change(home: Path, before: str, after: str) -> None:
    file = home / "config.toml"
    file.write_text(file.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")


def test_what_reaches_beyond_a_home_is_decided_for_every_setting() -> None:
    assert {setting.name for setting in REACHING} == {
        "hooks.helper",
        "files.read",
        "files.also",
        "embedder",
        "meaning.folder",
        "meaning.url",
        "meaning.name",
        "meaning.key_variable",
        "model.planner",
        "model.extractor",
        "model.url",
        "model.name",
        "model.key_variable",
        "remote.url",
        "remote.token_file",
    }
    with pytest.raises(TypeError, match="reaches"):
        Setting(name="n", default=1, meaning="", variable="V", example="1")  # type: ignore[call-arg]


def test_no_default_needs_trust() -> None:
    assert [setting.name for setting in TABLE if setting.leads_out(setting.default)] == []


def test_what_stays_in_the_home_is_read_from_any(home: Path) -> None:
    change(home, TEXT, 'language = "de"\nembedder = "none"\nfiles.read = false\nhooks.helper = false\n')

    found = load(home, {})

    assert (found.language, found.embedder, found.files_read, found.hooks_helper) == (
        "de",
        "none",
        False,
        False,
    )
    assert found.problems == ()


@pytest.mark.parametrize("setting", [s for s in REACHING if s.example != "false"], ids=lambda s: s.name)
def test_what_reaches_beyond_is_ignored_until_it_is_trusted(setting: Setting, home: Path) -> None:
    example = setting.example if setting.kind != "text" else f'"{setting.example}"'
    example = '"endpoint"' if setting.name == "embedder" else example
    (home / "config.toml").write_text(f'"{setting.name}" = {example}\n', encoding="utf-8")

    found = load(home, {})
    assert found.value(setting.name) == setting.default
    assert [(one.code, setting.name in one.message) for one in found.problems] == [(NOT_TRUSTED, True)]

    trust_all(home)
    found = load(home, {})
    assert (found.origins[setting.name], found.problems) == (Origin.FILE, ())


def test_the_message_names_file_settings_and_command(home: Path) -> None:
    (problem,) = load(home, {}).problems

    assert problem.name == str(home / "config.toml")
    assert problem.message.startswith("model.url, model.planner reach beyond the home and are ignored")
    assert problem.fix == f"vade config trust --home {home}"


def test_the_command_is_short_where_the_home_is_in_force(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VADE_HOME", str(home))

    assert load(home, os.environ).problems[0].fix == "vade config trust"


def test_environment_and_arguments_count_in_any_home(home: Path) -> None:
    found = load(home, {"VADE_MODEL_URL": "http://mine"}, {"model.planner": True})

    assert (found.model_url, found.model_planner) == ("http://mine", True)


def test_a_value_that_changes_asks_again_and_the_others_count_on(home: Path) -> None:
    trust_all(home)
    change(home, "localhost:1", "elsewhere")

    found = load(home, {})

    assert (found.model_url, found.model_planner) == ("", True)
    assert "model.url reaches beyond the home and is ignored: it is not what you trusted" in (
        found.problems[0].message
    )


def test_a_value_that_comes_later_asks(home: Path) -> None:
    trust_all(home)
    change(home, "planner", "extractor = true\nplanner")

    assert counting(home) == {"model.url": True, "model.extractor": False, "model.planner": True}


def test_yes_is_not_one(home: Path) -> None:
    """`True == 1` in Python, and no file may be trusted for that."""
    trust_all(home)
    place = Path(record_place(str(home)))
    place.write_text(place.read_text().replace('"model.planner" = true', '"model.planner" = 1'))

    assert counting(home)["model.planner"] is False


def test_what_is_shown_is_trusted_and_nothing_that_came_since(home: Path) -> None:
    shown = reaching(str(home))
    change(home, "localhost:1", "elsewhere")

    trust(str(home), shown)

    assert counting(home) == {"model.url": False, "model.planner": True}


def test_a_home_that_moves_asks_again(home: Path) -> None:
    trust_all(home)
    home.rename(home.with_name("moved"))

    assert load(home.with_name("moved"), {}).model_url == ""


def test_a_home_is_the_same_by_any_of_its_names(home: Path) -> None:
    trust_all(home)
    home.with_name("link").symlink_to(home)

    assert load(home.with_name("link"), {}).model_url == "http://localhost:1/v1"


def test_set_trusts_that_value_alone(home: Path) -> None:
    set_value(home, "model.url", "http://mine")

    assert counting(home) == {"model.planner": False, "model.url": True}


def test_set_to_what_stands_there_trusts_it(home: Path) -> None:
    assert not set_value(home, "model.planner", "true").changed

    assert counting(home) == {"model.url": False, "model.planner": True}


def test_unset_trusts_no_more(home: Path) -> None:
    set_value(home, "model.url", "http://mine")
    unset_value(home, "model.url")
    change(home, "[model]\n", '[model]\nurl = "http://mine"\n')

    assert counting(home)["model.url"] is False


def test_dry_runs_trust_nothing(home: Path) -> None:
    set_value(home, "model.url", "http://localhost:1/v1", dry_run=True)

    assert counting(home)["model.url"] is False


def test_settings_that_stay_in_the_home_leave_no_record(tmp_path: Path) -> None:
    set_value(tmp_path / "new", "recall.limit", "9")

    assert not Path(config_folder()).exists()


def test_the_default_home_counts_by_its_place(default: Path) -> None:
    assert counting(default) == {"model.url": True, "model.planner": True}
    assert not Path(config_folder()).exists()


def test_a_clone_in_the_place_of_the_default_home_asks(default: Path) -> None:
    (default / ".git").mkdir()

    assert counting(default) == {"model.url": False, "model.planner": False}


def test_the_default_home_counts_by_its_place_while_it_is_encrypted_and_open(
    default: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(MEMORY_VARIABLE, str(tmp_path / "memory"))
    folder = Path(place_in(str(tmp_path / "memory"), str(default)))
    one = Opened(folder=str(folder), sealed=str(default), recipient="r", naming="n", unread=())
    for each in (folder.parent, folder):
        each.mkdir(mode=0o700)
    (folder / OPEN).write_bytes(write_open(one))
    (default / "config.toml").rename(default / MARK)
    Path(one.home).mkdir()
    (Path(one.home) / "config.toml").write_text(TEXT, encoding="utf-8")
    assert set(counting(Path(one.home)).values()) == {True}

    # What a folder says of itself counts for nothing: a clone could say it, too.
    (tmp_path / "clone").mkdir()
    (tmp_path / "clone" / OPEN).write_bytes(write_open(one))
    Path(one.home).rename(tmp_path / "clone" / "home")
    assert set(counting(tmp_path / "clone" / "home").values()) == {False}


def test_trust_can_be_withdrawn_from_any_home(home: Path, default: Path) -> None:
    trust_all(home)
    for each in (home, default):
        revoke(str(each))
        assert set(counting(each).values()) == {False}


def test_what_comes_to_the_default_home_in_a_copy_asks(default: Path) -> None:
    settle(str(default))
    change(default, "localhost:1", "elsewhere")

    assert counting(default) == {"model.url": False, "model.planner": True}


def test_the_record_is_its_owners_alone_and_outside_of_the_home(home: Path) -> None:
    trust_all(home)

    place = Path(record_place(str(home)))
    assert (place.stat().st_mode & 0o777, place.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert [file.name for file in home.iterdir()] == ["config.toml"]


def holds_bytes(place: Path) -> None:
    place.write_bytes(b"\xff[")


def has_another_shape(place: Path) -> None:
    place.write_text("home = 1\nvalues = 3\nlinks = 4\n")


def is_huge(place: Path) -> None:
    place.write_text(f'{place.read_text()}"{"x" * 70_000}" = 1\n')


def is_open_to_others(place: Path) -> None:
    place.chmod(0o666)


def is_a_folder(place: Path) -> None:
    place.unlink()
    place.mkdir()


def is_a_pipe(place: Path) -> None:
    place.unlink()
    os.mkfifo(place)


def is_a_link(place: Path) -> None:
    place.symlink_to(place.rename(f"{place}.1"))


def is_about_another(place: Path) -> None:
    place.write_text(place.read_text().replace("/home", "/other"))


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        (holds_bytes, "cannot be read as such"),
        (has_another_shape, "cannot be read as such"),
        (is_huge, "by others than you"),
        (is_open_to_others, "by others than you"),
        (is_a_folder, "by others than you"),
        (is_a_pipe, "by others than you"),
        (is_a_link, "cannot be read"),
        (is_about_another, "another home"),
    ],
)
def test_a_record_that_cannot_be_believed_counts_for_nothing(
    home: Path, spoilt: Callable[[Path], None], said: str
) -> None:
    trust_all(home)
    spoilt(Path(record_place(str(home))))

    found = load(home, {})

    assert (found.model_url, found.language) == ("", "de")
    assert said in found.problems[0].message


def test_a_record_of_another_user_counts_for_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trust_all(home)
    monkeypatch.setattr(os, "geteuid", lambda: 4_711)

    assert "by others than you" in load(home, {}).problems[0].message


def test_a_spoilt_record_is_replaced_by_the_next(home: Path) -> None:
    trust_all(home)
    Path(record_place(str(home))).write_bytes(b"\xff[")
    trust_all(home)

    assert load(home, {}).problems == ()


def test_two_processes_that_set_at_once_are_both_heard(home: Path) -> None:
    program = """
import sys
from vademecum.settings.trust import allow
for number in range(40):
    allow(sys.argv[1], sys.argv[2], f"http://{number}")
"""
    names = ("model.url", "remote.url", "meaning.url")
    running = [subprocess.Popen([sys.executable, "-c", program, str(home), name]) for name in names]
    assert [process.wait() for process in running] == [0, 0, 0]
    (home / "config.toml").write_text("".join(f'{name} = "http://39"\n' for name in names), encoding="utf-8")

    assert counting(home) == dict.fromkeys(names, True)


@pytest.mark.parametrize(
    "link", ["memories", "conversations", "state", "state/locks", "state/hooks/sessions"]
)
def test_a_link_out_of_a_home_bars_it_until_it_is_trusted(home: Path, tmp_path: Path, link: str) -> None:
    (tmp_path / "disk").mkdir()
    (home / link).parent.mkdir(parents=True, exist_ok=True)
    (home / link).symlink_to(tmp_path / "disk")
    assert f"{link} to {tmp_path / 'disk'}" in load(home, {}).barred
    assert "vade config trust" in load(home, {}).barred

    trust_all(home)
    assert load(home, {}).barred == ""

    (home / link).unlink()
    (home / link).symlink_to(tmp_path)
    assert "it is not what you trusted" in load(home, {}).barred


def test_a_link_within_a_home_bars_nothing(home: Path) -> None:
    (home / "elsewhere").mkdir()
    (home / "memories").symlink_to("elsewhere")

    assert load(home, {}).barred == ""


def test_links_of_the_default_home_are_its_owners(default: Path, tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (default / "memories").symlink_to(tmp_path / "disk")

    assert load(default, {}).barred == ""


def test_a_path_of_any_bytes_can_be_trusted(tmp_path: Path) -> None:
    home = Path(os.fsdecode(os.fsencode(tmp_path) + b'/\xff\n"'))
    home.mkdir()
    (home / "config.toml").write_text(TEXT, encoding="utf-8")
    trust_all(home)

    assert load(home, {}).problems == ()

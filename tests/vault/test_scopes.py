"""Which project a folder belongs to, and how scopes are written."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.errors import InvalidValue, UnknownName
from vademecum.model.record import Scope
from vademecum.vault.scopes import folder_scope, parse_scope, project_scope, scope_folder

KEY = "vade__0123456789ab"


def git(folder: Path, *arguments: str) -> None:
    setup = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always"]
    subprocess.run(["git", *setup, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "Our Übung"
    folder.mkdir()
    git(folder, "init", "-q")
    git(folder, "commit", "-q", "--allow-empty", "-m", "x")
    return folder


def test_clones_of_one_remote_share_a_scope(repository: Path, tmp_path: Path) -> None:
    git(repository, "remote", "add", "origin", "git@GitHub.com:acme/Tools.git")
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q")
    git(other, "remote", "add", "origin", "https://token@github.com:443/acme/Tools/")

    assert project_scope(repository) == project_scope(other)
    assert project_scope(repository).startswith("project:tools__")


def test_a_subfolder_shares_its_repositorys_scope(repository: Path) -> None:
    inner = repository / "src" / "deep"
    inner.mkdir(parents=True)

    assert project_scope(inner) == project_scope(repository)


def test_without_remote_the_folder_gives_the_name(repository: Path) -> None:
    assert project_scope(repository).startswith("project:our-ubung__")


def test_a_worktree_shares_its_repositorys_scope(repository: Path, tmp_path: Path) -> None:
    git(repository, "worktree", "add", "-q", str(tmp_path / "tree"))

    assert project_scope(tmp_path / "tree") == project_scope(repository)


def test_an_isolated_worktree_has_its_own_scope(repository: Path, tmp_path: Path) -> None:
    git(repository, "worktree", "add", "-q", str(tmp_path / "one"))
    git(repository, "worktree", "add", "-q", str(tmp_path / "two"))
    folders = (repository, tmp_path / "one", tmp_path / "two")

    assert len({project_scope(folder, isolate_worktrees=True) for folder in folders}) == 3
    assert project_scope(repository, isolate_worktrees=True) == project_scope(repository)


def test_a_submodule_is_its_own_project(repository: Path, tmp_path: Path) -> None:
    outer = tmp_path / "outer"
    outer.mkdir()
    git(outer, "init", "-q")
    git(outer, "submodule", "add", "-q", str(repository), "part")

    assert project_scope(outer / "part") != project_scope(outer)
    assert project_scope(outer / "part").startswith("project:our-ubung__")


def test_the_first_remote_serves_without_origin(repository: Path, tmp_path: Path) -> None:
    git(repository, "remote", "add", "upstream", "ssh://git@h.org:22/a/b.git")
    git(repository, "remote", "add", "later", "https://h.org/c/d")
    plain = tmp_path / "plain"
    plain.mkdir()
    git(plain, "init", "-q")
    git(plain, "remote", "add", "origin", "https://h.org/a/b")

    assert project_scope(repository) == project_scope(plain)


def test_folders_without_git_are_apart(tmp_path: Path) -> None:
    (tmp_path / "a" / "x").mkdir(parents=True)
    (tmp_path / "b" / "x").mkdir(parents=True)

    assert project_scope(tmp_path / "a" / "x") != project_scope(tmp_path / "b" / "x")


def test_a_link_means_the_folder_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")

    assert project_scope(tmp_path / "link") == project_scope(tmp_path / "real")


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("重要 プロジェクト", "project:重要-プロジェクト__"),
        ("🙂", "project:project__"),
        ("É_x.Y", "project:e-x-y__"),
    ],
)
def test_project_names_stay_readable(tmp_path: Path, name: str, start: str) -> None:
    folder = tmp_path / name
    folder.mkdir()

    scope = project_scope(folder)

    assert scope.startswith(start)
    assert folder_scope(scope_folder(scope)) == scope


def test_an_empty_dot_git_is_no_repository(tmp_path: Path) -> None:
    (tmp_path / "a" / ".git").mkdir(parents=True)
    (tmp_path / "a" / "b").mkdir()

    assert project_scope(tmp_path / "a" / "b") != project_scope(tmp_path / "a")


@pytest.mark.parametrize("scope", ["personal", f"project:{KEY}", "org:acme-2"])
def test_folders_and_scopes_match(scope: str) -> None:
    assert folder_scope(scope_folder(Scope(scope))) == scope


@given(st.text())
def test_any_folder_name_is_answered(name: str) -> None:
    scope = folder_scope(name)

    assert scope is None or scope_folder(scope) == name


@pytest.mark.parametrize(
    "name", ["project__x", "project__x__123", "project__X Y__0123456789ab", "org__", "org__A", "org__a/b", ""]
)
def test_other_folders_are_no_scopes(name: str) -> None:
    assert folder_scope(name) is None


@pytest.mark.parametrize("text", ["personal", f"project:{KEY}", "org:acme"])
def test_written_scopes_are_understood(text: str, tmp_path: Path) -> None:
    assert parse_scope(text, tmp_path) == text


def test_plain_project_means_this_folder(tmp_path: Path) -> None:
    assert parse_scope("project", tmp_path) == project_scope(tmp_path)


def test_an_unknown_scope_names_the_nearest() -> None:
    with pytest.raises(UnknownName) as refused:
        parse_scope("persnal", None)

    assert refused.value.suggestions[0] == "personal"


@pytest.mark.parametrize(
    ("text", "suggestion"), [("org:Acme Inc", "org:acme-inc"), ("project:vade", "project"), ("org:", None)]
)
def test_a_wrong_key_is_refused_with_advice(text: str, suggestion: str | None) -> None:
    with pytest.raises(InvalidValue) as refused:
        parse_scope(text, None)

    assert refused.value.suggestions == ((suggestion,) if suggestion else ())


def test_project_without_a_folder_is_refused() -> None:
    with pytest.raises(InvalidValue, match="no working folder"):
        parse_scope("project", None)

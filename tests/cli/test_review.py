"""review: what each command shows and what each option leaves in the files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from vademecum.vault.scopes import project_scope, scope_folder

Vade = Callable[..., Any]

OLD = "01JNTSW6X00000000000000001"
NEW = "01JNTSW6X00000000000000002"
DRAFTS = "project__harbour__0123456789ab"
SCOPE = "project:harbour__0123456789ab"


def note(home: Path, name: str, record: str, body: str, *fields: str, folder: str = "personal") -> None:
    place = home / "memories" / folder / f"{name}.md"
    place.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"id: {record}", "created: 2026-02-01T00:00:00Z", *fields]
    place.write_text("---\n" + "\n".join(lines) + f"\n---\n{body}\n", encoding="utf-8")


@pytest.fixture
def proposal(vade: Vade, home: Path) -> None:
    """A memory, and another one that an agent would put in its place."""
    vade("init")
    note(home, "old-port", OLD, "It listens on port 8080.")
    step = "review_history: [{at: 2026-02-02T00:00:00Z, by: agent, to: proposed, note: I saw 8081}]"
    note(
        home,
        "new-port",
        NEW,
        "It listens on port 8081.",
        "tags: [ops]",
        "review: proposed",
        f"supersedes: [{OLD}]",
        step,
    )


@pytest.fixture
def draft(vade: Vade, home: Path) -> None:
    """A draft of a project."""
    vade("init")
    note(home, "deploy-day", OLD, "We deploy on Tuesdays.", "review: draft", folder=DRAFTS)


@pytest.mark.usefixtures("proposal")
def test_list_shows_what_would_change(vade: Vade) -> None:
    assert vade("review", "list").out == (
        "1. new-port would replace old-port  personal · agent · 2026-02-02\n"
        "   because: I saw 8081\n"
        "   tags: nothing → ops\n"
        "   - It listens on port 8080.\n"
        "   + It listens on port 8081.\n"
        "   vade review approve new-port · reject new-port\n"
        "\n"
        "1 decision waits\n"
    )


@pytest.mark.usefixtures("proposal")
def test_list_marks_the_changed_words(vade: Vade) -> None:
    shown = vade("review", "list", "--color").out

    assert "\x1b[31mIt listens on port \x1b[0m\x1b[1;4;31m8080\x1b[0m\x1b[31m.\x1b[0m" in shown
    assert "\x1b[32mIt listens on port \x1b[0m\x1b[1;4;32m8081\x1b[0m\x1b[32m.\x1b[0m" in shown


@pytest.mark.usefixtures("proposal")
def test_list_answers_as_json(vade: Vade) -> None:
    run = vade("review", "list", "--json")

    (item,) = run.json["results"]
    assert (item["waits_as"], item["key"], item["replaces"]) == ("replacement", "new-port", [OLD])
    assert item["change"]["lines"][0] == {
        "sign": "-",
        "text": "It listens on port 8080.",
        "changed": [[19, 23]],
    }
    assert run.json["total"] == 1


@pytest.mark.flag("vade review list --limit")
def test_list_says_what_a_limit_leaves_out(vade: Vade, home: Path) -> None:
    vade("init")
    note(home, "a", OLD, "x1", "review: draft", folder=DRAFTS)
    note(home, "b", NEW, "x2", "review: draft", folder=DRAFTS)

    run = vade("review", "list", "--scope", "all", "--limit", "1")

    assert run.out.endswith("2 decisions wait; 1 not shown, `--limit 2` shows more\n")
    assert vade("review", "list", "--scope", "all", "--quiet").out == "a\nb\n"


def test_empty_queue_says_so(vade: Vade) -> None:
    vade("init")

    assert vade("review", "list").out == "Nothing waits for a decision.\n"


@pytest.mark.usefixtures("proposal")
def test_approval_replaces_and_says_where(vade: Vade, home: Path) -> None:
    run = vade("review", "approve", "new-port")

    assert run.out == (
        "Approved new-port\n"
        "  ~/.vademecum/memories/personal/new-port.md\n"
        "  in place of old-port: ~/.vademecum/memories/personal/old-port.md\n"
    )
    assert f"superseded_by: {NEW}" in (home / "memories/personal/old-port.md").read_text()


@pytest.mark.usefixtures("proposal")
@pytest.mark.flag("vade review approve --by")
@pytest.mark.flag("vade review approve --note")
def test_approval_is_kept_with_name_and_reason(vade: Vade) -> None:
    run = vade("review", "approve", NEW, "--by", "Eve", "--note", "I looked", "--json")

    last = run.json["memory"]["review_history"][-1]
    assert (last["by"], last["to"], last["note"]) == ("Eve", "approved", "I looked")
    assert run.json["replaced"] == [{"id": OLD, "key": "old-port", "path": "personal/old-port.md"}]


@pytest.mark.usefixtures("proposal")
@pytest.mark.flag("vade review approve --dry-run")
def test_dry_approval_writes_nothing(vade: Vade, home: Path) -> None:
    before = (home / "memories/personal/old-port.md").read_text()

    run = vade("review", "approve", "new-port", "--dry-run")

    assert run.out.startswith("Nothing written; would be approved new-port\n")
    assert (home / "memories/personal/old-port.md").read_text() == before


@pytest.mark.usefixtures("proposal")
@pytest.mark.flag("vade review reject --by")
@pytest.mark.flag("vade review reject --note")
def test_rejection_is_kept_with_name_and_reason(vade: Vade) -> None:
    run = vade("review", "reject", "new-port", "--by", "Eve", "--note", "it is 8080", "--json")

    last = run.json["memory"]["review_history"][-1]
    assert (run.json["outcome"], last["by"], last["note"]) == ("rejected", "Eve", "it is 8080")


@pytest.mark.usefixtures("proposal")
@pytest.mark.flag("vade review reject --dry-run")
def test_dry_rejection_writes_nothing(vade: Vade) -> None:
    assert vade("review", "reject", "new-port", "--dry-run", "--quiet").out == "new-port\n"
    assert vade("review", "list", "--quiet").out == "new-port\n"


@pytest.mark.usefixtures("draft")
@pytest.mark.flag("vade review propose --by")
@pytest.mark.flag("vade review propose --note")
def test_proposal_is_kept_with_name_and_reason(vade: Vade) -> None:
    run = vade("review", "propose", "deploy-day", "--by", "Eve", "--note", "agreed", "--json")

    (event,) = run.json["memory"]["review_history"]
    assert (event["by"], event["from"], event["to"], event["note"]) == ("Eve", "draft", "proposed", "agreed")


@pytest.mark.usefixtures("draft")
@pytest.mark.flag("vade review propose --dry-run")
def test_dry_proposal_writes_nothing(vade: Vade) -> None:
    vade("review", "propose", "deploy-day", "--dry-run")

    assert "deploy-day is a draft" in vade("review", "list", "--scope", SCOPE).out


@pytest.mark.usefixtures("draft")
@pytest.mark.flag("vade review propose --retire")
def test_retirement_waits_for_a_person(vade: Vade) -> None:
    vade("review", "propose", "deploy-day", "--retire", "retracted", "--by", "agent", "--note", "never so")

    shown = vade("review", "list", "--scope", SCOPE).out
    assert shown.startswith(f"1. deploy-day is proposed to be retracted  {SCOPE} · agent · ")
    assert "   because: never so\n   We deploy on Tuesdays.\n" in shown


@pytest.mark.usefixtures("draft")
def test_step_out_of_order_is_refused_with_advice(vade: Vade) -> None:
    run = vade("review", "approve", "deploy-day")

    assert run.status == 2
    assert "is a draft; `vade review propose` comes first" in run.err


def test_unknown_memory_ends_with_four(vade: Vade) -> None:
    assert vade("review", "approve", "nothing").status == 4


@pytest.fixture
def clone(vade: Vade, home: Path) -> Path:
    """The working folder is a clone, and an approved memory of its project stands in the home."""
    here = Path.cwd()
    for folder in ("objects", "refs"):
        (here / ".git" / folder).mkdir(parents=True)
    (here / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (here / ".git" / "config").write_text('[remote "origin"]\n\turl = https://example.org/a/harbour\n')
    vade("init")
    note(
        home,
        "deploy-day",
        OLD,
        "We deploy on Tuesdays.",
        "review: approved",
        folder=scope_folder(project_scope(here)),
    )
    return here


def test_publishing_moves_the_file_beside_the_code(vade: Vade, clone: Path, home: Path) -> None:
    run = vade("review", "publish", "deploy-day")

    assert run.out == f"Published deploy-day\n  {clone}/.vademecum/deploy-day.md\n"
    assert "review: published" in (clone / ".vademecum" / "deploy-day.md").read_text()
    assert list((home / "memories").glob("project__*/*.md")) == []


@pytest.mark.usefixtures("clone")
@pytest.mark.flag("vade review publish --by")
@pytest.mark.flag("vade review publish --note")
def test_publication_is_kept_with_name_and_reason(vade: Vade) -> None:
    run = vade("review", "publish", "deploy-day", "--by", "Eve", "--note", "agreed", "--json")

    last = run.json["memory"]["review_history"][-1]
    assert (last["by"], last["to"], last["note"]) == ("Eve", "published", "agreed")


@pytest.mark.flag("vade review publish --dry-run")
def test_dry_publication_moves_nothing(vade: Vade, clone: Path) -> None:
    run = vade("review", "publish", "deploy-day", "--dry-run")

    assert run.out.startswith("Nothing written; would be published deploy-day\n")
    assert not (clone / ".vademecum").exists()


@pytest.mark.usefixtures("clone")
def test_another_home_finds_what_was_published(vade: Vade, tmp_path: Path) -> None:
    vade("review", "publish", "deploy-day")

    run = vade("recall", "when do we deploy?", "--home", str(tmp_path / "colleague"), "--json")

    assert [(hit["id"], hit["mark"]) for hit in run.json["results"]] == [(OLD, "published")]


@pytest.mark.usefixtures("clone")
def test_published_memory_is_found_once(vade: Vade) -> None:
    vade("review", "publish", "deploy-day")

    assert vade("search", "deploy", "--json").keys == ["deploy-day"]
    assert vade("doctor").status == 0
    assert vade("reindex").status == 0
    assert vade("search", "deploy", "--json").keys == ["deploy-day"]


@pytest.mark.usefixtures("clone")
def test_published_memory_is_shown_from_anywhere(
    vade: Vade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vade("review", "publish", "deploy-day")
    monkeypatch.chdir(tmp_path)

    assert vade("show", "deploy-day", "--quiet").out == "We deploy on Tuesdays.\n"

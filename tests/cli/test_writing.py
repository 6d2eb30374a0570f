"""remember, edit, alias, entity and init: what each option leaves in the files."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Vade = Callable[..., Any]


def memory(run: Any) -> dict[str, Any]:
    found: dict[str, Any] = run.json["memory"]
    return found


def case(flag: str, given: str, field: str, kept: object) -> Any:
    """An option of a command, what it is given, and the field of the file that keeps it."""
    return pytest.param(flag.rpartition(" ")[2], given, field, kept, id=flag)


@pytest.mark.parametrize(
    ("option", "given", "field", "kept"),
    [
        case("vade remember --title", "Fruit", "title", "Fruit"),
        case("vade remember --type", "fact", "type", "fact"),
        case("vade remember --tag", "food", "tags", ["food"]),
        case("vade remember --alias", "pomme", "aliases", ["pomme"]),
        case("vade remember --about", "Eve", "entities", ["Eve"]),
        case("vade remember --lang", "de", "lang", "de"),
        case("vade remember --subject", "apple", "subject", "apple"),
        case("vade remember --predicate", "colour", "predicate", "colour"),
        case("vade remember --value", "red", "value", "red"),
        case("vade remember --qualifier", "in autumn", "qualifier", "in autumn"),
        case("vade remember --confidence", "0.5", "confidence", 0.5),
        case("vade remember --importance", "high", "importance", "high"),
        case(
            "vade remember --valid-from", "2026-01-01T00:00+00:00", "valid_from", "2026-01-01T00:00:00+00:00"
        ),
        case(
            "vade remember --valid-until",
            "2027-01-01T00:00+00:00",
            "valid_until",
            "2027-01-01T00:00:00+00:00",
        ),
        case("vade remember --expires", "2999-01-01T00:00+00:00", "expires", "2999-01-01T00:00:00+00:00"),
    ],
)
def test_remember_keeps_what_is_stated(vade: Vade, option: str, given: str, field: str, kept: object) -> None:
    assert memory(vade("remember", "Apples are red.", option, given, "--json"))[field] == kept


@pytest.mark.flag("vade remember --source")
@pytest.mark.flag("vade remember --ref")
def test_remember_keeps_who_said_so(vade: Vade) -> None:
    run = vade("remember", "Apples are red.", "--source", "agent", "--ref", "file:a.md#L1", "--json")

    assert [(s["kind"], s["ref"]) for s in memory(run)["sources"]] == [("agent", "file:a.md#L1")]


@pytest.mark.flag("vade remember --pinned")
def test_remember_pins(vade: Vade) -> None:
    assert memory(vade("remember", "Apples are red.", "--pinned", "--json"))["pinned"] is True


@pytest.mark.flag("vade remember --file")
def test_remember_reads_a_file(vade: Vade, tmp_path: Path) -> None:
    (tmp_path / "note.md").write_bytes(b"\xef\xbb\xbfApples\nare red.\n")

    run = vade("remember", "--file", str(tmp_path / "note.md"), "--json")

    assert memory(run)["body"].strip() == "Apples\nare red."


@pytest.mark.flag("vade remember --dry-run")
def test_remember_dry_run_writes_nothing(vade: Vade, home: Path) -> None:
    run = vade("remember", "Apples are red.", "--dry-run")

    place = "~/.vademecum/memories/personal/apples-are-red.md"
    assert run.out == f"Nothing written; would be remembered as apples-are-red\n  {place}\n"
    assert list(home.rglob("*.md")) == []


def test_remember_tells_key_and_file(vade: Vade) -> None:
    assert vade("remember", "Apples are red.", "--title", "Apples").out.splitlines() == [
        "Remembered as apples",
        "  ~/.vademecum/memories/personal/apples.md",
    ]


def test_remember_twice_keeps_one(vade: Vade) -> None:
    first = vade("remember", "Apples are red.", "--json").json
    second = vade("remember", "Apples  are\nred.", "--json").json

    assert (first["outcome"], first["memory"]["id"]) == ("created", second["memory"]["id"])
    assert second["outcome"] in ("existing", "reinforced")


def test_remember_reads_standard_input(vade: Vade) -> None:
    assert memory(vade("remember", "-", "--json", stdin="你好\n".encode()))["body"].strip() == "你好"


def test_remember_joins_unquoted_words(vade: Vade) -> None:
    assert memory(vade("remember", "Apples", "are", "red.", "--json"))["body"].strip() == "Apples are red."


@pytest.mark.parametrize("raw", [b"bad \xff byte", b"nul \x00 byte", b"esc \x1b[31m red"])
def test_remember_survives_any_bytes(vade: Vade, raw: bytes) -> None:
    assert vade("remember", "-", "--json", stdin=raw).status == 0
    assert "\x1b" not in vade("search", "byte red").out


def test_remember_refuses_text_and_file(vade: Vade) -> None:
    assert "not both" in vade("remember", "x", "--file", "y").err


def test_remember_names_a_missing_file(vade: Vade) -> None:
    run = vade("remember", "--file", "nowhere.md", "--json")

    assert (run.status, run.json["error"]["code"]) == (10, "vault")


@pytest.fixture
def apple(vade: Vade) -> None:
    """One memory to change."""
    vade("remember", "Apples are red.", "--title", "Apples", "--tag", "food", "--alias", "pomme")


@pytest.mark.usefixtures("apple")
@pytest.mark.parametrize(
    ("option", "given", "field", "kept"),
    [
        case("vade edit --text", "Apples are green.", "body", "Apples are green."),
        case("vade edit --title", "Fruit", "title", "Fruit"),
        case("vade edit --type", "fact", "type", "fact"),
        case("vade edit --tag", "fruit", "tags", ["food", "fruit"]),
        case("vade edit --untag", "food", "tags", []),
        case("vade edit --alias", "mela", "aliases", ["pomme", "mela"]),
        case("vade edit --unalias", "pomme", "aliases", []),
        case("vade edit --set", "confidence=0.5", "confidence", 0.5),
    ],
)
def test_edit_changes_what_is_named(vade: Vade, option: str, given: str, field: str, kept: object) -> None:
    vade("edit", "apples", option, given)
    found = memory(vade("show", "apples", "--json"))[field]

    assert (found.strip() if isinstance(found, str) else found) == kept


@pytest.mark.usefixtures("apple")
@pytest.mark.flag("vade edit --dry-run")
def test_edit_dry_run_writes_nothing(vade: Vade, home: Path) -> None:
    before = (home / "memories/personal/apples.md").read_bytes()

    run = vade("edit", "apples", "--text", "Apples are blue.", "--dry-run")

    assert run.out.startswith("Nothing written; would change apples: ")
    assert (home / "memories/personal/apples.md").read_bytes() == before


@pytest.mark.usefixtures("apple")
@pytest.mark.flag("vade edit --expected-updated")
def test_edit_refuses_what_changed_meanwhile(vade: Vade) -> None:
    seen = memory(vade("show", "apples", "--json"))["updated"]

    assert vade("edit", "apples", "--tag", "x", "--expect-updated", "2001-01-01").status == 3
    assert vade("edit", "apples", "--tag", "x", "--expect-updated", seen).status == 0


@pytest.mark.usefixtures("apple")
def test_edit_reads_standard_input(vade: Vade) -> None:
    vade("edit", "apples", "--text", "-", stdin=b"From a pipe.")

    assert vade("show", "apples", "--quiet").out == "From a pipe.\n"


@pytest.mark.usefixtures("apple")
def test_edit_refuses_an_assignment_without_sign(vade: Vade) -> None:
    assert "field=value" in vade("edit", "apples", "--set", "confidence").err


Editor = Callable[[str], None]


@pytest.fixture
def editor(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Editor:
    """Edits the file `f` by a line of Python, in front of a person; drafts go into the test's folder."""
    monkeypatch.setattr("vademecum.cli.session.Session.is_interactive", True)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def does(line: str) -> None:
        program = tmp_path / "editor.py"
        program.write_text(f"import sys, pathlib\nf = pathlib.Path(sys.argv[1])\n{line}\n")
        monkeypatch.setenv("EDITOR", f"{sys.executable} {program}")

    return does


def drafts(tmp_path: Path) -> list[Path]:
    return list(tmp_path.glob("vade-edit-*/*"))


@pytest.mark.usefixtures("apple")
def test_editor_changes_the_file(vade: Vade, editor: Editor, tmp_path: Path) -> None:
    editor("f.write_text(f.read_text().replace('red', 'yellow'))")

    assert vade("edit", "apples").out.startswith("Changed apples: Apples are yellow.")
    assert vade("show", "apples", "--quiet").out == "Apples are yellow.\n"
    assert drafts(tmp_path) == []


@pytest.mark.usefixtures("apple")
def test_editor_that_changes_nothing_is_told(vade: Vade, editor: Editor, home: Path, tmp_path: Path) -> None:
    before = (home / "memories/personal/apples.md").read_bytes()
    editor("pass")

    assert vade("edit", "apples").out.startswith("Nothing changed in apples: ")
    assert (home / "memories/personal/apples.md").read_bytes() == before
    assert drafts(tmp_path) == []


@pytest.mark.usefixtures("apple")
@pytest.mark.parametrize(
    ("line", "ends"),
    [
        ("f.write_text('')", (2, "text: is empty")),
        ("f.write_text('---\\ntitle: [\\n---\\nx')", (2, "text: line ")),
        ("f.write_text(f.read_text().replace('id: 0', 'id: 1'))", (2, "id: is ")),
        ("f.write_bytes(b'GIF89a\\0\\xff\\xfe')", (2, "text: ")),
        ("f.write_text('x'); sys.exit(3)", (1, "the editor failed")),
    ],
    ids=["empty", "broken", "another", "binary", "failing"],
)
def test_refused_draft_is_kept(
    vade: Vade, editor: Editor, home: Path, tmp_path: Path, line: str, ends: tuple[int, str]
) -> None:
    before = (home / "memories/personal/apples.md").read_bytes()
    editor(line)

    run = vade("edit", "apples")

    assert (run.status, ends[1] in run.err) == (ends[0], True)
    assert f"kept in {drafts(tmp_path)[0]}" in run.err
    assert (home / "memories/personal/apples.md").read_bytes() == before


@pytest.mark.usefixtures("apple")
def test_editor_that_deletes_its_file_loses_nothing(vade: Vade, editor: Editor) -> None:
    editor("f.unlink()")

    assert "the editor left no file" in vade("edit", "apples").err
    assert vade("show", "apples", "--quiet").out == "Apples are red.\n"


@pytest.mark.usefixtures("apple")
def test_change_made_meanwhile_is_a_conflict(vade: Vade, editor: Editor, home: Path, tmp_path: Path) -> None:
    file = home / "memories/personal/apples.md"
    editor(
        f"m = pathlib.Path({str(file)!r}); m.write_text(m.read_text().replace('red', 'blue'))\n"
        "f.write_text(f.read_text().replace('red', 'yellow'))"
    )

    run = vade("edit", "apples")

    assert (run.status, "changed while it was being edited" in run.err) == (3, True)
    assert "blue" in file.read_text()
    assert "yellow" in drafts(tmp_path)[0].read_text()


@pytest.mark.usefixtures("apple")
def test_edit_to_the_same_says_so(vade: Vade) -> None:
    assert vade("edit", "apples", "--title", "Apples").out.startswith("Nothing changed in apples: ")


def test_alias_works_both_ways(vade: Vade) -> None:
    vade("remember", "Kubernetes runs in Graz.", "--title", "Cluster")
    vade("alias", "add", "k8s", "kubernetes")

    assert vade("search", "k8s", "--json").keys == ["cluster"]
    assert vade("alias", "list").out.splitlines()[1].split() == ["k8s", "kubernetes", "personal"]


@pytest.mark.flag("vade alias add --dry-run")
@pytest.mark.flag("vade alias remove --dry-run")
def test_alias_dry_runs_write_nothing(vade: Vade) -> None:
    assert vade("alias", "add", "k8s", "kubernetes", "--dry-run").out.startswith(
        "Nothing written; would be added"
    )
    assert vade("alias", "list", "--json").json["results"] == []
    vade("alias", "add", "k8s", "kubernetes")
    vade("alias", "remove", "k8s", "--dry-run")

    assert len(vade("alias", "list", "--json").json["results"]) == 1


def test_alias_remove_takes_one_or_all(vade: Vade) -> None:
    vade("alias", "add", "k8s", "kubernetes")
    vade("alias", "add", "k8s", "cluster")

    assert len(vade("alias", "remove", "k8s", "cluster", "--json").json["results"]) == 1
    assert len(vade("alias", "remove", "k8s", "--json").json["results"]) == 1
    assert vade("alias", "remove", "k8s", "--json").status == 4


@pytest.mark.parametrize("words", [["kubernetes"], ["kubernetes", "k8s"], ["K8S", "Kubernetes"]])
def test_alias_is_removed_from_either_side(vade: Vade, words: list[str]) -> None:
    vade("alias", "add", "k8s", "kubernetes")

    assert vade("alias", "remove", *words).out == "Removed: k8s ↔ kubernetes (personal)\n"


def test_alias_remove_suggests_either_side(vade: Vade) -> None:
    vade("alias", "add", "k8s", "kubernetes")

    assert vade("alias", "remove", "kubernets", "--json").json["error"]["suggestions"] == ["kubernetes"]


@pytest.mark.parametrize("words", [("k8s", "kubernetes"), ("K8S", "Kubernetes"), ("kubernetes", "k8s")])
def test_alias_that_is_there_is_told(vade: Vade, words: tuple[str, str]) -> None:
    vade("alias", "add", "k8s", "kubernetes")

    assert vade("alias", "add", *words).out == "Already there: k8s ↔ kubernetes (personal)\n"
    assert vade("alias", "add", *words, "--json").json["outcome"] == "existing"
    assert len(vade("alias", "list", "--json").json["results"]) == 1


@pytest.mark.flag("vade entity add --label")
@pytest.mark.flag("vade entity add --alias")
@pytest.mark.flag("vade entity add --text")
def test_entity_keeps_what_is_stated(vade: Vade) -> None:
    vade("entity", "add", "Rhea", "--label", "Person", "--alias", "wife", "--text", "Lives in Graz.")
    page = vade("entity", "show", "wife", "--json").json["entity"]

    assert (page["name"], page["label"], page["aliases"], page["body"].strip()) == (
        "Rhea",
        "Person",
        ["wife"],
        "Lives in Graz.",
    )


@pytest.mark.flag("vade entity add --dry-run")
def test_entity_dry_run_writes_nothing(vade: Vade) -> None:
    vade("entity", "add", "Rhea", "--dry-run")

    assert vade("entity", "show", "Rhea").status == 4


@pytest.mark.flag("vade entity list --limit")
def test_entity_list_says_how_many(vade: Vade) -> None:
    vade("entity", "add", "Rhea")
    vade("entity", "add", "Kushal")

    assert vade("entity", "list", "--limit", "1").out.splitlines()[-1] == (
        "showing 1 of 2; `--offset 1` goes on"
    )
    assert vade("entity", "list", "--json").json["total"] == 2


@pytest.mark.flag("vade entity list --offset")
def test_entity_list_goes_on_at_the_offset(vade: Vade) -> None:
    for name in ("Rhea", "Kushal", "Eve"):
        vade("entity", "add", name)

    assert vade("entity", "list", "--limit", "1", "--offset", "1", "--json").keys == ["kushal"]
    assert vade("entity", "list", "--offset", "2").out.splitlines()[-1] == "showing 3 to 3 of 3"


def test_init_shows_where_memories_are(vade: Vade, home: Path) -> None:
    assert vade("init").out.startswith(f"Made {home}\n")
    assert vade("init").out.startswith(f"Already there: {home}\n")
    assert (home / "memories").is_dir()


@pytest.mark.flag("vade init --dry-run")
def test_init_dry_run_makes_nothing(vade: Vade, home: Path) -> None:
    assert vade("init", "--dry-run", "--json").json["created"] is True
    assert not home.exists()


@pytest.mark.flag("vade entity add --set")
def test_page_is_added_with_properties(vade: Vade, home: Path) -> None:
    run = vade("entity", "add", "Rhea", "--set", "city=Porto", "--set", "skill=Go", "--set", "skill=Rust")

    assert run.status == 0
    assert "\ncity: Porto\n" in (home / "memories/personal/entities/rhea.md").read_text()


@pytest.mark.flag("vade entity set --dry-run")
def test_properties_of_a_page_are_set_and_taken_away(vade: Vade, home: Path) -> None:
    page = home / "memories/personal/entities/rhea.md"
    vade("entity", "add", "Rhea", "--set", "city=Porto", "--set", "team=Blue")

    tried = vade("entity", "set", "Rhea", "city=Lyon", "team=", "--dry-run")
    before = page.read_text()
    vade("entity", "set", "Rhea", "city=Lyon", "team=")

    assert tried.out.startswith("Nothing written")
    assert ("city: Porto" in before, "city: Lyon" in page.read_text()) == (True, True)
    assert "Blue" not in page.read_text()


@pytest.mark.flag("vade edit --property")
@pytest.mark.usefixtures("apple")
def test_edit_sets_a_free_property(vade: Vade, home: Path) -> None:
    vade("edit", "apples", "--property", "grower=Rhea")

    assert "\ngrower: Rhea\n" in (home / "memories/personal/apples.md").read_text()


def test_property_without_a_value_sign_is_refused(vade: Vade) -> None:
    vade("entity", "add", "Rhea")

    assert vade("entity", "set", "Rhea", "city").status == 2

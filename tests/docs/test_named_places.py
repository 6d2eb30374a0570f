"""What SECURITY.md and docs/trust.md name as a proof is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ("SECURITY.md", "docs/trust.md")
FOLDERS = ("tests", "benchmarks", "scripts", "docs", "requirements", "src")
"""Of the repository, as a page writes them."""

_KINDS = r"py|md|txt|jsonl|toml"
_PATH = re.compile(rf"(?:{'|'.join(FOLDERS)})(?:/[\w.-]+)*/?|[\w-]+\.(?:{_KINDS})")
_TEST = re.compile(r"\btest_\w+\b(?!\.py)")
_OF_A_HOME = frozenset({"config.toml"})
"""Files that no repository has."""


def said(page: str) -> list[str]:
    """What a page puts into code, and where its links lead, word by word."""
    text = (ROOT / page).read_text(encoding="utf-8")
    linked = [link for link in re.findall(r"\]\(([^)#\s]+)", text) if ":" not in link]
    code = [word for part in re.findall(r"`([^`\n]+)`", text) for word in part.split()]
    return [*code, *[str((ROOT / page).parent.joinpath(link).resolve().relative_to(ROOT)) for link in linked]]


def is_there(name: str) -> bool:
    """Whether a path leads to something, or a bare file name is that of a file of the repository."""
    if "/" in name or name in FOLDERS:
        return (ROOT / name).exists()
    return (ROOT / name).exists() or any(next((ROOT / one).rglob(name), None) for one in FOLDERS)


@pytest.mark.parametrize("page", PAGES)
def test_every_path_that_a_page_names_is_there(page: str) -> None:
    named = [name for name in said(page) if _PATH.fullmatch(name) and name not in _OF_A_HOME]

    assert len(named) >= 10
    assert [name for name in named if not is_there(name)] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_test_that_a_page_names_is_there(page: str) -> None:
    named = {name for word in said(page) for name in _TEST.findall(word)}
    code = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "tests").rglob("test_*.py"))

    assert {name for name in named if f"def {name}(" not in code} == set()


def test_every_module_that_docs_trust_names_is_a_proof() -> None:
    text = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
    listed = text.partition("one module a kind: ")[2].partition(". Where")[0]

    modules = re.findall(r"\(`(\w+)`\)", listed)

    assert len(modules) >= 6
    assert [name for name in modules if not (ROOT / "benchmarks" / "trust" / f"{name}.py").exists()] == []


def test_every_make_target_that_a_page_names_is_one() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {
        name for page in PAGES for name in re.findall(r"`make ([a-z]+)", (ROOT / page).read_text("utf-8"))
    }

    assert named >= {"trust", "fuzz", "audit"}
    assert named <= targets

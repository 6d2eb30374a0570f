"""The state of a home for people."""

from __future__ import annotations

from vademecum.cli.rendering import health
from vademecum.cli.view import View
from vademecum.model.answer import CheckUp, Finding, Synced, VaultStats

PIPE = View()
QUIET = View(quiet=True)
BROKEN = Finding(level="error", code="x", subject="a\x1b.md", message="is broken\nbadly", fix="mend it")
FINE = Finding(level="ok", code="y", subject="", message="42 files")
STATS = VaultStats(
    memories=2,
    entities=1,
    conversations=2,
    turns=5,
    quarantined=1,
    by_scope={"personal": 3},
    by_type={"fact": 2},
    by_status={},
    by_month={"2026-10": 1, "2026-11": 2},
    by_tag={},
    terms=9,
    index_bytes=1_500_000,
    file_bytes=900,
    revision="a.1",
)


def test_finding_tells_subject_and_fix() -> None:
    assert health.checkup(PIPE, CheckUp(findings=(BROKEN, FINE))).splitlines() == [
        "error    a .md: is broken badly",
        "         fix: mend it",
        "ok       42 files",
        "",
        "1 thing needs attention.",
    ]


def test_many_alike_findings_are_counted() -> None:
    many = [Finding(level="error", code="x", subject=f"{n}.md", message="is broken") for n in range(5000)]
    lines = health.checkup(PIPE, CheckUp(findings=(*many, FINE))).splitlines()

    assert lines[19:] == [
        "error    19.md: is broken",
        "         … 4,980 more x; `vade doctor --json` names all",
        "ok       42 files",
        "",
        "5000 things need attention.",
    ]


def test_quiet_checkup_tells_only_what_needs_attention() -> None:
    assert health.checkup(QUIET, CheckUp(findings=(FINE,))) == ""


def test_sound_home_is_well() -> None:
    assert health.checkup(PIPE, CheckUp(findings=(FINE,))).endswith("\nAll is well.")


def test_stats_total_first_then_plots() -> None:
    lines = health.vault_stats(PIPE, STATS).splitlines()

    assert lines[0] == (
        "2 memories, 1 entity, 9 terms, 2 conversations (5 turns); "
        "files 900 B, index 1.5 MB; 1 unreadable (`vade doctor`)"
    )
    assert [line for line in lines if line.startswith("by ")] == ["by scope", "by type", "by month"]


def test_months_run_backwards() -> None:
    lines = health.vault_stats(PIPE, STATS).splitlines()

    assert [line[:7] for line in lines if line.startswith("2026")] == ["2026-11", "2026-10"]


def test_rebuild_tells_what_it_could_not_read() -> None:
    done = Synced(added=1200, adopted=1, quarantined=2, unreachable={"": "denied"}, elapsed_s=2.0)

    assert health.synced(PIPE, done).splitlines() == [
        "Indexed 1,200 files in 2.0 s (600 a second).",
        "  1 got an id.",
        "  2 could not be read; `vade doctor` names them.",
        "  not read: . (denied)",
    ]

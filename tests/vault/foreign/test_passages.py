"""Files of others in passages: each stands by itself, with its lines, and without what nobody is to read."""

from __future__ import annotations

import pytest

from vademecum.model.record import MemoryType
from vademecum.vault.foreign.passages import LONGEST, MOST, Passage, passages_in


def served(data: bytes) -> tuple[Passage, ...]:
    found = passages_in(data)
    assert not isinstance(found, str), found
    return found


def bodies(text: str) -> list[str]:
    return [passage.body for passage in served(text.encode())]


def lines(text: str) -> list[tuple[int, int]]:
    return [(passage.first, passage.last) for passage in served(text.encode())]


def complaint(data: bytes) -> str:
    found = passages_in(data)
    assert isinstance(found, str), found
    return found


def test_each_paragraph_is_a_passage() -> None:
    assert bodies("Use pnpm here.\n\nTabs, not spaces.\n") == ["Use pnpm here.", "Tabs, not spaces."]


def test_lines_are_those_of_the_file() -> None:
    assert lines("# Build\n\nUse pnpm\nfor all.\n\nTabs, please.") == [(3, 4), (6, 6)]


def test_lines_count_the_front_matter() -> None:
    assert lines("---\npaths: src/**\n---\n\nTabs, please.\n") == [(5, 5)]


def test_headings_become_the_title() -> None:
    (passage,) = served(b"# Work\n## Build\n### Fast ##\nUse pnpm here.\n")

    assert passage.title == "Build › Fast"


def test_deeper_heading_ends_with_the_next() -> None:
    found = served(b"# A\n## B\nOne two.\n# C\nThree four.\n")

    assert [passage.title for passage in found] == ["A › B", "C"]


def test_announcement_stays_with_its_list() -> None:
    assert bodies("Run these:\n\n- make lint\n- make unit\n") == ["Run these:\n\n- make lint\n- make unit"]


def test_code_stays_whole() -> None:
    text = "```sh\nmake lint\n\n# not a heading\nmake unit\n```"

    assert bodies(f"{text}\n\nThen push it.\n") == [text, "Then push it."]


def test_unclosed_code_reaches_to_the_end() -> None:
    assert bodies("```\nmake lint\n\nmake unit") == ["```\nmake lint\n\nmake unit"]


def test_long_list_is_cut_between_items() -> None:
    items = [f"- item {number} {'word ' * 30}\n  goes on".rstrip() for number in range(8)]

    found = bodies("\n".join(items))

    assert len(found) > 1
    assert all(body.startswith("- item") and len(body) <= LONGEST + 200 for body in found)
    assert "\n".join(found) == "\n".join(items)


def test_comments_are_not_served() -> None:
    assert bodies("<!-- tell\n\nnobody this -->\n\nTabs, please.\n") == ["Tabs, please."]


def test_lines_below_a_comment_still_count() -> None:
    assert lines("<!-- tell\n\nnobody this -->\n\nTabs, please.\n") == [(5, 5)]


@pytest.mark.parametrize("line", ["@extra.md", "- @docs/style.md", "- [Build](build.md) — how to build it"])
def test_lines_that_name_a_file_are_not_served(line: str) -> None:
    assert bodies(f"Tabs, please.\n\n{line}\n") == ["Tabs, please."]


@pytest.mark.parametrize("text", ["", "v1", "---", "# Heading only\n", "* * *", "\n\n\n", "```\n```"])
def test_what_says_nothing_has_no_passage(text: str) -> None:
    assert bodies(text) == []


def test_own_recalls_are_cut_out() -> None:
    text = "Tabs, please.\n<vademecum-recall>\nStored notes follow.\n  tea — green\n</vademecum-recall>\n"

    assert bodies(text) == ["Tabs, please.\n"]


def test_private_spans_are_cut_out() -> None:
    assert bodies("Tabs, please. <private>The code is 4711.</private>\n") == ["Tabs, please. "]


def test_secrets_are_masked_and_named() -> None:
    (passage,) = served(b"The key is ghp_16C7e42F292c6912E7710c838347Ae178B4a here.\n")

    assert "292c6912E7710c838347" not in passage.body
    assert passage.masked != ()


def test_slug_is_made_of_the_first_words() -> None:
    (passage,) = served(b"- **Always** use `pnpm`, never npm, in each of our repositories.\n")

    assert passage.slug == "always-use-pnpm-never-npm-in-each"


def test_slugs_that_begin_alike_are_numbered() -> None:
    found = served(b"Use pnpm.\n\nUse pnpm!\n")

    assert [passage.slug for passage in found] == ["use-pnpm", "use-pnpm-2"]


def test_numbered_slug_takes_no_other_passages_place() -> None:
    found = served(b"Step one.\n\nStep one!\n\nStep one 2.\n")

    assert [passage.slug for passage in found] == ["step-one", "step-one-2", "step-one-2-2"]


@pytest.mark.parametrize("line", ["# " + "#" * 200_000 + "x", "Use these:" + "\n" * 200_000])
def test_monstrous_line_is_read_at_once(line: str) -> None:
    assert bodies(f"{line}\n\nTabs, please.")[-1].endswith("Tabs, please.")


@pytest.mark.parametrize("title", ["C", "C#", "Tabs and spaces", "#"])
def test_closing_signs_are_no_part_of_a_title(title: str) -> None:
    assert [one.title for one in served(f"#\t{title}  ##  \nUse tabs.\n".encode())] == [title]


@pytest.mark.parametrize(
    ("front", "kind"),
    [
        ("type: feedback", MemoryType.PREFERENCE),
        ("metadata:\n  type: user", MemoryType.IDENTITY),
        ("type: project", MemoryType.PROJECT),
        ("type: reference", MemoryType.REFERENCE),
        ("type: whatever", MemoryType.NOTE),
        ("type: [a, b]", MemoryType.NOTE),
    ],
)
def test_type_of_a_memory_is_translated(front: str, kind: MemoryType) -> None:
    (passage,) = served(f"---\nname: Build\n{front}\n---\nUse pnpm here.\n".encode())

    assert (passage.type, passage.title) == (kind, "Build")


def test_broken_front_matter_is_read_as_text() -> None:
    assert bodies("---\nname: [\n---\n\nTabs, please.\n")[-1] == "Tabs, please."


def test_invalid_bytes_cost_their_own_place() -> None:
    assert served(b"Tabs \xff please.\n")[0].body == "Tabs � please."


def test_what_is_no_text_is_told() -> None:
    assert complaint(b"\0\0binary") == "it is not text"


def test_merge_markers_are_told() -> None:
    assert "merge markers" in complaint(b"<<<<<<< HEAD\na b\n=======\nc d\n>>>>>>> x\n")


def test_passages_are_bounded() -> None:
    assert len(bodies("\n\n".join(f"word number{n}" for n in range(MOST + 50)))) == MOST


def test_windows_line_ends_leave_no_trace() -> None:
    assert bodies("Use pnpm\r\nhere.\r\n\r\nTabs, please.\r\n") == ["Use pnpm\nhere.", "Tabs, please."]

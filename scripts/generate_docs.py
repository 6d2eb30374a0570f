"""Write the pages that are made from tables: docs/cli.md, docs/settings.md, docs/errors.md, docs/mcp.md.

Usage: generate_docs.py [--check]   With --check nothing is written; a stale page ends it with status 1.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from vademecum import errors
from vademecum.cli.grammar import GLOBAL_OPTIONS, Command
from vademecum.cli.root import COMMANDS, root
from vademecum.mcp.prompts import PROMPTS
from vademecum.mcp.resources import BRIEF, TEMPLATES
from vademecum.mcp.table import PROFILES, TOOLS, Tool, tools_of
from vademecum.places import HOME_VARIABLE
from vademecum.settings import TABLE
from vademecum.surface.outcomes import TABLE as OUTCOMES
from vademecum.surface.outcomes import Exit

DOCS = Path(__file__).parents[1] / "docs"
NOTE = "<!-- Made by scripts/generate_docs.py; edit the table it is made from instead. -->\n"

_EXITS = {
    Exit.OK: "done; finding nothing is an answer, not an error",
    Exit.FAILURE: "failed, or `doctor` found something broken",
    Exit.USAGE: "the command line or a value cannot be",
    Exit.CONFLICT: "the record changed meanwhile",
    Exit.NOT_FOUND: "what was named by id, key or name does not exist, or is ambiguous",
    Exit.FORBIDDEN: "not allowed: a path that leads out of the vault, or what a service refuses",
    Exit.LIMIT: "too large or too many",
    Exit.STORE: "the index or a file cannot be read or written",
    Exit.PARTIAL: "done in part; the answer names what could not be",
    Exit.BUSY: "another process holds what is needed; try again",
    Exit.INTERNAL: "a fault of this program",
    Exit.INTERRUPTED: "interrupted",
    Exit.BROKEN_PIPE: "the reader of the output went away",
}


def commands(command: click.Command, context: click.Context) -> Iterator[tuple[click.Context, Command]]:
    """The command and every command in it, in the order of help."""
    assert isinstance(command, Command)
    yield context, command
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from commands(inner, click.Context(inner, info_name=name, parent=context))


def options(params: list[click.Parameter], context: click.Context) -> list[str]:
    """A table of options."""
    rows = [
        row for p in params if isinstance(p, click.Option) and (row := p.get_help_record(context)) is not None
    ]
    if not rows:
        return []
    cells = [f"| `{names}` | {meaning.replace('|', chr(92) + '|')} |" for names, meaning in rows]
    return ["| option | meaning |", "|---|---|", *cells, ""]


def command_section(context: click.Context, command: Command) -> list[str]:
    """One command: usage, help, options, examples."""
    arguments = " ".join(command.collect_usage_pieces(context))
    lines = [f"## {context.command_path}", "", f"`{context.command_path} {arguments}`", ""]
    lines += [inspect.cleandoc(command.help or ""), ""]
    if isinstance(command, click.Group):
        names = ", ".join(f"`{name}`" for name in command.list_commands(context))
        lines += [f"Commands: {names}.", ""]
    lines += options(command.params, context)
    if command.examples:
        lines += ["```sh", *(f"{line}  # {meaning}" for line, meaning in command.examples), "```", ""]
    return lines


def cli_page() -> str:
    """Every command."""
    context = click.Context(root, info_name="vade", **root.context_settings)
    lines = [NOTE, "# Commands", ""]
    for section in dict.fromkeys(entry.section for entry in COMMANDS.values()):
        inside = [f"`{name}`" for name, entry in COMMANDS.items() if entry.section == section]
        lines.append(f"- {section}: {', '.join(inside)}")
    lines += ["", "## Options of every command", "", "They stand before or after the command's name.", ""]
    lines += options(list(GLOBAL_OPTIONS), context)
    for inner, command in commands(root, context):
        lines += command_section(inner, command)
    return finished(lines)


def settings_page() -> str:
    """Every setting."""
    lines = [
        NOTE,
        "# Settings",
        "",
        "A value comes from the command line, else the environment, else `config.toml` in the home, else",
        "the default. `vade config list` shows each value and where it comes from. A value that cannot be",
        "taken is set aside and reported by `vade config list` and `vade doctor`; it never stops a command.",
        "",
        f"The home itself is `--home`, else `{HOME_VARIABLE}`, else `~/.vademecum`.",
        "",
    ]
    for setting in TABLE:
        lines += [
            f"## {setting.name}",
            "",
            setting.meaning,
            "",
            f"- allowed: {setting.allowed}",
            f"- default: `{shown(setting.default)}`",
            f"- environment: `{setting.variable}`",
            f"- example: `vade config set {setting.name} {setting.example}`",
            "",
        ]
    return finished(lines)


def shown(value: str | int | bool) -> str:
    """As it is written in TOML and on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def errors_page() -> str:
    """Every error code and exit status."""
    kinds = {kind.code: kind for kind in family(errors.VadeError)}
    lines = [
        NOTE,
        "# Errors and exit statuses",
        "",
        "With `--json` an error is one object on standard output:",
        '`{"ok": false, "error": {code, class, message, retryable, suggestions, docs}, "meta": {…}}`.',
        "Without it the message goes to standard error.",
        "",
        "| status | meaning |",
        "|---|---|",
        *(f"| {status.value} | {_EXITS[status]} |" for status in Exit),
        "",
        "9 is reserved for strict duplicates.",
        "",
    ]
    for code, ending in OUTCOMES.items():
        kind = kinds[code]
        retry = "; the same call may succeed later" if kind.error_class == "transient" else ""
        meaning = (inspect.getdoc(kind) or "").partition("\n\n")[0].replace("\n", " ")
        lines += [
            f"## {code}",
            "",
            meaning if code != "failure" else "Something that no other code names.",
            "",
            f"- class: {kind.error_class}{retry}",
            f"- exit status: {ending.exit.value}",
            f"- status over HTTP: {ending.http}",
            f"- what helps: {ending.advice}",
            "",
        ]
    return finished(lines)


def family(kind: type[errors.VadeError]) -> Iterator[type[errors.VadeError]]:
    """The class and all below it."""
    yield kind
    for child in kind.__subclasses__():
        yield from family(child)


MCP_TOP = """\
`vade mcp` serves the memory to any agent that speaks the Model Context Protocol, over standard input and
output. It needs one extra: `pip install 'vademecum[mcp]'`. A host runs it; the usual entry is

```json
{"mcpServers": {"vademecum": {"command": "vade", "args": ["mcp"]}}}
```

- **Both generations** of the protocol are served, 2026-07-28 (no handshake, `server/discover`) and
  2025-11-25, 2025-06-18 and older (`initialize`); the client's first request decides.
- **Answers** come twice: as `structuredContent`, always an object, and as text. For tools that answer with
  a text for a model the text is that, and `text` of the object; for the others it is the object as JSON.
  Links lead to the lines of the file, as `personal/tea.md#L10-L14`.
- **Stored text is framed.** What was remembered or said stands between `<vademecum-recall>` tags under a
  sentence that it is data; it cannot close them, start a line of its own, or hide.
- **Arguments** may come as JSON in a string, numbers as text, one text for a list; an empty string is not
  given. What cannot be understood is answered with `isError` and advice, never with an error of the
  protocol.
- **An agent proposes, a person decides.** `revise` with `by: agent`, the default, waits in `vade review
  list` unless [`review.agents`](settings.md#reviewagents) trusts agents. What an agent adds does not wait.
- **Nothing foreign is shown.** Tools reach personal memories, the project of the working folder and
  organisations; what lies elsewhere is answered like what is not there. `--scope` binds a server to one
  scope.
- **It ends with its client**: when standard input is closed, the reader is gone, or whoever began it is.
  Nothing but the protocol is ever on standard output; `VADE_DEBUG=1` logs to standard error.
"""

HINTS = {(True, False): "reads", (False, False): "writes", (False, True): "writes, may take away"}


def mcp_page() -> str:
    """Every tool, resource and prompt."""
    lines = [
        NOTE,
        "# Tools for agents (MCP)",
        "",
        MCP_TOP,
        "## Profiles",
        "",
        "| profile | tools |",
        "|---|---|",
    ]
    lines += [f"| `{one}` | {', '.join(f'`{tool.name}`' for tool in tools_of(one))} |" for one in PROFILES]
    lines += ["", "`vade mcp --profile NAME` chooses. A tool is offered only where its source exists.", ""]
    for tool in TOOLS:
        lines += tool_section(tool)
    lines += [
        "## Resources",
        "",
        "| URI | what it is |",
        "|---|---|",
        f"| `{BRIEF.uri}` | {BRIEF.description} |",
    ]
    lines += [f"| `{one.pattern}` | {one.description} |" for one in TEMPLATES]
    lines += ["", "## Prompts", "", "| prompt | what it does |", "|---|---|"]
    lines += [f"| `{one.name}` | {one.description} |" for one in PROMPTS]
    return finished(lines)


def tool_section(tool: Tool) -> list[str]:
    """One tool: what it is for, its arguments, its answer."""
    lines = [f"## {tool.name}", "", tool.purpose, "", f"- {HINTS[tool.reads, tool.destroys]}"]
    lines += [f"- answers: {', '.join(f'`{name}`' for name in tool.output['properties'])}", ""]
    if tool.properties:
        lines += ["| argument | type | meaning |", "|---|---|---|"]
    for name, schema in tool.properties.items():
        shown_name = f"`{name}`" + (" (needed)" if name in tool.required else "")
        lines.append(f"| {shown_name} | {argument_type(schema)} | {schema.get('description', '')} |")
    return [*lines, ""] if tool.properties else lines


def argument_type(schema: Mapping[str, Any]) -> str:
    """The type of an argument in words."""
    if "enum" in schema:
        return ", ".join(f"`{one}`" for one in schema["enum"])
    if schema["type"] == "integer":
        return f"{schema['minimum']} to {schema['maximum']}"
    return {"array": "list of texts", "string": "text"}[schema["type"]]


def finished(lines: list[str]) -> str:
    """One text with one line feed at its end."""
    return "\n".join(lines).rstrip("\n") + "\n"


PAGES = {"cli.md": cli_page, "settings.md": settings_page, "errors.md": errors_page, "mcp.md": mcp_page}


def main(arguments: list[str]) -> int:
    """Write the pages, or with ``--check`` name those that are stale."""
    stale = 0
    for name, page in PAGES.items():
        path, text = DOCS / name, page()
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        if "--check" in arguments:
            print(f"docs/{name} is stale: run scripts/generate_docs.py")
        else:
            path.write_text(text, encoding="utf-8")
            print(f"docs/{name} written")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

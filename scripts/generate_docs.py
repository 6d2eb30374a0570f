"""Write the pages that are made from tables: docs/cli.md, docs/settings.md, docs/errors.md,
docs/mcp.md, docs/http.md.

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
from vademecum.surface.knobs import KNOBS
from vademecum.surface.operations.shape import Operation, Parameter
from vademecum.surface.operations.table import LOCAL, OPERATIONS
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


_REACHING = ", ".join(f"`{setting.name}`" for setting in TABLE if setting.reaches)
_TRUST = f"""\
## Trust

A home can come from somebody else: cloned, unpacked, shared. Some settings reach beyond its data, for they
decide what is sent where, what is loaded, or which files elsewhere are read: {_REACHING}.
In the file of a home these count once you trust it:

```sh
vade config trust            # shows what would count, and asks
vade config trust --revoke   # nothing of it counts any more
```

Until then they are ignored, everything else works, and every command and `vade doctor` say so. The folders
`memories`, `conversations` and `state`, and those in `state`, may be links out of the home: as long as these
are not trusted, the home is not opened. What you set by `vade config set`, you trust thereby; what stands in
the environment or on the command line is yours in any case.

The default home, `~/.vademecum`, is yours by its place, and its file counts as it stands, unless the home
holds a `.git`, got settings by `vade import` or `vade backup restore`, or was revoked. Trust holds for these
values of a home at this place: one that changes asks again, and so does a home that moves. It is kept in
`$XDG_CONFIG_HOME/vademecum/trusted` (`~/.config` where that is not set; in the system's own folder on macOS
and Windows), never in the home.
""".splitlines()


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
        *_TRUST,
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
            *([f"- [asks for trust](#trust): {setting.reaches}"] if setting.reaches else ()),
            "",
        ]
    return finished(lines)


def shown(value: str | int | bool) -> str:
    """As it is written in TOML and on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def errors_page() -> str:
    """Every error code and exit status."""
    # A class without a code of its own is known to a back end alone; a caller meets it as its parent.
    kinds = {kind.code: kind for kind in family(errors.VadeError) if "code" in vars(kind)}
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

## Over HTTP

[`vade serve`](http.md) answers agents at `/mcp`, where the extra `mcp` is installed beside `serve`:
streamable HTTP, for as many clients at once as ask. A [service](service.md) does too, for whoever sends a
token (`Authorization: Bearer …`).

```json
{"mcpServers": {"vademecum": {"type": "http", "url": "http://127.0.0.1:8377/mcp"}}}
```

- The tools are the same, with the same descriptions, answers and errors; `/mcp/full` and `/mcp/chatgpt`
  are those profiles. `voice` is for standard input, or for the [live sessions](http.md) of the API.
- **Both generations** are served there as well. One that begins with `initialize` is given a session,
  which ends with `DELETE`, after half an hour of silence, or with the server, and answers nobody but who
  began it. Requests of the other stand alone.
- Answers are JSON, one for each request; nothing is told unasked, so that `GET` is answered with 405.
- A name by which the server is not known (DNS rebinding) is answered with 421, a page of elsewhere with
  403, before the protocol hears of either. A message has 16 MiB at most (413); what is no message is
  answered with 400.
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


HTTP_TOP = """\
`vade serve` answers programs below `/v1`, beside the [page](page.md) and the [tools for agents](mcp.md).
It needs one extra: `pip install 'vademecum[serve]'`.

```sh
vade serve                                   # http://127.0.0.1:8377/
curl -s localhost:8377/v1/memories -H 'content-type: application/json' \\
     -d '{"text": "Matthew prefers oat milk.", "about": ["Matthew"]}'
curl -s localhost:8377/v1/recall -H 'content-type: application/json' \\
     -d '{"utterance": "what does Matthew drink?"}'
```

- **Every verb** of the Python package is an operation; `/v1/openapi.json` describes them all (OpenAPI
  3.1). Questions stand in the body, because addresses are written into logs.
- **Answers** are the objects that the command prints with `--json` ([surface.md](surface.md)), knobs
  included: they stand in the query, as `?select=key,summary&max_items=3`. With `Accept:
  application/vnd.vademecum.values+json` a program gets the values themselves, from which it makes the
  same ones again.
- **Errors** are problem details (RFC 9457, `application/problem+json`): `status`, `detail`, and the
  `code`, `class`, `retryable` and `suggestions` of [errors.md](errors.md).
- **Times** have an offset: `2026-03-31T09:00:00Z`. An unknown parameter is refused, with the nearest
  ones, and so is a name that is given twice; `null` says nothing. A body is sent as it is, not
  compressed (415); it has 16 MiB at most, a file to import 2 GiB, and must have come within a minute.
- **Repeats**: any change takes an `Idempotency-Key` of your choice. The same request under the same key
  is answered as the first one was (`Idempotency-Replayed: true`) for a day, another one under that key
  with 409; what was refused may be mended and sent again. On a laptop the answers are kept in
  `state/replays` of the home, until anything is erased from it; what erases is not answered twice.
- **States**: a record has an `ETag`, equal as long as it says the same. `If-None-Match` saves sending it
  again (304); `If-Match` lets a change pass only from that state (412). Of two writers who read the same
  state one is refused. What changes no single record refuses `If-Match` (400): no condition is passed over.
- **Pages**: a list that goes on has `meta.next`; give it as `cursor`, with everything else as it was.
  What comes or goes meanwhile is neither shown twice nor left out; where that cannot be known, the answer
  warns.
- **Sessions** live in the server between requests; one in which nobody speaks for an hour ends, and so do
  all when the server does: what was acknowledged is then written for good.
- `/healthz` says that the process answers, `/readyz` that the home does. `X-Request-Id` names a request
  in the log.

## Who may reach it
`vade serve` listens at this machine alone and has no accounts: **whoever reaches it reads and changes
everything**, other users of the machine included. `--host ADDRESS --expose` lets other machines in, and
warns. A page of elsewhere cannot use your browser for it: the server answers only under its own names
(`--allow-host` adds one), refuses what a browser sends from another origin, and takes JSON alone. Answers
carry `Content-Security-Policy: default-src 'none'`; nothing of them runs, is framed or is kept by a
browser.

Ctrl-C ends it: no new connection is taken, what is under way is answered within five seconds, a second
Ctrl-C waits for nothing. Several servers, commands, agents and editors may use one home at once.
"""

HTTP_TITLES = {
    "asking": "Asking",
    "memories": "Memories",
    "review": "Review",
    "names": "Names",
    "graph": "Graph",
    "conversations": "Conversations",
    "sessions": "Sessions",
    "home": "Home",
}
HTTP_SILENT = ("close", "embed", "after_answer", "conversations", "graph")


def http_page() -> str:
    """Every operation over HTTP."""
    found = [NOTE, "# HTTP", "", HTTP_TOP]
    for tag, title in HTTP_TITLES.items():
        found += [f"## {title}", ""]
        for operation in OPERATIONS:
            if operation.tag == tag:
                found += http_section(operation)
    found += ["## Knobs", "", "| knob | meaning |", "|---|---|"]
    found += [f"| `{knob.name}` | {knob.help.replace('|', chr(92) + '|')} |" for knob in KNOBS]
    found += ["", "## What is no operation", "", "| verb | why |", "|---|---|"]
    found += [f"| `{verb}` | {why} |" for verb, why in LOCAL.items() if verb not in HTTP_SILENT]
    return finished(found)


def http_section(operation: Operation) -> list[str]:
    """One operation: address, verb, parameters."""
    does = [f"the verb `{operation.verb}`"]
    if operation.writes:
        does.append("takes `Idempotency-Key`")
    if operation.of_record:
        does.append("`If-Match`" if operation.writes else "`If-None-Match`")
    if operation.gives:
        does.append(f"answers `{operation.gives}`")
    if operation.takes:
        does.append("the body is the file")
    told = [
        f"### {operation.method} {operation.path}",
        "",
        operation.summary,
        "",
        f"{'; '.join(does).capitalize()}.",
        "",
    ]
    if operation.parameters:
        told += ["| parameter | where | type | meaning |", "|---|---|---|---|"]
        told += [http_row(one) for one in operation.parameters]
        told.append("")
    return told


def http_row(one: Parameter) -> str:
    """One line of the table of parameters."""
    needed = " (needed)" if one.required else ""
    said = one.help.replace("|", chr(92) + "|")
    return f"| `{one.name}`{needed} | {one.place.value} | {http_kind(one)} | {said} |"


HTTP_WORDS = {
    "str": "text",
    "bytes": "text",
    "int": "whole number",
    "float": "number",
    "bool": "true or false",
    "datetime": "time",
    "tuple[str, ...]": "list of texts",
    "tuple[int, ...]": "list of numbers",
    "tuple[int, int]": "two numbers",
    "dict[str, str]": "object of texts",
    "dict[str, object]": "object",
    "tuple[Relation, ...]": "list of {predicate, object, since, until}",
    "tuple[NewTurn, ...]": "list of {origin_id, role, text, tools, at, tokens}",
}


def http_kind(one: Parameter) -> str:
    """The type of a parameter in words."""
    if one.choices:
        listed = ", ".join(f"`{word}`" for word in one.choices)
        return f"any of {listed}" if one.type.startswith("tuple") else listed
    if one.type == "int" and one.most is not None and one.most < 10**6:
        return f"{one.least or 0} to {one.most:,}"
    return HTTP_WORDS.get(one.type, "a value, as it was given")


def finished(lines: list[str]) -> str:
    """One text with one line feed at its end."""
    return "\n".join(lines).rstrip("\n") + "\n"


PAGES = {
    "cli.md": cli_page,
    "settings.md": settings_page,
    "errors.md": errors_page,
    "mcp.md": mcp_page,
    "http.md": http_page,
}


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

"""The command `vade` itself: its commands by name, its version, and what it says when called alone."""

from __future__ import annotations

import click

from vademecum.cli.grammar import Lazy, LazyGroup
from vademecum.cli.session import Session

_REMEMBER, _FIND, _NAMES, _HOME = "Remember", "Find", "Names", "Look after the home"
_TRUE = "Keep it true"
_CROSS = "Bring in and take out"
_AGENTS = "For agents"
_PIPE = "For programs"
_MANY = "For many people"
_IN = "vademecum.cli.commands"

COMMANDS: dict[str, Lazy] = {
    "remember": Lazy(f"{_IN}.remember:remember", "Keep a text as a Markdown file.", _REMEMBER),
    "capture": Lazy(f"{_IN}.capture:capture", "Find what a text asks to be remembered.", _REMEMBER),
    "edit": Lazy(f"{_IN}.edit:edit", "Change a memory or an entity.", _REMEMBER),
    "recall": Lazy(f"{_IN}.recall:recall", "Say what is already known about something.", _FIND),
    "search": Lazy(f"{_IN}.search:search", "Find everything that matches, best first.", _FIND),
    "brief": Lazy(f"{_IN}.brief:brief", "Tell what matters at the start of a session.", _FIND),
    "list": Lazy(f"{_IN}.records:list_", "List memories, newest change first.", _FIND),
    "show": Lazy(f"{_IN}.records:show", "Show one memory or entity in full.", _FIND),
    "why": Lazy(f"{_IN}.why:why", "Explain why a record was found, or why not.", _FIND),
    "plan": Lazy(f"{_IN}.plan:plan", "Show what would be looked for when something was said.", _FIND),
    "chat-sim": Lazy(f"{_IN}.chat_sim:chat_sim", "Replay a talk and show what was recalled when.", _FIND),
    "conversations": Lazy(
        f"{_IN}.conversations:conversations",
        "What was said to agents and by them: list, search, check, erase.",
        _FIND,
    ),
    "supersede": Lazy(f"{_IN}.correct:supersede", "Say what is true now in the place of a memory.", _TRUE),
    "retract": Lazy(f"{_IN}.correct:retract", "Say that a memory was never true.", _TRUE),
    "deprecate": Lazy(
        f"{_IN}.correct:deprecate", "Say that something still works but should not be used.", _TRUE
    ),
    "archive": Lazy(f"{_IN}.correct:archive", "Put a memory out of the way.", _TRUE),
    "restore": Lazy(f"{_IN}.correct:restore", "Undo `vade deprecate` or `vade archive`.", _TRUE),
    "review": Lazy(f"{_IN}.review:review", "Decide what waits: proposals, doubts, drafts.", _TRUE),
    "what-if": Lazy(
        f"{_IN}.what_if:what_if", "Tell what a command would bring about, and write nothing.", _TRUE
    ),
    "history": Lazy(
        f"{_IN}.history:history", "Tell what a memory said when, by whom, and what replaced it.", _TRUE
    ),
    "tidy": Lazy(f"{_IN}.tidy:tidy", "Find what may be cleaned up, and repair what is safe.", _TRUE),
    "forget": Lazy(f"{_IN}.erase:forget", "Erase memories for good, and prove it.", _TRUE),
    "redact": Lazy(f"{_IN}.erase:redact", "Blot one secret out of a memory, and keep the memory.", _TRUE),
    "alias": Lazy(f"{_IN}.alias:alias", "Words that mean the same.", _NAMES),
    "entity": Lazy(f"{_IN}.entity:entity", "People, places and things that memories speak about.", _NAMES),
    "link": Lazy(f"{_IN}.linking:link", "Say that one thing has a relation to another.", _NAMES),
    "unlink": Lazy(f"{_IN}.linking:unlink", "Take back a relation that a page says.", _NAMES),
    "graph": Lazy(f"{_IN}.graph:graph", "How entities and memories hang together.", _NAMES),
    "mcp": Lazy(f"{_IN}.mcp:mcp", "Serve the memory to an agent over the Model Context Protocol.", _AGENTS),
    "serve": Lazy(
        f"{_IN}.serve:serve", "Serve the home as a page to look at, and as an API over HTTP.", _AGENTS
    ),
    "install": Lazy(
        f"{_IN}.hooks:install", "Let an agent's host use the memory: its hooks, and `vade mcp`.", _AGENTS
    ),
    "uninstall": Lazy(
        f"{_IN}.hooks:uninstall",
        "Take out of a host's settings what `vade install` wrote into them.",
        _AGENTS,
    ),
    "hook": Lazy(
        f"{_IN}.hooks:hook",
        "Answer an event of an agent's host: what matters at a start, what is known at a prompt.",
        _AGENTS,
    ),
    "service": Lazy(
        f"{_IN}.service.desk:service", "Operate a service: one PostgreSQL database for many tenants.", _MANY
    ),
    "shape": Lazy(f"{_IN}.shape:shape", "Filter, sort and cut JSON that comes from elsewhere.", _PIPE),
    "schema": Lazy(f"{_IN}.schema:schema", "Print the JSON Schema of a command's answer.", _PIPE),
    "import": Lazy(
        f"{_IN}.importing:import_", "Take in what other systems kept: conversations and memories.", _CROSS
    ),
    "export": Lazy(f"{_IN}.copying:export", "Write everything into a folder or an archive.", _CROSS),
    "backup": Lazy(
        f"{_IN}.copying:backup", "Copy the whole home, check such a copy, or make a home of it.", _CROSS
    ),
    "init": Lazy(f"{_IN}.init:init", "Make a home for memories.", _HOME),
    "doctor": Lazy(
        f"{_IN}.health:doctor", "Check the home, explain what is wrong and how to mend it.", _HOME
    ),
    "stats": Lazy(f"{_IN}.health:stats", "Count what is in the home.", _HOME),
    "reindex": Lazy(f"{_IN}.health:reindex", "Build the index anew from the files.", _HOME),
    "sync": Lazy(f"{_IN}.watching:sync", "Look at the files now and bring the index up to date.", _HOME),
    "watch": Lazy(f"{_IN}.watching:watch", "Keep the index up to date while files change.", _HOME),
    "encrypt": Lazy(f"{_IN}.sealing:encrypt", "Encrypt the home where it rests, and leave it open.", _HOME),
    "decrypt": Lazy(f"{_IN}.sealing:decrypt", "Make an encrypted home a plain one again.", _HOME),
    "unlock": Lazy(f"{_IN}.sealing:unlock", "Open an encrypted home.", _HOME),
    "lock": Lazy(f"{_IN}.sealing:lock", "Lock an encrypted home.", _HOME),
    "config": Lazy(f"{_IN}.config:config", "Read and change settings.", _HOME),
    "bench": Lazy(
        f"{_IN}.bench:bench",
        "Measure how well and how fast things are found, beside plain alternatives in the same run.",
        _HOME,
    ),
    "completion": Lazy(f"{_IN}.completion:completion", "Print the completion script for a shell.", _HOME),
    "demo": Lazy(
        "vademecum.cli.demo:demo",
        "Take a tour: remember, recall, edit by hand, ask why, all in a home of its own.",
        _HOME,
    ),
}

_ALONE = """\
vade: the memory that an agent carries, in Markdown files that you own.

  vade remember "Matthew prefers oat milk in his coffee." --about Matthew
  vade recall   "what does Matthew drink?"
  vade search   milk

Begin with `vade init`, or look around first with `vade demo`.
All commands: `vade --help`. One of them: `vade recall --help`.
"""


def _version(ctx: click.Context, _param: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        from vademecum import __version__

        session = ctx.ensure_object(Session)
        session.command = "version"
        session.answer({"version": __version__}, lambda _view: f"vade {__version__}")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    lazy=COMMANDS,
    invoke_without_command=True,
    context_settings={"max_content_width": 100, "help_option_names": ["-h", "--help"]},
    examples=(
        ('vade remember "We deploy on Tuesdays." --tag release', "keeps it as a Markdown file"),
        ('vade recall "when do we deploy?"', "says what is known, or that nothing is"),
        ("vade recall --json deploy", "answers with one JSON object; so does every command"),
    ),
)
@click.option(
    "--version", is_flag=True, is_eager=False, expose_value=False, callback=_version, help="Show the version."
)
@click.pass_context
def root(ctx: click.Context) -> None:
    """Keep what was told, decided and learned in Markdown files, and find it again.

    No model and no network are needed, and an honest "nothing is known" is an answer too.
    """
    if ctx.invoked_subcommand is None:
        session = ctx.ensure_object(Session)
        session.command = "help"
        session.answer({"commands": list(COMMANDS)}, lambda _view: _ALONE.rstrip("\n"))

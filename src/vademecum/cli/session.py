"""One run of the command: what was asked for globally, the open home, and the one answer that goes out."""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager

from vademecum.cli.view import View, can_show, never_fail_to_print
from vademecum.errors import Locked, UsageError, VadeError
from vademecum.places import home_folder, named_home
from vademecum.settings import NOT_TRUSTED, Settings, load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Generator, Mapping, Sequence
    from datetime import datetime
    from pathlib import Path
    from typing import Any

    from vademecum.engine.vade import Vade
    from vademecum.surface.envelope import Meta


_TELLING_PROBLEMS = ("config", "doctor")
"""Commands whose answer holds what is the matter with the settings."""


class Unwritten(Exception):
    """Nobody can be told: the output refuses (a full disk, a closed device)."""


class Flags:
    """Global options as given; None where nothing was said.

    Attributes:
        foreseen: a knob stands in the line, whether the grammar has come that far or not.
    """

    __slots__ = (
        "color",
        "foreseen",
        "home",
        "json",
        "knobs",
        "ndjson",
        "quiet",
        "remote",
        "scope",
        "token_file",
    )

    def __init__(self) -> None:
        self.home: Path | None = None
        self.remote: str | None = None
        self.token_file: str | None = None
        self.scope: str | None = None
        self.json: bool | None = None
        self.color: bool | None = None
        self.quiet = False
        self.ndjson = False
        self.foreseen = False
        self.knobs: dict[str, Any] = {}

    @property
    def shaping(self) -> bool:
        """Whether something was asked for that only JSON can show."""
        return self.ndjson or bool(self.knobs)

    def foresee(self, arguments: Sequence[str], knobs: Container[str]) -> None:
        """Read the form of the answer before the grammar does, so that even a line it refuses is
        answered in that form.

        Args:
            arguments: the command line.
            knobs: flags that ask for JSON by themselves.

        Raises:
            UsageError: JSON is asked for and forbidden.
        """
        asking = None
        for argument in arguments:
            name = argument.partition("=")[0]
            if name == "--":
                break
            if name in ("--json", "--no-json"):
                self.json = name == "--json"
            elif name == "--ndjson" or name in knobs:
                asking = name
                self.foreseen = True
                self.ndjson = self.ndjson or name == "--ndjson"
        if asking is not None and self.json is False:
            self.ndjson = self.foreseen = False
            raise UsageError(f"{asking} shapes JSON and --no-json forbids it; leave one of them out")


class Session:
    """Carries one command from its arguments to its answer.

    Attributes:
        status: exit status when nothing fails.
        command: path of the command without ``vade``, for the envelope.
    """

    def __init__(self, started: float = 0.0, environ: Mapping[str, str] | None = None) -> None:
        self.started = started or time.perf_counter()
        self.environ: Mapping[str, str] = os.environ if environ is None else environ
        self.flags = Flags()
        self.status = 0
        self.command = ""
        self._settings: Settings | None = None
        never_fail_to_print()

    @property
    def folder(self) -> str:
        """The home in force, whether it exists or not."""
        return home_folder(self.flags.home, self.environ)

    @property
    def resting(self) -> str:
        """The home on the disk: of one that is encrypted, where it is so."""
        return named_home(self.flags.home, self.environ)

    @property
    def home(self) -> Path:
        """`folder` for those who look into it; a recall does not, and need not load `pathlib`."""
        from pathlib import Path

        return Path(self.folder)

    @property
    def holder(self) -> Path:
        """What stands before the paths of records that a person is told of: the home, or the server."""
        from pathlib import Path

        return Path(self.remote.partition("://")[2]) if self.remote else self.home

    @property
    def remote(self) -> str:
        """Address of the server that is asked; empty where it is the home here."""
        return self.settings.remote_url if self.flags.remote is None else self.flags.remote

    @property
    def settings(self) -> Settings:
        """Settings in force, the global options included."""
        if self._settings is None:
            arguments: dict[str, str | int | bool] = {}
            if self.flags.json is not None:
                arguments["output.format"] = "json" if self.flags.json else "text"
            if self.flags.color is not None:
                arguments["output.color"] = "always" if self.flags.color else "never"
            try:
                folder = self.folder
            except Locked:  # its settings are locked with it; what stands elsewhere counts
                folder = self.resting
            self._settings = load(folder, self.environ, arguments)
        return self._settings

    @property
    def as_json(self) -> bool:
        """Whether answers are JSON; what shapes one asks for one."""
        return self.flags.shaping or self.settings.output_format == "json"

    @property
    def would_be_json(self) -> bool:
        """`as_json`, also where the settings cannot be read: the form is then known from its flag."""
        return self.flags.foreseen or self.flags.shaping or self._asks_for_json

    @property
    def _asks_for_json(self) -> bool:
        """Whether the form was named, and not only something that implies it."""
        try:
            return self.flags.ndjson or self.settings.output_format == "json"
        except VadeError:
            return self.flags.ndjson or bool(self.flags.json)

    @property
    def read_scopes(self) -> tuple[str, ...] | None:
        """The one scope that reads are bound to, None for all that belong here."""
        return None if self.flags.scope is None else (self.flags.scope,)

    @property
    def is_interactive(self) -> bool:
        """Whether a person is at both ends and may be asked or shown an editor."""
        return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty() and not self.as_json

    @property
    def shows_progress(self) -> bool:
        """Whether a progress bar would be seen by a person."""
        return sys.stderr.isatty() and not self.flags.quiet and not self.as_json

    def view(self) -> View:
        """What the output can show."""
        return View.of(sys.stdout, self.settings.output_color, self.environ, quiet=self.flags.quiet)

    @contextmanager
    def open(
        self, *, create: bool = False, now: Callable[[], datetime] | None = None, tidy: bool = True
    ) -> Generator[Vade]:
        """Open the home; housekeeping runs after the answer went out.

        Args:
            create: make the home when there is none; reading never does.
            now: tells the time in place of the machine's clock.
            tidy: whether there is housekeeping afterwards; not where a command does its own.
        """
        if self.remote:
            with self._connected() as vade:
                yield vade
            return
        if self.flags.token_file:
            raise UsageError("--token-file opens the door of a server; name the server with --remote")
        from vademecum.wiring import open_home

        with open_home(self.folder, self.settings, cwd=_here(), create=create, now=now) as vade:
            yield vade
            try:
                if tidy:
                    vade.after_answer()
            except VadeError as error:
                # The answer is out and right; what failed here is tried again by the next command.
                self.note(f"housekeeping put off: {error.message}")

    def _connected(self) -> Vade:
        """The home that a server holds; nothing is sent yet.

        Raises:
            VadeError: the command is not asked of a server, or the address or token cannot be.
        """
        from vademecum.cli.elsewhere import known_token, refuse_elsewhere
        from vademecum.wiring_remote import connect, project_scope

        refuse_elsewhere(self.command)
        if self.flags.scope == "project":  # the one around this folder, which the server does not know
            isolate = self.settings.worktrees_isolate
            self.flags.scope = project_scope(_here(), isolate_worktrees=isolate)
        return connect(self.remote, known_token(self.flags.token_file, self.environ, self.settings))

    def answer(
        self,
        body: Mapping[str, Any] | Callable[[], Mapping[str, Any]],
        render: Callable[[View], str],
        *,
        revision: str | None = None,
        stale: bool = False,
        truncated: bool = False,
        partial: bool = False,
        stats: Mapping[str, Any] | None = None,
        warnings: Sequence[str] = (),
    ) -> None:
        """Send the one answer: the envelope around `body`, or what `render` makes of it for a person."""
        if warnings and not self.remote and not os.path.isdir(self.folder):
            warnings = (f"there is no home at {self.folder} yet; `vade init` makes one",)
        if self.settings.problems and self.command.partition(" ")[0] not in _TELLING_PROBLEMS:
            warnings = (*warnings, *self.unheeded)
        if self.as_json:
            from vademecum.surface.envelope import success

            meta = self._meta(
                index_revision=revision,
                stale=stale,
                truncated=truncated,
                partial=partial,
                stats=stats,
                warnings=warnings,
            )
            self._tell_json(success(self.command, body() if callable(body) else body, meta))
            return
        _write(sys.stdout, render(self.view()))
        for warning in warnings:
            self.note(warning)

    @property
    def unheeded(self) -> list[str]:
        """What is ignored until it is trusted: a set-up that worked must not stop without a word."""
        found = [problem for problem in self.settings.problems if problem.code == NOT_TRUSTED]
        return [f"{one.name}: {one.message}; `{one.fix}`" for one in found]

    def say(self, text: str) -> None:
        """Show a person a part of an answer that comes in parts."""
        _write(sys.stdout, text)

    def pass_on(self, raw: bytes) -> None:
        """Send bytes as they came."""
        _write(sys.stdout.buffer, raw)

    def explain(self, topic: str, text: str) -> None:
        """Send a text about the command itself; it needs no settings, so that help is there without them.

        No knob touches it: whoever adds ``--help`` to a line wants to read how to mend the line.
        """
        if not self._asks_for_json:
            _write(sys.stdout, text)
            return
        from vademecum.surface.envelope import success

        self.command = "help"
        _write(sys.stdout, self.to_json(success("help", {"topic": topic, "help": text}, self._meta())))

    def note(self, message: str) -> None:
        """Tell something beside the answer, on stderr; silent when quiet or in JSON (meta has it)."""
        if not self.flags.quiet and not self.as_json:
            tell("note", message)

    def fail(self, error: VadeError) -> int:
        """Tell an error once, in the form that was asked for, and return the exit status."""
        if self.would_be_json:
            from vademecum.surface.envelope import failure

            _write(sys.stdout, self.to_json(failure(error, self._meta())))
        else:
            tell("vade", error.message)
        from vademecum.surface.outcomes import exit_status

        return exit_status(error)

    def _meta(self, **said: Any) -> Meta:
        from vademecum.surface.envelope import Meta

        return Meta(elapsed_ms=(time.perf_counter() - self.started) * 1000, **said)

    def _tell_json(self, document: dict[str, Any]) -> None:
        """Send an answer as it was asked for: whole, shaped, or record by record."""
        if not self.flags.shaping:
            _write(sys.stdout, self.to_json(document))
            return
        from vademecum.surface.knobs import Shape, shape_of

        shape = shape_of(self.flags.knobs) or Shape()
        if self.flags.ndjson:
            from vademecum.surface.streams import answered

            for record in answered(document, shape):
                _write(sys.stdout, self.to_json(record))
            return
        from vademecum.surface.shaping import shaped

        _write(sys.stdout, shaped(document, shape, self.to_json))

    def to_json(self, thing: Any) -> str:
        """A JSON value as one line that this output can carry."""
        from vademecum.surface.envelope import to_json

        return to_json(thing, ascii_only=not can_show(sys.stdout, "\u00ab\u4e00"))


def _here() -> str:
    try:
        return os.getcwd()
    except FileNotFoundError:  # the folder was removed under the shell's feet
        return "/"


def _write(stream: Any, text: str | bytes) -> None:
    """Write one text and flush, so that a reader who hung up is met here and not at the interpreter's end.

    A text gets a line end where it has none; bytes are written as they are.
    """
    if not text:
        return
    try:
        stream.write(text if isinstance(text, bytes) or text.endswith("\n") else text + "\n")
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Unwritten(f"the answer cannot be written: {error.strerror or error}") from error


def tell(who: str, message: str) -> None:
    """Say one line on stderr, whatever the message holds; where stderr refuses, nobody is told.

    Args:
        who: what the line begins with.
    """
    from vademecum.text.lines import collapse, one_line

    try:
        _write(sys.stderr, f"{who}: {collapse(one_line(message))}")
    except (Unwritten, BrokenPipeError):
        leave(sys.stderr)


def leave(stream: Any) -> None:
    """Let what is still to be written there go nowhere."""
    # The interpreter flushes once more while it shuts down; without this it would complain then.
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, stream.fileno())
    os.close(quiet)

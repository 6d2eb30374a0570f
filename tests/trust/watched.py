"""A program that uses a home with every verb, and tells what it was seen doing by the interpreter."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any

_BEGINS = ("subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "pty.")
_REACHES = ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.gethostby", "socket.sendto")
_CHANGES = frozenset(
    {"os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.chmod", "os.truncate"}
)


def watch() -> list[list[str]]:
    """Note from now on what begins a process, reaches the network, or changes a file: kind and what."""
    seen: list[list[str]] = []

    def note(event: str, arguments: tuple[Any, ...]) -> None:
        if _reads_for_us(event, arguments):
            return
        if event.startswith((*_BEGINS, *_REACHES)):
            seen.append([event, repr(arguments)[:200]])
        elif event in _CHANGES:
            # A bare name stands in a folder that is open already (`dir_fd`), which nobody is told here.
            paths = [os.fspath(one) for one in arguments if isinstance(one, str | os.PathLike)]
            seen.extend([event, _place(path)] for path in paths if path.startswith(os.sep))
        elif event == "open" and isinstance(arguments[0], str) and _writes(arguments[1], arguments[2]):
            refuses_links = arguments[2] & os.O_NOFOLLOW
            seen.append([event, _place(arguments[0]) if refuses_links else os.path.realpath(arguments[0])])

    sys.addaudithook(note)
    return seen


def _reads_for_us(event: str, arguments: tuple[Any, ...]) -> bool:
    """Whether it begins the process that looks into files of the index, which is a program of our own."""
    if event != "subprocess.Popen":
        return False
    program = list(arguments[1])  # nothing may be imported here, which would be watched in turn
    return program[:3] == [sys.executable, "-I", "-S"] and program[3].endswith("/vademecum/vault/reader.py")


def _place(path: str) -> str:
    """Where a path stands; the link itself, for what is removed or renamed is that."""
    folder, _, name = path.rpartition(os.sep)
    return f"{os.path.realpath(folder)}{os.sep}{name}"


def _writes(mode: str | None, flags: int) -> bool:
    return bool(set(mode or "") & set("wax+")) or bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))


def use(home: str) -> list[str]:
    """Every verb that a person or an agent uses; what was refused, by the verb."""
    import vademecum
    from vademecum.errors import VadeError
    from vademecum.model.conversation import NewConversation, NewTurn, Role

    refused: list[str] = []
    with vademecum.open(home, sync_interval_s=0) as vade:
        kept: list[str] = []
        said = NewTurn(origin_id="t-1", role=Role.USER, text="Of herons.")
        talk = NewConversation(host="claude-code", origin_id="t", title=None, workspace=None, turns=[said])

        def remember() -> None:
            kept.append(vade.remember("The heron sleeps by the weir.", tags=["bird"]).memory.record.id)

        def live() -> None:
            with vade.session("s") as session:
                session.final("Remember that I live in Oslo.")

        verbs: list[tuple[str, Callable[[], object]]] = [
            ("remember", remember),
            ("recall", lambda: vade.digest(vade.recall("Where does the heron sleep?", session="s"))),
            ("search", lambda: vade.search("heron")),
            ("brief", vade.brief),
            ("plan", lambda: vade.plan("Where is the heron?")),
            ("refine", lambda: vade.refine("Where is the heron?")),
            ("sync", vade.sync),
            ("reindex", vade.reindex),
            ("list", lambda: vade.list(include="all", limit=100)),
            ("alias", lambda: vade.add_alias("egret", "heron")),
            ("entity", lambda: vade.add_entity("Heron", label="Bird")),
            ("link", lambda: vade.link("Heron", "eats", "Fish")),
            ("graph", lambda: vade.graph.edges("Heron")),
            ("rules", vade.graph.rules),
            ("declare", lambda: vade.declare_fields(add=["Bird.wing"])),
            ("edit", lambda: vade.edit(kept[0], text="The heron sleeps in the reed.")),
            ("talk", lambda: vade.conversations.append(talk)),
            ("talks", lambda: vade.conversations.search("herons")),
            ("session", live),
            ("embed", lambda: vade.embed(spare_s=1.0)),
            ("again", lambda: vade.remember("The egret fishes.", idempotency_key="one")),
            ("supersede", lambda: kept.append(vade.supersede(kept[0], "The heron left.").memory.record.id)),
            ("tidy", lambda: vade.tidy(apply=True)),
            ("doctor", vade.doctor),
            ("deep", vade.check_deeply),
            ("queue", vade.queue),
            ("forget", lambda: vade.forget(*kept)),
            ("after", vade.after_answer),
        ]
        for name, verb in verbs:
            try:
                verb()
            except VadeError as error:
                refused.append(f"{name}: {error}")
            except IndexError:  # what was not kept cannot be changed
                refused.append(name)
    return refused


if __name__ == "__main__":
    events = watch()
    turned_away = use(sys.argv[1])
    files = [file for module in list(sys.modules.values()) if (file := getattr(module, "__file__", None))]
    sys.stdout.write(json.dumps({"events": events, "refused": turned_away, "modules": files}))

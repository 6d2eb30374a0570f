"""A tour on a home of its own: real memories in, real questions answered, nothing left behind."""

from __future__ import annotations

import subprocess
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from vademecum.cli.grammar import Command
from vademecum.cli.session import Session
from vademecum.cli.view import View
from vademecum.model.value import value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.engine.vade import Vade

HISTORY = 200
"""Commits of the repository that are remembered."""

SECTION_LIMIT = 4_000
"""Characters of one section; a longer one is remembered in parts of whole paragraphs."""


@value(kw_only=True)
class Note:
    """A memory that the tour keeps."""

    text: str
    title: str | None = None
    type: str = "note"
    tags: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    ref: str | None = None


PERSONAL = (
    Note(text="Matthew prefers oat milk in his coffee.", type="preference", about=("Matthew Sherlin",)),
    Note(text="Rhea is allergic to walnuts; ask before ordering cake.", type="fact", about=("Rhea",)),
    Note(text="The staging database listens on port 5433, not on the default.", type="gotcha", tags=("ops",)),
    Note(
        text="We chose SQLite over a server because a laptop must work on a train.",
        type="decision",
        title="Why SQLite",
    ),
    Note(text="Die Mülltonnen stehen donnerstags vor sieben Uhr an der Straße.", type="routine"),
    Note(text="La clave del garaje está debajo de la maceta azul del balcón.", type="fact"),
    Note(text="Le rendez-vous chez le dentiste est repoussé au 14 mars à neuf heures.", type="commitment"),
    Note(text="部署前要先在预发布环境跑一遍数据库迁移。", type="howto"),
    Note(text="母の誕生日は六月三日。花より本が好き。", type="fact"),
    Note(text="मेरी बहन को बिना मिर्च का खाना पसंद है।", type="preference"),
    Note(text="Ключи от дачи лежат у соседки Валентины.", type="fact", about=("Валентина",)),
)

QUESTIONS = (
    "what does Matthew take in his coffee?",
    "which port does the staging database use?",
    "Wann müssen die Mülltonnen an die Straße?",
    "¿dónde está la clave del garaje?",
    "数据库迁移",
    "у кого ключи от дачи?",
)


@click.command(cls=Command)
@click.option(
    "--keep",
    type=click.Path(path_type=Path, file_okay=False),
    help="Make the tour's home in this folder and leave it there to look at.",
)
@click.pass_context
def demo(ctx: click.Context, keep: Path | None) -> None:
    """Take a tour: remember, recall, edit by hand, ask why, all in a home of its own."""
    session = ctx.ensure_object(Session)
    view = session.view()
    if keep is not None:
        _tour(session, view, keep.resolve())
        return
    with TemporaryDirectory(prefix="vademecum-demo-") as folder:
        _tour(session, view, Path(folder))


class _Stage:
    """Collects what the tour says, and says it at once to a person."""

    def __init__(self, session: Session, view: View) -> None:
        self._session = session
        self._view = view
        self.steps: list[dict[str, object]] = []

    def heading(self, title: str) -> None:
        self._say(f"\n{self._view.style(f'{len(self.steps) + 1}. {title}', '1;36')}")
        self.steps.append({"step": title})

    def command(self, text: str) -> None:
        self._say(f"   {self._view.style('$ ' + text, '2')}")

    def result(self, text: str, **facts: object) -> None:
        for line in text.splitlines():
            self._say(f"   {line}")
        self.steps[-1].update(facts)

    def _say(self, text: str) -> None:
        if not self._session.as_json:
            self._session.say(text)


def _tour(session: Session, view: View, home: Path) -> None:
    import os

    from vademecum.wiring import open_vade

    os.environ["XDG_CACHE_HOME"] = str(home / "cache")  # the tour's index goes with its home
    stage = _Stage(session, view)
    with open_vade(home=home / "home", scope="personal", sync_interval_s=0.0) as vade:
        _remember_personal(stage, vade)
        _remember_project(stage, vade)
        _ask(stage, vade)
        _edit_by_hand(stage, vade, home / "home")
        _ask_for_nothing(stage, vade)
        _ask_why(stage, vade)
        _lose_the_index(stage, vade)
    if session.as_json:
        session.answer({"results": stage.steps}, lambda _: "")
    else:
        session.say(_NEXT)


_NEXT = """
What to try next
   vade init                                   make a home of your own
   vade remember "We deploy on Tuesdays."      keep something
   vade recall "when do we deploy?"            ask for it
   vade alias add k8s kubernetes               teach it your words
   vade doctor                                 see that files and index agree
"""


def _remember_personal(stage: _Stage, vade: Vade) -> None:
    stage.heading("Remember a life in several languages")
    stage.command(f'vade remember "{PERSONAL[0].text}" --about "Matthew Sherlin"')
    for note in PERSONAL:
        _keep(vade, note, "personal", source="user")
    path = vade.recall("Matthew coffee").hits[0].path
    stage.result(
        f"{len(PERSONAL)} memories, each a Markdown file of its own, e.g. {path}", remembered=len(PERSONAL)
    )


def _remember_project(stage: _Stage, vade: Vade) -> None:
    stage.heading("Take in this folder's documentation and history as project memories")
    notes = [*_sections(Path.cwd()), *_commits(Path.cwd())]
    if not notes:
        stage.result(
            "this folder has neither Markdown files nor a git history; the tour goes on without", remembered=0
        )
        return
    for note in notes:
        _keep(vade, note, "project", source="import")
    listed = vade.list(scopes=("project",), limit=1)
    stage.result(f"{listed.total} memories in {listed.items[0].scope}", remembered=listed.total)


def _keep(vade: Vade, note: Note, scope: str, *, source: str) -> None:
    vade.remember(
        note.text,
        title=note.title,
        type=note.type,
        tags=note.tags,
        about=note.about,
        aliases=note.aliases,
        ref=note.ref,
        source=source,
        scope=scope,
    )


def _ask(stage: _Stage, vade: Vade) -> None:
    stage.heading("Ask, in whole sentences")
    for question in QUESTIONS:
        answer = vade.recall(question, limit=1)
        found = answer.hits[0].summary if answer.hits else "nothing is remembered about this"
        stage.command(f'vade recall "{question}"')
        stage.result(f"→ {found}", answered=sum(1 for _ in answer.hits))
    answer = vade.recall("how is the index rebuilt from the files?")
    stage.command('vade recall "how is the index rebuilt from the files?"')
    stage.result(vade.digest(answer) or "nothing is remembered about this")


def _edit_by_hand(stage: _Stage, vade: Vade, home: Path) -> None:
    stage.heading("Edit a file behind the index's back")
    hit = vade.recall("staging database port").hits[0]
    file = home / "memories" / hit.path
    file.write_text(file.read_text(encoding="utf-8").replace("5433", "6544"), encoding="utf-8")
    stage.command(f"sed -i s/5433/6544/ {hit.path}")
    answer = vade.recall("which port does the staging database use?", limit=1)
    stage.command('vade recall "which port does the staging database use?"')
    stage.result(f"→ {answer.hits[0].summary}", seen="6544" in answer.hits[0].summary)


def _ask_for_nothing(stage: _Stage, vade: Vade) -> None:
    stage.heading("Ask for what nobody told it")
    question = "when does the night ferry to Zanzibar leave?"
    answer = vade.recall(question)
    stage.command(f'vade recall "{question}"')
    stage.result(
        f"→ {answer.outcome.value}, {answer.weak} weak matches kept back", outcome=answer.outcome.value
    )


def _ask_why(stage: _Stage, vade: Vade) -> None:
    from vademecum.cli.rendering.hits import explanation

    stage.heading("Ask why")
    question = "what does Matthew take in his coffee?"
    hit = vade.recall(question).hits[0]
    why = vade.why(question, hit.key)
    stage.command(f'vade why "{question}" {hit.key}')
    stage.result(explanation(View(), why.explanation), score=why.explanation.score)


def _lose_the_index(stage: _Stage, vade: Vade) -> None:
    stage.heading("Throw the index away")
    before = [(hit.id, hit.score) for hit in vade.search("database").hits]
    synced = vade.reindex()
    after = [(hit.id, hit.score) for hit in vade.search("database").hits]
    stage.command("vade reindex")
    same = (
        "every answer and every score is the same"
        if before == after
        else "the answers differ: please report it"
    )
    stage.result(f"{synced.added} files read in {synced.elapsed_s:.1f} s; {same}", same=before == after)


def _sections(folder: Path) -> Iterator[Note]:
    """The sections of every Markdown file of the folder and of its docs, with the lines they stand on."""
    for file in sorted((*folder.glob("*.md"), *folder.glob("docs/*.md"))):
        name = file.relative_to(folder).as_posix()
        heading, start, lines = file.stem, 1, list[str]()
        text = file.read_text(encoding="utf-8", errors="replace").splitlines()
        for number, line in enumerate([*text, "# end"], start=1):
            if not line.startswith("#"):
                lines.append(line)
                continue
            body = "\n".join(lines).strip()
            for part in _parts(body):
                yield Note(
                    text=part,
                    title=f"{name}: {heading}",
                    type="reference",
                    tags=("documentation",),
                    ref=f"file:{name}#L{start}-L{number - 1}",
                )
            heading, start, lines = line.strip("# "), number, []


def _parts(body: str) -> Iterator[str]:
    part = ""
    for paragraph in body.split("\n\n"):
        if part and len(part) + len(paragraph) > SECTION_LIMIT:
            yield part
            part = ""
        part = f"{part}\n\n{paragraph[:SECTION_LIMIT]}".strip()
    if part:
        yield part


def _commits(folder: Path) -> Iterator[Note]:
    """The latest commits of the repository around the folder; none where git or a history is missing."""
    git = which("git")
    if git is None:
        return
    form = "--format=%h%x1f%s%x1f%b%x1e"
    run = subprocess.run(  # noqa: S603 - a fixed command, no shell, nothing from outside in it
        [git, "-C", str(folder), "log", f"-{HISTORY}", form],
        capture_output=True,
        check=False,
    )
    for entry in run.stdout.decode("utf-8", "replace").split("\x1e"):
        parts = entry.strip().split("\x1f")
        if len(parts) == 3 and parts[1].strip():
            commit, subject, body = parts
            text = f"{subject}\n\n{body.strip()}"[:SECTION_LIMIT]
            yield Note(
                text=text, title=subject[:200], type="project", tags=("history",), ref=f"commit:{commit}"
            )

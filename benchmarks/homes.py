"""Homes full of generated memories: as real files, or, where these would be too many, as an index alone."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from generator import Generator
from vademecum import Vade
from vademecum.indexing.entry import entry_of
from vademecum.lexicon import load as load_lexicon
from vademecum.markdown.writing import render
from vademecum.model.entry import Changes, Entry
from vademecum.model.file import Document, FileState, Stamp
from vademecum.model.policy import Policy
from vademecum.model.record import Key, Memory, Scope
from vademecum.retrieval.weights import FIELD_WEIGHTS
from vademecum.stores.local.index import LocalIndex
from vademecum.text.analyzer import Analyzer
from vademecum.vault.clones import Clones
from vademecum.vault.files import ensure_home
from vademecum.vault.scopes import scope_folder
from vademecum.vault.sharing import SharedVault
from vademecum.wiring import SystemClock, UlidIds, open_with

MOST_FILES = 20_000
"""Above it an index is filled without files, as `recall` itself no longer looks at all of them."""

BATCH = 5_000
"""Records per transaction while filling; `Say` hears of each."""

Say = Callable[[str], None]
Sink = Callable[[Sequence[Entry]], None]


def path_of(memory: Memory) -> str:
    """Where a generated memory stands below the vault: a readable name that no other has."""
    words = "-".join((memory.title or "memory").lower().split()[:4])
    return f"{scope_folder(memory.scope)}/{words}-{memory.id[-6:].lower()}.md"


def write_files(memories: Iterable[Memory], vault: Path) -> None:
    """Write every memory as its file, without waiting for the disk."""
    folders: set[Path] = set()
    for memory in memories:
        path = vault / path_of(memory)
        if path.parent not in folders:
            path.parent.mkdir(parents=True, exist_ok=True)
            folders.add(path.parent)
        path.write_bytes(render(memory))


def document_of(memory: Memory) -> Document:
    """The document that reading the memory's file would give, without the file."""
    data = render(memory)
    path = path_of(memory)
    return Document(
        record=memory,
        path=path,
        key=Key(path.rpartition("/")[2].removesuffix(".md")),
        scope=memory.scope,
        state=FileState(Stamp(len(data), 0, 0, 0), hashlib.sha256(data).hexdigest()),
        body_line=data.count(b"\n") - memory.body.count("\n"),
    )


def batches(memories: Iterable[Memory], say: Say) -> Iterator[tuple[Entry, ...]]:
    """Index entries of memories that need no files."""
    lexicon = load_lexicon()
    analyzer = Analyzer(lexicon, default_language="en")
    remaining, done = iter(memories), 0
    while batch := tuple(islice(remaining, BATCH)):
        yield tuple(entry_of(document_of(memory), analyzer, lexicon) for memory in batch)
        done += len(batch)
        if done % (BATCH * 4) == 0:
            say(f"  {done:,}")


@contextmanager
def workspace(keep: Path | None, count: int) -> Iterator[Path]:
    """A folder for homes of `count` memories: one below `keep` that stays, or one that goes with the run."""
    if keep is None:
        with tempfile.TemporaryDirectory() as scratch:
            yield Path(scratch)
        return
    folder = keep / str(count)
    folder.mkdir(parents=True, exist_ok=True)
    yield folder


@contextmanager
def open_filled(
    generator: Generator, count: int, folder: Path, sinks: Sequence[Sink], say: Say
) -> Iterator[Vade]:
    """A home with `count` memories, built unless the folder holds it already.

    Args:
        sinks: others that want the same entries; they get them while the home is built, not later.
    """
    home = folder / "home"
    ensure_home(home)
    built = folder / "built"
    index = LocalIndex.open(folder / "index", FIELD_WEIGHTS)
    vade = open_with(
        vault=SharedVault(home / "memories", Clones(home)),
        index=index,
        policy=Policy(sync_max_files=MOST_FILES),
        language="en",
        clock=SystemClock(),
        ids=UlidIds(),
        read_scope=Scope,
    )
    with vade:
        if not built.exists():
            say(f"building {count:,} memories …")
            if count <= MOST_FILES:
                write_files(generator.memories(count), home / "memories")
                vade.reindex()
            for entries in batches(generator.memories(count), say):
                if count > MOST_FILES:
                    index.apply(Changes(put=entries))
                    index.flush()
                for sink in sinks:
                    sink(entries)
            index.flush()
            built.touch()
        if index.corpus().records != count:
            # An index of another version was dropped; asking an empty one would look very fast.
            raise SystemExit(f"{folder} was built by another version; delete it and run again")
        yield vade


def home_of_files(generator: Generator, count: int, folder: Path, *, index: bool = True) -> dict[str, str]:
    """A home of real files, and the environment in which every process finds it.

    Args:
        index: build its index too, by the command that a person would use.
    """
    home = folder / "home"
    env = {"HOME": str(folder), "VADE_HOME": str(home), "XDG_CACHE_HOME": str(folder / "cache")}
    write_files(generator.memories(count), home / "memories")
    if index:
        vade = Path(sys.executable).with_name("vade")
        subprocess.run([vade, "reindex"], env={**os.environ, **env}, check=True, stdout=subprocess.DEVNULL)
    return env

"""Any sequence of writes, edits by hand, renames, deletions, merges, changed rules and clock jumps leaves
index ≡ rebuild, derived edges among the rest."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from vademecum.engine.vade import Vade
from vademecum.errors import Ambiguous, InvalidValue, NotFound, Unreadable
from vademecum.graph.deriving import Rules
from vademecum.model.policy import Policy
from vademecum.ports import Index
from vademecum.retrieval.weights import FIELD_WEIGHTS
from vademecum.stores.local.index import LocalIndex
from vademecum.stores.memory.index import MemoryIndex
from vademecum.vault.clones import Clones
from vademecum.vault.files import ensure_home
from vademecum.vault.scopes import parse_scope
from vademecum.vault.sharing import SharedVault
from vademecum.wiring import UlidIds, open_with

WORDS = ("port", "redis", "lyon", "staging", "orchards", "k8s", "部署", "schlüssel", "src/store.rs")
LINES = st.sampled_from(
    ["- lives_in [[Lyon]]", "- knows [[Rhea]] (since 2024)", "- [x] done", "See [[a]], [[Rhea]]."]
)
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join)
STATUS = st.sampled_from(["active", "deprecated", "retracted", "archived", "superseded"])
PICK = st.integers(0, 1_000)
QUESTIONS = (
    "port",
    "redis lyon",
    "port staging orchard",
    "kubernetes",
    "部署",
    "store.rs",
    "schlussel cache",
)

ALIKE = "- {rule: a, predicate: like, from: Memory, to: Memory, when: {overlap: tags}}\n"
SAME = "- {rule: a, predicate: like, from: Memory, to: Memory, when: {equal: tags}}\n"
OF = "- {rule: b, predicate: of, from: Memory, to: Entity, when: {key: entities}}\n"
WHEN = "{any: [{key: entities}, {within: created, by: 3}]}"
NEAR = f"- {{rule: b, predicate: of, from: note, to: Entity, scope: personal, when: {WHEN}}}\n"
RULES = st.sampled_from([ALIKE, SAME + OF, ALIKE + NEAR, ""])

Answers = list[object]


def answers(vade: Vade) -> Answers:
    """Everything a caller can learn: hits with scores and evidence, lists, totals, what is not served."""
    found: Answers = []
    for question in QUESTIONS:
        found.append([_evidence(hit) for hit in vade.search(question, scopes=["all"], limit=50).hits])
        recalled = vade.recall(question, scopes=["all"])
        found.append((recalled.outcome, recalled.weak, [_evidence(hit) for hit in recalled.hits]))
    listed = vade.list(include="all", scopes=["all"], kinds=("memory", "entity"), limit=100)
    found.append((listed.total, [hit.path for hit in listed.items]))
    edges = vade._parts.index.edges()
    found.append((list(edges.vertices()), list(edges.statements()), edges.touching(["rhea", "lyon"], most=9)))
    found.append([finding.subject for finding in vade.doctor().findings if finding.level == "error"])
    return found


def _evidence(hit: object) -> tuple[object, ...]:
    names = ("id", "path", "score", "covered", "terms", "snippet", "matched_via", "because", "mark", "stale")
    return tuple(getattr(hit, name) for name in names)


class FilesAndIndex(RuleBasedStateMachine):
    """A home on a disk, used through the engine and behind its back."""

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="vade-property-"))
        ensure_home(self.folder / "home")
        self.memories = self.folder / "home" / "memories"
        self.at = datetime(2026, 3, 1, tzinfo=UTC)
        self.index: LocalIndex = self._local()
        self.vade = self._open(self.index)
        self.steps = 0

    def _local(self) -> LocalIndex:
        return LocalIndex.open(self.folder / "cache", FIELD_WEIGHTS, rules=Rules)

    def _open(self, index: Index) -> Vade:
        return open_with(
            vault=SharedVault(self.memories, Clones(self.memories.parent)),
            index=index,
            policy=Policy(sync_interval_s=0.0),
            language="en",
            clock=self,
            ids=UlidIds(),
            read_scope=lambda text: parse_scope(text, None),
        )

    def now(self) -> datetime:
        return self.at

    def teardown(self) -> None:
        if hasattr(self, "vade"):
            self._compare()
            self.vade.close()
            shutil.rmtree(self.folder)

    # ── through the engine ───────────────────────────────────────────────────────────────────────

    @rule(text=TEXTS, tag=st.sampled_from(WORDS[:4]), about=st.sampled_from([(), ("Rhea",), ("Lyon",)]))
    def remember(self, text: str, tag: str, about: tuple[str, ...]) -> None:
        self.vade.remember(text, tags=[tag], about=about)

    @rule(pick=PICK, text=TEXTS)
    def edit(self, pick: int, text: str) -> None:
        listed = self.vade.list(limit=100).items
        if listed:
            self._quietly(lambda: self.vade.edit(listed[pick % len(listed)].id, text=text))

    @rule(word=st.sampled_from(WORDS), other=st.sampled_from(["cache", "harbour", "kubernetes"]))
    def alias(self, word: str, other: str) -> None:
        self.vade.add_alias(word, other)

    @rule()
    def reindex(self) -> None:
        self.vade.reindex()

    @rule(threshold=st.integers(0, 3))
    def flush(self, threshold: int) -> None:
        self.index.flush(threshold=threshold)

    @rule()
    def reopen(self) -> None:
        self.vade.close()
        self.index = self._local()
        self.vade = self._open(self.index)

    @rule()
    def lose_the_cache(self) -> None:
        self.vade.close()
        shutil.rmtree(self.folder / "cache", ignore_errors=True)
        self.index = self._local()
        self.vade = self._open(self.index)

    @rule(days=st.integers(-40, 40))
    def jump_in_time(self, days: int) -> None:
        self.at += timedelta(days=days)

    # ── behind its back ──────────────────────────────────────────────────────────────────────────

    def _file(self, pick: int) -> Path | None:
        files = sorted(self.memories.rglob("*.md"))
        return files[pick % len(files)] if files else None

    @rule(name=st.sampled_from("abcdef"), text=TEXTS)
    def write_by_hand(self, name: str, text: str) -> None:
        (self.memories / "personal").mkdir(parents=True, exist_ok=True)
        (self.memories / "personal" / f"{name}.md").write_text(text, encoding="utf-8")

    @rule(pick=PICK, line=LINES)
    def add_a_line(self, pick: int, line: str) -> None:
        if file := self._file(pick):
            file.write_bytes(file.read_bytes() + f"\n{line}\n".encode())

    @rule(pick=PICK, old=st.sampled_from(WORDS), new=st.sampled_from(WORDS))
    def replace_a_word(self, pick: int, old: str, new: str) -> None:
        if file := self._file(pick):
            file.write_bytes(file.read_bytes().replace(old.encode(), new.encode()))

    @rule(pick=PICK)
    def edit_in_place_under_an_old_time(self, pick: int) -> None:
        if file := self._file(pick):
            before = file.stat()
            file.write_bytes(file.read_bytes().replace(b"port", b"trop"))
            os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))

    @rule(pick=PICK, status=STATUS, other=PICK)
    def change_the_state(self, pick: int, status: str, other: int) -> None:
        file, target = self._file(pick), self._file(other)
        if file is None or target is None:
            return
        text = file.read_text(encoding="utf-8", errors="replace")
        goal = target.read_text(encoding="utf-8", errors="replace").partition("id: ")[2][:26]
        if text.startswith("---\n") and "\nstatus:" not in text:
            link = f"superseded_by: {goal}\n" if status == "superseded" and len(goal) == 26 else ""
            file.write_text(text.replace("---\n", f"---\nstatus: {status}\n{link}", 1), encoding="utf-8")

    @rule(pick=PICK, name=st.sampled_from("uvwxyz"))
    def rename(self, pick: int, name: str) -> None:
        if file := self._file(pick):
            file.rename(file.with_name(f"{name}.md"))

    @rule(pick=PICK, name=st.sampled_from("mnop"))
    def copy_with_its_id(self, pick: int, name: str) -> None:
        if (file := self._file(pick)) and file.stem != name:
            shutil.copy(file, file.with_name(f"{name}.md"))

    @rule(pick=PICK)
    def move_to_another_scope(self, pick: int) -> None:
        if file := self._file(pick):
            folder = self.memories / "org__acme"
            folder.mkdir(exist_ok=True)
            file.rename(folder / file.name)

    @rule(text=RULES)
    def change_the_rules(self, text: str) -> None:
        (self.memories / "rules.yaml").write_text(text, encoding="utf-8")

    @rule(names=st.permutations(["Rhea", "Lyon", "a"]), apart=st.booleans())
    def merge_or_part(self, names: list[str], apart: bool) -> None:
        if apart:
            self._quietly(lambda: self.vade.unmerge_entity(names[0]))
        else:
            self._quietly(lambda: self.vade.merge_entities(names[0], names[1]))

    @rule(pick=PICK)
    def delete(self, pick: int) -> None:
        if file := self._file(pick):
            file.unlink()

    @rule(
        pick=PICK,
        rubbish=st.sampled_from(
            [b"---\ntitle: [unclosed\n---\n", b"\xff\xfe", b"<<<<<<< a\n=======\n>>>>>>> b\n"]
        ),
    )
    def spoil(self, pick: int, rubbish: bytes) -> None:
        if file := self._file(pick):
            file.write_bytes(rubbish)

    # ── what must hold ───────────────────────────────────────────────────────────────────────────

    def _quietly(self, act: Callable[[], object]) -> None:
        try:
            act()
        except (NotFound, Ambiguous, InvalidValue, Unreadable):
            return

    def _compare(self) -> None:
        incremental = answers(self.vade)
        rebuilt = self._open(MemoryIndex(Rules))
        assert incremental == answers(rebuilt)

    @invariant()
    def index_equals_rebuild(self) -> None:
        if hasattr(self, "steps"):
            self.steps += 1
            if self.steps % 20 == 0:
                self._compare()
                assert self.index.check() == ()


TestFilesAndIndex = FilesAndIndex.TestCase
TestFilesAndIndex.settings = settings(
    max_examples=4,
    stateful_step_count=220,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],  # a sequence of 220 steps on a disk takes minutes to shrink and is read as it is
    suppress_health_check=list(HealthCheck),
)

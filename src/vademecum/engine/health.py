"""Check-ups and counts."""

from __future__ import annotations

from vademecum.engine.claimed import unsaid_value
from vademecum.engine.reading import nowhere
from vademecum.engine.ruling import unreached
from vademecum.errors import VadeError
from vademecum.lifecycle.standing import HIDDEN_STATUSES, follow
from vademecum.model.answer import CheckUp, Finding, VaultStats
from vademecum.model.entry import REPLACEMENT
from vademecum.model.file import QuarantineReason, shown_path
from vademecum.model.record import HOLDING, Status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vademecum.engine.conversations.health import Counted
    from vademecum.engine.parts import Parts
    from vademecum.model.entry import Entry, Row
    from vademecum.model.file import Quarantined
    from vademecum.model.ledger import Erasure
    from vademecum.model.record import MemoryId

LEVELS = ("error", "warning", "note", "ok")
"""Levels of findings, worst first."""

_NAMED = 12
"""Files of others, or memories of one finding, that a check-up names."""

_REDACTION = ("redacting it", "see whether the secret still stands in it")
_EDIT = "edit the file; it is served again at the next question"
_RESTORE = "restore access to the file, or give it a usable name; it is read again at the next question"


class Health:
    """Finds what is wrong, says what it means and offers the fix."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def check_up(self, unreachable: Mapping[str, str], said: Iterable[Finding], talks: int) -> CheckUp:
        """Everything that deserves attention, worst first; never raises for what it examines.

        Args:
            unreachable: what the last look could not read, a folder or a file, with the reason.
            said: what was found about conversations.
            talks: how many conversations there are.
        """
        findings = [
            *self._parts.concerns(),
            *self._counsel(),
            *self._adrift(),
            *(_unreachable(place, why) for place, why in unreachable.items()),
            *self._files(),
            *self._foreign(),
            *self._vocabulary(),
            *self._chains(),
            *self._erasures(),
            *self._index(),
            *self._rules(),
            *said,
        ]
        if not any(finding.level in ("error", "warning") for finding in findings):
            findings.append(Finding(level="ok", code="healthy", subject="", message=self._summary(talks)))
        findings.sort(key=lambda finding: (LEVELS.index(finding.level), finding.code, finding.subject))
        return CheckUp(findings=tuple(findings))

    def _summary(self, talks: int) -> str:
        kinds = self._parts.index.tally("kind")
        memories, entities = kinds.get("memory", 0), kinds.get("entity", 0)
        counted = (
            f"{memories:,} {'memory' if memories == 1 else 'memories'}, "
            f"{entities:,} {'entity' if entities == 1 else 'entities'} and "
            f"{talks:,} {'conversation' if talks == 1 else 'conversations'}"
        )
        return f"{counted}, files and index agree"

    def _counsel(self) -> list[Finding]:
        """The model that is asked, or why one that is wanted cannot be; nothing where none is wanted."""
        counsel = self._parts.open_counsel()
        if not counsel.described:
            return []
        if not counsel.usable:
            fix = "`vade config list` shows the settings that begin with model."
            return [_model("warning", counsel.described, fix)]
        asked = [name for name, on in (("plans", counsel.plans), ("statements", counsel.extracts)) if on]
        about = (
            f"asked in sessions for {' and '.join(asked)}" if asked else "asked by `vade plan --model` alone"
        )
        return [_model("note", f"{counsel.described} is {about}")]

    def _adrift(self) -> list[Finding]:
        """An index that nothing keeps."""
        message = self._parts.adrift
        if not message:
            return []
        fix = "make the cache folder writable and free some space"
        return [Finding(level="warning", code="index_not_kept", subject="index", message=message, fix=fix)]

    def _rules(self) -> list[Finding]:
        """New rules that have not reached everything yet."""
        message = unreached(self._parts.index.derivations())
        return (
            [Finding(level="note", code="deriving", subject="rules.yaml", message=message)] if message else []
        )

    def _files(self) -> list[Finding]:
        return [
            Finding(
                level="error",
                code=f"quarantined_{fault.reason.value}",
                subject=fault.path,
                message=_at_line(fault),
                fix=_RESTORE if fault.reason is QuarantineReason.UNREADABLE else _EDIT,
            )
            for fault in self._parts.index.quarantined()
        ]

    def _foreign(self) -> list[Finding]:
        """Files that are not ours: what is read of them, and what is not."""
        files = self._parts.vault.foreign()
        read = [one for one in files if not one.complaint]
        findings = [
            Finding(level="note", code="file_not_read", subject=one.place, message=one.complaint)
            for one in files
            if one.complaint
        ]
        if read:
            number = sum(one.passages for one in read)
            named = ", ".join(f"{one.place} ({one.passages})" for one in read[:_NAMED])
            more = f" and {len(read) - _NAMED} more" if len(read) > _NAMED else ""
            message = (
                f"{number:,} {'passage' if number == 1 else 'passages'} of {named}{more} can be found; "
                "these files are read where they stand and never changed"
            )
            fix = "`vade config set files.read false` leaves them out"
            findings.append(
                Finding(level="note", code="files_read", subject="files", message=message, fix=fix)
            )
        return findings

    def _vocabulary(self) -> list[Finding]:
        _, faults = self._parts.vault.read_aliases()
        return [
            Finding(
                level="error",
                code="quarantined_aliases",
                subject=fault.path,
                message=_at_line(fault),
                fix="edit the file; until then this scope has no aliases",
            )
            for fault in faults
        ]

    def _chains(self) -> list[Finding]:
        index = self._parts.index
        findings: list[Finding] = []
        unsaid: list[str] = []
        for entry in index.entries():
            if entry.status in HOLDING and unsaid_value(entry, self._parts.wording.small):
                unsaid.append(entry.key)
            findings += [
                Finding(level="note", code="tolerated", subject=shown_path(entry.path), message=warning)
                for warning in entry.warnings
            ]
            findings += self._half_written(entry)
            if entry.status is not Status.SUPERSEDED:
                continue
            end = follow(entry, self._lookup)
            if end.fault is not None and end.id == entry.id:
                findings.append(self._chain(entry, end.fault))
        return [*findings, *([_unsaid(unsaid)] if unsaid else [])]

    def _half_written(self, entry: Entry) -> list[Finding]:
        """Replacements that no look at the files completes: across scopes, or where writing is refused."""
        if entry.review == REPLACEMENT or entry.status in HIDDEN_STATUSES:
            return []
        rows = self._parts.index.rows(entry.supersedes).values()
        return [_half(entry, row) for row in rows if row.status in HOLDING and row.id != entry.id]

    def _lookup(self, record: MemoryId) -> Row | None:
        return self._parts.index.rows([record]).get(record)

    def _chain(self, entry: Entry, fault: str) -> Finding:
        """A chain without a newest memory; broken files are mended first, one may be the missing link."""
        fix = f"set status: active in {entry.path}, or restore the missing memory"
        if fault == "cycle":
            fix = f"decide which memory holds, and set status: active in its file ({entry.path} is shown now)"
        elif self._parts.index.quarantined():
            fix = "mend the files that cannot be read first, the missing memory may be among them"
        message = nowhere("it", entry, self._lookup)
        return Finding(
            level="warning",
            code="circular_chain" if fault == "cycle" else "dangling_chain",
            subject=entry.key,
            message=message,
            fix=fix,
        )

    def _erasures(self) -> list[Finding]:
        """Erasures that were broken off, and a ledger that cannot be read."""
        try:
            begun = self._parts.ledger.unfinished()
        except VadeError as error:
            fix = "restore access to the folder state of the home"
            return [
                Finding(
                    level="error", code="ledger_unreadable", subject="ledger", message=error.message, fix=fix
                )
            ]
        return list(map(_unfinished, begun))

    def _index(self) -> list[Finding]:
        return [
            Finding(level="error", code="index_damaged", subject="index", message=fault, fix="vade reindex")
            for fault in self._parts.index.check()
        ]

    def stats(self, said: Counted) -> VaultStats:
        """Counts over the home.

        Args:
            said: counts over its conversations.
        """
        index = self._parts.index
        kinds = index.tally("kind")
        listing = self._parts.vault.list()
        return VaultStats(
            memories=kinds.get("memory", 0),
            entities=kinds.get("entity", 0),
            conversations=said.conversations,
            turns=said.turns,
            quarantined=len(index.quarantined()),
            by_scope=_largest_first(index.tally("scope")),
            by_type=_largest_first(index.tally("type")),
            by_status=_largest_first(index.tally("status")),
            by_month=dict(sorted(index.tally("month").items())),
            by_tag=_largest_first(index.tally("tag")),
            terms=sum(index.corpus().lengths.values()),
            index_bytes=index.size_bytes() + said.index_bytes,
            file_bytes=sum(stamp.size for stamp in listing.files.values()) + said.file_bytes,
            revision=index.revision(),
        )


def _half(entry: Entry, row: Row) -> Finding:
    return Finding(
        level="warning",
        code="half_written_chain",
        subject=entry.key,
        message=f"it says that it replaces {row.key}, but {row.path} knows nothing of it; both are shown",
        fix=f"`vade archive {row.id}` if it no longer holds, else take its id out of {entry.path}",
    )


def _unsaid(keys: list[str]) -> Finding:
    """Claims beside texts that say nothing of them, as an edit of the text by hand leaves them."""
    named = ", ".join(keys[:_NAMED])
    more = f" and {len(keys) - _NAMED:,} more" if len(keys) > _NAMED else ""
    return Finding(
        level="note",
        code="unsaid_claim",
        subject="claims",
        message=f"the text says nothing of the value that is claimed beside it: {named}{more}",
        fix="`vade tidy` names each value; `vade edit KEY --set value=NEW` states another",
    )


def _model(level: str, message: str, fix: str = "") -> Finding:
    return Finding(level=level, code="model", subject="model", message=message, fix=fix)


def _at_line(fault: Quarantined) -> str:
    return f"line {fault.line}: {fault.message}" if fault.line else fault.message


def _unfinished(erasure: Erasure) -> Finding:
    verb, left = ("forgetting it", "bytes of it may be left") if erasure.whole else _REDACTION
    message = f"{verb} was broken off on {erasure.at.date()}; {left}"
    fix = "vade conversations forget" if erasure.conversation else "vade forget"
    return Finding(level="warning", code="unfinished_erasure", subject=erasure.id, message=message, fix=fix)


def _unreachable(place: str, why: str) -> Finding:
    if place.endswith(".md"):
        return Finding(level="error", code="unreachable_file", subject=place, message=why, fix=_RESTORE)
    return Finding(
        level="error",
        code="unreachable_folder",
        subject=place,
        message=f"{'' if place else 'the folder of all memories '}cannot be listed ({why}); "
        "nothing below it counts as deleted",
        fix="restore access, give it a usable name, or mount the drive",
    )


def _largest_first(counts: dict[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

"""The names that a store knows: asked of its catalogue, or learned once for a session; the same answers."""

from __future__ import annotations

from vademecum.engine.paging import every_row
from vademecum.model.ask import Filters
from vademecum.model.plan import NamedRun
from vademecum.model.record import Kind
from vademecum.planning.known import KnownNames, runs, standing
from vademecum.text.names import fold_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vademecum.model.entry import Row
    from vademecum.model.file import AliasEntry
    from vademecum.model.record import Scope
    from vademecum.ports import Index

_PAGE = 10_000


class CatalogueNames:
    """`ports.KnownForms` by indexed look-ups, for a process that plans one utterance and ends."""

    def __init__(self, index: Index, scopes: tuple[Scope, ...]) -> None:
        self._index = index
        self._scopes = scopes

    def mentioned(self, words: Sequence[str]) -> tuple[NamedRun, ...]:
        """`ports.KnownForms.mentioned`."""
        if not words:
            return ()
        places = runs(words)
        aliased = _aliased(self._index.matching(tuple(dict.fromkeys(words)), self._scopes))
        said = {form: others for form, others in aliased.items() if form in places}
        meant = self._meant([*places, *(other for others in said.values() for other in others)])
        found: list[NamedRun] = []
        for form, where in places.items():
            forms = (form, *said.get(form, ()))
            names = tuple(sorted({name for each in forms for name in meant.get(each, ())}))
            found += [NamedRun(form, start, end, names) for start, end in where if names]
        return standing(found)

    def _meant(self, forms: Sequence[str]) -> dict[str, list[str]]:
        """Form -> names of the entities that have it."""
        named = self._index.named(forms, self._scopes)
        rows = self._index.rows([one for ids in named.values() for one in ids])
        return {form: [rows[one].card.title for one in ids if one in rows] for form, ids in named.items()}


def learned(index: Index, vocabulary: Iterable[AliasEntry], scopes: tuple[Scope, ...]) -> KnownNames:
    """Every name of the scopes, for a session; learn anew when the index has another revision.

    Args:
        index: holds the entities.
        vocabulary: aliases of all scopes.
        scopes: none means every scope.
    """
    aliased = _aliased(entry for entry in vocabulary if not scopes or entry.scope in scopes)
    meant = {form for others in aliased.values() for form in others}
    names: dict[str, list[str]] = {}
    known = KnownNames()
    for row in every_row(index, Filters(scopes=scopes, kinds=(Kind.ENTITY,)), _PAGE):
        for form in _forms(row):
            known.add(form, row.card.title)
            if form in meant:
                names.setdefault(form, []).append(row.card.title)
    for form, others in aliased.items():
        for name in [name for other in others for name in names.get(other, ())]:
            known.add(form, name)
    return known


def _forms(row: Row) -> Iterator[str]:
    return filter(None, map(fold_name, (row.card.title, *row.card.aliases)))


def _aliased(entries: Iterable[AliasEntry]) -> dict[str, list[str]]:
    """Either side of an entry -> the other sides that mean the same."""
    found: dict[str, list[str]] = {}
    for entry in entries:
        alias, target = fold_name(entry.alias), fold_name(entry.target)
        found.setdefault(alias, []).append(target)
        found.setdefault(target, []).append(alias)
    return found

"""Pages that only a mention began, once what mentioned them is gone."""

from __future__ import annotations

from vademecum.model.ask import Filters
from vademecum.model.record import Kind, Memory
from vademecum.text.names import fold_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from vademecum.model.record import Record
    from vademecum.ports import Index


_MEMORIES = (Kind.MEMORY,)


def abandoned(index: Index, gone: Iterable[Record]) -> tuple[str, ...]:
    """Keys of pages that say nothing but a name which only these records mentioned."""
    keys: dict[str, None] = {}
    for record in gone:
        if not isinstance(record, Memory):
            continue
        forms = tuple([form for name in record.entities if (form := fold_name(name))])
        pages = index.named(forms, (record.scope,))
        lonely = [
            form for form in pages if not index.page(Filters(about=(form,), kinds=_MEMORIES), limit=1)[1]
        ]
        rows = index.rows([page for form in lonely for page in pages[form]])
        keys.update((row.key, None) for row in rows.values() if row.card.provisional and not row.card.text)
    return tuple(keys)

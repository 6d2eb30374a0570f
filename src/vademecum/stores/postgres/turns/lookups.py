"""Questions about conversations that their rows answer: every function takes a transaction."""

from __future__ import annotations

from vademecum.model.conversation import ConversationId, Role
from vademecum.model.file import Stamp
from vademecum.model.transcript import Mark
from vademecum.model.turns import Held, SaidThen, Spoken, TurnCandidate, TurnCorpus
from vademecum.stores.codec import speakable
from vademecum.stores.postgres.bounding import bounded
from vademecum.stores.postgres.turns.totals import LANGUAGE, RECORDS, TERMS
from vademecum.stores.turn_codec import candidate_of, held_of, spoken_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.model.turns import Choice, Fence
    from vademecum.stores.postgres.transaction import Transaction

_MOST_CANDIDATES = 10
_LAST = "\U0010ffff"
LARGEST = 2**63

CANDIDATE = (
    "conversation.id, turn.seq, turn.role, turn.length, turn.bag, turn.speaker, turn.asks, turn.tells, "
    "turn.at"
)
_HELD = (
    "conversation.id, conversation.workspace, conversation.archived, conversation.live, "
    "conversation.claimed, conversation.size, conversation.mtime_ns, conversation.ctime_ns, "
    "conversation.inode, conversation.device, conversation.rest"
)
_CONVERSATION = """
JOIN vade.conversation
ON conversation.tenant = %(tenant)s AND conversation.number = turn.conversation
"""
_AT = f"""
SELECT {CANDIDATE} FROM unnest(%(ids)s::text[], %(seqs)s::bigint[]) AS asked (id, seq)
JOIN vade.conversation ON conversation.tenant = %(tenant)s AND conversation.id = asked.id
JOIN vade.turn
ON turn.tenant = %(tenant)s AND turn.conversation = conversation.number AND turn.seq = asked.seq
"""
_TOTALS = """
SELECT turn_total.sort, turn_total.number FROM vade.turn_total
WHERE turn_total.tenant = %(tenant)s AND turn_total.sort = ANY(%(sorts)s::text[])
"""
_FREQUENCIES = """
SELECT turn_term.word, turn_term.turns FROM vade.turn_term
WHERE turn_term.tenant = %(tenant)s AND turn_term.word = ANY(%(words)s::text[])
"""
_LANGUAGES = """
SELECT turn_total.name FROM vade.turn_total
WHERE turn_total.tenant = %(tenant)s AND turn_total.sort = %(sort)s
ORDER BY turn_total.number DESC, turn_total.name
"""
_OF_IDS = f"""
SELECT {_HELD} FROM vade.conversation
WHERE conversation.tenant = %(tenant)s AND conversation.id = ANY(%(ids)s::text[])
"""
_RESOLVE = """
SELECT conversation.id FROM vade.conversation
WHERE conversation.tenant = %(tenant)s AND conversation.id >= %(first)s AND conversation.id < %(behind)s
ORDER BY conversation.id LIMIT %(most)s
"""
_PLACE = f"""
SELECT turn.line, turn.start FROM vade.turn {_CONVERSATION}
WHERE turn.tenant = %(tenant)s AND conversation.id = %(id)s AND turn.seq = %(seq)s
"""
_STAMPS = """
SELECT conversation.id, conversation.size, conversation.mtime_ns, conversation.ctime_ns, conversation.inode,
    conversation.device
FROM vade.conversation WHERE conversation.tenant = %(tenant)s ORDER BY conversation.id
"""
_SPOKEN_AFTER = f"""
SELECT conversation.id, turn.seq, turn.role, turn.line, turn.start, turn.lang, turn.length, turn.bag,
    turn.speaker, turn.asks, turn.tells, turn.at
FROM vade.turn {_CONVERSATION}
WHERE turn.tenant = %(tenant)s AND (conversation.id, turn.seq) > (%(id)s, %(seq)s)
ORDER BY conversation.id, turn.seq LIMIT %(most)s
"""
# A word that stands in a turn is counted; one that is not counted may linger all the same.
_LINGERING = """
SELECT turn_word.word FROM vade.turn_word
WHERE turn_word.tenant = %(tenant)s AND turn_word.word = ANY(%(words)s::text[])
UNION SELECT turn_term.word FROM vade.turn_term
WHERE turn_term.tenant = %(tenant)s AND turn_term.word = ANY(%(words)s::text[])
"""
_OF_VERSIONS = f"""
SELECT {CANDIDATE} FROM unnest(%(versions)s::bigint[]) AS asked (version)
JOIN vade.turn ON turn.tenant = %(tenant)s AND turn.version = asked.version
JOIN vade.conversation ON conversation.tenant = %(tenant)s AND conversation.number = turn.conversation
"""
_NUMBERS = """
SELECT conversation.id, conversation.number FROM vade.conversation
WHERE conversation.tenant = %(tenant)s AND conversation.id = ANY(%(ids)s::text[])
"""
_REVISION = "SELECT store, changes FROM vade.turn_head WHERE tenant = %(tenant)s"


def at(transaction: Transaction, places: Sequence[tuple[ConversationId, int]]) -> tuple[TurnCandidate, ...]:
    """`TurnCandidates.at`."""
    wanted = [place for place in dict.fromkeys(places) if speakable(place[0]) and 0 < place[1] < LARGEST]
    if not wanted:
        return ()
    rows = transaction.all(_AT, ids=[id for id, _ in wanted], seqs=[seq for _, seq in wanted])
    return tuple(map(candidate_of, rows))


def of_versions(transaction: Transaction, versions: Sequence[int]) -> tuple[TurnCandidate, ...]:
    """The turns of these versions, in no order."""
    if not versions:
        return ()
    return tuple(map(candidate_of, transaction.all(_OF_VERSIONS, versions=list(versions))))


def numbers(transaction: Transaction, ids: Sequence[ConversationId]) -> dict[str, int]:
    """By which number the rows of those of the conversations are known that there are."""
    return dict(transaction.all(_NUMBERS, ids=[each for each in ids if speakable(each)]))


def corpus(transaction: Transaction) -> TurnCorpus:
    """`TurnCandidates.corpus`."""

    def read() -> TurnCorpus:
        found = dict(transaction.all(_TOTALS, sorts=[RECORDS, TERMS]))
        return TurnCorpus(found.get(RECORDS, 0), found.get(TERMS, 0))

    return transaction.once("turn corpus", read)


def frequencies(transaction: Transaction, words: Sequence[str]) -> dict[str, int]:
    """`TurnCandidates.frequencies`."""
    kept = {word: bounded(word) for word in words if speakable(word)}
    if not kept:
        return {}
    asked = tuple(sorted(set(kept.values())))
    found = transaction.once(
        ("turn frequencies", asked), lambda: dict(transaction.all(_FREQUENCIES, words=list(asked)))
    )
    return {word: found[key] for word, key in kept.items() if key in found}


def lingering(transaction: Transaction, words: Sequence[str]) -> frozenset[str]:
    """`TurnWriter.lingering`."""
    kept = {word: bounded(word) for word in words if speakable(word)}
    found = {word for (word,) in transaction.all(_LINGERING, words=list(kept.values()))}
    return frozenset(word for word, key in kept.items() if key in found)


def languages(transaction: Transaction) -> tuple[str, ...]:
    """`TurnCandidates.languages`."""
    return tuple(name for (name,) in transaction.all(_LANGUAGES, sort=LANGUAGE))


def held(transaction: Transaction, ids: Sequence[ConversationId]) -> dict[ConversationId, Held]:
    """`ConversationCatalogue.held`."""
    wanted = [each for each in dict.fromkeys(ids) if speakable(each)]
    found = {one.id: one for one in map(held_of, transaction.all(_OF_IDS, ids=wanted))} if wanted else {}
    return {each: found[each] for each in wanted if each in found}


def resolve(transaction: Transaction, handle: str) -> tuple[ConversationId, ...]:
    """`ConversationCatalogue.resolve`."""
    if not speakable(handle):
        return ()
    rows = transaction.all(_RESOLVE, first=handle, behind=handle + _LAST, most=_MOST_CANDIDATES)
    return tuple(ConversationId(id) for (id,) in rows)


def page(transaction: Transaction, choice: Choice, limit: int, offset: int) -> tuple[tuple[Held, ...], int]:
    """`ConversationCatalogue.page`."""
    fenced, values = conditions(choice.fence)
    passing = " AND ".join(
        [
            "conversation.tenant = %(tenant)s",
            fenced,
            *([] if choice.archived else ["NOT conversation.archived"]),
            *(["NOT conversation.ended"] if choice.open else []),
            *(["conversation.live"] if choice.live else []),
            *(["conversation.host = %(host)s"] if choice.host is not None else []),
        ]
    )
    values["host"] = choice.host
    (total,) = transaction.one(f"SELECT count(*) FROM vade.conversation WHERE {passing}", **values) or (0,)
    if limit <= 0:
        return (), total
    rows = transaction.all(
        f"SELECT {_HELD} FROM vade.conversation WHERE {passing} "
        "ORDER BY conversation.claimed DESC NULLS LAST, conversation.id LIMIT %(limit)s OFFSET %(offset)s",
        **values,
        limit=limit,
        offset=offset,
    )
    return tuple(map(held_of, rows)), total


def conditions(fence: Fence) -> tuple[str, dict[str, object]]:
    """A fence as a condition on table ``conversation``, and what it is bound to."""
    where: list[str] = ["TRUE"]
    values: dict[str, object] = {}
    for name, condition, wanted in (
        ("workspaces", "conversation.workspace = ANY(%(workspaces)s::text[])", fence.workspaces),
        ("without", "conversation.id <> ALL(%(without)s::text[])", fence.without),
        ("only", "conversation.id = ANY(%(only)s::text[])", fence.only),
    ):
        if wanted:
            where.append(condition)
            values[name] = [each for each in wanted if speakable(each)]
    return " AND ".join(where), values


def said_in(transaction: Transaction, fence: Fence, within: tuple[int, int], limit: int) -> SaidThen:
    """`ConversationCatalogue.said_in`."""
    fenced, values = conditions(fence)
    among = (
        f"FROM vade.turn {_CONVERSATION} WHERE turn.tenant = %(tenant)s "
        f"AND turn.at >= %(first)s AND turn.at < %(behind)s AND {fenced}"
    )
    values |= {"first": within[0], "behind": within[1], "limit": limit, "asked": Role.USER.value}
    talks, turns = transaction.one(
        f"SELECT count(DISTINCT turn.conversation), count(*) {among}", **values
    ) or (0, 0)
    rows = transaction.all(
        f"SELECT conversation.id, array_agg(turn.seq ORDER BY turn.seq), "
        f"array_agg(turn.seq ORDER BY turn.seq) FILTER (WHERE turn.role = %(asked)s) {among} "
        "GROUP BY conversation.id ORDER BY max(turn.at) DESC, conversation.id LIMIT %(limit)s",
        **values,
    )
    places = tuple((ConversationId(id), tuple((asked or every)[:limit])) for id, every, asked in rows)
    return SaidThen(places, talks, turns)


def place(transaction: Transaction, conversation: ConversationId, seq: int) -> Mark | None:
    """`ConversationCatalogue.place`."""
    if not speakable(conversation) or not 0 < seq < LARGEST:
        return None
    row = transaction.one(_PLACE, id=conversation, seq=seq)
    return None if row is None else Mark(row[0] - 1, row[1], "")


def spoken_after(
    transaction: Transaction, after: tuple[str, int], limit: int
) -> list[tuple[ConversationId, Spoken]]:
    """Turns behind one, by conversation and place."""
    rows = transaction.all(_SPOKEN_AFTER, id=after[0], seq=after[1], most=limit)
    return [(ConversationId(columns[0]), spoken_of(columns[1:])) for columns in rows]


def stamps(transaction: Transaction) -> dict[ConversationId, Stamp]:
    """`ConversationManifest.stamps`."""
    return {
        ConversationId(id): Stamp(size, mtime, ctime, int(inode), int(device))
        for id, size, mtime, ctime, inode, device in transaction.all(_STAMPS)
    }


def revision(transaction: Transaction) -> str:
    """`ConversationManifest.revision`."""
    store, changes = transaction.one(_REVISION) or ("new", 0)
    return f"{store}.{changes}"

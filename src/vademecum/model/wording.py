"""What words tell a judge, as a value: names of predicates, small words that decide, cues to keep a text."""

from __future__ import annotations

from enum import Enum

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class Holds(Enum):
    """How many values a subject has of one predicate at a time."""

    ONE = "one"
    MANY = "many"
    UNKNOWN = "unknown"


@value
class Sense:
    """What the name of a predicate means.

    Attributes:
        group: names the predicates that mean the same or, with the other `denies`, the opposite.
    """

    group: str
    denies: bool
    holds: Holds


@value
class Over:
    """What may follow over a relation of one subject to another; names of predicates, folded.

    Attributes:
        relations: those that join the one subject to the other.
        causes: what changes of the other.
        effects: what may not hold any longer of the one.
    """

    relations: frozenset[str]
    causes: frozenset[str]
    effects: frozenset[str]


@value(kw_only=True)
class PredicateNames:
    """What is known of the names of predicates; all of them folded, words apart by one space.

    Attributes:
        senses: name -> meaning.
        uncertain: names in `senses` whose number of values is unknown, whatever the group says.
        attributes: nouns that end a name of which a subject has one value.
        superlatives: words that begin such a name, whatever follows.
        breaking: words that keep `attributes` from counting in a name that holds them.
        denials: words at either end of a name that turn it into its opposite.
        following: name -> names of what may not hold any longer, of the same subject, once that changes.
        over: the same, of a subject that is joined to the one that changes.
        resting: names of relations by which something rests on what they name.
    """

    senses: Mapping[str, Sense]
    uncertain: frozenset[str]
    attributes: frozenset[str]
    superlatives: frozenset[str]
    breaking: frozenset[str]
    denials: frozenset[str]
    following: Mapping[str, frozenset[str]]
    over: tuple[Over, ...] = ()
    resting: frozenset[str] = frozenset()


@value(kw_only=True)
class Cue:
    """A phrase by which somebody asks for something to be kept.

    Attributes:
        lang: its language, a primary BCP 47 code.
        words: the phrase; a colon or comma stands apart, a `~` at the end goes on into the next word.
        ends: it stands behind what is to be kept, not before it.
    """

    lang: str
    words: str
    ends: bool = False


@value(kw_only=True)
class SmallWords:
    """Kinds of small words; folded.

    Attributes:
        articles: say nothing of order or sense.
        joining: two things may change places around them without changing the sense.
        leading: begin a time or a place, which may stand before or behind the verb.
        restricting: what follows them takes away from what stands before (`cake without cream`).
        affirming, refusing: values that answer yes, and no.
    """

    articles: frozenset[str]
    joining: frozenset[str]
    leading: frozenset[str]
    restricting: frozenset[str]
    affirming: frozenset[str]
    refusing: frozenset[str]


@value(kw_only=True)
class Reservations:
    """Words that speak against taking the claim of a sentence as a change of what is known; folded, words
    apart by one space.

    Attributes:
        opinion: somebody says or thinks so.
        past: it was so.
        more: it comes to what is known.
        elsewhen: it holds at another time, or at certain times.
        supposed: it is thought, planned or wished for.
        denying: single words that say it is not so.
        limiting: right behind the value, they begin what limits the claim.
        passing: hold a form of the kinds above and mean none of it.
        current: say that it is so by now.
        helping: before the past form of a verb, they make it something else than the past.
        turning: end the reach of a denial.
        vague: what a value has that names nothing in particular; `#` is a number, `~` one or two words.
        wide: places so wide that another place may lie in them.
    """

    opinion: frozenset[str]
    past: frozenset[str]
    more: frozenset[str]
    elsewhen: frozenset[str]
    supposed: frozenset[str]
    denying: frozenset[str]
    limiting: frozenset[str]
    passing: frozenset[str]
    current: frozenset[str]
    helping: frozenset[str]
    turning: frozenset[str]
    vague: frozenset[str]
    wide: frozenset[str]


@value(kw_only=True)
class Wording:
    """The word lists by which texts and claims are judged.

    Attributes:
        telling: folded word -> what it tells (``not``, ``before``, ``2``, …), two things apart by a space; a
            person begins with ``@``. Forms of scripts without spaces are sought inside runs of characters.
        cues: phrases that ask for a text to be kept.
        fillers: language -> words that may stand between the beginning of a sentence and a cue.
        reminiscing: language -> words that, right behind a cue, make it an act of remembering.
    """

    predicates: PredicateNames
    telling: Mapping[str, str]
    small: SmallWords
    reservations: Reservations
    cues: tuple[Cue, ...]
    fillers: Mapping[str, tuple[str, ...]]
    reminiscing: Mapping[str, tuple[str, ...]]

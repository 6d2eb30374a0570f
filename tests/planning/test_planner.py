"""From an utterance to what is looked for: the founding behaviours, and what its faults taught."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.planning.planners import names, planned

from vademecum.model.plan import STRONG, Intent, PlannedEntity, Signal, UnreadTime
from vademecum.planning.known import KnownNames

RHEA = ("rhea", "Rhea", ("Rhea",))


def test_p1_content_words_are_the_topics() -> None:
    plan = planned("what is the capital of France")

    assert plan.topics == ("capital", "france")
    assert plan.entities == ()
    assert plan.intent is Intent.AMBIENT


def test_p2_nothing_to_search_skips() -> None:
    plan = planned("what do you think")

    assert (plan.requires_memory, plan.intent, plan.confidence) == (False, Intent.NONE, 1.0)
    assert plan.lexical_queries == plan.scopes == ()


def test_p3_explicit_recall_wants_preferences_too() -> None:
    plan = planned("what do you remember about my dietary preferences")

    assert plan.intent is Intent.EXPLICIT_RECALL
    assert plan.scopes == ("identity", "preference", "relationship", "routine")
    assert plan.topics == ("dietary",)


def test_p4_recommendation_is_one_of_its_topic() -> None:
    plan = planned("where should we eat dinner tonight")

    assert plan.intent is Intent.PERSONAL_RECOMMENDATION
    assert plan.topics == ("eat", "dinner")
    assert plan.scopes == ("preference", "relationship_preference", "location_preference", "episodic")


def test_p5_alias_resolves_to_its_entity() -> None:
    plan = planned("book a table for my wife")

    assert plan.entities == (PlannedEntity("wife", "Rhea", ("Rhea",)),)
    assert plan.subject_hint == "Rhea"


def test_p6_unknown_relation_is_a_topic() -> None:
    plan = planned("what does my brother like to drink")

    assert plan.entities == ()
    assert plan.topics == ("brother", "drink")
    assert plan.intent is Intent.RELATIONSHIP_REFERENCE


def test_p7_time_opens_a_window_on_episodes() -> None:
    plan = planned("what happened at dinner last week")

    assert "episodic" in plan.scopes
    assert plan.temporal is not None
    assert plan.temporal.label == "last week"
    assert plan.temporal.after is not None
    assert plan.temporal.before is not None


def test_p8_entity_and_topic_make_several_queries() -> None:
    plan = planned("what restaurants does Rhea like")

    assert plan.lexical_queries == ("Rhea restaurants", "restaurants", "Rhea")


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Mujhe yaad dilao, mera khaana ka preference kya hai?", ("khaana",)),
        ("Enakku enna coffee pidikkum theriyuma?", ("coffee",)),
        ("Meri wife ko kaunsa restaurant pasand hai?", ("wife", "restaurant")),
        ("我昨天说了什么关于咖啡", ("咖啡",)),
        ("你还记得我喜欢什么珍珠奶茶吗", ("珍珠奶茶",)),
        ("コーヒーについて何を言ったか覚えていますか", ("コーヒー",)),
        ("Weißt du noch, welches Fahrrad ich mag?", ("fahrrad",)),
        ("¿Recuerdas qué vino le gusta a mi hermana?", ("vino", "hermana")),
        ("Te souviens-tu du vélo de ma sœur ?", ("vélo", "sœur")),
        ("क्या तुम्हें कॉफ़ी के बारे में याद है", ("कॉफ़ी",)),
    ],
)
def test_p9_every_language_reaches_the_index(text: str, topic: tuple[str, ...]) -> None:
    plan = planned(text)

    assert plan.requires_memory
    assert plan.topics == topic


def test_p10_wife_is_known_in_hinglish() -> None:
    plan = planned("Meri wife ko kaunsa restaurant pasand hai?")

    assert [entity.canonical for entity in plan.entities] == ["Rhea"]


@pytest.mark.parametrize("text", ["nice weather out there", "what do you think", "the bus was late"])
def test_p12_small_talk_has_no_strong_signal(text: str) -> None:
    assert STRONG.isdisjoint(planned(text).signals)


@pytest.mark.parametrize("text", ["你怎么看", "was denkst du", "mujhe kya pata hai", "どう思いますか"])
def test_small_talk_skips_in_every_language(text: str) -> None:
    assert planned(text).requires_memory is False


@pytest.mark.parametrize(
    "text", ["Weißt du noch", "¿Te acuerdas?", "你还记得", "覚えていますか", "yaad hai na", "तुम्हें याद है"]
)
def test_recall_is_known_in_other_languages(text: str) -> None:
    assert Signal.EXPLICIT_RECALL in planned(text).signals


@pytest.mark.parametrize("text", ["that was annoying", "the planner is annual", "a kushalesque joke"])
def test_p14_name_inside_a_word_is_nobody(text: str) -> None:
    assert planned(text).entities == ()


@pytest.mark.parametrize(
    ("text", "signal"),
    [
        ("I am against the new road", Signal.PRIOR_EVENT_REFERENCE),
        ("I lost the notebook about whales", Signal.PERSONAL_RECOMMENDATION),
        ("play my song", Signal.RELATIONSHIP_REFERENCE),
        ("an unlikely story", Signal.PREFERENCE_PREDICATE),
    ],
)
def test_p16_phrases_are_whole_words(text: str, signal: Signal) -> None:
    assert signal not in planned(text).signals


@pytest.mark.parametrize("word", ["does", "goes", "always"])
def test_p15_asking_words_are_dropped_before_any_folding(word: str) -> None:
    topics = planned(f"what {word} the harbour").topics

    assert {"doe", "goe", "alway"}.isdisjoint(topics)
    assert "harbour" in topics


def test_always_speaks_of_a_preference() -> None:
    assert planned("the harbour is always full").predicates == ("preference",)


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("do you remember what we should eat instead of rice", Intent.EXPLICIT_RECALL),
        ("should we take rice instead of bread again", Intent.PERSONAL_RECOMMENDATION),
        ("rice instead of bread again for my brother", Intent.COMPARISON),
        ("rice for my brother again", Intent.PRIOR_EVENT_REFERENCE),
        ("rice for my brother", Intent.RELATIONSHIP_REFERENCE),
        ("rice for Kushal", Intent.RELATIONSHIP_REFERENCE),
        ("rice", Intent.AMBIENT),
    ],
)
def test_first_intent_of_the_order_counts(text: str, intent: Intent) -> None:
    assert planned(text).intent is intent


@pytest.mark.parametrize(
    ("text", "confidence"), [("rice for Kushal", 0.85), ("rice for my brother", 0.85), ("rice again", 0.6)]
)
def test_p11_strong_signals_raise_confidence(text: str, confidence: float) -> None:
    assert planned(text).confidence == confidence


def test_p17_first_time_in_the_text_wins() -> None:
    plan = planned("what did we do yesterday, not tomorrow")

    assert plan.temporal is not None
    assert plan.temporal.label == "yesterday"
    assert [time.label for time in plan.alternates] == ["tomorrow"]


def test_named_month_has_its_bounds() -> None:
    plan = planned("what did I say in March 2026")

    assert plan.temporal is not None
    assert plan.temporal.after == datetime(2026, 3, 1, tzinfo=UTC)
    assert plan.temporal.before == datetime(2026, 4, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "we moved the port to 9077",
        "upgrade to v2.3.1 please",
        "ping 192.168.1.10",
        "add 3/4 cup of flour",
        "may I ask",
        "the army will march on",
        "he sat down",
        "wait a second",
        "10-4 good buddy",
    ],
)
def test_what_is_no_date_filters_nothing(text: str) -> None:
    assert planned(text).temporal is None


def test_time_alone_is_still_looked_for() -> None:
    plan = planned("what did we do yesterday")

    assert plan.topics == ("yesterday",)
    assert plan.requires_memory


def test_unreadable_time_is_reported() -> None:
    plan = planned("what was said on 31 February 2026 about rice")

    assert plan.temporal is None
    assert plan.unread == (UnreadTime("on 31 February 2026", "there is no such time"),)


def test_ambiguous_alias_yields_all_its_candidates() -> None:
    known = names(("doctor", "Dr Lee"), ("doctor", "Dr Ames"))
    plan = planned("when is the doctor in", known)

    assert plan.entities == (PlannedEntity("doctor", None, ("Dr Ames", "Dr Lee")),)
    assert plan.subject_hint is None
    assert plan.lexical_queries == ("doctor",)


def test_owner_is_no_entity() -> None:
    known = names(("user", "user"), ("I", "user"))

    assert planned("what does the user know, and what do I", known).entities == ()


def test_nothing_known_changes_nothing_else() -> None:
    assert planned("what does Rhea eat", KnownNames(())).topics == ("rhea", "eat")


def test_name_in_a_script_without_spaces_is_no_topic() -> None:
    plan = planned("你知道星巴克的咖啡吗", names(("星巴克", "星巴克")))

    assert [entity.canonical for entity in plan.entities] == ["星巴克"]
    assert plan.topics == ("咖啡",)


def test_name_inside_a_longer_run_is_cut_out() -> None:
    plan = planned("昨天我太太在星巴克喝了咖啡", names(("星巴克", "Starbucks"), ("太太", "Rhea")))

    assert [(one.surface, one.canonical) for one in plan.entities] == [
        ("星巴克", "Starbucks"),
        ("太太", "Rhea"),
    ]


def test_ambiguous_name_without_spaces_is_asked_as_it_is_said() -> None:
    plan = planned("星巴克在哪里", names(("星巴克", "one"), ("星巴克", "two")))

    assert plan.entities == (PlannedEntity("星巴克", None, ("one", "two")),)
    assert plan.lexical_queries[-1] == "星巴克"


def test_plan_tells_whose_turn_it_is() -> None:
    first = planned("rice", turn_id="t1", generation=1)
    again = planned("rice", turn_id="t1", generation=1)
    later = planned("rice", turn_id="t1", generation=2)

    assert (first.turn_id, first.generation) == ("t1", 1)
    assert first == again
    assert first.plan_id != later.plan_id


def test_kinds_are_kept_to_only_by_request() -> None:
    assert planned("do you remember Rhea").kind_filter == ()
    assert planned("rice", kind_filter=["episodic"]).kind_filter == ("episodic",)


@pytest.mark.parametrize("text", ["has RHEA called", "has Rhea called", "has rhea's brother called"])
def test_p13_names_are_met_in_any_case_where_there_are_any(text: str) -> None:
    assert [entity.canonical for entity in planned(text).entities] == ["Rhea"]
    assert planned(text, KnownNames(())).entities == ()


@pytest.mark.parametrize(
    ("text", "topics"), [("do you know 茶", ("茶",)), ("über Öl", ("öl",)), ("tell me about AI", ("ai",))]
)
def test_p19_words_are_as_long_as_their_characters(text: str, topics: tuple[str, ...]) -> None:
    assert planned(text).topics == topics

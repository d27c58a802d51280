"""Search language: errors have their position, nothing ever fails, and one query has one meaning."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.core.facts import CardFacts, Catalogue
from cards.core.search import (
    BLUE_MOON,
    TABLES,
    CardNameIndex,
    CardQuery,
    condition_to_predicate,
    explain,
    format_query,
    join_search,
    panel_values_of_query,
    parameters_of,
    parse_query,
    query_of_params,
    query_with_panel_values,
    query_without,
    search_cards,
)
from cards.core.search.card_columns import CardColumns
from cards.core.search.keys import SearchKeyKind
from tests.cards.search.random_queries import QUERIES, SCRAWLS
from tests.effort import examples


def is_found_alone(query: CardQuery, card: CardFacts) -> bool:
    return CardColumns((card,)).matching_positions(condition_to_predicate(query.where, BLUE_MOON), (0,)) == [0]


# A new numeric key or a new game appears in these sentences without a change here.
NUMBERS = ", ".join(key.name for key in BLUE_MOON.keys if key.kind is SearchKeyKind.NUMBER) + "."
MISTAKES = [
    ("peple:vulca", 1, "Unknown key “peple”. Did you mean people?", ("people",), ""),
    ("qqq:1", 1, "Unknown key “qqq”.", (), ""),
    ("type:ship people:vulcan", 18, "“people” can’t be “vulcan”. Did you mean Vulca, Mutant?", None, "type:ship"),
    (
        "fire>banana",
        6,
        "“banana” must be a number or one of " + NUMBERS,
        None,
        "",
    ),
    (
        "fire>eart",
        6,
        "“eart” must be a number or one of " + NUMBERS,
        ("earth",),
        "",
    ),
    ("fire>-3", 6, "“-3” must be a number or one of " + NUMBERS, None, ""),
    (
        "fire>12345",
        6,
        "“12345” must be a number or one of " + NUMBERS,
        None,
        "",
    ),
    ("people>3", 7, "“people” can’t be compared. Use people: instead.", (":",), ""),
    ("people+fire>3", 1, "Only numeric keys can be added together.", (), ""),
    ("fire: type:ship", 5, "Add a value after “fire:”.", (), "type:ship"),
    (
        "sort:weight",
        6,
        "You can’t sort by “weight”. Use one of order, name, number, fire, earth, moons, worth, type.",
        None,
        "",
    ),
    ("game:chess", 6, "We don’t have a game called “chess”.", tuple(TABLES), ""),
    ('"rain of', 1, "This quotation mark is never closed.", ('"rain of"',), '"rain of"'),
    ("(type:ship", 1, "This bracket is never closed.", (), "type:ship"),
    ("type:ship)", 10, "There’s a “)” without a “(”.", (), "type:ship"),
    ("type:ship ()", 11, "There’s nothing in these brackets.", (), "type:ship"),
    ("or type:ship", 1, "“or” needs something on both sides.", (), "type:ship"),
    ("type:ship or", 11, "“or” needs something on both sides.", (), "type:ship"),
    (": ship", 1, "“:” needs a key in front of it, such as fire:5.", (), "ship"),
    ("***", 1, "“***” has no letters or digits to search for.", (), ""),
    ("x:!!", 3, "“!!” has no letters or digits to search for.", (), ""),
    ("x" * 1100, 1025, "A search can have at most 1024 characters. The rest was ignored.", (), "x" * 1024),
    ("(" * 13 + "ship", 13, "Brackets can be at most 12 deep.", None, "ship"),
]


@pytest.fixture(scope="module")
def index(facts: Catalogue) -> CardNameIndex:
    """Return names and words of the real catalogue."""
    return CardNameIndex(facts)


@pytest.mark.parametrize(
    ("text", "column", "message", "suggestions", "rest"), MISTAKES, ids=[row[0][:20] for row in MISTAKES]
)
def test_a_mistake_is_said_at_its_place_and_the_rest_is_used(
    text: str, column: int, message: str, suggestions: tuple[str, ...] | None, rest: str
) -> None:
    reading = parse_query(text)
    said = {problem.template % problem.params: problem for problem in reading.problems}
    assert message in said
    assert said[message].column == column
    assert suggestions is None or said[message].suggestions == suggestions
    assert format_query(reading.query) == rest


def test_more_than_twenty_terms_are_cut_and_said() -> None:
    reading = parse_query(" ".join(f"w{number}" for number in range(30)))
    assert len(reading.query.words) == 20
    assert [problem.template for problem in reading.problems] == [
        "A search can have at most %(most)d terms. The rest was ignored."
    ]
    assert len(parse_query("x:" + "|".join(f"w{number}" for number in range(30))).query.parts[0].values) == 20  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["(" * 10_000, "-" * 10_000, "a " * 5000, '"' * 9999, "\x00\x1f\x7f", "fire>" * 2000])
def test_monstrous_text_is_read_at_once(text: str) -> None:
    start = time.monotonic()
    parse_query(text)
    assert time.monotonic() - start < 5  # generous: it takes some milliseconds


@given(SCRAWLS)
@settings(max_examples=examples(60))
def test_no_text_fails_and_what_was_read_reads_back(text: str) -> None:
    reading = parse_query(text)
    again = parse_query(format_query(reading.query))
    assert again.query == reading.query
    assert again.problems == ()
    assert explain(reading.query, reading.table)
    for problem in reading.problems:
        assert problem.template % problem.params
        assert 0 <= problem.start <= problem.end <= max(len(text), len(reading.text))


@given(QUERIES)
@settings(max_examples=examples(60))
def test_a_printed_query_is_the_same_query(query: CardQuery) -> None:
    reading = parse_query(format_query(query))
    assert reading.query == query
    assert reading.problems == ()
    assert explain(query, BLUE_MOON)


@settings(max_examples=examples(40))
@given(query=QUERIES)
def test_a_card_is_found_among_others_exactly_when_it_is_found_alone(index: CardNameIndex, query: CardQuery) -> None:
    columns, predicate = index.columns, condition_to_predicate(query.where, BLUE_MOON)
    places = columns.matching_positions(predicate, range(len(columns.cards)))
    assert places == sorted(places)
    assert all(
        is_found_alone(query, columns.cards[at]) is (at in set(places)) for at in range(0, len(columns.cards), 17)
    )


@given(QUERIES)
def test_a_denied_query_finds_the_others(facts: Catalogue, query: CardQuery) -> None:
    text = format_query(CardQuery(query.where))
    denied = parse_query(f"-({text})").query
    assert all(is_found_alone(query, card) is not is_found_alone(denied, card) for card in facts.cards[::9]) or not text


def test_an_unknown_value_meets_no_comparison(facts: Catalogue) -> None:
    card = facts["Inter 402"]
    queries = [parse_query(text).query for text in ("moons>=0", "moons<9", "moons!=3", "fire=earth")]
    assert not any(is_found_alone(query, card) for query in queries)


def test_the_very_name_stands_first(facts: Catalogue, index: CardNameIndex) -> None:
    assert search_cards(parse_query("spark").query, facts, index).cards[0].code == "Vulca 08"


@pytest.mark.parametrize("typed", ["flsh incendary", "Flash the Incendary", "incendiarry", "wing-comander razorfether"])
def test_a_mistyped_name_finds_the_card(facts: Catalogue, index: CardNameIndex, typed: str) -> None:
    assert search_cards(parse_query(typed).query, facts, index).cards[0].code in {"Vulca 02", "Flit 01"}


def test_words_that_are_right_find_nothing_else(facts: Catalogue, index: CardNameIndex) -> None:
    hits = search_cards(parse_query("flash").query, facts, index).cards
    assert hits
    assert all("flash" in f"{card.name} {card.summary} {card.aliases}".lower() for card in hits)


def test_names_are_suggested_where_nothing_fits(facts: Catalogue, index: CardNameIndex) -> None:
    result = search_cards(parse_query("flash type:ship").query, facts, index)
    assert result.cards == ()
    assert "Flash the Incendiary" in result.suggestions


@pytest.mark.parametrize("sort", ["fire", "earth", "moons"])
def test_largest_values_come_first_and_unknown_ones_last(facts: Catalogue, index: CardNameIndex, sort: str) -> None:
    for text, falling in ((f"sort:{sort}", True), (f"sort:-{sort}", False)):
        values = [getattr(card, sort) for card in search_cards(parse_query(text).query, facts, index).cards]
        known = [value for value in values if value is not None]
        assert known == sorted(known, reverse=falling)
        assert values == known + [None] * (len(values) - len(known))


@pytest.mark.parametrize(
    ("parameters", "text"),
    [
        ({"people": ["Vulca", "Hoax"]}, "people:Vulca|Hoax"),
        ({"people": ["Vulca,Hoax"]}, "people:Vulca|Hoax"),
        ({"icon": ["SHIELD", "STOP"]}, "icon:SHIELD icon:STOP"),
        ({"fire_min": ["3"], "fire_max": ["5"], "moons_min": [""]}, "fire>=3 fire<=5"),
        ({"known": ["no"], "sort": ["best"]}, "is:gap"),
        ({"deck": ["E&I:A"], "sort": ["-name"]}, "deck:E&I:A sort:-name"),
        ({"timing": ["in hand"]}, 'timing:"in hand"'),
    ],
)
def test_parameters_of_former_addresses_are_queries(parameters: dict[str, list[str]], text: str) -> None:
    assert query_of_params(parameters) == text
    assert parse_query(text).problems == ()


def test_a_panel_changes_only_what_it_can_show() -> None:
    before = "flash people:vulca icon:gang:red -type:ship (fire>3 or earth>3) is:chosen fire>=2 sort:name"
    after = query_with_panel_values(before, {"people": ["Hoax"], "icon": ["pair"], "earth_max": ["4"]}, BLUE_MOON)
    assert after == ("flash icon:gang:red -type:ship (fire>3 or earth>3) is:chosen people:Hoax icon:pair earth<=4")
    assert query_with_panel_values("flash or spark", {"people": ["Hoax"]}, BLUE_MOON) == "(flash or spark) people:Hoax"
    assert query_with_panel_values("", {}, BLUE_MOON) == ""


def test_two_queries_are_asked_at_once() -> None:
    assert join_search("a or b", "people:Vulca") == "(a or b) people:Vulca"
    assert join_search("", "people:Vulca") == "people:Vulca"
    assert join_search("a", "") == "a"


def test_a_condition_can_be_taken_away() -> None:
    query = parse_query("flash people:vulca fire>3 sort:name").query
    assert query_without(query, query.parts[1]) == "flash fire>3 sort:name"


@given(st.dictionaries(st.sampled_from([*parameters_of(BLUE_MOON), "q"]), st.lists(SCRAWLS, max_size=3), max_size=6))
def test_no_parameters_fail_and_the_panel_writes_what_it_shows(parameters: dict[str, list[str]]) -> None:
    text = query_of_params(parameters)
    query = parse_query(text).query
    again = parse_query(query_with_panel_values(text, panel_values_of_query(query, BLUE_MOON), BLUE_MOON)).query
    assert set(again.parts) == set(query.parts)


@pytest.mark.parametrize(
    ("text", "condition", "said"),
    [
        ("mutants", "is:mutant", "cards that are mutants or mention “mutants”"),
        ("ship", "type:ship", "cards that are ships or mention “ship”"),
        ("people:mutants", "people:mutant", "cards of the mutants"),
        ("is:boosters fire>2", "type:booster fire>2", "boosters with fire of more than 2"),
    ],
)
def test_kinds_are_found_in_the_singular_and_the_plural(
    facts: Catalogue, index: CardNameIndex, text: str, condition: str, said: str
) -> None:
    reading, kind = parse_query(text), search_cards(parse_query(condition).query, facts, index).cards
    found = search_cards(reading.query, facts, index).cards
    assert set(kind) <= set(found)
    assert explain(reading.query, reading.table) == said
    assert found[0] in kind or text in found[0].label.lower()


def test_a_plural_finds_what_its_singular_finds(facts: Catalogue, index: CardNameIndex) -> None:
    many, one = (search_cards(parse_query(word).query, facts, index).cards for word in ("potions", "potion"))
    assert many == one
    assert len([card for card in many if card.label.startswith("Potion of")]) >= 6
    assert "-mutants" in format_query(parse_query("-mutants").query)
    denied = search_cards(parse_query("-mutants").query, facts, index).cards
    assert not any(card.people == "Mutant" for card in denied)

"""Declared formats, the deck for the next game, strict play, and one box for two decks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.core.facts import CardType, Catalogue, People
from common.errors import Invalid
from decks.core.collection import BuiltDeck, card_shortages
from decks.core.legality import (
    DeckList,
    Entry,
    Format,
    HouseRules,
    Play,
    house_rules_as_data,
    house_rules_from_data,
    judge_deck,
    parse_house_rules,
)
from decks.core.legality.decklist import DeckChanges, check_deck_change
from tests.decks.example_decks import deck, foreign, own

V = People.VULCA


def rules(report_of: DeckList, facts: Catalogue) -> set[str]:
    return {finding.code for finding in judge_deck(report_of, facts).findings_of_severity("error")}


@pytest.mark.parametrize(
    ("house", "own_cards", "moons", "broken"),
    [
        (HouseRules("k", "x", moons=12), 24, (2,) * 6, set()),
        (HouseRules("k", "x", moons=12), 24, (2, 2, 2, 2, 2, 3), {"DECK-03"}),
        (HouseRules("k", "x", any_moons=True), 20, (3,) * 10, set()),
        (HouseRules("k", "x", size=20), 20, (), set()),
        (HouseRules("k", "x", size=20), 21, (), {"DECK-02"}),
        (HouseRules("k", "x", moons=0), 29, (1,), {"DECK-03"}),
    ],
)
def test_a_declared_format_changes_the_numbers(
    facts: Catalogue, house: HouseRules, own_cards: int, moons: tuple[int, ...], broken: set[str]
) -> None:
    assert rules(deck(V, own(facts, V, own_cards) + foreign(facts, V, *moons), house=house), facts) == broken


def test_a_declared_format_leaves_out_cards_and_types_and_allows_copies(facts: Catalogue) -> None:
    house = HouseRules("k", "Plain", copies=2, banned=("Vulca 10",), without=(CardType.LEADERSHIP,))
    judged = judge_deck(deck(V, own(facts, V, 28), house=house), facts)
    named = {finding.cards for finding in judged.findings_of_severity("error") if finding.code == "HOUSE"}
    assert ("Vulca 10",) in named
    assert any(facts[code].type is CardType.LEADERSHIP for cards in named for code in cards)
    two = replace(deck(V, own(facts, V, 5), house=house), entries=(Entry("Vulca 01", 2), Entry("Vulca 02", 3)))
    (finding,) = [finding for finding in judge_deck(two, facts).findings if finding.code == "DECK-08"]
    assert (finding.cards, finding.have, finding.allowed) == (("Vulca 02",), 3, 2)


@given(
    house=st.builds(
        HouseRules,
        key=st.just("k"),
        name=st.just("n"),
        size=st.none() | st.integers(1, 200),
        moons=st.none() | st.integers(0, 200),
        copies=st.integers(1, 20),
        banned=st.lists(st.sampled_from(["Vulca 01", "Hoax 05"]), unique=True).map(tuple),
        without=st.lists(st.sampled_from([CardType.SHIP, CardType.BOOSTER]), unique=True).map(tuple),
    )
)
def test_a_declaration_reads_back_the_same(house: HouseRules) -> None:
    assert house_rules_from_data({**house_rules_as_data(house), "key": "k", "name": "n"}) == house


def test_names_in_a_declaration_become_codes(facts: Catalogue) -> None:
    assert parse_house_rules('{"banned": ["Sear", "Vulca 10"], "moons": null}', facts) == HouseRules(
        "", "", any_moons=True, banned=("Vulca 10",)
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"size": ' + "9" * 5_000 + "}", "contains an infinite number"),
        ("[" * 5_000, "too deeply"),
        ('{"least": {"character": ' + "9" * 4_300 + ', "booster": 1}}', "from 1 to 200"),
    ],
)
def test_numbers_and_nesting_without_end_are_refused_in_a_declaration(facts: Catalogue, text: str, said: str) -> None:
    with pytest.raises(Invalid) as refused:
        parse_house_rules(text, facts)
    assert said in str(refused.value.details[0].message)


def refusal(agreed: DeckChanges, first: DeckList, second: DeckList) -> str | None:
    """Return the rule that forbids playing the second deck after the first."""
    try:
        check_deck_change(agreed, first.codes, first.pool, second)
    except Invalid as error:
        return error.rule
    return None


def test_a_constructed_deck_is_locked_for_the_match(facts: Catalogue) -> None:  # MATCH-11
    first = deck(V, own(facts, V, 30))
    second = deck(V, [*own(facts, V, 29), *foreign(facts, V, 1)])
    assert refusal(DeckChanges.LOCKED, first, second) == "MATCH-11"
    assert refusal(DeckChanges.UNUSED_PICKS, first, second) == "DECK-19"
    assert refusal(DeckChanges.FREE, first, second) is None
    assert refusal(DeckChanges.LOCKED, first, replace(first, entries=first.entries[::-1])) is None


def test_after_a_draft_unused_picks_may_come_in(facts: Catalogue) -> None:  # DECK-19
    pool = tuple(own(facts, V, 32))
    first = deck(None, pool[:30], format=Format.DRAFT, pool=pool)
    second = deck(None, pool[2:], format=Format.DRAFT, pool=pool)
    assert refusal(DeckChanges.UNUSED_PICKS, first, second) is None
    assert refusal(DeckChanges.UNUSED_PICKS, first, replace(second, pool=pool[1:])) == "DECK-19"
    strange = deck(None, [*pool[3:], "Hoax 05"], format=Format.DRAFT, pool=pool)
    assert "DECK-18" in rules(strange, facts)


def test_strict_play_says_what_an_illegal_deck_costs(facts: Catalogue) -> None:
    strict = judge_deck(deck(V, own(facts, V, 29), play=Play.STRICT), facts)
    assert [finding.code for finding in strict.findings_of_severity("warning")] == ["DECK-22"]
    assert not judge_deck(deck(V, own(facts, V, 29)), facts).findings_of_severity("warning")
    assert not judge_deck(deck(V, own(facts, V, 30), play=Play.STRICT), facts).findings


@pytest.mark.parametrize("owners", [("Roland", "Elinor"), ("Roland", "Roland")], ids=["2.3-63", "2.3-64"])
def test_one_box_does_not_serve_two_decks_at_a_time(facts: Catalogue, owners: tuple[str, str]) -> None:
    decks = [BuiltDeck(name, owner, ("Terrah 15", *own(facts, V, 3))) for name, owner in zip("XY", owners, strict=True)]
    boxes = {"F": 1, "V": 2, "T": 2, "A": 2, "H": 2, "M": 2, "K": 2, "P": 2}
    (clash,) = card_shortages(decks, boxes, facts)
    assert (clash.card.code, clash.owned, clash.wanted) == ("Terrah 15", 1, 2)
    assert card_shortages(decks[:1], boxes, facts) == ()


@given(data=st.data())
def test_a_foreign_card_more_never_lowers_the_moon_sum(facts: Catalogue, data: st.DataObject) -> None:
    codes = data.draw(st.lists(st.sampled_from([card.code for card in facts]), max_size=30))
    more = data.draw(st.sampled_from([card.code for card in facts if card.people is not V]))
    before, after = judge_deck(deck(V, codes), facts), judge_deck(deck(V, [*codes, more]), facts)
    assert (after.moons_have or 0) >= (before.moons_have or 0)


def test_a_declared_format_asks_for_cards_of_a_type(facts: Catalogue) -> None:
    house = parse_house_rules('{"least": {"character": 25, "ship": 1}}', facts, name="Crowd")
    assert house.least == ((CardType.CHARACTER, 25), (CardType.SHIP, 1))
    assert house_rules_from_data({**house_rules_as_data(house), "name": "Crowd"}) == house
    by_limit = {
        finding.allowed: finding for finding in judge_deck(deck(V, own(facts, V, 30), house=house), facts).findings
    }
    assert by_limit[1].message == "“Crowd” needs at least 1 cards of the type ship; the deck has 0."
    assert by_limit[25].have == len(by_limit[25].cards) < 25


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"least": 3}', "“least” must give the minimum number of cards of each type"),
        ('{"least": {"dragon": 3}}', "“dragon” isn’t a card type."),
        ('{"least": {"ship": 0}}', "from 1 to 200"),
        ('{"least": {"ship": true}}', "from 1 to 200"),
        ('{"without": ["ship"],\n"least": {"ship": 1}}', "is excluded by “without”, so it can’t have a minimum."),
        ('{"size": 20,\n"least": {"ship": 11, "character": 10}}', "requires 21 cards, but the deck has only 20"),
    ],
)
def test_what_is_wrong_with_a_minimum_is_said(facts: Catalogue, text: str, said: str) -> None:
    with pytest.raises(Invalid) as caught:
        parse_house_rules(text, facts)
    assert said in caught.value.details[0].message

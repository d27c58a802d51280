"""Total power of a fight: values, boosters, changes and shields, by the special rules."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.core.facts import Catalogue, IconKind
from common.errors import Invalid
from matches.companion.power_input import (
    PowerRow,
    compute_rows_power,
    parse_power_effects,
    parse_power_rows,
    parse_power_value,
)
from matches.core.scoring.power import (
    Effect,
    Element,
    Operation,
    PowerCard,
    Zone,
    apply_effects,
    fraction_as_text,
    total_power,
)
from tests.effort import examples

FIRE, EARTH = Element.FIRE, Element.EARTH


def card(fire: int = 0, effects: str = "", theirs: str = "", **more: object) -> PowerCard:
    changes = (*parse_power_effects(effects), *parse_power_effects(theirs, opposing=True))
    return PowerCard(fire=Fraction(fire), effects=changes, **more)  # type: ignore[arg-type]


def total(*cards: PowerCard, element: Element = FIRE, effects: str = "") -> Fraction:
    return total_power(element, cards, effects=parse_power_effects(effects)).total


def test_the_value_counts_in_the_element_of_the_fight() -> None:  # GAME-10
    both = PowerCard(fire=Fraction(3), earth=Fraction(5))
    assert (total(both), total(both, element=EARTH)) == (Fraction(3), Fraction(5))


@pytest.mark.parametrize(
    ("place", "counted"), [(Zone.COMBAT, 3), (Zone.SUPPORT, 3), (Zone.COVERED, 0), (Zone.LEADERSHIP, 0)]
)
def test_only_the_active_cards_of_the_fight_count(place: Zone, counted: int) -> None:  # GAME-11
    assert total(card(3, place=place)) == counted


def test_an_ignored_card_counts_nothing_and_its_shield_is_lost() -> None:  # GAME-12, GAME-13
    counted = total_power(FIRE, [card(3, ignored=True, shields=frozenset({FIRE}))])
    assert (counted.total, counted.shield) == (Fraction(0), False)


def test_a_protected_card_is_untouched_by_the_opponent_unless_it_is_ignored() -> None:  # GAME-12
    assert total(card(4, "+1", "/2", protected=True)) == 5
    assert total(card(4, "+1", "/2")) == Fraction(5, 2)
    assert total(card(4, "", "/2", protected=True, ignored=True)) == 0


def test_a_bluff_counts_two_in_the_contested_element() -> None:  # GAME-13
    lying = PowerCard(bluff=True, fire=Fraction(9), earth=Fraction(0))
    assert (total_power(FIRE, [lying]).total, total_power(EARTH, [lying]).total) == (Fraction(2), Fraction(2))
    assert total(PowerCard(bluff=True, ignored=True)) == 0


def test_every_card_with_bluff_may_lie_as_one_and_no_other(facts: Catalogue) -> None:  # GAME-13, R1-145
    able = [card for card in facts if card.has_icon(IconKind.BLUFF)]
    assert len(able) == 18
    for card in able:
        for element in ("fire", "earth"):
            sum_, _needed = compute_rows_power([PowerRow(card.code, "", "", "bluff")], element, "", "", facts)
            assert sum_.total == 2, (card.code, element)
    with pytest.raises(Invalid) as caught:
        compute_rows_power([PowerRow("Buka 01", "", "", "bluff")], "fire", "", "", facts)
    assert "Commodore Lo Tan has no BLUFF icon" in caught.value.details[0].message


def test_the_worked_example_of_special_rule_7() -> None:  # GAME-15
    assert total(card(3, "x2 +2")) == 10
    assert total(card(3, "+2 x2")) == 10
    assert total(card(10, "-1 /2")) == 4
    assert total(card(3, "-1 x2 /2 +2")) == 4


def test_halves_are_exact() -> None:
    assert fraction_as_text(total(card(5, "/2"), card(4))) == "6½"
    assert fraction_as_text(total(card(5, "x½"))) == "2½"


def test_a_total_is_never_negative_and_may_be_nothing() -> None:  # GAME-16
    counted = total_power(FIRE, [card(1, "-3")])
    assert counted.total == 0 and counted.steps[-1].rule == "GAME-16"
    assert total() == 0


def test_a_shield_in_the_element_means_nothing_has_to_be_reached() -> None:  # GAME-17
    shielded = card(1, shields=frozenset({FIRE}))
    assert total_power(FIRE, [shielded]).suffices(Fraction(9))
    assert not total_power(EARTH, [shielded]).suffices(Fraction(9))
    covered = card(1, shields=frozenset({FIRE}), place=Zone.COVERED)
    assert not total_power(FIRE, [covered]).shield


def test_what_has_to_be_reached_is_the_present_power() -> None:  # GAME-18
    counted = total_power(FIRE, [card(7)])
    assert counted.suffices(Fraction(7)) and not counted.suffices(Fraction(15, 2))


def test_effects_on_the_total_come_after_the_cards() -> None:
    counted = total_power(FIRE, [card(3), card(2)], effects=parse_power_effects("x2 +1 -2"))
    assert counted.total == 10 and [fraction_as_text(step.value) for step in counted.steps] == ["6", "12", "10"]


def test_every_step_is_said() -> None:
    (summand,) = total_power(FIRE, [card(3, "x2 +2 -1 /2")]).cards
    assert [fraction_as_text(step.value) for step in summand.steps] == ["3", "5", "10", "5", "4"]
    assert all(step.rule in ("GAME-13", "GAME-14") for step in summand.steps)


@pytest.mark.parametrize("effect", [Effect(Operation.DIVIDE, Fraction(0)), Effect(Operation.ADD, Fraction(-1))])
def test_what_no_card_says_is_refused(effect: Effect) -> None:
    with pytest.raises(Invalid):
        total_power(FIRE, [PowerCard(effects=(effect,))])


def test_too_many_cards_or_impossible_values_are_refused() -> None:
    for cards in ([card(1)] * 41, [card(-1)], [card(1, " ".join(["+1"] * 61))]):
        with pytest.raises(Invalid):
            total_power(FIRE, cards)


effects = st.lists(
    st.one_of(
        st.builds(Effect, st.sampled_from((Operation.ADD, Operation.SUBTRACT)), st.integers(0, 9).map(Fraction)),
        st.builds(
            Effect, st.sampled_from((Operation.MULTIPLY, Operation.DIVIDE)), st.sampled_from([1, 2, 3]).map(Fraction)
        ),
    ),
    max_size=6,
)


@settings(max_examples=examples(30))
@given(st.integers(0, 12).map(Fraction), effects)
def test_no_order_gives_more_by_increases_or_less_by_decreases(value: Fraction, some: list[Effect]) -> None:  # GAME-14
    def run(start: Fraction, order: tuple[Effect, ...]) -> Fraction:
        for step in order:
            start, _steps = apply_effects(start, (step,))
        return start

    ups = [step for step in some if step.change in (Operation.ADD, Operation.MULTIPLY)]
    downs = [step for step in some if step.change not in (Operation.ADD, Operation.MULTIPLY)]
    most = max(run(value, order) for order in permutations(ups))
    least = min(run(most, order) for order in permutations(downs))
    assert apply_effects(value, some)[0] == least


def test_a_card_of_the_catalogue_brings_its_values_and_icons(facts: Catalogue) -> None:
    known = next(
        candidate
        for candidate in facts.cards
        if candidate.type == "character" and candidate.fire is not None and not candidate.icons
    )
    rows = parse_power_rows([known.name, "3"], ["", "x2 +2"], [], [])
    own, against = compute_rows_power(rows, "fire", "", "4,5", facts)
    assert own.total == (known.fire or 0) + 10 and against == Fraction(9, 2)


def test_lines_that_cannot_be_read_are_named(facts: Catalogue) -> None:
    with pytest.raises(Invalid) as caught:
        compute_rows_power(
            [PowerRow("3", "twice", "", ""), PowerRow("Nobody at all", "", "", "")], "fire", "", "", facts
        )
    assert [detail.line for detail in caught.value.details] == [1, 2]
    with pytest.raises(Invalid):
        compute_rows_power([PowerRow("3", "", "", "")], "water", "", "", facts)


@pytest.mark.parametrize("text", ["", "x", "1e99", "nan", "inf", "--1", "1" * 30])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(Invalid):
        parse_power_value(text)

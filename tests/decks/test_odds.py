"""Odds against counting by hand, hands from a seed, shapes and collections."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from cards.core.facts import Catalogue, People, first_word
from decks.core.collection import BuiltDeck, card_shortages, copies_in_boxes, owned_copies, shortages_by_decks
from decks.core.odds import (
    HAND_SIZE,
    cards_seen_by_turn,
    chance_of_same_class,
    deal_hand,
    deck_shape,
    odds_of,
    similarity,
)
from tests.decks.example_decks import own, published, sample_step_2


@given(
    classes=st.lists(st.integers(0, 4), max_size=3),
    rest=st.integers(0, 4),
    count=st.integers(0, 4),
    seen=st.integers(0, 8),
)
def test_odds_agree_with_counting_every_hand(classes: list[int], rest: int, count: int, seen: int) -> None:
    deck = [name for name, size in enumerate(classes) for _ in range(size)] + [-1] * rest
    seen = min(seen, len(deck))
    hands = list(combinations(range(len(deck)), seen))
    good = 0
    for hand in hands:
        counts = Counter(deck[place] for place in hand if deck[place] >= 0)
        good += count <= 0 or any(number >= count for number in counts.values())
    assert chance_of_same_class(classes, count=count, size=len(deck), drawn=seen) == Fraction(good, len(hands))


def test_known_odds() -> None:
    assert chance_of_same_class([1], count=1, size=30, drawn=6) == Fraction(1, 5)
    assert chance_of_same_class([0], count=1, size=30, drawn=6) == 0
    assert chance_of_same_class([25], count=1, size=30, drawn=6) == 1
    assert [cards_seen_by_turn(turn, played=2, size=30) for turn in (1, 2, 13, 20)] == [6, 8, 30, 30]


def test_the_odds_of_a_deck(facts: Catalogue) -> None:
    cards = [facts[code] for code in published(facts, People.MIMIX)]
    lines = {line.template: line for line in odds_of(cards, played=2, turns=5)}
    assert "A pair" in lines
    for line in lines.values():
        assert list(line.by_turn) == sorted(line.by_turn)
        assert len(line.by_turn) == 5
        assert line.by_turn[0] <= line.again <= 1
    assert odds_of([]) == []


def test_a_pair_needs_the_same_first_word(facts: Catalogue) -> None:  # CARD-10
    """Wild Unicorn and Young Bear are no pair: 19.9 % of opening hands have one, not 84.4 %."""
    cards = [facts[code] for code in published(facts, People.MIMIX)]
    [pair] = [line for line in odds_of(cards) if line.template == "A pair"]
    assert f"{float(pair.by_turn[0]):.3f}" == "0.199"
    assert not {*facts["Mimix 15"].mates} & {*facts["Mimix 16"].mates}
    assert {*facts["Mimix 16"].mates} == {*facts["Mimix 17"].mates}


def test_two_names_agree_on_who_goes_together(facts: Catalogue) -> None:
    """German and English first words form the same pairs and gangs, so the German name alone may decide."""
    both = [card for card in facts if card.mates and card.name and card.name_de]
    for card, other in combinations(both, 2):
        english = (first_word(card.name), card.type) == (first_word(other.name), other.type)
        assert bool({*card.mates} & {*other.mates}) == english, (card.code, other.code)


def test_gangs_are_counted_by_their_colour(facts: Catalogue) -> None:
    cards = [facts[code] for code in own(facts, People.KHIND, 32)]
    lines = [line for line in odds_of(cards) if "gang" in line.template]
    assert [line.count for line in lines] == [2, 3, 4][: len(lines)]
    assert lines[0].by_turn[0] > lines[1].by_turn[0]


@given(seed=st.integers(), back=st.sets(st.integers(0, 5)))
def test_a_hand_is_dealt_from_its_seed_and_no_card_twice(facts: Catalogue, seed: int, back: set[int]) -> None:
    codes = sample_step_2(facts)
    first = deal_hand(codes, rng=random.Random(seed))
    again = deal_hand(list(reversed(codes)), rng=random.Random(seed), back=back)
    assert len(again.hand) == HAND_SIZE
    assert len(set(again.hand)) == len(again.hand)
    assert again.back == tuple(card for place, card in enumerate(first.hand) if place in back)
    for place, card in enumerate(first.hand):
        if place not in back:
            assert again.hand[place] == card


def test_a_small_deck_is_dealt_out() -> None:
    dealt = deal_hand(["Vulca 01", "Vulca 02"], rng=random.Random(1), back={0})
    assert sorted(dealt.hand) == ["Vulca 01", "Vulca 02"]


def test_the_shape_adds_up(facts: Catalogue) -> None:
    cards = [facts[code] for code in sample_step_2(facts)]
    counted = deck_shape(cards)
    assert counted.size == sum(count for _, count in counted.types) == 30
    assert sum(value * count for value, count in counted.fire) == counted.total_fire
    assert sum(value * count for value, count in counted.moons) == counted.total_moons
    assert deck_shape([]).types == ()
    assert similarity([], []) == 0
    assert similarity(sample_step_2(facts), sample_step_2(facts)) == 1


def test_row_63_two_players_want_bashdin_from_one_box(facts: Catalogue) -> None:
    boxes = dict.fromkeys("VHMFKTPAB", 1)
    mine = BuiltDeck("Storms", "Roland", ("Terrah 15", "Terrah 01"))
    theirs = BuiltDeck("Rocks", "Elinor", ("Terrah 15",))
    clashing = card_shortages([mine, theirs], boxes, facts)
    assert [(need.card.code, need.owned, need.wanted) for need in clashing] == [("Terrah 15", 1, 2)]
    assert clashing[0].decks == (mine, theirs)
    assert card_shortages([mine, theirs], boxes | {"F": 2}, facts) == ()


def test_cards_that_the_same_decks_want_stand_together(facts: Catalogue) -> None:
    boxes = dict.fromkeys("VHMFKTPAB", 1)
    mine = BuiltDeck("Storms", "Roland", ("Terrah 15", "Vulca 01", "Terrah 01"))
    theirs = BuiltDeck("Rocks", "Elinor", ("Terrah 15", "Terrah 01"))
    third = BuiltDeck("Fire", "Elinor", ("Vulca 01",))
    groups = shortages_by_decks(card_shortages([mine, theirs, third], boxes, facts))
    assert [(decks, [entry.card.code for entry in cards]) for decks, cards in groups] == [
        ((mine, third), ["Vulca 01"]),
        ((mine, theirs), ["Terrah 01", "Terrah 15"]),
    ]


def test_a_card_in_no_box_clashes_alone(facts: Catalogue) -> None:
    clashing = card_shortages([BuiltDeck("X", "Roland", ("Terrah 15",))], {}, facts)
    assert [(need.owned, need.wanted) for need in clashing] == [(0, 1)]


def test_copies_follow_the_set_a_card_is_packed_in(facts: Catalogue) -> None:
    boxes = {"F": 2, "E&I:A": 1}
    assert copies_in_boxes(facts["Terrah 15"], boxes) == 2
    assert copies_in_boxes(facts["Mutant 110"], boxes) == 1
    unknown = next(card for card in facts if card.deck == "E&I")
    assert copies_in_boxes(unknown, boxes) is None
    assert copies_in_boxes(unknown, boxes | {"E&I:B": 1}) == 1
    assert "Terrah 15" in owned_copies(boxes, facts)
    assert "Terrah 01" not in owned_copies(boxes, facts)

"""Advice for builders: swaps that are legal for any deck, tried in the same games, with honest figures."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.core.facts import PEOPLES, Catalogue, People
from decks.core.advice.measurement import (
    CHECKED,
    SCREENED,
    CardSwap,
    measure_against,
    measure_against_each,
    measure_swaps,
)
from decks.core.advice.swaps import best_swaps, deck_with_swap, evidence_context_of
from decks.core.building import repair_deck
from decks.core.legality import DeckList, Entry, Format, Status, judge_deck
from game.engine.table import published_codes
from game.evidence import DRAFTED, CardValue, mean_of_estimates, read_evidence
from tests.conftest import FIXTURES
from tests.effort import examples

EVIDENCE = read_evidence(FIXTURES / "bluemoon")


def custom(facts: Catalogue, people: People, change: int = 0, seed: int = 0) -> DeckList:
    """Return the published deck of a people as a custom deck, with some cards changed at random and made legal."""
    chance = random.Random(seed)
    codes = list(published_codes(facts, people))
    others = [card.code for card in facts if card.playable and card.complete and card.code not in codes]
    for place in chance.sample(range(30), change):
        codes[place] = others.pop(chance.randrange(len(others)))
    deck = DeckList(name="d", format=Format.CUSTOM, leaders=(f"{people} 00",), entries=tuple(map(Entry, codes)))
    return deck if judge_deck(deck, facts).status is Status.LEGAL else repair_deck(deck, facts)[0].deck


@settings(max_examples=examples(6), deadline=None)
@given(people=st.sampled_from(PEOPLES), change=st.integers(0, 6), seed=st.integers(0, 99))
def test_a_proposal_is_never_illegal(facts: Catalogue, people: People, change: int, seed: int) -> None:
    deck = custom(facts, people, change, seed)
    swaps = best_swaps(deck, facts, EVIDENCE)
    assert len(swaps) <= 10 and len({(swap.out, swap.into) for swap in swaps}) == len(swaps)
    for swap in swaps:
        assert judge_deck(deck_with_swap(deck, swap), facts).status is Status.LEGAL
        assert swap.gain > 0 and swap.out in deck.codes and swap.into not in deck.codes
        assert len(deck_with_swap(deck, swap).codes) == len(deck.codes)


def test_swaps_come_by_gain_for_the_moons_they_add(facts: Catalogue) -> None:
    swaps = best_swaps(custom(facts, People.KHIND), facts, EVIDENCE)
    ranks = [swap.gain / max(1, swap.moons) for swap in swaps]
    assert len(swaps) == 10 and ranks == sorted(ranks, reverse=True)


def test_an_illegal_deck_gets_no_swaps(facts: Catalogue) -> None:
    deck = DeckList(name="d", format=Format.CUSTOM, leaders=("Vulca 00",), entries=(Entry("Vulca 01"),))
    assert best_swaps(deck, facts, EVIDENCE) == []


def test_cards_are_weighed_where_they_are_played(facts: Catalogue) -> None:
    assert evidence_context_of(custom(facts, People.AQUA), facts) == "Aqua"
    assert evidence_context_of(DeckList(name="d", format=Format.DRAFT, leaders=("Aqua 00",)), facts) == DRAFTED


GOOD, BAD = CardSwap("a", "good", 0.1, 0), CardSwap("a", "bad", 0.3, 0)
OTHERS = [("x",), ("y",)]


def by_name(first: tuple[str, ...], second: tuple[str, ...], start: int, seed: int) -> int:
    """Play a game whose result follows from the cards and the seed: `good` brings one crystal in four games of five."""
    luck = random.Random(seed).choice((-2, 2))
    return luck + ("good" in first and seed % 5 > 0) - ("bad" in first)


def test_the_swap_that_wins_is_found_and_measured_in_games_not_used_to_find_it() -> None:
    played = set()

    def play(first: tuple[str, ...], second: tuple[str, ...], start: int, seed: int) -> int:
        played.add((first, seed))
        return by_name(first, second, start, seed)

    tried, whole = measure_swaps(("a", "b"), [BAD, GOOD], OTHERS, play, lambda done: True)
    assert whole and [trial.swap for trial in tried] == [GOOD, BAD]
    assert tried[0].checked is not None and tried[1].checked is not None
    assert tried[0].checked.value == pytest.approx(0.8) and tried[0].checked.games == CHECKED
    assert tried[1].checked.value == -1
    assert len(played) == 3 * (SCREENED + CHECKED)  # without the swap, each game is played once


def test_a_trial_that_is_ended_early_shows_what_it_has() -> None:
    tried, whole = measure_swaps(("a",), [GOOD, BAD], OTHERS, by_name, lambda done: False)
    assert not whole and [trial.checked for trial in tried] == [None, None]
    tried, whole = measure_swaps(("a",), [GOOD, BAD], OTHERS, by_name, lambda done: done < 0.5)
    assert not whole and tried[0].checked is not None and tried[0].checked.games < CHECKED
    shown: list[int] = []
    measure_swaps(
        ("a",), [GOOD], OTHERS, by_name, lambda done: done < 0.02, show=lambda so_far: shown.append(len(so_far))
    )
    assert len(shown) > 9 and set(shown) == {1}
    few = measure_swaps(("a",), [GOOD], OTHERS, by_name, lambda done: done < 0.004)[0][0]
    assert few.screened is None  # five games are not reported
    assert measure_swaps(("a",), [], OTHERS, by_name, lambda done: True) == ([], True)


def test_strength_is_counted_against_each_and_against_all() -> None:
    worths = measure_against_each(
        ("a",), {"X": ("x",), "Y": ("y",)}, lambda f, s, start, seed: 3 if s == ("x",) else -1, bool, 4
    )
    assert {name: (worth.value, worth.games) for name, worth in worths.items()} == {"X": (3, 4), "Y": (-1, 4)}
    assert mean_of_estimates([CardValue(1, 0, 2, 10), CardValue(3, 2, 4, 10)]) == CardValue(
        2, 2 - 0.5**0.5, 2 + 0.5**0.5, 20
    )
    assert measure_against(("a",), ("b",), by_name, bool, 10).games == 10

from __future__ import annotations

import random
from collections import Counter

import pytest

from cards.core.facts import CardType, Catalogue
from drafts.core.engine.bots import Character, Company, choose, pick_of, play_bots, strength
from drafts.core.engine.play import Pick, apply, begin
from drafts.core.engine.setup import TABLE, Setup, pool_of, shuffle, usual_peoples
from drafts.core.engine.simulation import play_out
from drafts.core.engine.view import view_for


@pytest.mark.parametrize("players", TABLE)
def test_bots_draft_to_the_end_and_can_build_a_deck_that_fights(players: int, facts: Catalogue) -> None:
    played = play_out(Setup(players, usual_peoples(players)), facts, seed="7")
    for hand in played.state.hands:
        kinds = Counter(facts[code].type for code in hand)
        assert len(hand) >= 34
        assert kinds[CardType.CHARACTER] >= 16


def test_the_same_seed_gives_the_same_draft_and_another_seed_another(facts: Catalogue) -> None:
    setup = Setup(3, usual_peoples(3))
    assert play_out(setup, facts, seed="1") == play_out(setup, facts, seed="1") != play_out(setup, facts, seed="2")


def test_a_bot_chooses_from_its_view_and_nothing_else(facts: Catalogue) -> None:
    setup = Setup(2, usual_peoples(2))
    state = begin(setup, shuffle(pool_of(setup, facts), random.Random(4)))
    view = view_for(state, 1)
    only_seen = {code: facts[code] for code in view.packet}
    card = choose(view, only_seen, kept_at_end=setup.figures.kept, seed="x")
    assert card in view.packet
    assert pick_of(state, 1, facts.by_code, seed="x").card == card


def test_a_strong_card_is_worth_more_than_a_weak_one(facts: Catalogue) -> None:
    assert strength(facts["Vulca 01"]) > strength(facts["Hoax 04"])


@pytest.mark.parametrize("character", list(Character))
def test_every_character_drafts_better_than_chance(character: Character, facts: Catalogue) -> None:
    """The best thirty of a pool by plain value: element and moons, which no bot is told to count like this."""

    def measure(hand: tuple[str, ...]) -> float:
        cards = [facts[code] for code in hand]
        worth = sorted((max(card.fire or 0, card.earth or 0) + (card.moons or 0) for card in cards), reverse=True)
        return sum(worth[:30])

    setup, by_bot, by_chance = Setup(4, usual_peoples(4)), 0.0, 0.0
    for seed in range(6):
        rng = random.Random(seed)
        state = begin(setup, shuffle(pool_of(setup, facts), rng))
        while not state.over:
            for seat in state.awaited:
                if seat == 0:
                    made = pick_of(state, seat, facts.by_code, seed=str(seed), character=character)
                else:
                    view = view_for(state, seat)
                    made = Pick(seat, view.round, view.number, rng.choice(view.packet))
                state = apply(state, made)
        by_bot += measure(state.hands[0])
        by_chance += sum(map(measure, state.hands[1:])) / 3
    assert by_bot > 1.1 * by_chance


def test_characters_differ_and_each_is_the_same_for_a_seed(facts: Catalogue) -> None:
    setup = Setup(3, usual_peoples(3))
    deal = shuffle(pool_of(setup, facts), random.Random(1))

    def play(character: Character) -> list[Pick]:
        seats = frozenset(range(3))
        return play_bots(begin(setup, deal), seats, facts.by_code, seed="s", characters=(character,) * 3)[1]

    played = [play(one) for one in Character]
    assert played == [play(one) for one in Character]
    assert len({tuple(picks) for picks in played}) == 3


def test_a_mixed_company_has_every_character() -> None:
    assert set(Company.MIXED.at(6)) == set(Character)
    assert Company.SAGE.at(3) == (Character.SAGE,) * 3

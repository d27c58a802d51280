from __future__ import annotations

import random
from collections import Counter

import pytest

from cards.facts import CardType, Catalogue
from drafts.engine.bots import choose, pick_of, strength
from drafts.engine.play import begin
from drafts.engine.setup import TABLE, Setup, pool_of, shuffle, usual_peoples
from drafts.engine.simulation import play_out
from drafts.engine.view import view_for


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

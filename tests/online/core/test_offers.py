"""Offers: every legal action is one tap away, every tap is legal, and what isn't possible has its reason."""

from __future__ import annotations

import pytest

from cards.core.facts import Catalogue
from common.errors import Conflict, Invalid
from game.engine.state import game_result, legal_actions
from game.engine.view import visible_game_for
from online.core.offers import MAX_BACKTRACKS, carry_out_offer, seat_offers, seat_options
from online.core.positions import card_id, state_from_text
from tests.online.core.walks import walk


@pytest.mark.parametrize("seed", range(10))
def test_every_legal_action_is_offered_and_every_offer_is_legal(facts: Catalogue, seed: int) -> None:
    for moment in walk(facts, seed):
        state, seat = moment.state, moment.state.player
        if game_result(state):
            break
        offers = seat_offers(state, seat)
        words = set()
        for action, seen in zip(legal_actions(state), visible_game_for(state, seat).legal, strict=True):
            hidden = seen.card < 0 <= action.card
            card = f"?{seen.to}" if hidden else card_id(state.table, action.card)
            to = ("", "fire", "earth")[action.to] if action.kind == "announce" else card_id(state.table, action.to)
            words.add(":".join(part for part in (action.kind, card, to) if part))
        assert words <= {offer.do.split("+")[0] for offer in offers}
        assert len({(offer.kind, offer.card or offer.do, offer.to) for offer in offers}) == len(offers)
        assert seat_offers(state, 1 - seat) == ()
        for offer in offers:
            done = carry_out_offer(state, seat, offer.do)
            assert len(done) == len(offer.do.split("+"))
        main, reasons = seat_options(state, seat).main, seat_options(state, seat).reasons
        assert main is None or not main.do or main.do in {offer.do for offer in offers}
        hand = {card_id(state.table, card) for card in state.hand_of(seat)}
        assert hand <= {offer.card for offer in offers} | set(reasons)


FIGHT = "TM1 set=ask-before-announcing:yes turn=0 n=4 ph=engage el=fire"
PLAYING = "TM1 set=ask-before-announcing:yes turn=0 n=4 ph=plays el=fire plays=1 combat=1 chars=1 played=1"


def test_a_character_continues_the_fight_by_itself(facts: Catalogue) -> None:
    state = state_from_text(facts, f"{FIGHT} h0=V05.V18 c0=V09 h1=T01 c1=T06")
    assert {(offer.do, offer.powers) for offer in seat_offers(state, 0)} == {
        ("continue+play:0V05", (5, 4)), ("retreat", None)
    }  # fmt: skip
    assert [done.text for done in carry_out_offer(state, 0, "continue+play:0V05")] == ["continue", "play Vulca 05"]
    assert seat_options(state, 0).reasons["0V18"].rule == "GAME-05"


def test_a_turn_taken_back_too_often_leaves_only_the_way_out(facts: Catalogue) -> None:
    text = f"{FIGHT} h0=V05.V18 c0=V09 h1=T01 c1=T06"
    state = state_from_text(facts, f"{text} undone={MAX_BACKTRACKS}")
    assert [offer.do for offer in seat_offers(state, 0)] == ["retreat"]
    for do in ("continue+play:0V05", "continue"):
        with pytest.raises(Invalid):
            carry_out_offer(state, 0, do)
    assert carry_out_offer(state, 0, "retreat")
    assert len(seat_offers(state_from_text(facts, f"{text} undone={MAX_BACKTRACKS - 1}"), 0)) == 2


def test_power_is_announced_with_a_tap_even_if_nothing_can_be_played(facts: Catalogue) -> None:
    state = state_from_text(facts, f"{PLAYING} h0=V05 c0=V01 d0=V02 h1=T01 c1=T06 d1=T02")
    main = seat_options(state, 0).main
    assert main is not None
    assert (main.do, main.label, main.count) == ("pass", "announce", 7)
    assert carry_out_offer(state, 0, "pass")[0].events[0][1:] == ["announce", 0, 7, 1]


def test_without_enough_power_the_button_says_what_is_missing(facts: Catalogue) -> None:
    state = state_from_text(facts, f"{PLAYING} h0=V18 c0=V09 h1=T01 c1=T06")
    main = seat_options(state, 0).main
    assert main is not None
    assert (main.do, main.label, main.count) == ("", "need", 4)


def test_a_fight_is_started_and_announced_in_two_taps(facts: Catalogue) -> None:
    state = state_from_text(
        facts, "TM1 set=ask-before-announcing:yes turn=0 n=1 ph=engage h0=V01.V18 d0=V02 h1=T01 d1=T02"
    )
    assert {offer.do for offer in seat_offers(state, 0)} == {"continue+play:0V01", "decline"}
    after = carry_out_offer(state, 0, "continue+play:0V01")[-1].state
    assert {(offer.do, offer.powers) for offer in seat_offers(after, 0)} == {
        ("pass+announce:fire", (7, 0)), ("pass+announce:earth", (0, 0))
    }  # fmt: skip


@pytest.mark.parametrize(
    "do", ["", "play", "play:0V99", "play:1T01", "take:?0", "announce:air", "dance", "pass+pass", "play:0V18:0V05"]
)
def test_what_is_not_offered_is_refused(facts: Catalogue, do: str) -> None:
    state = state_from_text(facts, f"{FIGHT} h0=V05.V18 c0=V09 h1=T01 c1=T06")
    with pytest.raises(Invalid):
        carry_out_offer(state, 0, do)


def test_out_of_turn_nothing_can_be_done(facts: Catalogue) -> None:
    state = state_from_text(facts, f"{FIGHT} h0=V05 c0=V09 h1=T01 c1=T06")
    with pytest.raises(Conflict):
        carry_out_offer(state, 1, "retreat")
    with pytest.raises(Conflict):
        carry_out_offer(state, 1, "retreat+decline+decline")
    with pytest.raises(Invalid):
        carry_out_offer(state, 0, "retreat+decline+decline")

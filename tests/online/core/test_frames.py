"""Frames: the opponent's turn step by step, without the steps that showed nothing."""

from __future__ import annotations

from cards.core.facts import Catalogue
from online.core.events import visible_events
from online.core.frames import PlayedAction, frames_of_seat
from online.core.offers import carry_out_offer
from online.core.positions import state_from_text

BEGUN = "TM1 set=ask-before-announcing:yes turn=1 n=4 el=fire"


def test_only_what_was_to_be_seen_has_a_frame(facts: Catalogue) -> None:
    state = state_from_text(facts, f"{BEGUN} ph=lead h1=V05.V30.V18 d1=V02.V03 c1=V09 h0=T01 d0=T02 c0=T06")
    done = carry_out_offer(state, 1, "pass+continue+play:1V05")
    done += carry_out_offer(done[-1].state, 1, "play:1V18")
    done += carry_out_offer(done[-1].state, 1, "pass")
    found = frames_of_seat(state, [PlayedAction(action.events, action.state) for action in done], 0)
    assert [[event.kind for event in frame.events] for frame in found] == [
        ["play"], ["play"], ["announce", "draw"]
    ]  # fmt: skip
    assert [frame.opponent.power for frame in found] == [5, 8, 8]
    assert found[0].moved == ("1V05",)
    assert [card.id for card in found[0].opponent.combat] == ["1V09", "1V05"]
    assert found[2].events[1].cards == ()
    own = visible_events(done[-1].events, 1)
    assert own[1].cards == ("1V02", "1V03")


def test_equal_moves_are_one_event_and_a_retreat_clears_the_table_in_one(facts: Catalogue) -> None:
    state = state_from_text(facts, f"{BEGUN} ph=engage h1=V05 d1=V02.V03 c1=V09 s1=V24 h0=T01 d0=T02.T03.T04 c0=T06")
    seen = visible_events(carry_out_offer(state, 1, "retreat")[0].events, 1)
    assert [(event.kind, event.who, event.count, event.cards) for event in seen] == [
        ("retreat", 1, 0, ()), ("dragons", 0, 1, ()), ("draw", 1, 2, ("1V02", "1V03")), ("draw", 0, 3, ()),
    ]  # fmt: skip
    assert seen[-1].turn == 4

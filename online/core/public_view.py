"""Public view: what everyone may know of a game, built from what both players know (GAME-26).

Like a seat’s view of the opponent’s turn, it omits phases and questions: they would reveal what a player holds.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from boards.core.write import position_as_text, view_as_text
from game.engine.state import State
from online.core.events import SeenEvent, visible_events
from online.core.frames import Frame
from online.core.positions import card_id
from online.core.seat_view import CardView, both_sides, card_ids_in_view, facts_of_card_ids
from online.core.take_back import BACK, ActionRow, rows_not_taken_back

# The seat number of an onlooker, which no player has.
ONLOOKER = -1
Hands = dict[int, tuple[CardView, ...]]


@dataclass(frozen=True, slots=True)
class PublicStep:
    """An action with a visible effect: its number, its player, its turn, and what could be seen."""

    number: int
    place: int
    action: str
    turn: int
    events: tuple[SeenEvent, ...]
    is_undone: bool


def public_steps(actions: Sequence[ActionRow]) -> list[PublicStep]:
    """Return the actions with a visible effect. All others would reveal what a player holds."""
    remaining = {action.number for action in rows_not_taken_back(actions)}
    return [
        PublicStep(
            action.number,
            action.place,
            action.action,
            max(1, seen[0].turn),
            seen,
            action.number not in remaining and action.action != BACK,
        )
        for action in actions
        if (seen := visible_events(action.events, ONLOOKER))
    ]


def visible_hands(state: State, places: Collection[int]) -> Hands:
    """Return the hands of the places whose cards the reader may see."""
    return {player: tuple(CardView(card_id(state.table, card)) for card in state.hand_of(player)) for player in places}


def public_frame(state: State, near: int, hands: Hands) -> Frame:
    """Return the table as everyone may see it, side `near` first, with card facts also for the visible `hands`."""
    sides = [(place, both_sides(state, 1 - place)[1]) for place in (near, 1 - near)]
    first, second = (replace(side, open_hand=()) if place in hands else side for place, side in sides)
    names = card_ids_in_view((card for hand in hands.values() for card in hand), (first, second))
    dragons = state.dragons_balance if near == 0 else -state.dragons_balance
    return Frame((), first, second, state.contested_element, dragons, (), facts_of_card_ids(state.table, set(names)))


def position_text_for_onlooker(state: State, places: Collection[int]) -> str:
    """Return a position’s text for a reader who may know the cards at these `places`; complete for both places."""
    if len(places) == 2:
        return position_as_text(state)
    decides = max(0, state.player)
    seat = next(iter(places), 1 - decides)
    fields, other = (
        dict(field.split("=", 1) for field in view_as_text(state, player).split()[1:]) for player in (seat, 1 - seat)
    )
    if not places:  # an onlooker doesn’t know this side’s hidden cards either
        fields = {name: value for name, value in fields.items() if name[1:] != str(seat)}
        fields |= {name: value for name, value in other.items() if name[1:] == str(seat)}
    if decides not in places and "over" not in fields:
        # The phase would reveal what the deciding player holds.
        fields["ph"] = "plays" if "plays" in fields else "engage"
    return " ".join(["TM1", *(f"{name}={value}" for name, value in fields.items())])

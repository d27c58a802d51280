"""Offers: everything a seat can do now, as taps: one tap may stand for several actions of the engine."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import NoReturn

from boards.core.reasons import IllegalReason, why_illegal
from common.errors import Conflict, Invalid
from common.text import gettext_noop
from game.engine.actions import ACTION_KINDS, CALL, CONTINUE, DONE, PASS, Action, act
from game.engine.board import BEGIN, CHAR, END, ENGAGE, LEAD, PLAYS, Board
from game.engine.power import is_power_sufficient, total_power
from game.engine.state import State, apply_action, legal_actions
from game.engine.table import bits
from game.engine.turn import perform_action
from game.engine.view import visible_game_for
from game.powers import verbs as v
from game.records.words import ACTIONS_OF_CARDS, ELEMENT_WORDS, action_to_words
from online.core.events import StoredEvent, stored_events
from online.core.positions import card_by_id, card_id

JOIN = "+"
# Per turn (MATCH-10). Nobody needs more attempts, and the opponent waits during each of them.
MAX_BACKTRACKS = 20
HIDDEN_PREFIX = "?"  # stands before the number of an opponent’s face-down card
# Phases that a tap can end while it also acts in the next phase.
_PASSABLE_PHASES = (BEGIN, LEAD, CHAR)


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that can be done: a page sends `do` back, `kind` is its last action’s, `to` a ship or an element.

    `powers` are the seat’s and the opponent’s power afterwards; None without a fight or where chance decides.
    """

    do: str
    kind: str
    card: str = ""
    to: str = ""
    powers: tuple[int, int] | None = None
    is_over: bool = False  # a character that covers the active characters, although it could also join them


@dataclass(frozen=True, slots=True)
class MainOffer:
    """The filled button: what it does (empty while something is missing), and its label in `board.csv` (`main …`)."""

    do: str
    label: str
    count: int = 0


@dataclass(frozen=True, slots=True)
class DoneAction:
    """An action that was carried out: its words, its player, the state after it, and its events."""

    text: str
    place: int
    state: State
    events: list[StoredEvent]


class ActionNotOffered(Invalid):
    """The action wasn’t offered; pages and API name the cards of `reason` in the reader’s language."""

    def __init__(self, reason: IllegalReason) -> None:
        self.reason = reason
        names = ", ".join(card.label for card in reason.facts)
        super().__init__(reason.template, {**reason.params, "cards": names}, rule=reason.rule)


@dataclass(frozen=True, slots=True)
class SeatOptions:
    """Everything a seat can do, its filled button, and why each other hand card can’t be used."""

    offers: tuple[Offer, ...]
    main: MainOffer | None
    reasons: dict[str, IllegalReason]


@dataclass(frozen=True, slots=True)
class _SeatDecision:
    """A decision of the seat, the words that lead to it, and the action that only goes on to the next phase."""

    prefix: tuple[str, ...]
    state: State
    board: Board
    step: Action | None


# --- what can be done -----------------------------------------------------------------------------------------


def seat_options(state: State, seat: int) -> SeatOptions:
    """Return all that a seat can do now, each once and in as few taps as possible; nothing while others decide."""
    if state.player != seat:
        return SeatOptions((), None, {})
    stops = tuple(_decisions_of_seat(state, seat))
    found: dict[tuple[str, str, str], Offer] = {}
    for stop in stops:
        for offer in _offers_at(stop, seat):
            found.setdefault((offer.kind, offer.card, offer.to or offer.do.partition(HIDDEN_PREFIX)[2]), offer)
    step = stops[0].step
    if step and not any(offer.do.startswith(step.kind + JOIN) for offer in found.values()):
        found[step.kind, "", ""] = Offer(step.kind, step.kind)  # going on offers nothing new
    offers = _offers_after_backtracks(stops[0].board, tuple(found.values()))
    only = offers[0] if len(offers) == 1 else None
    if only and not only.card and only.kind != PASS.kind:
        main: MainOffer | None = MainOffer(only.do, "")
    else:
        main = _main_offer(stops[-1], seat)
    return SeatOptions(offers, main, _unplayable_reasons(stops, seat, {offer.card for offer in found.values()}))


def _offers_after_backtracks(board: Board, offers: tuple[Offer, ...]) -> tuple[Offer, ...]:
    """Return only retreating and declining once the seat has backtracked so often that it holds up the opponent."""
    out = tuple(offer for offer in offers if offer.kind in {"retreat", "decline"})
    return out if out and board.undone >= MAX_BACKTRACKS else offers


def seat_offers(state: State, seat: int) -> tuple[Offer, ...]:
    return seat_options(state, seat).offers


def _decisions_of_seat(state: State, seat: int) -> Iterator[_SeatDecision]:
    """Yield the present decision of the seat, then the decisions of later phases that it can pass on to."""
    prefix: tuple[str, ...] = ()
    while True:
        board = state.board
        step = _next_phase_action(board)
        after = apply_action(state, step) if step else None
        if step is None or after is None or after.player != seat:
            yield _SeatDecision(prefix, state, board, None)
            return
        yield _SeatDecision(prefix, state, board, step)
        prefix, state = (*prefix, step.kind), after


def _next_phase_action(board: Board) -> Action | None:
    """Return the action that only goes on to the next phase, without drawing or revealing a card."""
    if board.choice or board.outcome:
        return None
    if board.phase in _PASSABLE_PHASES and PASS in board.legal:
        return PASS
    return CONTINUE if board.phase == ENGAGE and CONTINUE in board.legal else None


def _offers_at(stop: _SeatDecision, seat: int) -> Iterator[Offer]:
    board = stop.board
    hidden = _choosable_hidden_cards(stop.state, seat)
    for action in board.legal:
        if action is stop.step:
            continue
        if action is PASS and board.phase == PLAYS and not board.element:
            yield from _announcing_offers(stop, seat)
            continue
        card = f"{HIDDEN_PREFIX}{hidden.index(action.card)}" if action.card in hidden else ""
        yield Offer(
            do=JOIN.join((*stop.prefix, _action_to_text(board, action, card))),
            kind=action.kind,
            card="" if card else card_id(board.table, action.card),
            to=ELEMENT_WORDS[action.to] if action.kind == "announce" else card_id(board.table, action.to),
            powers=_powers_after(board, action, seat),
            is_over=action.kind == "play" and act("join", action.card) in board.legal,
        )


def _announcing_offers(stop: _SeatDecision, seat: int) -> Iterator[Offer]:
    """Yield the offers that start a fight: pass and announce in one tap, unless a text asks something first."""
    after = apply_action(stop.state, PASS)
    words = (*stop.prefix, PASS.kind)
    if after.player != seat or legal_actions(after)[0].kind != "announce":
        yield Offer(JOIN.join(words), PASS.kind)
        return
    yield from _offers_at(_SeatDecision(words, after, after.board, None), seat)


def _action_to_text(board: Board, action: Action, hidden: str) -> str:
    parts = [action.kind]
    if action.card >= 0:
        parts.append(hidden or card_id(board.table, action.card))
    if action.to >= 0:
        parts.append(ELEMENT_WORDS[action.to] if action.kind == "announce" else card_id(board.table, action.to))
    return ":".join(parts)


def _choosable_hidden_cards(state: State, seat: int) -> tuple[int, ...]:
    """Return the opponent’s face-down cards that the seat can choose from, in the order of the view."""
    board = state.board
    if not board.facedown:
        return ()
    visible = zip(visible_game_for(state, seat).legal, board.legal, strict=True)
    numbered = [(action.to, real.card) for action, real in visible if action.card < 0 <= real.card]
    return tuple(card for _, card in sorted(numbered))


def _powers_after(board: Board, action: Action, seat: int) -> tuple[int, int] | None:
    """Return both powers after an action, from a board without the cards that the seat doesn’t know."""
    if action.kind == "announce":
        return total_power(board, seat, action.to), total_power(board, 1 - seat, action.to)
    if action.kind not in {"play", "join", "bluff", "load"} or not board.element:
        return None
    turn, known_board = board.turn, board.copy()
    known_board.hand[1 - seat] &= known_board.disclosed
    known_board.deck = [(), ()]
    after = perform_action(known_board, action)
    while after.choice and after.choice[0] == "window":  # an open card of the opponent could interfere
        after = perform_action(after, PASS)
    if after.outcome or after.turn != turn or not after.element:
        return None
    return total_power(after, seat), total_power(after, 1 - seat)


# --- the filled button ----------------------------------------------------------------------------------------


def _main_offer(last: _SeatDecision, seat: int) -> MainOffer | None:
    board = last.board
    if board.choice:
        return _main_offer_of_choice(board)
    can_pass, words = PASS in board.legal, JOIN.join((*last.prefix, PASS.kind))
    if board.phase >= END:
        return MainOffer(words, "end turn")
    if not board.element:
        is_stopped = can_pass and any(offer.kind == "pass" for offer in _announcing_offers(last, seat))
        return MainOffer(words, "go on") if is_stopped else None
    if can_pass:
        return MainOffer(words, "announce", total_power(board, seat))
    if board.phase == PLAYS and is_power_sufficient(board, seat):
        return MainOffer("", "not yet")
    return MainOffer("", "need", total_power(board, 1 - seat))


def _main_offer_of_choice(board: Board) -> MainOffer | None:
    name, *frame = board.choice or ("",)
    if DONE in board.legal:
        return MainOffer(DONE.kind, "done")
    if name == "window":
        return None if CALL in board.legal else MainOffer(PASS.kind, "")
    if name == "pick":
        return MainOffer("", "choose", max(1, frame[3] - len(frame[6])))
    return MainOffer("", "pay") if name == "pay" else None


# --- why not --------------------------------------------------------------------------------------------------


def _unplayable_reasons(stops: tuple[_SeatDecision, ...], seat: int, offered: set[str]) -> dict[str, IllegalReason]:
    board, table = stops[0].board, stops[0].board.table
    reasons = {}
    for card in bits(board.hand[seat]):
        name = card_id(table, card)
        if name not in offered:
            reason = why_illegal(_decision_for_card(stops, card).state, act("take" if board.choice else "play", card))
            if reason is not None:
                reasons[name] = reason
    return reasons


def _decision_for_card(stops: tuple[_SeatDecision, ...], card: int) -> _SeatDecision:
    """Return the decision to play a card at: for a leadership card the first in its phase, else the last one."""
    kinds = stops[0].board.table.kinds
    if (kinds[v.CHARACTER] | kinds[v.BOOSTER] | kinds[v.SUPPORT]) >> card & 1:
        return stops[-1]
    return next((stop for stop in stops if stop.board.phase == LEAD), stops[-1])


# --- carrying out ---------------------------------------------------------------------------------------------


def carry_out_offer(state: State, seat: int, do: str, offers: Collection[Offer] | None = None) -> list[DoneAction]:
    """Carry out the actions of an offer; raise `Conflict` if others decide, `Invalid` with the rule if it isn’t legal.

    Pass the seat’s `offers` if they are known.

    Several actions at once must be an offer; after many backtracks, so must a single one. Otherwise refusing “call, and
    then …” would reveal, at no cost, what the call turns up.
    """
    words = do.split(JOIN)
    restricted = len(words) > 1 or state.board.undone >= MAX_BACKTRACKS
    if state.player == seat and restricted:
        offers = seat_offers(state, seat) if offers is None else offers
        if all(offer.do != do for offer in offers):
            return _raise_illegal_action()
    done_actions: list[DoneAction] = []
    for word in words:
        if state.player != seat:
            raise Conflict(gettext_noop("It isn’t your decision now. The board has changed."))
        action = _parse_action(state, seat, word)
        reason = why_illegal(state, action)
        if reason is not None:
            raise ActionNotOffered(reason)
        done_actions.append(carry_out_action(state, action))
        state = done_actions[-1].state
    return done_actions


def carry_out_action(state: State, action: Action) -> DoneAction:
    """Carry out a legal action of the player who decides, who may be the computer."""
    events: list[tuple[object, ...]] = []
    turn, place = state.board.number, state.player
    words = action_to_words(state.table, place, action)
    after = apply_action(state, action, events=events)
    return DoneAction(words, place, after, stored_events(state.table, turn, events))


def _parse_action(state: State, seat: int, word: str) -> Action:
    """Return the action that a text names; it can’t name an opponent’s card unless the seat may choose it."""
    kind, _, rest = word.partition(":")
    name, _, to = rest.partition(":")
    if kind not in ACTION_KINDS or (not name and kind in ACTIONS_OF_CARDS):
        return _raise_illegal_action()
    if kind == "announce":
        return act(kind, -1, ELEMENT_WORDS.index(name)) if name in ELEMENT_WORDS[1:] else _raise_illegal_action()
    hidden = _choosable_hidden_cards(state, seat)
    if name.startswith(HIDDEN_PREFIX):
        number = name[1:]
        return act(kind, hidden[int(number)]) if number in map(str, range(len(hidden))) else _raise_illegal_action()
    card, ship = (card_by_id(state.table, id_text) if id_text else -1 for id_text in (name, to))
    if (
        (name and not _is_card_known(state, seat, card))
        or (to and not _is_card_known(state, seat, ship))
        or card in hidden
    ):
        return _raise_illegal_action()
    return act(kind, card, ship)


def _is_card_known(state: State, seat: int, card: int) -> bool:
    """Return whether a card belongs to the seat or a legal action names it."""
    return card >= 0 and (
        state.table.owner[card] == seat or any(card == action.card for action in legal_actions(state))
    )


def _raise_illegal_action() -> NoReturn:
    raise Invalid(gettext_noop("You can’t do that here."), rule="GAME-01")

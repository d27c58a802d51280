"""Seat view: messages with what a seat sees, the same for sockets, API and page, and described in OpenAPI."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypedDict

from drafts.core.engine.state import PublicDraftState, SeatDraftState, State
from drafts.models import Draft, Seat


class SeatFacts(TypedDict):
    """Public facts of a seat that change rarely; how far it has come stands in `TableFacts`."""

    number: int
    name: str
    is_bot: bool
    is_free: bool
    is_kept: bool
    is_host: bool
    ready: bool


class TakeFacts(TypedDict):
    """Cards that a seat took from `pile` (0: from none), and how many others the public may not see."""

    seat: int
    cards: list[str]
    pile: int
    hidden: int


class TableFacts(TypedDict):
    """State of the draft for everyone; lists have one entry a seat, `awaited` the numbers of seats.

    `piles` are the cards that lie there, empty texts if hidden; `takes` what was taken of them. Empty with packets.
    """

    round: int
    rounds: int
    number: int
    of: int
    last_deal: bool
    direction: str
    awaited: list[int]
    places: list[list[int]]
    waiting: list[int]
    kept: list[int]
    picks: int
    over: bool
    piles: list[list[str]]
    takes: list[TakeFacts]


class OwnFacts(TypedDict):
    """Private view of a seat. `round` and `number` name the packet it has or waits for.

    `left` is the rest of the packet from which it has chosen, as long as it may exchange its choice. `piles` are hidden
    piles with the cards the seat has looked at.
    """

    seat: int
    round: int
    number: int
    packet: list[str]
    chosen: str
    left: list[str]
    pool: list[str]
    piles: list[list[str]]
    is_bot: bool
    deadline: str | None


class PublicMessage(TypedDict):
    """A message's public part. `away` holds, by seat number, the moment at which a bot takes over a silent seat."""

    version: int
    status: str
    deadline: str | None
    review_until: str | None
    paused: str | None
    seats: list[SeatFacts]
    table: TableFacts | None
    away: dict[str, str]


class TableMessage(PublicMessage):
    """A whole message: what one reader sees, as the page holds it, the socket says it first, and HTTP answers it."""

    type: str
    now: str | None
    mine: OwnFacts | None


def iso_time(moment: datetime | None) -> str | None:
    """Return a UTC moment in ISO 8601 with Z; None for None."""
    return moment.isoformat().replace("+00:00", "Z") if moment is not None else None


def seat_facts(seat: Seat, draft: Draft) -> SeatFacts:
    return {
        "number": seat.number,
        "name": seat.nickname,
        "is_bot": seat.is_bot,
        "is_free": seat.is_free,
        "is_kept": seat.is_kept,
        "is_host": seat.person_id == draft.host_id,
        "ready": seat.ready,
    }


def table_facts(public_state: PublicDraftState) -> TableFacts:
    return {
        "round": public_state.round,
        "rounds": public_state.rounds,
        "number": public_state.number,
        "of": public_state.of,
        "last_deal": public_state.last_deal,
        "direction": public_state.direction.value,
        "awaited": list(public_state.awaited),
        "places": [list(place) for place in public_state.places],
        "waiting": list(public_state.waiting),
        "kept": list(public_state.kept),
        "picks": public_state.picks,
        "over": public_state.over,
        "piles": [list(pile) for pile in public_state.piles],
        "takes": [
            {"seat": take.seat, "cards": list(take.cards), "pile": take.pile, "hidden": take.hidden}
            for take in public_state.takes
        ],
    }


def seat_state(state: State, seat: Seat, draft: Draft, public_state: PublicDraftState) -> SeatDraftState:
    """Return what one seat may know, without its packet during the break between rounds."""
    seat_state = state.view(seat.number, public_state)
    return replace(seat_state, packet=()) if draft.review_until is not None else seat_state


def own_facts(seat_state: SeatDraftState, seat: Seat) -> OwnFacts:
    return {
        "seat": seat_state.seat,
        "round": seat_state.round,
        "number": seat_state.number,
        "packet": list(seat_state.packet),
        "chosen": seat_state.chosen,
        "left": list(seat_state.left),
        "pool": list(seat_state.pool),
        "piles": [list(pile) for pile in seat_state.piles],
        "is_bot": seat.is_bot,
        "deadline": iso_time(seat.deadline),
    }


def public_message(
    draft: Draft, seats: Sequence[Seat], public_state: PublicDraftState | None, away: dict[int, datetime]
) -> PublicMessage:
    return {
        "version": draft.version,
        "status": str(draft.status),
        "deadline": iso_time(draft.deadline),
        "review_until": iso_time(draft.review_until),
        "paused": iso_time(draft.paused),
        "seats": [seat_facts(seat, draft) for seat in seats],
        "table": table_facts(public_state) if public_state is not None else None,
        "away": {str(number): str(iso_time(until)) for number, until in away.items()},
    }

"""Presenters of the table: what one seat sees, in the reader’s language."""

from datetime import datetime
from math import ceil

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.blocks import has_block
from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from game.engine.state import game_result
from live.onlookers import hands_key, onlooker_count
from online.core.events import visible_events
from online.core.frames import PlayedAction, frames_of_seat
from online.core.orders import is_order_open
from online.core.seat_view import facts_of_events
from online.core.take_back import rows_not_taken_back
from online.games.clocks import clock_of_game, pause_left
from online.games.commitments import commitment_for_purpose, rematch_commitment_purpose
from online.games.computer import LEVEL_NAMES
from online.games.decks import state_after_action
from online.games.loaded import LoadedGame, RecentAction, actions_since_decision, view_of_side
from online.games.presence import claimable_at, is_present
from online.games.take_back import take_back_mode
from online.models import Game, GameAction, GameSeat
from online.table.view_data import (
    TableFacts,
    TablePlayer,
    ViewData,
    clock_data,
    ending_text,
    events_data,
    frame_data,
    view_data,
)


def view_of_seat(loaded: LoadedGame, seat: GameSeat, now: datetime, cards: Catalogue | None = None) -> ViewData:
    """Return the view of a seat; before the game starts, only its version and status."""
    if loaded.state is None:
        return {"version": seat.view_version, "status": loaded.game.status, "yours": False}
    return view_data(view_of_side(loaded, seat.place), _table_facts(loaded, seat, now, cards or catalogue()))


def table_context(loaded: LoadedGame, seat: GameSeat, now: datetime) -> dict[str, object]:
    """Return the context of the page: the view of the seat, and data for its script."""
    game, view = loaded.game, view_of_seat(loaded, seat, now)
    addresses = {name: reverse(f"online:{name}", args=[game.key]) for name in ("view", "act", "turn", "rematch")}
    addresses["socket"] = f"/ws/games/{game.key}/"
    match = game.match
    back = {"url": reverse("play:index"), "name": _("Play")}
    return {
        "game_view": view,
        "game_key": game.key,
        "game_may_be_finished": game.computer_finishes,
        "opponent_is_person": any(game_seat.person_id for game_seat in loaded.seats if game_seat is not seat),
        "rematch_commitment": commitment_for_purpose(rematch_commitment_purpose(game)),
        "back": {"url": reverse("matches:detail", args=[match.key]), "name": str(match)} if match is not None else back,
        "table_data": {"view": view, "place": str(seat.place), "urls": addresses},
    }


def view_tag(loaded: LoadedGame, seat: GameSeat, language: str, now: datetime) -> str:
    """Return a tag that changes with every change of the view, except for running clocks."""
    opponent, claimable_from = loaded.opponent_of(seat), claimable_at(loaded, seat)
    flags = (
        opponent is not None and is_present(opponent, now),
        claimable_from is not None and claimable_from <= now,
        onlooker_count(loaded.game.key),
        onlooker_count(hands_key(loaded.game.key)),
    )
    return f"{seat.view_version}-{loaded.game.status}-{'.'.join(str(int(flag)) for flag in flags)}-{language}"


def frames_since(
    loaded: LoadedGame, seat: GameSeat, version: int, now: datetime, cards: Catalogue | None = None
) -> list[ViewData]:
    """Return what a seat saw since a version of its view, within the last streaks; nothing if only the seat acted."""
    missed = [action for action in loaded.recent if action.views[seat.place] > version]
    return _frames(loaded, seat, missed, now, cards) if any(action.place != seat.place for action in missed) else []


def frames_of_last_turn(loaded: LoadedGame, seat: GameSeat, now: datetime) -> list[ViewData]:
    return _frames(loaded, seat, list(actions_since_decision(loaded, seat.place)), now, None)


def _frames(
    loaded: LoadedGame, seat: GameSeat, actions: list[RecentAction], now: datetime, cards: Catalogue | None
) -> list[ViewData]:
    if not actions:
        return []
    first, cards = actions[0].number, cards or catalogue()
    state_before = state_after_action(loaded, first - 1, cards)
    facts = _table_facts(loaded, seat, now, cards)
    steps = (PlayedAction(action.events, action.state_after(cards)) for action in actions)
    return [frame_data(frame, seat.place, facts) for frame in frames_of_seat(state_before, steps, seat.place)]


def log_of_seat(loaded: LoadedGame, seat: GameSeat, now: datetime) -> list[dict[str, object]]:
    """Return everything that a seat saw, as sentences."""
    if loaded.state is None:
        return []
    rows = GameAction.objects.filter(game=loaded.game).order_by("number").values_list("events", flat=True)
    seen = visible_events([event for events in rows for event in events], seat.place)
    facts = facts_of_events(loaded.state.table, seen)
    return events_data(seen, seat.place, _table_facts(loaded, seat, now, catalogue()).opponent.name, facts)


def player_name(seat: GameSeat) -> str:
    return _(LEVEL_NAMES[seat.level]) if seat.level else seat.name


def short_name(seat: GameSeat) -> str:
    """Return a player’s name for sentences: the computer’s without its level."""
    return _("Computer") if seat.level else seat.name


def _table_facts(loaded: LoadedGame, seat: GameSeat, now: datetime, cards: Catalogue) -> TableFacts:
    game, opponent, claimable_from = loaded.game, loaded.opponent_of(seat), claimable_at(loaded, seat)
    assert opponent is not None
    waits = max(0, ceil((claimable_from - now).total_seconds())) if claimable_from is not None else None
    offered, other = game.draw_offered_by, _table_player(opponent, cards)
    return TableFacts(
        version=seat.view_version,
        status=game.status,
        you=_table_player(seat, cards),
        opponent=other,
        clock=clock_data(clock_of_game(loaded), seat.place, now),
        meta={
            "draw_offered": "" if offered is None else "you" if offered == seat.place else "opponent",
            "may_claim": waits == 0,
            "claim_in": waits,
            "opponent_here": is_present(opponent, now),
            "onlookers": onlooker_count(game.key),
            "open_hands": _open_hands_status(game, seat, opponent),
            "hand_onlookers": onlooker_count(hands_key(game.key)),
            "take_back": take_back_mode(loaded, seat),
            "asks_back": _moves_to_undo(loaded, seat, opponent),
            "interference": game.interference,
            "pause": pause_left(loaded, seat.place, now),
            "lets_be": loaded.state is not None and is_order_open(loaded.state, seat.place, seat.lets_be_until),
        },
        result=_result_data(loaded, seat, opponent, other.name) if game.status == Game.Status.OVER else None,
    )


def _open_hands_status(game: Game, seat: GameSeat, opponent: GameSeat) -> str:
    if game.hands_from is not None:
        return "both"
    return "you" if seat.opens_hand else "opponent" if opponent.opens_hand else ""


def _moves_to_undo(loaded: LoadedGame, seat: GameSeat, opponent: GameSeat) -> list[str] | None:
    """Return the moves that the opponent asks to undo, as far as the reader saw them; None without a request."""
    to = opponent.requested_back_to
    if to is None or loaded.state is None:
        return None
    rows = rows_not_taken_back(row for row in loaded.recent if row.number > to)
    seen = visible_events([event for row in rows for event in row.events], seat.place)
    facts = facts_of_events(loaded.state.table, seen)
    return [str(one["text"]) for one in events_data(seen, seat.place, short_name(opponent), facts)]


def _table_player(seat: GameSeat, cards: Catalogue) -> TablePlayer:
    name = _("%(name)s (computer)") % {"name": seat.name} if seat.stand_in else short_name(seat)
    return TablePlayer(name, cards.by_code.get(seat.leader), seat.level)


def _result_data(loaded: LoadedGame, seat: GameSeat, opponent: GameSeat, name: str) -> ViewData:
    """Return how a game ended, seen from one seat; `name` is the opponent’s name."""
    game, outcome = loaded.game, game_result(loaded.state) if loaded.state is not None else None
    winner = "" if game.winner is None else "you" if game.winner == seat.place else "opponent"
    why = outcome.why if outcome is not None and game.ending == Game.Ending.PLAYED else game.ending
    again = Game.objects.filter(rematch_of=game).values_list("key", flat=True).first()
    return {
        "winner": winner,
        "text": ending_text(why, name, game.crystals_won, won=winner == "you"),
        "crystals": game.crystals_won,
        "rematch": {
            "you": seat.wants_rematch,
            "opponent": opponent.wants_rematch and not has_block(Person(pk=seat.person_id), (opponent.person_id,)),
            "url": reverse("online:table", args=[again]) if again else "",
        },
    }

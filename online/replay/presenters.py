"""Presenters of replays and of watching: the public table with names, and what happened, in the reader’s language."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.utils.text import capfirst

from accounts.models import Person
from boards.core.notation import short_card_code
from boards.core.played_line import DoneStep
from boards.pages.addresses import board_url
from boards.pages.words import board_text, rule_url, rules_of_step
from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts
from cards.hooks import numbered_rules
from cards.rulings.presenters import translated_ruling
from cards.rulings.queries import current_rulings_book
from cards.translations import reader_language
from common.errors import Invalid
from game.engine.state import State
from game.records.words import action_from_words
from online.core.events import SeenEvent, visible_events
from online.core.proof import commitment_to
from online.core.public_view import ONLOOKER, Hands, PublicStep, position_text_for_onlooker, public_frame, visible_hands
from online.core.seat_view import facts_of_events
from online.games.loaded import LoadedGame
from online.games.queries import steps_of_game
from online.models import Game
from online.replay.queries import (
    HANDS_DELAY,
    HANDS_DELAY_STEPS,
    build_game_file,
    events_of_last_turns,
    notes_at,
    sides_visible_to,
    states_after_actions,
    steps_not_taken_back,
    steps_with_open_hands,
)
from online.table.presenters import player_name, short_name
from online.table.view_data import TableFacts, TablePlayer, ViewData, events_data, frame_data

MAX_STEPS_BACK = 40


def names_of_players(loaded: LoadedGame) -> list[str]:
    """Return the players’ names for sentences, without the computer’s level, which only fits in a page’s title."""
    return [short_name(seat) for seat in loaded.seats]


def title_of_game(loaded: LoadedGame) -> str:
    return " – ".join(player_name(seat) for seat in loaded.seats)


def replay_context(loaded: LoadedGame, person: Person | None, step_number: int) -> dict[str, Any]:
    """Return the context of a step of a finished game; 0 is the start, and a number too high means the last step."""
    steps, names = steps_of_game(loaded.game), names_of_players(loaded)
    last = len(steps)
    step_number = max(0, min(step_number, last))
    step = steps[step_number - 1] if step_number else None
    state_before, state = (
        states_after_actions(loaded, step.number - 1, step.number) if step else states_after_actions(loaded, 0) * 2
    )
    known, seat = sides_visible_to(loaded, person), loaded.seat_of(person)
    facts = facts_of_events(state.table, (event for each in steps for event in each.events))
    happened = [event_sentences(each.events, names, facts) for each in steps]
    hands = visible_hands(state, known)
    log = _log_of_steps(steps, happened)
    return {
        "game": loaded.game,
        "title": title_of_game(loaded),
        "ending": ending_for_onlooker(loaded),
        "game_view": public_view(loaded, state, seat.place if seat else 0, hands),
        "at": step_number,
        "back": max(0, step_number - 1),
        "next": min(step_number + 1, last),
        "last": last,
        "turn": step.turn if step else 1,
        "turns": steps[-1].turn if steps else 1,
        "happened": happened[step_number - 1] if step_number else [],
        "undone": step is not None and step.is_undone,
        "rules": _rules_of_step(step, state_before, state) if step else [],
        "log_before": log[:step_number],
        "log_ahead": log[step_number:],
        "hands": named_hands(names, hands),
        "seat": seat,
        "notes": [
            {"note": note, "name": author.name, "is_mine": author is seat}
            for note in notes_at(loaded.game, step.number if step else 0, person)
            for author in loaded.seats
            if author.person_id == note.person_id
        ],
        "try_url": board_url(position_text_for_onlooker(state, known), names=names),
        "knows_a_hand": bool(known),
        "may_download": len(known) == 2,
    }


def named_hands(names: list[str], hands: Hands) -> list[tuple[str, list[dict[str, str]] | None]]:
    """Return each player’s name with the cards of the hand; None for a hand that the reader may not see."""
    return [
        (name, [{"id": card.id} for card in hands[place]] if place in hands else None)
        for place, name in enumerate(names)
    ]


def _log_of_steps(steps: list[PublicStep], happened: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    return [
        {
            "at": number,
            "turn": step.turn,
            "text": " ".join(str(event["text"]) for event in texts),
            "undone": step.is_undone,
        }
        for number, (step, texts) in enumerate(zip(steps, happened, strict=True), 1)
    ]


def event_sentences(
    events: Iterable[SeenEvent], names: list[str], facts: Mapping[str, CardFacts]
) -> list[dict[str, Any]]:
    return [text for event in events for text in events_data([event], ONLOOKER, names[event.who], facts)]


def public_view(loaded: LoadedGame, state: State, near: int, hands: Hands) -> ViewData:
    """Return the data for templates/online/table/, seen from side `near`; both players have names."""
    leading = catalogue().by_code
    players = [TablePlayer(short_name(seat), leading.get(seat.leader), seat.level) for seat in loaded.seats]
    frame = public_frame(state, near, hands)
    leaders = {short_card_code(player.leader.code): player.leader for player in players if player.leader}
    facts = TableFacts(0, loaded.game.status, players[near], players[1 - near])
    view = frame_data(replace(frame, facts={**frame.facts, **leaders}), near, facts)
    return view | {"onlooker": True, "clock": None, "meta": {"opponent_here": False}}


def proof_context(loaded: LoadedGame, person: Person | None) -> dict[str, Any]:
    """Return the context of a game’s proof: secret and file only once both players show their cards."""
    game, seat = loaded.game, loaded.seat_of(person)
    is_open = game.status == Game.Status.OVER and len(sides_visible_to(loaded, person)) == len(loaded.seats)
    return {
        "game": game,
        "title": title_of_game(loaded),
        "commitment": commitment_to(game.secret),
        "numbers": [(player_name(game_seat), game_seat.number) for game_seat in loaded.seats if not game_seat.level],
        "own_number": seat.number if seat else "",
        "secret": game.secret if is_open else "",
        "seal": build_game_file(loaded)["proof"]["seal"] if game.status == Game.Status.OVER else "",
    }


def ending_for_onlooker(loaded: LoadedGame) -> str:
    """Return how a game ended, who won, and how many crystals."""
    game, ending = loaded.game, f"{capfirst(loaded.game.get_ending_display())}."
    if game.winner is None:
        return ending
    winner = names_of_players(loaded)[game.winner]
    return f"{ending} {board_text('end other', who=winner, crystals=game.crystals_won)}"


def steps_for_judge(loaded: LoadedGame) -> dict[str, Any]:
    """Return the last steps of a running game in words, newest first; `to` is the step before each."""
    assert loaded.state is not None
    steps, names = steps_not_taken_back(loaded.game), names_of_players(loaded)
    facts = facts_of_events(loaded.state.table, (event for step in steps for event in step.events))
    texts = [
        " ".join(str(sentence["text"]) for sentence in event_sentences(step.events, names, facts)) for step in steps
    ]
    lines = [{"to": to, "turn": steps[to].turn, "text": text} for to, text in enumerate(texts) if text]
    return {"back_steps": lines[: -MAX_STEPS_BACK - 1 : -1], "last_step": len(steps)}


def watch_context(loaded: LoadedGame) -> dict[str, Any]:
    """Return the context of a running game as everyone may see it, with a tag that changes when the context does."""
    assert loaded.state is not None
    return _onlooker_context(loaded, loaded.state, visible_events(events_of_last_turns(loaded), ONLOOKER), {})


def hands_context(loaded: LoadedGame, now: datetime) -> dict[str, Any]:
    """Return the delayed table for onlookers who see both hands; without hands until enough has been played."""
    delay = {"delay_steps": HANDS_DELAY_STEPS, "delay_minutes": HANDS_DELAY // timedelta(minutes=1)}
    steps, number = steps_with_open_hands(loaded.game, now)
    state = states_after_actions(loaded, number)[0] if steps else None
    if state is None or loaded.game.hands_from is None or state.board.number < loaded.game.hands_from:
        return delay
    seen = [event for step in steps for event in step.events if event.turn >= state.board.number - 1]
    return delay | _onlooker_context(loaded, state, seen, visible_hands(state, (0, 1)))


def _onlooker_context(loaded: LoadedGame, state: State, seen: Sequence[SeenEvent], hands: Hands) -> dict[str, Any]:
    names, turn = names_of_players(loaded), state.player_in_turn
    is_over = loaded.game.status == Game.Status.OVER
    waits = (
        "" if is_over else board_text("wait turn" if state.player == turn else "wait answer", name=names[state.player])
    )
    visible = {
        "title": title_of_game(loaded),
        "game_view": public_view(loaded, state, 0, hands),
        "hands": named_hands(names, hands) if hands else [],
        "happened": event_sentences(seen, names, facts_of_events(state.table, seen)),
        "due": waits or ending_for_onlooker(loaded),
        "is_over": is_over,
    }
    tag = hashlib.sha256(json.dumps([visible, reader_language()]).encode()).hexdigest()[:16]
    return {**visible, "game": loaded.game, "tag": tag}


def _rules_of_step(step: PublicStep, before: State, state: State) -> list[dict[str, str]]:
    """Return the rules and rulings that apply to a step, with their titles."""
    try:
        action = action_from_words(before.table, step.place, step.action)
    except Invalid:  # an action in the words of an older release
        return []
    rules, rulings = numbered_rules(reader_language()), current_rulings_book().by_slug
    found = []
    for number in rules_of_step(DoneStep(step.action, before, action, (), state)):
        ruling, rule = rulings.get(number.lower()), rules.get(number)
        title = translated_ruling(ruling).question if ruling else rule.title if rule else ""
        found.append({"number": number, "title": title, "url": rule_url(number)})
    return found

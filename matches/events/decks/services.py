"""Services of an event’s decks: submit a deck, which is checked and copied, and let players play without a deck."""

from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import Person
from cards.catalogue.queries import catalogue
from common.errors import Conflict, Detail, Invalid, NotAllowed
from common.text import gettext_noop
from decks.core.legality import GAME_RULES, DeckList, Format, Severity, judge_deck
from decks.core.text import detect_game_of_text, format_deck, parse_deck_text
from decks.deck.judging import house_by_name
from decks.deck.queries import decklist_of, visible_deck
from decks.models import MAX_DECK_NAME, Deck
from drafts.table.rows import load_draft
from matches.core.names import clean_line
from matches.core.tournament import Permission
from matches.events.decks.queries import REASON_TOO_LONG, may_submit_deck
from matches.events.queries import load_event_from_row
from matches.events.read_models import LoadedEvent
from matches.events.rounds.rows import unsaved_match
from matches.events.transactions import lock_event, log_action, player_by_number, player_in_event
from matches.models import REASON_LENGTH, Event, Registration
from matches.play.decks_brought import deck_with_match_settings

MAX_DECK_FAULTS_STORED = 20
MAX_ERROR_DETAILS = 50


@transaction.atomic
def submit_deck(*, by: Person | None, key: str, number: int, deck_key: str) -> Registration:
    """Submit a deck: check it with the event’s settings and copy it, so that later edits don’t affect the event.

    In a draft event, raises `Invalid` (DECK-18) unless the deck is built from the player’s own pool.
    """
    loaded, player = _lock_player_for_deck(by, key, number)
    row = visible_deck(deck_key, by)
    deck = deck_with_match_settings(unsaved_match(loaded.event), decklist_of(row))
    if loaded.event.format == Event.Format.DRAFT:
        _check_against_pool(player, row, deck)
    return _store_submitted_deck(loaded.event, player, deck, name=row.name, by=by, deck_id=row.pk)


@transaction.atomic
def submit_pasted_deck(*, by: Person | None, key: str, number: int, text: str) -> Registration:
    """Submit a pasted list.

    Raises `Invalid` with a detail for each line that isn’t a card, and for a deck of another game. In a draft event,
    the list is checked against the player’s pool, if the site dealt the pool.
    """
    loaded, player = _lock_player_for_deck(by, key, number)
    reading, _format = parse_deck_text(text, catalogue(detect_game_of_text(text)), houses=house_by_name)
    if reading.problems:
        details = tuple(
            Detail(problem.template, line=problem.line, params=problem.params) for problem in reading.problems
        )
        template = gettext_noop("%(count)s lines of this list couldn’t be read. Fix them, then submit the deck.")
        raise Invalid(template, {"count": len(details)}, details=details[:MAX_ERROR_DETAILS])
    if not GAME_RULES[reading.deck.game].has_leader:
        raise Invalid(gettext_noop("This deck is for another game."), field="deck")
    if not reading.deck.entries:
        raise Invalid(gettext_noop("Paste the deck list first."), field="deck_text")
    deck = deck_with_match_settings(unsaved_match(loaded.event), reading.deck)
    if loaded.event.format == Event.Format.DRAFT and player.pod is not None:
        deck = replace(deck, format=Format.DRAFT, pool=_cards_drafted_in_event(player))
    return _store_submitted_deck(loaded.event, player, deck, name=deck.name or player.name, by=by)


@transaction.atomic
def waive_deck(*, by: Person | None, key: str, number: int, reason: str) -> Registration:
    """Let a player play without a deck for a reason, which is logged; without a reason, require a deck again."""
    event = lock_event(key, by=by, permission=Permission.ADMIT)
    player = player_by_number(event, number)
    text = clean_line(reason, length=REASON_LENGTH, template=REASON_TOO_LONG, field="without_deck")
    player.deck_waived = text
    player.save(update_fields=["deck_waived"])
    log_action(event, by=by, kind="deck_waived" if text else "deck_wanted", name=player.name, reason=text)
    return player


def _lock_player_for_deck(by: Person | None, key: str, number: int) -> tuple[LoadedEvent, Registration]:
    """Lock the event and return its view and the player; raises `NotAllowed` or `Conflict` (MATCH-11)."""
    loaded = load_event_from_row(lock_event(key))
    player = player_in_event(loaded, number)
    if by is None or not loaded.permits(by, Permission.DECK, about=player):
        raise NotAllowed(gettext_noop("Only the player or the organiser can submit this deck."))
    if not may_submit_deck(loaded, player, by):
        raise Conflict(
            gettext_noop("Decks have been locked since round 1 was paired. Ask the organiser."), rule="MATCH-11"
        )
    return loaded, player


def _store_submitted_deck(
    event: Event, player: Registration, deck: DeckList, *, name: str, by: Person | None, deck_id: int | None = None
) -> Registration:
    columns = checked_deck_columns(deck, name=name, deck_id=deck_id) | {"deck_at": timezone.now()}
    for column, value in columns.items():
        setattr(player, column, value)
    player.save(update_fields=columns)
    log_action(event, by=by, kind="deck", name=player.name, verdict=player.deck_verdict)
    return player


def checked_deck_columns(deck: DeckList, *, name: str, deck_id: int | None = None) -> dict[str, Any]:
    """Return values for a registration’s deck columns: a copy of the deck and its verdict."""
    cards = catalogue(deck.game)
    report, name, text = judge_deck(deck, cards), name[:MAX_DECK_NAME], format_deck(deck, cards)
    faults = [finding for finding in report.findings if finding.severity == Severity.ERROR][:MAX_DECK_FAULTS_STORED]
    return {
        "deck": text,
        "deck_name": name,
        "deck_verdict": report.status.value,
        "deck_faults": [
            {"code": fault.code, "template": fault.template, "params": dict(fault.params)} for fault in faults
        ],
        "deck_frozen": {
            "deck_id": deck_id,
            "name": name,
            "text": text,
            "report": report.as_dict(),
            "contents": list(deck.codes),
            "pool": None if deck.pool is None else list(deck.pool),
        },
    }


def _cards_drafted_in_event(player: Registration) -> tuple[str, ...] | None:
    """Return the cards a player drafted, read from the draft as pools can be deleted; None if it isn’t finished."""
    loaded = load_draft(player.pod.draft.key) if player.pod else None
    if loaded is None or loaded.state is None or not loaded.state.is_over or player.person_id is None:
        return None
    seat = next((seat for seat in loaded.seats if seat.person_id == player.person_id), None)
    return loaded.state.hands[seat.number] if seat is not None else None


def _check_against_pool(player: Registration, row: Deck, deck: DeckList) -> None:
    mine = f"draft:{player.pod.draft.key}" if player.pod else ""
    source_fits = bool(mine) and deck.format is Format.DRAFT and row.pool is not None and row.pool.source == mine
    # All pools of a pod have the same source, so check the owner too.
    if not source_fits or row.pool is None or row.pool.owner_id != player.person_id:
        template = gettext_noop("In a draft event, decks must be built from your own draft pool.")
        raise Invalid(template, rule="DECK-18", field="deck")

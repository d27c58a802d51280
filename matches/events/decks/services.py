"""Writing the decks of an event: handed in, judged by what was agreed, copied, and brought to every match."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import Person
from cards.catalogue.queries import catalogue
from common.errors import Conflict, Invalid, NotAllowed
from common.text import gettext_noop
from decks.core.legality import DeckList, Format, Severity, judge
from decks.core.text import print_deck
from decks.deck.queries import deck_by, decklist_of
from decks.models import Deck
from matches.core.tournament import Deed
from matches.events.queries import view_of
from matches.events.transactions import lock_event, log_action, numbered
from matches.models import Event, GameDeck, Match, Registration, Side
from matches.play.deck_services import as_agreed

MOST_FAULTS = 20


@transaction.atomic
def hand_in(*, by: Person | None, key: str, number: int, deck_key: str) -> Registration:
    """Hand in a deck: judged by the event's sheet, and copied as it is now, so that later changes change nothing here.

    In a draft event the deck comes from the pool of one's own draft (`Invalid` with DECK-18).
    """
    view = view_of(lock_event(key))
    player = numbered(view, number)
    if by is None or not view.can(by, Deed.DECK, about=player):
        raise NotAllowed(gettext_noop("Only the player himself and the organiser can hand in his deck."))
    if view.rounds and player.entered <= len(view.rounds) and not view.can(by, Deed.ADMIT):
        raise Conflict(gettext_noop("Decks are fixed since round 1 was paired; ask the organiser."), rule="MATCH-11")
    row = deck_by(deck_key, by)
    deck = as_agreed(match_of(view.event), decklist_of(row))
    if view.event.format == Event.Format.DRAFT:
        _check_pool(player, row, deck)
    _freeze(player, row, deck)
    log_action(view.event, by=by, kind="deck", name=player.name, verdict=player.deck_verdict)
    return player


def match_of(event: Event, **more: object) -> Match:
    """A match as the event's sheet wants it, not saved."""
    sheet = {**event.sheet, "crystal_cards": bool(event.sheet.get("crystal_cards"))}
    return Match(created_by=event.owner, **sheet, **more)


def _check_pool(player: Registration, row: Deck, deck: DeckList) -> None:
    mine = f"draft:{player.pod.draft.key}" if player.pod else ""
    if not mine or deck.format is not Format.DRAFT or row.pool is None or row.pool.source != mine:
        raise Invalid(
            gettext_noop("In a draft event a deck is built from the pool of one's own draft."), rule="DECK-18"
        )


def _freeze(player: Registration, row: Deck, deck: DeckList) -> None:
    cards = catalogue(row.game)
    report = judge(deck, cards)
    player.deck, player.deck_name, player.deck_at = print_deck(deck, cards), row.name, timezone.now()
    player.deck_verdict = report.status.value
    faults = [one for one in report.findings if one.severity == Severity.ERROR][:MOST_FAULTS]
    player.deck_faults = [{"code": one.code, "template": one.template, "params": dict(one.params)} for one in faults]
    player.deck_frozen = {
        "deck_id": row.pk,
        "name": row.name,
        "text": player.deck,
        "report": report.as_dict(),
        "contents": list(deck.codes),
        "pool": None if deck.pool is None else list(deck.pool),
    }
    player.save(update_fields=["deck", "deck_name", "deck_at", "deck_verdict", "deck_faults", "deck_frozen"])


def bring_all(event: Event, seats: Iterable[tuple[Match, Registration, Registration]]) -> None:
    """The decks that were handed in lie on the tables of a round from its first game on."""
    handed = event.registrations.exclude(deck_frozen=None).values_list("pk", "deck_frozen")
    frozen: dict[int, dict[str, Any]] = {pk: dict(kept or {}) for pk, kept in handed}
    if not frozen:
        return
    there = set(Deck.objects.filter(pk__in={one["deck_id"] for one in frozen.values()}).values_list("pk", flat=True))
    for one in frozen.values():
        one["deck_id"] = one["deck_id"] if one["deck_id"] in there else None
    GameDeck.objects.bulk_create(
        GameDeck(match=match, side=side, number=1, chosen_by_id=who.person_id, **frozen[who.pk])
        for match, a, b in seats
        for side, who in ((Side.A, a), (Side.B, b))
        if who.pk in frozen
    )

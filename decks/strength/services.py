"""Services of strength: start games as a job for a worker, stop them, apply a proposed swap."""

from collections.abc import Mapping
from typing import Any

from accounts.models import Person
from cards.core.facts import Catalogue
from common.errors import Conflict, Invalid, Missing
from common.text import gettext_noop
from decks.assist.jobs import queue_search_job, search_job_for, stop_jobs
from decks.core.advice.measurement import CardSwap
from decks.core.advice.swaps import deck_with_swap
from decks.core.legality import GAME_RULES, DeckList, Status, judge_deck
from decks.deck.choice import ChosenDeck
from decks.deck.queries import decklist_of
from decks.deck.services import save_deck, saved_deck_contents
from decks.deck.versions import version_snapshot
from decks.models import Deck, DeckChange, SearchJob
from decks.permissions import require_editable_deck
from decks.tasks import search
from game.engine.table import Deck as Playing
from game.engine.table import game_table_of_decks

# The engine draws six cards before anything else.
MIN_CARDS_TO_PLAY = 10
# Fields that don’t change how a game is played.
_FIELDS_NOT_PLAYED = ("name", "notes", "tags", "maybe")


def require_playable_deck(deck: DeckList, cards: Catalogue) -> None:
    """Raise `Invalid`, naming the cards, for a deck that the engine cannot play."""
    if not GAME_RULES[deck.game].has_engine:
        raise Invalid(gettext_noop("Only Blue Moon decks can be simulated."))
    if len(deck.codes) < MIN_CARDS_TO_PLAY:
        raise Invalid(
            gettext_noop("A deck of %(count)d cards is too small to simulate; it needs at least %(fewest)d."),
            {"count": len(deck.codes), "fewest": MIN_CARDS_TO_PLAY},
        )
    own_deck = Playing(tuple(deck.codes))
    game_table_of_decks(cards, (own_deck, own_deck))


def start_games_job(
    *,
    row: Deck,
    person: Person,
    kind: SearchJob.Kind,
    cards: Catalogue,
    other: ChosenDeck | None = None,
    asked_from: str = "",
) -> SearchJob:
    """Start games; the person’s running job for the same deck is stopped. Raises `Invalid`, `TooMany`."""
    deck = decklist_of(row)
    require_playable_deck(deck, cards)
    if other is not None:
        require_playable_deck(other.deck, cards)
    if kind is SearchJob.Kind.SWAPS and judge_deck(deck, cards).status is not Status.LEGAL:
        raise Invalid(gettext_noop("Make the deck legal first: swaps are only suggested for legal decks."))
    parameters = {} if other is None else {"people": other.value} if other.people else {"other": other.row.pk}
    return queue_search_job(
        deck=row, person=person, asked_from=asked_from, parameters=parameters, kind=kind, start=search.delay
    )


def games_job_for(key: str, person: Person | None) -> SearchJob:
    """Return a job that plays games; raises `Missing` unless this person started it."""
    job = search_job_for(key, person)
    if job.kind == SearchJob.Kind.COMPLETE:
        raise Missing(gettext_noop("We couldn’t find that search among yours."))
    return job


def stop_games_job(*, key: str, person: Person | None) -> SearchJob:
    """Stop the job; the games already played count."""
    job = games_job_for(key, person)
    stop_jobs(SearchJob.objects.filter(pk=job.pk))
    job.refresh_from_db(fields=["state", "cancelled", "result", "percent"])
    return job


def is_deck_unchanged(job: SearchJob) -> bool:
    """Return whether the deck has the cards that were played: undoing restores them, and a name doesn’t matter."""
    deck = job.own_deck
    if deck.version == job.deck_version:
        return True
    played = deck.changes.filter(version=job.deck_version).values_list("contents", flat=True).first()
    now = version_snapshot(deck, dict(deck.cards.values_list("code", "copies")))
    return played is not None and _contents_for_games(played) == _contents_for_games(now)


def _contents_for_games(contents: Mapping[str, Any]) -> dict[str, Any]:
    played_fields = {name: value for name, value in contents.items() if name not in _FIELDS_NOT_PLAYED}
    return played_fields | {"cards": sorted(map(list, contents["cards"]))}


def make_swap(*, key: str, person: Person | None, out: str, into: str) -> Deck:
    """Apply a swap that a job proposed, as one change that can be undone. Idempotent.

    Raises `Invalid` for a swap that wasn’t proposed, and `Conflict` if the deck has changed since.
    """
    job = games_job_for(key, person)
    proposed = [(swap["out"], swap["into"]) for swap in (job.result or {}).get("swaps", ())]
    if (out, into) not in proposed:
        raise Invalid(gettext_noop("This swap wasn’t one of the suggestions."))
    row, _editor = require_editable_deck(job.own_deck, person)
    deck = decklist_of(row)
    if into in deck.codes and out not in deck.codes:
        return row
    if not is_deck_unchanged(job):
        raise Conflict(
            gettext_noop(
                "The deck has changed since these swaps were tested, so nothing was swapped. Run the test again."
            ),
            {"version": row.version},
        )
    contents = saved_deck_contents(row, deck_with_swap(deck, CardSwap(out, into, 0.0, 0)))
    return save_deck(key=row.key, person=person, version=row.version, contents=contents, kind=DeckChange.Kind.HELPED)

"""Services of strength: refuse what cannot be played at once, else make a job for a worker."""

from __future__ import annotations

from django.db import transaction

from accounts.models import Person
from cards.core.facts import Catalogue
from common.errors import Invalid
from common.text import gettext_noop
from decks.core.legality import GAME_RULES, DeckList, Status, judge
from decks.deck.queries import decklist_of
from decks.models import Deck, SearchJob
from decks.tasks import search
from game.engine.table import Deck as Playing
from game.engine.table import lay_out

# The engine draws six cards before anything else.
MIN_CARDS = 10


def check_playable(deck: DeckList, cards: Catalogue) -> None:
    """Raise `Invalid`, naming the cards, for a deck that the engine cannot play."""
    if not GAME_RULES[deck.game].has_engine:
        raise Invalid(gettext_noop("The site plays Blue Moon alone."))
    if len(deck.codes) < MIN_CARDS:
        raise Invalid(
            gettext_noop("A deck of %(count)d cards is too small to be played; %(fewest)d are needed."),
            {"count": len(deck.codes), "fewest": MIN_CARDS},
        )
    own = Playing(tuple(deck.codes))
    lay_out(cards, (own, own))


def ask(*, row: Deck, person: Person, kind: SearchJob.Kind, cards: Catalogue, other: Deck | None = None) -> SearchJob:
    """Begin to play; what the same person had running for the same deck is stopped. Raises `Invalid`."""
    deck = decklist_of(row)
    check_playable(deck, cards)
    if other is not None:
        check_playable(decklist_of(other), cards)
    if kind is SearchJob.Kind.SWAPS and judge(deck, cards).status is not Status.LEGAL:
        raise Invalid(gettext_noop("Make the deck legal first: swaps are proposed for legal decks alone."))
    with transaction.atomic():
        SearchJob.objects.filter(deck=row, person=person, state__in=("waiting", "running")).update(cancelled=True)
        job = SearchJob.objects.create(
            deck=row,
            person=person,
            deck_version=row.version,
            kind=kind,
            wishes={"other": other.pk} if other is not None else {},
        )
        transaction.on_commit(lambda: search.delay(job.key), robust=True)
    return job

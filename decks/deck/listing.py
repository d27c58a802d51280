"""Listing: the row by which a public deck is searched, computed from the deck and renewed when outdated."""

from collections.abc import Iterable

from django.db import models
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import Person
from cards.catalogue.queries import catalogue, catalogue_version
from cards.core.facts import Catalogue
from cards.games import GAMES
from common.text import fold
from decks.core.legality import Status
from decks.deck.judging import DeckJudge
from decks.deck.queries import decklist_of
from decks.models import Deck, DeckAuthor, DeckLike, DeckListing

MAX_LISTING_CHARACTERS = 2_000  # of the notes and of each guide that are searched
RENEWED_PER_RUN = 200


def renew_listing(deck: Deck) -> None:
    """Renew the listing of a public deck; does nothing for other decks."""
    if deck.visibility == Deck.Visibility.PUBLIC:
        _write_listings([deck], catalogue(deck.game))


def renew_listings() -> int:
    """Renew some of the listings that are missing or older than their deck or the catalogue; return how many."""
    renewed = 0
    for game in GAMES:
        decks = list(stale_listings(game).select_related("pool").prefetch_related("cards", "guides")[:RENEWED_PER_RUN])
        if decks:
            _write_listings(decks, catalogue(game))
        renewed += len(decks)
    return renewed


def stale_listings(game: str) -> QuerySet[Deck]:
    current = Q(listing__deck_version=models.F("version"), listing__catalogue=catalogue_version(game)[0])
    return Deck.objects.filter(game=game, visibility=Deck.Visibility.PUBLIC).exclude(current)


def recount_likes_and_copies(decks: Iterable[int]) -> None:
    """Count likes, and copies made by others, of these decks again; two queries in all."""
    deck_pks = list(decks)
    if not deck_pks:
        return
    likes = DeckLike.objects.filter(deck=models.OuterRef("deck")).order_by().values("deck")
    forks = Deck.objects.filter(forked_from=models.OuterRef("deck")).exclude(owner=models.F("forked_from__owner"))
    for field, rows, column in (("likes", likes, "pk"), ("copies", forks.order_by().values("forked_from"), "owner")):
        counted = rows.annotate(count=models.Count(column, distinct=True)).values("count")
        value = models.functions.Coalesce(models.Subquery(counted), 0)
        DeckListing.objects.filter(deck__in=deck_pks).update(**{field: value})


def _write_listings(decks: list[Deck], cards: Catalogue) -> None:
    """Write all listings with one statement, and missing pages of authors with another."""
    now, judge = timezone.now(), DeckJudge(cards)
    values = [{"catalogue": cards.version, **_listing_values(deck, judge)} for deck in decks]
    listings = [DeckListing(deck=deck, since=now, **columns) for deck, columns in zip(decks, values, strict=True)]
    DeckListing.objects.bulk_create(listings, update_conflicts=True, unique_fields=["deck"], update_fields=[*values[0]])
    owners = Person.objects.filter(pk__in={deck.owner_id for deck in decks}, left=None, deck_author=None)
    DeckAuthor.objects.bulk_create([DeckAuthor(person=owner) for owner in owners], ignore_conflicts=True)


def _listing_values(row: Deck, judge: DeckJudge) -> dict[str, object]:
    deck = decklist_of(row)
    report, cards = judge(deck), judge.catalogue_of(deck.game)
    guides = (guide.text[:MAX_LISTING_CHARACTERS] for guide in row.guides.all() if guide.hidden is None)
    texts = [row.name, *row.tags, row.notes[:MAX_LISTING_CHARACTERS], *guides]
    codes = [*deck.leaders, *deck.inquisitors, *deck.emissaries, *(entry.code for entry in deck.entries)]
    return {
        "deck_version": row.version,
        "people": next((str(cards[code].people) for code in deck.leaders if code in cards), ""),
        "house": deck.house.key if deck.house else "",
        "status": report.status.value,
        "size": report.have,
        "moons": None if report.status is Status.UNKNOWN else report.moons_have,
        "words": fold(" ".join(texts)),
        "tags": searchable_lines(row.tags),
        "codes": searchable_lines(codes),
    }


def searchable_lines(words: Iterable[str]) -> str:
    """Return words as a listing stores them, so that a search finds whole words.

    >>> searchable_lines(["a", "b"])
    '\\na\\nb\\n'
    """
    lines = list(words)
    return "\n" + "\n".join(lines) + "\n" if lines else ""

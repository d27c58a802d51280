"""Queries of public decks: filters and sort orders over their listings."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.core.cache import cache
from django.db.models import Case, Exists, OuterRef, Q, QuerySet, When

from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import BLUE_MOON, PEOPLES, Catalogue
from cards.hooks import ListedLink
from common.errors import Missing
from common.hooks import SingleHook
from common.text import fold, gettext_noop
from decks.core.legality import Status
from decks.deck.listing import searchable_lines
from decks.models import Deck, DeckAuthor, DeckLike, DeckListing

PAGE_SIZE = 24
MAX_CARDS_SEARCHED = 5  # cards in one search
MAX_POPULAR_TAGS = 24
FAVOURITES = 3
TAGS_CACHE_SECONDS = 60
_TAGS_CACHE_KEY = "public-deck-tags"


class PublicDeckOrder(StrEnum):
    """Sort orders of public decks."""

    LEGAL = "legal"
    NEW = "new"
    LIKED = "liked"
    RECORD = "record"


_ILLEGAL_LAST = Case(When(listing__status=Status.LEGAL.value, then=0), default=1)
_ORDER_COLUMNS = {
    PublicDeckOrder.LEGAL: ("game", _ILLEGAL_LAST, "-listing__since", "-pk"),
    PublicDeckOrder.NEW: ("-listing__since", "-pk"),
    PublicDeckOrder.LIKED: ("-listing__likes", "-listing__since", "-pk"),
    PublicDeckOrder.RECORD: ("-listing__rating", "-listing__games", "-listing__since", "-pk"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckSearch:
    """Parameters of a search for public decks; empty fields don’t filter.

    `cards` are names or codes that must all be in the deck, `format` is a format or the key of a declared format, `by`
    part of an author’s name, `author` the key of an author’s page.
    """

    words: str = ""
    cards: tuple[str, ...] = ()
    people: str = ""
    tag: str = ""
    game: str = ""
    format: str = ""
    moons_min: int | None = None
    moons_max: int | None = None
    legal: bool = False
    by: str = ""
    author: str = ""
    order: PublicDeckOrder = PublicDeckOrder.NEW


def listed_decks() -> QuerySet[Deck]:
    """Return the public decks with listing and author, without their cards."""
    decks = Deck.objects.filter(visibility=Deck.Visibility.PUBLIC, listing__isnull=False)
    return decks.select_related("listing", "owner__user", "owner__deck_author")


def search_public_decks(search: DeckSearch) -> QuerySet[Deck]:
    """Return the public decks that a search finds, in its order. Raises `Missing`, with the nearest names for an
    unknown card, and for an unknown author."""
    columns: dict[str, Any] = {
        "game": search.game,
        "listing__people": search.people,
        "listing__status": Status.LEGAL.value if search.legal else "",
        "listing__moons__gte": search.moons_min,
        "listing__moons__lte": search.moons_max,
    }
    decks = listed_decks().filter(**{name: value for name, value in columns.items() if value not in ("", None)})
    for word in fold(search.words).split():
        decks = decks.filter(listing__words__contains=word)
    cards = catalogue(search.game or BLUE_MOON) if search.cards else Catalogue(())
    for name in search.cards:
        decks = decks.filter(listing__codes__contains=searchable_lines([cards.find_card(name).code]))
    if search.tag:
        decks = decks.filter(listing__tags__contains=searchable_lines([search.tag.lower()]))
    if search.format:
        decks = decks.filter(Q(format=search.format, listing__house="") | Q(listing__house=search.format))
    if search.author:
        decks = decks.filter(owner=author_by_page_key(search.author).person)
    if search.by:
        nameless = Q(owner__nickname="", owner__user__username__icontains=search.by)
        decks = decks.filter(Q(owner__nickname__icontains=search.by) | nameless, owner__name_hidden=None)
    return decks.order_by(*_ORDER_COLUMNS[search.order])


def decks_by_primary_keys(keys: Sequence[int]) -> list[Deck]:
    """Return the decks with these primary keys, in their order, so that late pages skip earlier decks."""
    by_key = listed_decks().in_bulk(keys)
    return [by_key[key] for key in keys if key in by_key]


def author_by_page_key(key: str) -> DeckAuthor:
    """Return the author of a page; raises `Missing` if they share no deck."""
    shares = Deck.objects.filter(owner=OuterRef("person"), visibility=Deck.Visibility.PUBLIC)
    author = DeckAuthor.objects.select_related("person__user").filter(Exists(shares), key=key).first()
    if author is None:
        raise Missing(gettext_noop("There’s no one here with public decks."))
    return author


def author_page_key(person: Person) -> str:
    """Return the key of an author’s page; empty if they have none."""
    author = getattr(person, "deck_author", None)
    return author.key if author is not None else ""


@dataclass(frozen=True, slots=True)
class AuthorSummary:
    """Summary of an author’s public decks; `peoples` are the peoples they play most, with their number of decks."""

    decks: int
    games: int
    wins: int
    likes: int
    peoples: tuple[tuple[str, int], ...]


def author_summary(author: Person) -> AuthorSummary:
    """Summarise an author’s public decks and nothing else of theirs; one query."""
    listings = DeckListing.objects.filter(deck__owner=author, deck__visibility=Deck.Visibility.PUBLIC)
    rows = list(listings.values_list("games", "wins", "likes", "people"))
    peoples = Counter(people for *_counts, people in rows if people in {people.value for people in PEOPLES})
    games, wins, liked = (sum(counts) for counts in list(zip(*rows, strict=True))[:3] or ((), (), ()))
    return AuthorSummary(len(rows), games, wins, liked, tuple(peoples.most_common(FAVOURITES)))


@SingleHook
def author_events(author: Person) -> Sequence[ListedLink]:
    """Return the events that a person put into the calendar, latest first."""
    return ()


def is_liked_by(deck: Deck, person: Person | None) -> bool:
    return person is not None and DeckLike.objects.filter(deck=deck, person=person).exists()


def popular_tags() -> list[str]:
    """Return the most used tags of public decks; counted once a minute."""
    cached: list[str] | None = cache.get(_TAGS_CACHE_KEY)
    if cached is None:
        listed = DeckListing.objects.filter(deck__visibility=Deck.Visibility.PUBLIC).exclude(tags="")
        counted = Counter(tag for tags in listed.values_list("tags", flat=True) for tag in tags.split("\n") if tag)
        cached = sorted(tag for tag, _count in counted.most_common(MAX_POPULAR_TAGS))
        cache.set(_TAGS_CACHE_KEY, cached, TAGS_CACHE_SECONDS)
    return cached

"""Queries of the catalogue: the only place where rows become `CardFacts`, once per version of the catalogue."""

from collections.abc import Iterator
from datetime import datetime

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from cards.core.completeness import CompletenessBySet, completeness_by_set
from cards.core.facts import CardFacts, Catalogue
from cards.core.import_plan import StoredCard, facts_digest
from cards.games import GAMES
from cards.games.cthulhu.facts import FACTIONS, SET_SIZES
from cards.games.cthulhu.facts import KEY as CTHULHU
from cards.models import GAME, Card, CatalogueVersion, SavedSearch
from common.database.prepared import PreparedQuery
from common.versioned_cache import VersionedCache

_catalogue_cache = VersionedCache[Catalogue]()
_VERSION_QUERY = PreparedQuery(lambda game: CatalogueVersion.objects.filter(game=game), "game")
_VERSIONS_QUERY = PreparedQuery(lambda: CatalogueVersion.objects.order_by("game"))


def facts_from_row(card: Card) -> CardFacts:
    """Return the facts of one row; other games’ facts have the same fields and more."""
    return GAMES[card.game].facts_of(card)


def stored_cards(game: str = GAME) -> list[StoredCard]:
    cards = Card.objects.filter(game=game).order_by("position")
    return [StoredCard(facts_from_row(card), frozenset(card.here), card.pk) for card in cards]


def catalogue_version(game: str = GAME) -> tuple[int, str]:
    """Return number and digest of the current catalogue; one tiny query. (0, "") before anything was loaded."""
    row = _VERSION_QUERY.first(game)
    return (row.number, row.digest) if row is not None else (0, "")


def all_data_versions(_request: object = None) -> tuple[tuple[str, int, str], ...]:
    """Return the versions of all data: each game’s catalogue and the book of rulings; one tiny query."""
    return tuple((row.game, row.number, row.digest) for row in _VERSIONS_QUERY.rows())


def data_versions_with_date() -> list[tuple[str, int, datetime]]:
    catalogue_versions = CatalogueVersion.objects.filter(game__in=GAMES).order_by("game")
    return list(catalogue_versions.values_list("game", "number", "changed"))


def catalogue(game: str = GAME, now: tuple[int, str] | None = None) -> Catalogue:
    """Return the current catalogue, which usually costs one query; `now` is its version, if known."""
    now = catalogue_version(game) if now is None else now
    cached = _catalogue_cache.get(game, now)
    if cached is not None:
        return cached
    rows = filter(GAMES[game].is_known, Card.objects.filter(game=game).order_by("position"))
    cards = list(map(facts_from_row, rows))
    fresh = GAMES[game].build_catalogue(cards, version=now[0])
    # The digest differs if another process changed the catalogue between the two queries, or if a newer release wrote
    # words that this release doesn’t know. Such a copy isn’t cached.
    if facts_digest(cards) == now[1]:
        _catalogue_cache.put(game, now, fresh)
    return fresh


def current_catalogues() -> dict[str, Catalogue]:
    return dict(_iter_current_catalogues())


def _iter_current_catalogues() -> Iterator[tuple[str, Catalogue]]:
    """Yield the catalogues one by one, so that unused ones aren’t read."""
    now = {game: (number, data) for game, number, data in all_data_versions()}
    return ((game, catalogue(game, now.get(game))) for game in GAMES)


def completeness_of_cthulhu_sets() -> CompletenessBySet:
    return completeness_by_set(catalogue(CTHULHU), factions=FACTIONS, sets=SET_SIZES)


def card_by_slug(slug: str) -> CardFacts | None:
    matching = (cards.by_slug.get(slug) for _game, cards in _iter_current_catalogues())
    return next((card for card in matching if card is not None), None)


def saved_searches(user: AbstractBaseUser | AnonymousUser, guest: int | None) -> list[SavedSearch]:
    """Return the saved searches of a member, or of the guest with this key, by name; no query for other readers."""
    if user.is_authenticated:
        return list(SavedSearch.objects.filter(person__user_id=user.pk))
    return list(SavedSearch.objects.filter(person_id=guest, person__user=None)) if guest is not None else []

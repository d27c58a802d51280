"""Reading the catalogue: rows become `CardFacts` here, once for each version of the catalogue."""

from __future__ import annotations

import threading

from cards.changes import Kept, digest
from cards.facts import CardFacts, CardType, Catalogue, Icon, People, Timing
from cards.models import GAME, Card, CatalogueVersion

_lock = threading.Lock()
_kept: dict[str, tuple[str, Catalogue]] = {}


def facts_of(row: Card) -> CardFacts:
    """The facts of one row."""
    return CardFacts(
        code=row.code,
        people=People(row.people),
        type=CardType(row.type),
        name=row.name,
        name_de=row.name_de,
        title=row.title,
        number=row.number,
        fire=row.fire,
        earth=row.earth,
        icons=tuple(Icon.parse(text) for text in row.icons),
        moons=row.moons,
        deck=row.deck,
        family=row.family,
        capacity=row.capacity,
        extra_cards=row.extra_cards,
        extra_moons=row.extra_moons,
        aliases=tuple(row.aliases),
        timing=Timing(row.timing),
        summary=row.summary,
        notes=row.notes,
        source=row.source,
        slot=row.slot,
    )


def kept_cards(game: str = GAME) -> list[Kept]:
    """Every card with the facts filled on this site, for planning a change."""
    rows = Card.objects.filter(game=game).order_by("position")
    return [Kept(facts_of(row), frozenset(row.here), row.pk) for row in rows]


def version(game: str = GAME) -> tuple[int, str]:
    """Number and digest of the present catalogue; one tiny query. (0, "") before anything was loaded."""
    found = CatalogueVersion.objects.filter(game=game).values_list("number", "digest").first()
    return found or (0, "")


def catalogue(game: str = GAME) -> Catalogue:
    """The present catalogue. Kept in the process until its digest changes, so that asking again costs one query."""
    number, mark = version(game)
    held = _kept.get(game)
    if held is not None and held[0] == mark and held[1].version == number:
        return held[1]
    cards = [facts_of(row) for row in Card.objects.filter(game=game).order_by("position")]
    fresh = Catalogue(cards, version=number)
    # Somebody may have changed the catalogue between the two queries: then this copy is good, but not to be kept.
    if digest(cards) == mark:
        with _lock:
            _kept[game] = (mark, fresh)
    return fresh

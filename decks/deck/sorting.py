"""The orders in which a deck page can show the cards of each type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from cards.core.facts import CardFacts
from decks.deck.presenters import DeckRow, Group

Order = Callable[[CardFacts], tuple[object, ...]]
# By the word of the address; without one the cards stand in the order of the catalogue.
ORDERS: Mapping[str, tuple[str | Promise, Order | None]] = {
    "": (_("Catalogue"), None),
    "name": (_("Name"), lambda card: (card.label.casefold(),)),
    "fire": (_("Fire"), lambda card: (-(card.fire or 0), -(card.earth or 0))),
    "earth": (_("Earth"), lambda card: (-(card.earth or 0), -(card.fire or 0))),
    "moons": (_("Moons"), lambda card: (-(card.moons or 0),)),
}


def sorted_groups(groups: Iterable[Group], by: str) -> list[Group]:
    """The groups with their cards in another order; a word that is none leaves them as they are."""
    order = ORDERS.get(by, ORDERS[""])[1]
    return [group if order is None else replace(group, lines=_sorted(group.lines, order)) for group in groups]


def _sorted(lines: Iterable[DeckRow], order: Order) -> tuple[DeckRow, ...]:
    """Lines in an order; what the catalogue does not have stays at the end."""
    lines = tuple(lines)
    known = sorted((line for line in lines if line.facts is not None), key=lambda line: order(line.facts))  # type: ignore[arg-type]
    return (*known, *(line for line in lines if line.facts is None))

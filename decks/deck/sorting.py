"""The orders in which a deck page can show the cards of each type."""

from collections.abc import Iterable
from dataclasses import replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from decks.deck.presenters import DeckRow, Group
from decks.games import DECK_GAMES
from decks.games.game import Order


def orders_of(game: str) -> list[tuple[str, str | Promise]]:
    """The orders of a game: the word of the address and its name; the first is that of the catalogue."""
    others = [(word, name) for word, (name, _order) in DECK_GAMES[game].orders.items()]
    return [("", _("Catalogue")), ("name", _("Name")), *others]


def sorted_groups(groups: Iterable[Group], by: str, game: str) -> list[Group]:
    """The groups with their cards in another order; a word that is none leaves them as they are."""
    named = DECK_GAMES[game].orders.get(by)
    order: Order | None = (lambda card: (card.label.casefold(),)) if by == "name" else named[1] if named else None
    return [group if order is None else replace(group, lines=_sorted(group.lines, order)) for group in groups]


def _sorted(lines: Iterable[DeckRow], order: Order) -> tuple[DeckRow, ...]:
    """Lines in an order; what the catalogue does not have stays at the end."""
    lines = tuple(lines)
    known = sorted((line for line in lines if line.facts is not None), key=lambda line: order(line.facts))  # type: ignore[arg-type]
    return (*known, *(line for line in lines if line.facts is None))

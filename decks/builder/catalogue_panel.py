"""The catalogue beside the list: what may be put in, searched by the keys of the deck's own game."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.core.facts import CardType, Catalogue, People
from cards.core.search import explain, from_parameters, joined, read, search
from cards.games import GAMES
from cards.games.labels import TYPES_TOGETHER
from cards.search.queries import index_of
from common.i18n import translated
from decks.builder.presenters import kinds_of
from decks.core.legality import DeckList, Format
from decks.deck.presenters import people_of
from decks.models import GAME

SHOWN = 60  # results a page shows; more words find fewer
_BESIDE = (CardType.LEADER, CardType.EMISSARY, CardType.INQUISITOR)
_BESIDE_PEOPLES = (People.INQUISITOR, People.EMISSARY)


@dataclass(frozen=True, slots=True)
class Side:
    """To whom a card belongs, as a choice beside the search box: the key of the search, its words and values."""

    key: str
    label: str | Promise
    every: str | Promise
    values: tuple[str, ...]


def _side(game: str) -> Side:
    if game == GAME:
        peoples = tuple(one.value for one in People if one not in _BESIDE_PEOPLES)
        return Side("people", gettext_lazy("People"), gettext_lazy("All peoples"), peoples)
    key = GAMES[game].keys["faction"]
    return Side("faction", gettext_lazy("Faction"), gettext_lazy("All factions"), tuple(x.value for x in key.choices))


def _types(game: str) -> list[tuple[str, str | Promise]]:
    if game == GAME:
        return [(kind.value, TYPES_TOGETHER[kind]) for kind in CardType if kind and kind not in _BESIDE]
    return [(value, label) for value, label in kinds_of(game) if value]


def offered(deck: DeckList, cards: Catalogue) -> Catalogue:
    """What may be put in: for a draft deck nothing but its pool (DECK-18), else every card."""
    if deck.format is not Format.DRAFT or deck.pool is None:
        return cards
    return Catalogue([card for card in cards if card.code in deck.pool], version=cards.version)


def results(request: HttpRequest, deck: DeckList, cards: Catalogue) -> dict[str, object]:
    """What the search of a page finds, for the template."""
    side, table = _side(deck.game), GAMES[deck.game].keys
    parameters = {name: request.GET.getlist(name) for name in ("q", side.key, "type", "sort")}
    typed, people = " ".join(parameters["q"]), people_of(deck, cards)
    home = people.value if people else ""
    # Before anything is asked for, the leader's own people; words search everything.
    asked = parameters if any(parameters.values()) else {side.key: [home]}
    reading = read(joined(typed, from_parameters(asked, table)), table)
    possible, index = offered(deck, cards), index_of(deck.game)
    found = search(reading.query, possible, index, reading.table)
    if typed and not any(card.playable for card in found.cards) and any(parameters[side.key]):
        # The words name cards of other peoples: better those than none.
        reading = read(joined(typed, from_parameters(parameters | {side.key: []}, table)), table)
        found = search(reading.query, possible, index, reading.table)
    cards_found = [card for card in found.cards if card.playable]
    return {
        "typed": typed,
        "explanation": "" if reading.query.everything else explain(reading.query, reading.table, _),
        "problems": [translated(problem) for problem in reading.problems],
        "side": side,
        "chosen_side": (parameters[side.key] or [home])[-1],
        "chosen_type": (parameters["type"] or [""])[-1],
        "types": _types(deck.game),
        "results": cards_found[:SHOWN],
        "more": max(0, len(cards_found) - SHOWN),
        "suggestions": found.suggestions,
        "back": urlencode({name: values[-1] for name, values in parameters.items() if values}),
    }

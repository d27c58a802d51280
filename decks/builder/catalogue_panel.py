"""The catalogue beside the list: what may be put in, searched by the keys of the deck's own game."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils.translation import gettext as _

from cards.core.facts import Catalogue
from cards.core.search import explain, from_parameters, joined, read, search
from cards.games import GAMES
from cards.search.queries import index_of
from common.i18n import translated
from decks.core.legality import DeckList, Format
from decks.deck.presenters import people_of
from decks.games import DECK_GAMES

MAX_CARDS_SHOWN = 60  # results a page shows; more words find fewer


def offered(deck: DeckList, cards: Catalogue) -> Catalogue:
    """What may be put in: for a draft deck nothing but its pool (DECK-18), else every card."""
    if deck.format is not Format.DRAFT or deck.pool is None:
        return cards
    return Catalogue([card for card in cards if card.code in deck.pool], version=cards.version)


def results(request: HttpRequest, deck: DeckList, cards: Catalogue) -> dict[str, object]:
    """What the search of a page finds, for the template."""
    side, table = DECK_GAMES[deck.game].side, GAMES[deck.game].keys
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
        "types": DECK_GAMES[deck.game].types,
        "results": cards_found[:MAX_CARDS_SHOWN],
        "more": max(0, len(cards_found) - MAX_CARDS_SHOWN),
        "suggestions": found.suggestions,
        "back": urlencode({name: values[-1] for name, values in parameters.items() if values}),
    }

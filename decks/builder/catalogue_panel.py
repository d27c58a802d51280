"""Catalogue panel of the builder: the cards that can be added, searched with the keys of the deck’s game."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.identity import person_of
from cards.core.facts import CardFacts, Catalogue
from cards.core.search import ParsedQuery, explain, join_search, parameters_of, query_of_params, search_cards
from cards.core.search.parse import parse_query
from cards.games import GAMES
from cards.search.filter_panel import CheckboxGroup, FilterPanel, filter_panel
from cards.search.queries import name_index_of, owned_copies_for, query_problems
from common.i18n import translated
from decks.collection.queries import shelf_contents_of
from decks.core.legality import DeckList, Format
from decks.deck.presenters import people_of
from decks.games import DECK_GAMES, FactionFilter

MAX_CARDS_SHOWN = 60  # results on a page; more search words find fewer
MAX_OTHERS_SHOWN = 20  # results of peoples that aren’t chosen
CHIPS, OWNED_FIELD = "chips", "owned"  # parameters: the chips were on the page; only owned cards


def cards_offered_for(deck: DeckList, cards: Catalogue) -> Catalogue:
    """Return the cards that can be added: for a draft deck only its pool (DECK-18), otherwise all cards."""
    if deck.format is not Format.DRAFT or deck.pool is None:
        return cards
    return Catalogue([card for card in cards if card.code in deck.pool], version=cards.version)


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A search result: whether it is in the deck, and whether it is on the list “Maybe”."""

    card: CardFacts
    inside: bool
    maybe: bool


def search_context(request: HttpRequest, deck: DeckList, cards: Catalogue, maybe: Collection[str]) -> dict[str, object]:
    side, table = DECK_GAMES[deck.game].side, GAMES[deck.game].keys
    parameters = {name: request.GET.getlist(name) for name in ("q", *parameters_of(table))}
    typed, people = " ".join(parameters["q"]), people_of(deck, cards)
    # Before a search, the leader’s own people; words search everything, and so does a form with all chips unticked.
    nothing = not any(parameters.values()) and CHIPS not in request.GET
    params = {side.key: [people.value if people else ""]} if nothing else parameters
    reading = parse_query(join_search(typed, query_of_params(params, table)), table)
    possible, index = cards_offered_for(deck, cards), name_index_of(deck.game)
    shelf = shelf_contents_of(person_of(request), cards) if OWNED_FIELD in request.GET else None
    if shelf is not None:
        owned = shelf.owned_copies_by_code(cards)
        possible = Catalogue([card for card in possible if card.code in owned], version=cards.version)
    copies = owned_copies_for(request, reading)
    matching = search_cards(reading.query, possible, index, reading.table, owned=copies)
    cards_found = [card for card in matching.cards if card.playable]
    other_cards: list[CardFacts] = []
    if typed and any(parameters[side.key]):  # results of other peoples are shown, too
        wider = parse_query(join_search(typed, query_of_params(parameters | {side.key: []}, table)), table)
        every = search_cards(wider.query, possible, index, wider.table, owned=copies)
        found = {card.code for card in cards_found}
        other_cards = [card for card in every.cards if card.playable and card.code not in found]
    codes = {entry.code for entry in deck.entries}

    def offers(found: Sequence[CardFacts]) -> list[FoundCard]:
        return [FoundCard(card, card.code in codes, card.code in maybe) for card in found]

    query_params = {name: values for name, values in request.GET.lists() if name in {*parameters, CHIPS, OWNED_FIELD}}
    return {
        "typed": typed,
        "explanation": "" if reading.query.matches_everything else explain(reading.query, reading.table, _),
        "problems": [translated(problem) for problem in query_problems(reading, copies)],
        "chips": filter_chips(reading, side, deck.game),
        "owned": shelf,
        "only_owned": shelf is not None,
        "results": offers(cards_found[:MAX_CARDS_SHOWN]),
        "others": offers(other_cards[:MAX_OTHERS_SHOWN]),
        "others_count": len(other_cards),
        "more": max(0, len(cards_found) - MAX_CARDS_SHOWN),
        "suggestions": matching.suggestions,
        "back": urlencode(query_params, doseq=True),
    }


def filter_chips(reading: ParsedQuery, side: FactionFilter, game: str) -> FilterPanel:
    """Return the chips above the cards: a panel with only the groups that a builder needs, each once."""
    panel = filter_panel(reading.query, reading.table)
    offered_by = {side.key: set(side.values), "type": {str(value) for value, _words in DECK_GAMES[game].types}}
    merged: dict[str, CheckboxGroup] = {}
    for group in (*panel.first, *panel.groups):
        if group.name not in (side.key, "type", "icon"):
            continue
        names = offered_by.get(group.name)
        choices = tuple(choice for choice in group.choices if names is None or choice.value in names)
        before = merged.get(group.name)
        merged[group.name] = (
            replace(before, choices=before.choices + choices) if before else replace(group, choices=choices)
        )
    return replace(panel, groups=tuple(merged.values()))

"""Starting decks: what a new deck can start from, and choosing the cards that an unfinished deck lacks.

Deterministic and fast; players can change the result.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from cards.core.facts import CardFacts, CardType, Catalogue, IconKind, People
from common.errors import Invalid
from common.text import gettext_noop
from decks.core.legality import DeckList, Entry, Format, extra_cards, judge_deck, leader_of, people_deck

# A playable deck of 30: characters to fight every turn, then boosters and supports, a few leadership cards.
CARDS_BY_TYPE = {
    CardType.CHARACTER: 18,
    CardType.BOOSTER: 5,
    CardType.SUPPORT: 4,
    CardType.SHIP: 1,
    CardType.LEADERSHIP: 3,
}
_CARDS_OF_OTHER_TYPES = 1
_COST_OF_SURPLUS_TYPE = 2.5  # penalty for each card beyond its type’s share
_ICON_VALUES = {
    IconKind.SHIELD: 1.0,
    IconKind.STOP: 1.0,
    IconKind.RETRIEVE: 1.5,
    IconKind.FREE: 1.0,
    IconKind.PROTECTED: 0.5,
    IconKind.BLUFF: 0.5,
    IconKind.REPLACE: 0.5,
}
_VALUE_OF_SHARED_PEOPLE = 0.5  # bonus of each other card of its gang or pair


def complete_from_pool(
    pool: Iterable[str], catalogue: Catalogue, *, size: int = 30, keep: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return the codes of `size` cards of the pool, beginning with the cards of `keep` in their order.

    Takes each code once (DECK-08) and only cards that a deck may hold (DECK-09). The other cards are chosen by value,
    icons and moons (which show how strong the game’s designers thought a card), with a mix of types. The same pool, in
    any order, gives the same deck. Raises `Invalid` if a card of `keep` is not in the pool, there are more than `size`
    of them, or the pool is too small.
    """
    offered = {code: catalogue[code] for code in pool if code in catalogue and catalogue[code].playable}
    chosen = list(dict.fromkeys(keep))
    _check_cards_to_keep(chosen, offered, size)
    rest = sorted(code for code in offered if code not in chosen)
    if len(chosen) + len(rest) < size:
        template = gettext_noop("The pool has only %(have)d different cards for a deck of %(size)d.")
        raise Invalid(template, {"have": len(chosen) + len(rest), "size": size}, rule="DECK-18")
    types = Counter(offered[code].type for code in chosen)
    company = Counter(mate for card in offered.values() for mate in card.mates)
    worth = {code: _card_value(offered[code], company) for code in rest}
    while len(chosen) < size:
        best = min(rest, key=lambda code: (_picking_cost(offered[code], types, size) - worth[code], code))
        rest.remove(best)
        chosen.append(best)
        types[offered[best].type] += 1
    return tuple(chosen)


def _check_cards_to_keep(keep: Sequence[str], offered: dict[str, CardFacts], size: int) -> None:
    strange = [code for code in keep if code not in offered]
    if strange:
        template = gettext_noop("These cards aren’t in the pool, so they can’t be kept: %(cards)s.")
        raise Invalid(template, {"cards": ", ".join(strange[:6])}, rule="DECK-18")
    if len(keep) > size:
        template = gettext_noop("You want to keep %(have)d cards, but the deck only has room for %(size)d.")
        raise Invalid(template, {"have": len(keep), "size": size}, rule="DECK-18")


def _card_value(card: CardFacts, company: Counter[str]) -> float:
    fire, earth = card.fire or 0, card.earth or 0
    values = max(fire, earth) + 0.4 * min(fire, earth)
    icons = sum(_ICON_VALUES.get(icon.kind, 0.0) for icon in card.icons)
    mates = sum(min(company[mate] - 1, 5) * _VALUE_OF_SHARED_PEOPLE for mate in card.mates)
    return values + icons + mates + 1.5 * (card.moons or 0)


def _picking_cost(card: CardFacts, types: Counter[CardType], size: int) -> float:
    share = CARDS_BY_TYPE.get(card.type, _CARDS_OF_OTHER_TYPES) * size / 30
    return max(0.0, types[card.type] + 1 - share) * _COST_OF_SURPLUS_TYPE


def initial_deck(
    people: People, catalogue: Catalogue, *, format_: Format = Format.CUSTOM, full: bool = True
) -> DeckList:
    """Return a deck of a people: its published cards (with its extras for an emissary), or only the leader."""
    leader = leader_of(catalogue, people)
    cards = people_deck(catalogue, people) if full else ()
    if full and format_ is Format.EMISSARY:
        cards += extra_cards(catalogue, people)
    return DeckList(
        name=f"{people.value} deck",
        format=format_,
        leaders=(leader.code,) if leader and format_ is not Format.DRAFT else (),
        entries=tuple(Entry(card.code) for card in cards),
    )


def filled_deck(deck: DeckList, catalogue: Catalogue) -> DeckList:
    """Return the deck filled up: a draft deck from its pool, a custom deck with the leader’s own cards, a people’s deck
    from its box.

    Its cards stay. Raises `Invalid` if that is impossible, or if nothing is missing.
    """
    if deck.format in (Format.PRECONSTRUCTED, Format.EMISSARY):
        return _preconstructed_deck(deck, _people_of(deck, catalogue), catalogue)
    report = judge_deck(deck, catalogue)
    if report.required is None:
        raise Invalid(gettext_noop("We don’t know how large this deck must be."), rule="DECK-12")
    if report.have >= report.required:
        template = gettext_noop("The deck is full: it has %(have)d cards and must have %(required)d.")
        raise Invalid(template, {"have": report.have, "required": report.required}, rule="DECK-02")
    codes = [entry.code for entry in deck.entries if entry.code in catalogue and catalogue[entry.code].playable]
    size = len(codes) + report.required - report.have
    chosen = complete_from_pool((*_codes_for_filling(deck, catalogue), *codes), catalogue, size=size, keep=codes)
    return replace(deck, entries=(*deck.entries, *(Entry(code) for code in chosen[len(codes) :])))


def _codes_for_filling(deck: DeckList, catalogue: Catalogue) -> tuple[str, ...]:
    if deck.format is not Format.DRAFT:
        people = _people_of(deck, catalogue)
        families = [card.code for card in catalogue if card.family and card.family in deck.families]
        return tuple(card.code for card in catalogue if card.people is people and card.code not in families)
    if not deck.pool:
        raise Invalid(gettext_noop("A draft deck is filled from its pool, but this one has no pool."), rule="DECK-18")
    return deck.pool


def _people_of(deck: DeckList, catalogue: Catalogue) -> People:
    for code in deck.leaders[:1]:
        if code in catalogue:
            return catalogue[code].people
    text = gettext_noop("Choose a leader first, so that the deck can be filled with cards of the leader’s people.")
    raise Invalid(text, rule="DECK-01")


def _preconstructed_deck(deck: DeckList, people: People, catalogue: Catalogue) -> DeckList:
    deck_list = initial_deck(people, catalogue, format_=deck.format)
    codes = {entry.code for entry in deck.entries}
    return replace(deck, entries=(*deck.entries, *(entry for entry in deck_list.entries if entry.code not in codes)))

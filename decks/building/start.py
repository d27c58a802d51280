"""Where a deck may start from, and how an unfinished one is filled up."""

from __future__ import annotations

from dataclasses import replace

from cards.facts import CardFacts, Catalogue, People
from common.errors import Invalid
from common.text import gettext_noop
from decks.building.complete import complete_from_pool
from decks.legality import DeckList, Entry, Format, extras, judge, leader_of, people_deck


def start_deck(people: People, catalogue: Catalogue, *, format_: Format = Format.CUSTOM, full: bool = True) -> DeckList:
    """A deck of a people: with its published cards (and its extras for an emissary), or with the leader alone."""
    leader = leader_of(catalogue, people)
    cards = people_deck(catalogue, people) if full else ()
    if full and format_ is Format.EMISSARY:
        cards += extras(catalogue, people)
    return DeckList(
        name=f"{people.value} deck",
        format=format_,
        leaders=(leader.code,) if leader and format_ is not Format.DRAFT else (),
        entries=tuple(Entry(card.code) for card in cards),
    )


def fill(deck: DeckList, catalogue: Catalogue) -> DeckList:
    """The deck filled up to its size, what it holds kept: a draft deck from its pool, a custom deck from its leader's
    own cards, a people's deck from its box. Raises `Invalid` where that cannot be done.
    """
    if deck.format is Format.DRAFT:
        offered, size = deck.pool or (), 30
        if not offered:
            raise Invalid(gettext_noop("A draft deck is filled from its pool, and this one has none."), rule="DECK-18")
    else:
        people = _people_of(deck, catalogue)
        required = judge(deck, catalogue).required
        if deck.format in (Format.PRECONSTRUCTED, Format.EMISSARY):
            return _published(deck, people, catalogue)
        if required is None:
            raise Invalid(gettext_noop("Nobody knows how large this deck must be."), rule="DECK-12")
        size = required
        offered = tuple(card.code for card in catalogue if card.people is people and card.known)
    held = [entry.code for entry in deck.entries if entry.code in catalogue and catalogue[entry.code].playable]
    keep = held if deck.format is not Format.DRAFT else [code for code in held if code in offered]
    chosen = complete_from_pool((*offered, *keep), catalogue, size=size, keep=keep)
    return _with(deck, [catalogue[code] for code in chosen])


def _people_of(deck: DeckList, catalogue: Catalogue) -> People:
    for code in deck.leaders[:1]:
        if code in catalogue:
            return catalogue[code].people
    raise Invalid(gettext_noop("Name the leader first; then the deck can be filled with his people."), rule="DECK-01")


def _published(deck: DeckList, people: People, catalogue: Catalogue) -> DeckList:
    whole = start_deck(people, catalogue, format_=deck.format)
    held = {entry.code for entry in deck.entries}
    return replace(deck, entries=(*deck.entries, *(entry for entry in whole.entries if entry.code not in held)))


def _with(deck: DeckList, cards: list[CardFacts]) -> DeckList:
    return replace(deck, entries=tuple(Entry(card.code) for card in cards))

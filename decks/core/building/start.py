"""Starting decks: what a new deck can start from, and filling up an unfinished one."""

from dataclasses import replace

from cards.core.facts import Catalogue, People
from common.errors import Invalid
from common.text import gettext_noop
from decks.core.building.autofill import complete_from_pool
from decks.core.legality import DeckList, Entry, Format, extra_cards, judge, leader_of, people_deck


def start_deck(people: People, catalogue: Catalogue, *, format_: Format = Format.CUSTOM, full: bool = True) -> DeckList:
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
    report = judge(deck, catalogue)
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
    whole = start_deck(people, catalogue, format_=deck.format)
    codes = {entry.code for entry in deck.entries}
    return replace(deck, entries=(*deck.entries, *(entry for entry in whole.entries if entry.code not in codes)))

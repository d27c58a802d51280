"""Sets: the printed cards of a people’s deck, its extras and the Buka families (SET-01 to SET-06).

Each is computed once per catalogue and cached, as a catalogue never changes.
"""

from functools import lru_cache

from cards.core.emissary_sets import SET_SIZE, emissary_set_of
from cards.core.facts import OUTSIDE_THE_DECK, SET_PEOPLES, CardFacts, CardType, Catalogue, People

EXPANSIONS: tuple[str, ...] = ("E&I:A", "E&I:B")


@lru_cache(maxsize=256)
def people_deck(catalogue: Catalogue, people: People) -> tuple[CardFacts, ...]:
    """Return the 30 cards of a preconstructed deck (DECK-17): those with its mark, including foreign cards and the
    mutant.

    Sea Moon has the Buka mark but isn’t among them; every card of the Buka deck belongs to a family.
    """
    mark = people.value[0]
    return tuple(
        card
        for card in catalogue
        if card.deck == mark and card.type not in OUTSIDE_THE_DECK and (people is not People.BUKA or card.family)
    )


@lru_cache(maxsize=256)
def extra_cards(catalogue: Catalogue, people: People) -> tuple[CardFacts, ...]:
    """Return a people’s own cards in no preconstructed deck: three, for the Buka one (DECK-13, SET-03, SET-06)."""
    if people is People.BUKA:
        return tuple(card for card in catalogue if card.people is people and card.playable and not card.family)
    return tuple(card for card in catalogue if card.people is people and card.deck in EXPANSIONS)


@lru_cache(maxsize=256)
def family(catalogue: Catalogue, letter: str) -> tuple[CardFacts, ...]:
    """Return the five cards of a Buka family, `a` to `f` (DECK-15a)."""
    return tuple(card for card in catalogue if letter and card.family == letter)


@lru_cache(maxsize=256)
def leader_of(catalogue: Catalogue, people: People) -> CardFacts | None:
    return next((card for card in catalogue if card.people is people and card.type is CardType.LEADER), None)


@lru_cache(maxsize=256)
def emissary_set(catalogue: Catalogue, emissary: str) -> tuple[CardFacts, ...]:
    """Return the cards known to belong to an emissary’s set; seven if all are known (DECK-13)."""
    card = catalogue.by_code.get(emissary)
    return emissary_set_of(card, catalogue) if card else ()


__all__ = ["EXPANSIONS", "SET_PEOPLES", "SET_SIZE", "emissary_set", "extra_cards", "family", "leader_of", "people_deck"]

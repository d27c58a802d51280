"""Decks for the tests, built from the real catalogue the way a player would put them together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cards.core.facts import CardFacts, CardType, Catalogue, People
from decks.core.legality import DeckList, Entry, extra_cards, people_deck

# Crystals, Hyla and the like with moons as an organiser might fill them in.
COMPLETED = {"Inter 402": 2, "Inter 404": 2, "Inter 407": 2, "Crystal slot 1": 1, "Spirit slot 1": 0, "Infl 607": 1}


def completed(facts: Catalogue) -> Catalogue:
    """Return the catalogue after an organiser filled in some moons, and gave two mutants two each."""
    moons = COMPLETED | {"Mutant 106": 2, "Mutant 107": 2}
    return Catalogue(replace(card, moons=moons.get(card.code, card.moons)) for card in facts)


def own(facts: Catalogue, people: People, count: int) -> list[str]:
    """Return the first `count` cards of a people’s own."""
    return [card.code for card in facts if card.people is people and card.playable][:count]


def foreign(facts: Catalogue, people: People, *moons: int) -> list[str]:
    """Return cards of other peoples with these moons, all different, that aren’t in the people’s deck."""
    mark = people.value[0]
    codes: list[str] = []
    for wanted in moons:
        codes.append(next(c.code for c in _strangers(facts, people) if c.moons == wanted and c.code not in codes))
    assert all(facts[code].deck != mark for code in codes)
    return codes


def _strangers(facts: Catalogue, people: People) -> Iterable[CardFacts]:
    mark = people.value[0]
    return (
        card
        for card in facts
        if card.people is not people and card.playable and card.deck != mark and card.type is not CardType.SHIP
    )


def published(facts: Catalogue, people: People) -> list[str]:
    """Return a people’s deck as published."""
    return [card.code for card in people_deck(facts, people)]


def with_extras(facts: Catalogue, people: People) -> list[str]:
    """Return a people’s deck and its own extra cards."""
    return published(facts, people) + [card.code for card in extra_cards(facts, people)]


def deck(leader: People | None, codes: Iterable[str], **fields: object) -> DeckList:
    """Return a deck of these codes."""
    leaders = (f"{leader.value} 00",) if leader else ()
    values: dict[str, object] = {"leaders": leaders, "entries": tuple(Entry(code) for code in codes)} | fields
    return DeckList(**values)  # type: ignore[arg-type]


def sample_step_1(facts: Catalogue) -> list[str]:
    """Return row 14: the published Terrah deck with Terrah 24 for Pillar 17."""
    return [code for code in published(facts, People.TERRAH) if code != "Pillar 17"] + ["Terrah 24"]


def sample_step_2(facts: Catalogue) -> list[str]:
    """Return row 15: row 14 with Vulca 03, Flit 15 and Flit 16 for Terrah 09, 10 and 11."""
    away = {"Terrah 09", "Terrah 10", "Terrah 11"}
    return [code for code in sample_step_1(facts) if code not in away] + ["Vulca 03", "Flit 15", "Flit 16"]


SET_OF_SEVEN = ["Inter 402", "Inter 404", "Inter 407", "Infl 607", "Mutant 110", "Hyla slot 1", "Tutu slot 1"]

"""DECK-13 as soon as the seven cards of an emissary are known: made-up facts for the gaps, every format decided."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.core.catalogue_csv import contradictions
from cards.core.facts import SET_PEOPLES, CardFacts, CardType, Catalogue, People
from decks.core.legality import DeckList, Entry, Format, judge
from decks.core.legality.sets import extras, leader_of, people_deck


@pytest.fixture(scope="module")
def filled(facts: Catalogue) -> Catalogue:
    """The catalogue with every gap filled by made-up facts, each set of seven given to one emissary."""
    emissaries = [card.code for card in facts if card.type is CardType.EMISSARY]
    of_sets = [card for card in facts if card.people in SET_PEOPLES and card.deck.startswith("E&I")]
    home = {card.code: emissaries[at // 7] for at, card in enumerate(of_sets)}

    def fill(at: int, card: CardFacts) -> CardFacts:
        known = card if card.known else replace(card, name=f"Made up {at}", number=card.number or str(900 + at % 99))
        kind = known.type or CardType.CHARACTER
        moons = (
            0 if known.moons is None and kind not in (CardType.LEADER, CardType.EMISSARY, CardType.INQUISITOR) else None
        )
        fresh = replace(known, type=kind, moons=known.moons if known.moons is not None else moons)
        if kind is CardType.INQUISITOR and fresh.extra_cards is None:
            fresh = replace(fresh, extra_cards=5, extra_moons=2)
        return replace(fresh, emissary=home.get(card.code, ""))

    return Catalogue([fill(at, card) for at, card in enumerate(facts)])


def deck_of(cards: Catalogue, seven: list[str], emissary: str) -> DeckList:
    leader = leader_of(cards, People.TERRAH)
    assert leader is not None
    own = [*people_deck(cards, People.TERRAH), *extras(cards, People.TERRAH)]
    codes = [*(card.code for card in own), *seven]
    entries = tuple(Entry(code) for code in codes)
    return DeckList(entries, format=Format.EMISSARY, leaders=(leader.code,), emissaries=(emissary,), agreed=frozenset())


def seven_of(cards: Catalogue, emissary: str) -> list[str]:
    return [card.code for card in cards if card.emissary == emissary]


def test_the_deck_with_the_seven_of_its_emissary_is_judged(filled: Catalogue) -> None:
    first, second, *_rest = [card.code for card in filled if card.type is CardType.EMISSARY]
    assert len(seven_of(filled, first)) == 7
    right = judge(replace(deck_of(filled, seven_of(filled, first), first), agreed=None), filled)
    assert "DECK-13" not in {one.code for one in right.findings}
    assert right.status == "legal"
    wrong = judge(replace(deck_of(filled, seven_of(filled, second), first), agreed=None), filled)
    assert wrong.status == "illegal"
    assert "DECK-13" in {one.code for one in wrong.of("error")}


def test_while_fewer_than_seven_are_known_the_verdict_stays_open(filled: Catalogue) -> None:
    first = next(card.code for card in filled if card.type is CardType.EMISSARY)
    seven = seven_of(filled, first)
    six = Catalogue([replace(card, emissary="") if card.code == seven[0] else card for card in filled])
    report = judge(replace(deck_of(six, seven, first), agreed=None), six)
    assert report.status == "unknown"


def test_only_a_card_of_such_a_set_names_an_emissary(facts: Catalogue) -> None:
    wrong = replace(facts["Vulca 03"], emissary="Emissary 01")
    assert [column for column, _message in contradictions(wrong)] == ["emissary"]

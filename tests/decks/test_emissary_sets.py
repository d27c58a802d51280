"""DECK-13 once the seven cards of an emissary are known: made-up facts for the gaps, every format decided."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.core.catalogue_csv import card_contradictions
from cards.core.facts import SET_PEOPLES, CardFacts, CardType, Catalogue, People
from decks.core.legality import DeckList, Entry, Format, judge_deck
from decks.core.legality.sets import extra_cards, leader_of, people_deck


@pytest.fixture(scope="module")
def filled(facts: Catalogue) -> Catalogue:
    """Return the catalogue with every gap filled by made-up facts, each set of seven belonging to one emissary."""
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
    own = [*people_deck(cards, People.TERRAH), *extra_cards(cards, People.TERRAH)]
    codes = [*(card.code for card in own), *seven]
    entries = tuple(Entry(code) for code in codes)
    return DeckList(entries, format=Format.EMISSARY, leaders=(leader.code,), emissaries=(emissary,), agreed=frozenset())


def seven_of(cards: Catalogue, emissary: str) -> list[str]:
    return [card.code for card in cards if card.emissary == emissary]


def test_the_deck_with_the_seven_of_its_emissary_is_judged(filled: Catalogue) -> None:
    first, second, *_rest = [card.code for card in filled if card.type is CardType.EMISSARY]
    assert len(seven_of(filled, first)) == 7
    right = judge_deck(replace(deck_of(filled, seven_of(filled, first), first), agreed=None), filled)
    assert "DECK-13" not in {finding.code for finding in right.findings}
    assert right.status == "legal"
    wrong = judge_deck(replace(deck_of(filled, seven_of(filled, second), first), agreed=None), filled)
    assert wrong.status == "illegal"
    assert "DECK-13" in {finding.code for finding in wrong.findings_of_severity("error")}


def test_deck_13_a_card_that_lacks_of_the_seven_is_named(filled: Catalogue) -> None:
    """Six of the emissary’s own seven and one of another’s: the missing one, and the one too many."""
    first, second, *_rest = [card.code for card in filled if card.type is CardType.EMISSARY]
    lacking, *six = seven_of(filled, first)
    foreign = seven_of(filled, second)[0]
    report = judge_deck(deck_of(filled, [*six, foreign], first), filled)
    said = {
        finding.message.split(":")[0]: finding.cards
        for finding in report.findings_of_severity("error")
        if finding.cards
    }
    assert said["Missing from the emissary’s set"] == (lacking,)
    assert said["From another emissary’s set"] == (foreign,)


def test_while_fewer_than_seven_are_known_the_verdict_stays_open(filled: Catalogue) -> None:
    first = next(card.code for card in filled if card.type is CardType.EMISSARY)
    seven = seven_of(filled, first)
    six = Catalogue([replace(card, emissary="") if card.code == seven[0] else card for card in filled])
    report = judge_deck(replace(deck_of(six, seven, first), agreed=None), six)
    assert report.status == "unknown"


def test_only_a_card_of_such_a_set_names_an_emissary(facts: Catalogue) -> None:
    wrong = replace(facts["Vulca 03"], emissary="Emissary 01")
    assert [column for column, _message in card_contradictions(wrong)] == ["emissary"]


def fitting(cards: Catalogue, people: People, size: int, first: list[str]) -> tuple[Entry, ...]:
    """Return the given cards, then cards of a people, up to a size."""
    own = [card.code for card in cards if card.people is people and card.playable and card.code not in first]
    return tuple(Entry(code) for code in [*first, *own][:size])


def decks_with_the_gaps(cards: Catalogue, gaps: list[str]) -> dict[str, tuple[DeckList, DeckList]]:
    """Return by format a legal deck and an illegal one; if the format allows it, both have cards that were gaps."""
    leader = leader_of(cards, People.TERRAH)
    assert leader is not None
    lead = (leader.code,)
    inquisitor = next(card for card in cards if card.slot and card.type is CardType.INQUISITOR)
    size = 30 + (inquisitor.extra_cards or 0)
    custom = DeckList(fitting(cards, People.TERRAH, 30, gaps[:5]), leaders=lead)
    with_inquisitor = replace(
        custom,
        entries=(*fitting(cards, People.TERRAH, 30, gaps[:5]), *(Entry(code) for code in gaps[5 : size - 25]))[:size],
        inquisitors=(inquisitor.code,),
    )
    published = tuple(Entry(card.code) for card in people_deck(cards, People.TERRAH))
    preconstructed = DeckList(published, format=Format.PRECONSTRUCTED, leaders=lead)
    draft = DeckList(fitting(cards, People.TERRAH, 30, []), format=Format.DRAFT)
    family = tuple(Entry(card.code) for card in cards if card.people is People.BUKA and card.family == "c")
    with_family = replace(preconstructed, families=("c",), entries=(*published, *family))
    return {
        "custom": (custom, replace(custom, entries=custom.entries[:-1])),
        "custom with an inquisitor": (with_inquisitor, replace(with_inquisitor, entries=with_inquisitor.entries[:-1])),
        "preconstructed": (preconstructed, replace(preconstructed, entries=(*published[:-1], Entry(gaps[0])))),
        "preconstructed with a family": (with_family, replace(with_family, families=("a", "c"))),
        "draft": (draft, replace(draft, entries=draft.entries[:-1])),
    }


FORMATS = ("custom", "custom with an inquisitor", "preconstructed", "preconstructed with a family", "draft")


@pytest.mark.parametrize("name", FORMATS)
def test_with_every_gap_filled_a_format_decides(filled: Catalogue, name: str) -> None:
    gaps = [card.code for card in filled if card.slot and card.playable and card.people is not People.CRYSTAL]
    assert len([card for card in filled if card.slot]) == 31 and not [card for card in filled if not card.known]
    legal, illegal = decks_with_the_gaps(filled, gaps)[name]
    right, wrong = judge_deck(legal, filled), judge_deck(illegal, filled)
    assert (right.status, [(finding.code, finding.severity) for finding in right.findings_of_severity("error")]) == (
        "legal",
        [],
    )
    assert wrong.status == "illegal"


def test_while_the_gaps_are_open_the_same_deck_is_unknown(facts: Catalogue) -> None:
    leader = leader_of(facts, People.TERRAH)
    assert leader is not None
    gap = next(card.code for card in facts if card.slot and card.people is People.TUTU)
    entries = fitting(facts, People.TERRAH, 30, [gap])
    assert judge_deck(DeckList(entries, leaders=(leader.code,)), facts).status == "unknown"

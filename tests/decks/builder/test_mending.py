"""A deck over a limit is mended at once: what was put in last stays, what is owned comes first (DECK-02, DECK-03)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.core.facts import PEOPLES, Catalogue, People
from decks.core.advice.mending import Change, changed, mend, over_a_limit
from decks.core.building import start_deck
from decks.core.legality import DeckList, Entry, Status, judge


def over_its_moons(facts: Catalogue, people: People = PEOPLES[0]) -> DeckList:
    """A box whose last own cards gave way to foreign ones, until there are more than ten moons."""
    deck = start_deck(people, facts)
    foreign = [
        card for card in facts if card.playable and card.people not in (people, People.MUTANT) and card.moons == 2
    ]
    fresh = [card.code for card in foreign if card.code not in deck.codes]
    while (judge(deck, facts).moons_have or 0) <= 10:
        own = next(entry for entry in deck.entries if facts[entry.code].people is people)
        kept = tuple(entry for entry in deck.entries if entry is not own)
        deck = replace(deck, entries=(*kept, Entry(fresh.pop(0))))
    return deck


@pytest.mark.parametrize("people", PEOPLES)
def test_too_many_moons_are_mended_by_swaps(people: People, facts: Catalogue) -> None:
    deck = over_its_moons(facts, people)
    mending = mend(deck, facts)
    assert mending is not None
    assert judge(mending.deck, facts).status is Status.LEGAL
    assert all(change.into is not None for change in mending.changes)


def test_a_card_of_the_same_type_takes_the_place(facts: Catalogue) -> None:
    mending = mend(over_its_moons(facts), facts)
    assert mending is not None
    for change in mending.changes:
        assert change.into is not None
        assert facts[change.into].type is facts[change.out].type


def test_what_was_put_in_last_stays(facts: Catalogue) -> None:
    deck = over_its_moons(facts)
    mending = mend(deck, facts)
    assert mending is not None
    assert deck.codes[-1] not in {change.out for change in mending.changes}


def test_a_card_that_is_owned_comes_before_a_nearer_one(facts: Catalogue) -> None:
    deck = over_its_moons(facts)
    first = mend(deck, facts)
    assert first is not None
    mates = (card.code for card in facts if card.playable and card.people is PEOPLES[0] and card.code not in deck.codes)
    owned = next(code for code in mates if code != first.changes[0].into)
    mending = mend(deck, facts, owned={owned})
    assert mending is not None
    assert mending.changes[0].into == owned


def test_a_card_too_many_goes_without_another_for_it(facts: Catalogue) -> None:
    deck = start_deck(PEOPLES[5], facts)
    deck = replace(deck, entries=(*deck.entries, Entry("Vulca 01")))
    mending = mend(deck, facts)
    assert mending is not None
    assert [change.into for change in mending.changes] == [None]
    assert "Vulca 01" in mending.deck.codes


def test_what_no_few_changes_mend_is_left_to_the_search(facts: Catalogue) -> None:
    deck = start_deck(PEOPLES[5], facts)
    short = replace(deck, entries=deck.entries[:20])
    assert not over_a_limit(judge(short, facts))
    assert mend(short, facts) is None
    codes = [card.code for card in facts if card.playable and card.code not in deck.codes][:10]
    assert mend(replace(deck, entries=(*deck.entries, *map(Entry, codes))), facts) is None


def test_the_proposals_for_different_decks_are_different_cards(facts: Catalogue) -> None:
    mended = [mend(over_its_moons(facts, people), facts) for people in PEOPLES]
    into = [swap.changes[0].into for swap in mended if swap]
    assert len(set(into)) == len(PEOPLES)


def test_a_change_takes_one_copy() -> None:
    deck = DeckList(entries=(Entry("Vulca 01", 2), Entry("Vulca 02")))
    assert changed(deck, Change("Vulca 01", "Aqua 01")).entries == (
        Entry("Vulca 01"),
        Entry("Vulca 02"),
        Entry("Aqua 01"),
    )

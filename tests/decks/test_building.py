"""Filling a deck from a pool."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cards.core.facts import PEOPLES, CardType, Catalogue, People
from common.errors import Invalid
from decks.core.building import complete_from_pool, filled_deck, initial_deck
from decks.core.legality import DeckList, Entry, Format, judge_deck


def pool_of(facts: Catalogue, *peoples: People) -> list[str]:
    return [card.code for card in facts if card.people in peoples and card.playable]


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_a_drafted_pool_gives_a_legal_deck_whatever_its_order(facts: Catalogue, data: st.DataObject) -> None:
    drafted = pool_of(facts, People.VULCA, People.HOAX, People.KHIND, People.AQUA)
    pool = data.draw(st.lists(st.sampled_from(drafted), min_size=34, max_size=42, unique=True))
    keep = data.draw(st.lists(st.sampled_from(pool), max_size=5, unique=True))
    chosen = complete_from_pool(pool, facts, keep=keep)
    deck = DeckList(format=Format.DRAFT, entries=tuple(Entry(code) for code in chosen), pool=tuple(pool))
    assert judge_deck(deck, facts).status == "legal"
    assert list(chosen[: len(keep)]) == keep
    assert complete_from_pool(sorted(pool, reverse=True), facts, keep=keep) == chosen


def test_the_deck_is_a_mix_that_can_fight(facts: Catalogue) -> None:
    chosen = complete_from_pool(pool_of(facts, People.VULCA, People.TERRAH), facts)
    types = Counter(facts[code].type for code in chosen)
    assert 15 <= types[CardType.CHARACTER] <= 22
    assert types[CardType.LEADERSHIP] <= 5


def test_strong_cards_come_before_weak_ones(facts: Catalogue) -> None:
    chosen = complete_from_pool(pool_of(facts, People.VULCA), facts, size=5)
    assert "Vulca 01" in chosen


def test_copies_and_leaders_are_left_out(facts: Catalogue) -> None:
    pool = [*pool_of(facts, People.VULCA), "Vulca 01", "Vulca 00", "Inq 411"]
    chosen = complete_from_pool(pool, facts)
    assert len(set(chosen)) == 30
    assert {"Vulca 00", "Inq 411"}.isdisjoint(chosen)


def test_a_small_pool_is_refused_with_its_number(facts: Catalogue) -> None:
    with pytest.raises(Invalid, match="only 3 different cards for a deck of 30"):
        complete_from_pool(["Vulca 01", "Vulca 02", "Vulca 03", "Vulca 03"], facts)


def test_what_is_kept_must_be_in_the_pool_and_fit(facts: Catalogue) -> None:
    pool = pool_of(facts, People.VULCA)
    with pytest.raises(Invalid, match="These cards aren’t in the pool, so they can’t be kept:"):
        complete_from_pool(pool, facts, keep=["Hoax 01"])
    with pytest.raises(Invalid, match="only has room for 2"):
        complete_from_pool(pool, facts, size=2, keep=pool[:3])


@pytest.mark.parametrize("people", PEOPLES)
def test_a_custom_deck_is_filled_with_the_leaders_own_cards(facts: Catalogue, people: People) -> None:
    empty = initial_deck(people, facts, full=False)
    assert empty.entries == ()
    filled = filled_deck(empty, facts)
    report = judge_deck(filled, facts)
    assert (report.status, report.moons_have) == ("legal", 0)


def test_filling_keeps_every_card_and_copy(facts: Catalogue) -> None:
    deck = DeckList(leaders=("Terrah 00",), entries=(Entry("Vulca 10", 2), Entry("Flit 15")), families=("b",))
    filled = filled_deck(deck, facts)
    assert filled.entries[:2] == deck.entries
    assert judge_deck(filled, facts).have == 30


@pytest.mark.parametrize("format_", [Format.PRECONSTRUCTED, Format.EMISSARY])
def test_a_peoples_deck_is_filled_from_its_box(facts: Catalogue, format_: Format) -> None:
    deck = initial_deck(People.TERRAH, facts, format_=format_)
    half = replace(deck, entries=deck.entries[::2])
    assert {entry.code for entry in filled_deck(half, facts).entries} == {entry.code for entry in deck.entries}


def test_filling_says_why_it_cannot(facts: Catalogue) -> None:
    full = filled_deck(initial_deck(People.VULCA, facts, full=False), facts)
    with pytest.raises(Invalid, match="The deck is full: it has 30 cards"):
        filled_deck(full, facts)
    with pytest.raises(Invalid, match="A draft deck is filled from its pool, but this one has no pool"):
        filled_deck(DeckList(format=Format.DRAFT), facts)
    with pytest.raises(
        Invalid, match="Choose a leader first, so that the deck can be filled with cards of the leader’s people"
    ):
        filled_deck(DeckList(), facts)
    with pytest.raises(Invalid, match="We don’t know how large this deck must be"):
        filled_deck(replace(full, inquisitors=("Inquisitor slot 1",)), facts)

"""Terms: the rules a game is played by, and the decks that can be played."""

from __future__ import annotations

import pytest

from cards.core.facts import CardType, Catalogue, People
from common.errors import Invalid
from game.engine.table import Deck, published_codes
from online.core.positions import initial_state, state_as_text, state_from_text
from online.core.terms import GameTerms, codes_with_partial_text


def deck(facts: Catalogue, people: People, *more: str) -> Deck:
    return Deck((*published_codes(facts, people)[len(more) :], *more))


def test_published_decks_are_carried_out_whole(facts: Catalogue) -> None:
    assert codes_with_partial_text(facts, (deck(facts, People.VULCA), deck(facts, People.TERRAH)), GameTerms()) == ()


def test_interference_cards_are_refused_by_name(facts: Catalogue) -> None:
    card = next(card for card in facts if card.type is CardType.INTERFERENCE and card.known)
    decks = (deck(facts, People.VULCA, card.code), deck(facts, People.TERRAH))
    with pytest.raises(Invalid, match=card.label) as refused:
        codes_with_partial_text(facts, decks, GameTerms())
    assert "Play with interference cards" in str(refused.value)
    assert codes_with_partial_text(facts, decks, GameTerms(interference=True)) == ()


def test_texts_that_are_not_carried_out_whole_are_named(facts: Catalogue) -> None:
    decks = (deck(facts, People.VULCA, "Khind 32"), deck(facts, People.TERRAH))
    assert set(codes_with_partial_text(facts, decks, GameTerms())) <= {"Khind 32"}


def test_an_inquisitor_only_comes_along_where_the_terms_say_so(facts: Catalogue) -> None:
    card = next(card for card in facts if card.type is CardType.INQUISITOR and card.known)
    decks = (Deck(published_codes(facts, People.VULCA), card.code), deck(facts, People.TERRAH))
    for agreed in (True, False):
        state = initial_state(facts, decks, GameTerms(inquisitor=agreed), 7, 0)
        assert (state.table.inquisitor[0] >= 0) is agreed


def test_the_terms_are_the_rules_of_the_position(facts: Catalogue) -> None:
    terms = GameTerms(edition="first", mulligan=True, crystals=True, emissary=True, interference=True)
    decks = (deck(facts, People.VULCA), deck(facts, People.TERRAH))
    state = initial_state(facts, decks, terms, 1 << 61, 1)
    assert state_from_text(facts, state_as_text(state)).table.settings == terms.rule_settings()
    assert (state.player_in_turn, state.player) == (1, 1)  # the starting player may exchange cards first

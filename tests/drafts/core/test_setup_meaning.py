"""What the chosen peoples mean for a draft: counted from the pool, weighed by what was measured."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from cards.core.facts import PEOPLES, CardType, Catalogue, People
from drafts.core.engine.setup import HouseDeal, Setup, default_peoples, pool_codes_of
from drafts.core.engine.setup_meaning import GameLength, pool_summary
from game.evidence import DRAFTED, CardValue, Measurements

SETUP = Setup(2, default_peoples(2))


def evidence(facts: Catalogue, worths: dict[People, float]) -> Measurements:
    cards = {(DRAFTED, card.code): CardValue(worths.get(card.people, 0), -1, 1, 9) for card in facts}
    return Measurements(cards)


def test_peoples_are_ranked_by_what_their_cards_are_worth(facts: Catalogue) -> None:
    meaning = pool_summary(SETUP, facts, evidence(facts, {People.HOAX: 0.2, People.MIMIX: -0.1}))
    assert meaning is not None
    assert [people for people, _ in meaning.worths] == [People.HOAX, People.VULCA, People.MIMIX]
    assert meaning.best_people[1] == pytest.approx(0.2) and not meaning.is_even
    pool = pool_codes_of(SETUP, facts)
    assert (meaning.pool, meaning.characters) == (99, sum(facts[code].type is CardType.CHARACTER for code in pool))


def test_peoples_that_hardly_differ_are_called_even(facts: Catalogue) -> None:
    meaning = pool_summary(SETUP, facts, evidence(facts, {People.HOAX: 0.05}))
    assert meaning is not None and meaning.is_even


def test_nothing_is_said_where_nothing_was_measured(facts: Catalogue) -> None:
    assert pool_summary(None, facts, Measurements()) is None
    assert pool_summary(SETUP, facts, Measurements()) is None
    house = Setup(2, (), house=HouseDeal(2, 1, cards=("Inter 402", "Inter 404", "Inter 407", "Vulca 01")))
    assert pool_summary(house, facts, evidence(facts, {})) is None


@pytest.mark.parametrize(("turns", "pace"), [(40, GameLength.LONG), (31, GameLength.USUAL), (20, GameLength.SHORT)])
def test_how_long_games_last_beside_those_of_other_peoples(facts: Catalogue, turns: float, pace: GameLength) -> None:
    chosen = {people.value: CardValue(turns, turns - 2, turns + 2, 100) for people in SETUP.peoples}
    others = {people.value: CardValue(30, 28, 32, 100) for people in PEOPLES}
    meaning = pool_summary(SETUP, facts, replace(evidence(facts, {}), pace=others | chosen))
    assert meaning is not None and meaning.turns is not None
    assert meaning.game_length is pace and meaning.turns.value == pytest.approx(turns)
    assert meaning.turns.high - meaning.turns.low < 4  # a mean is known better than each of its parts
    without = pool_summary(SETUP, facts, replace(evidence(facts, {}), pace={"Hoax": CardValue(30, 28, 32, 100)}))
    assert without is not None and without.turns is None


@pytest.mark.django_db
def test_the_set_up_page_says_it(client: Client, db_catalogue: Catalogue) -> None:
    page = client.get("/drafts/new/").content.decode()
    assert "cards are characters." in page and "In simulated games, decks like these take about" in page

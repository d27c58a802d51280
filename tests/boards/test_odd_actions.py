"""Actions that make no sense: each gets its reason, on a lesson’s page, on the board and in the API."""

from __future__ import annotations

import pytest
from django.test import Client

from boards.core.reasons import why_illegal
from boards.shipped_lessons import line_of_lesson, shipped_lessons
from cards.core.facts import Catalogue
from common.errors import Invalid
from game.engine.actions import ACTION_KINDS
from game.engine.state import State
from game.records.words import action_from_words


def positions(cards: Catalogue) -> list[State]:
    return [
        line_of_lesson(cards, one, [ways[0] for ways in one.do[:count]]).present_state
        for one in shipped_lessons().values()
        for count in range(len(one.do) + 1)
    ]


def test_every_kind_of_action_with_and_without_cards_has_its_reason(facts: Catalogue) -> None:
    for state in positions(facts):
        mine, theirs = ([card for card, who in enumerate(state.table.owner) if who == one] for one in (0, 1))
        own, ship, other = (state.table.code(card) for card in (mine[0], mine[-1], theirs[-1]))
        for kind in ACTION_KINDS:
            for rest in (
                "",
                f" {own}",
                f" {ship}",
                f" their {other}",
                f" {own} on {ship}",
                f" {own} on",
                " on",
                " their ",
            ):
                try:
                    why_illegal(state, action_from_words(state.table, max(state.player, 0), f"{kind}{rest}"))
                except Invalid:
                    continue


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ACTION_KINDS)
def test_a_lesson_answers_an_action_without_a_card(client: Client, db_catalogue: Catalogue, kind: str) -> None:
    for step in (kind, f"{kind}-", f"{kind}-99999999999999999999", f"{kind}-x-on"):
        for query in ({"do": step}, {"l": step}, {"do": step, "show": step}):
            assert client.get("/board/learn/power/", query).status_code in (200, 302), query

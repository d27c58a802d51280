"""The words of a table: every question, button, reason and sentence of whole games, in every language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.utils import translation

from cards.core.facts import Catalogue
from cards.translations import read_translations
from common.glossary import GLOSSARY_LANGUAGES
from game.engine.choices import CHOICE_HANDLERS
from online.core.seat_view import seat_view
from online.table.view_data import ViewData, ending_text, view_data
from tests.online.core.walks import TABLE, walk

FIGHT = "TM1 set=ask-before-announcing:yes turn=0 n=4 ph=engage el=fire h0=V05.V18 c0=V09 h1=T01 c1=T06"
HOUR = datetime(2026, 11, 29, 18, 0, tzinfo=UTC)


def texts_of(data: ViewData) -> Iterator[str]:
    yield data["phase"]
    yield from (offer["label"] for offer in data["offers"])
    yield from (event["text"] for event in data["last"])
    yield from (why["text"] for why in data["why"].values())
    if data["main"]:
        yield data["main"]["label"]
    if data["question"]:
        yield data["question"]["ask"]


@pytest.mark.parametrize("language", GLOSSARY_LANGUAGES)
def test_a_whole_game_is_told_in_every_language(facts: Catalogue, language: str) -> None:
    with translation.override(language):
        for seed in (4, 5):
            for moment in walk(facts, seed):
                for seat in (0, 1):
                    data = view_data(seat_view(moment.state, seat, moment.last[seat]), TABLE)
                    assert all(text and "%(" not in text for text in texts_of(data))
                    json.dumps(data)


def test_every_choice_has_its_question() -> None:
    keys = read_translations("board.csv", key="key")
    yes_or_no = {"draw", "draw_from_discard", "shuffle_discard", "discard_all", "shuffle_away", "draw_from_hand",
                 "they_discard", "draw_more"}  # fmt: skip
    assert {f"ask pick {name}" for name in set(CHOICE_HANDLERS) - yes_or_no - {"dragon", "satisfy"}} <= set(keys)


@pytest.mark.parametrize(
    "ending", ["fourth_dragon", "cards_out_dragons", "cards_out_order", "backtracked", "resigned", "time", "left"]
)
def test_every_ending_is_told_to_both(ending: str) -> None:
    won, lost = (ending_text(ending, "Elinor", 2, won=won) for won in (True, False))
    assert "You win" in won or "You " in won
    assert "Elinor" in lost
    assert "2" in won
    assert "2" in lost

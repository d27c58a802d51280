"""Tags of the game table."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string

from cards.core.facts import Catalogue
from online.table.view_data import card_data
from online.templatetags import online as tags


@pytest.mark.parametrize(
    ("milliseconds", "text"), [(0, "0:00"), (61_999, "1:01"), (7_199_000, "119:59"), (90_000_000, "25 h")]
)
def test_a_clock_counts_minutes_and_hours_from_two_on(milliseconds: int, text: str) -> None:
    assert tags.as_clock(milliseconds) == text


def test_dragons_are_with_one_player() -> None:
    assert tags.dragons_in_words(2) == "Dragons: you 2, opponent 0"
    assert tags.dragons_in_words(-1) == "Dragons: you 0, opponent 1"


def test_a_ship_lies_before_its_cargo_and_leadership_last() -> None:
    cargo = {"id": "0F05"}
    side = {"support": [{"id": "0F20"}], "ships": [{"id": "0F24", "cargo": [cargo]}], "others": [], "open_hand": []}
    beside = tags.cards_beside({**side, "leadership": "F30"})
    assert [card["id"] for card in beside] == ["0F20", "0F24", "0F05", "-F30"]


def test_a_hidden_card_has_only_its_back() -> None:
    assert tags.game_card({"cards": {}}, {"id": "", "marks": ["facedown"]})["facts"] == {}


def test_cards_of_an_event_are_links(db_catalogue: Catalogue) -> None:
    [event] = tags.linked_events([{"text": "Elinor plays Flamitos.", "cards": ["T06", "T99"]}])
    assert event["html"] == 'Elinor plays <a class="card-name" href="/cards/terrah-06/">Flamitos</a>.'


@pytest.mark.parametrize(("marks", "start"), [(["covered"], '<span class="place covered">'), ([], '<a class="place "')])
def test_a_covered_card_has_its_place_like_the_others(db_catalogue: Catalogue, marks: list[str], start: str) -> None:
    view = {"cards": {"V05": card_data(db_catalogue["Vulca 05"], "en")}, "onlooker": True}
    card = render_to_string("online/table/_card.html", tags.game_card(view, {"id": "0V05", "marks": marks}))
    assert card.strip().startswith(start)

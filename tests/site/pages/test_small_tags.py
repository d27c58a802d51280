"""Small tags of every page: heads of tables, and one of two texts."""

from __future__ import annotations

import pytest
from django.template import Context, Template


def test_columns_of_figures_are_marked_and_heads_are_escaped() -> None:
    page = Template('{% column_heads 1 "Who" points %}').render(Context({"points": "<i>"}))
    assert page == '<thead><tr><th scope="col">Who</th><th scope="col" class="r">&lt;i&gt;</th></tr></thead>'


@pytest.mark.parametrize(("deck", "text"), [({"cards": 31}, "too &amp; many"), ({"cards": 30}, "fits"), (None, "fits")])
def test_one_of_two_texts_is_chosen_by_a_condition(deck: dict[str, int] | None, text: str) -> None:
    context = Context({"deck": deck, "long": "too & many"})
    assert Template('{% either deck.cards > 30 and deck long "fits" %}').render(context) == text

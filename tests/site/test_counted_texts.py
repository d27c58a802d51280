"""Texts with a number: singular and plural."""

from __future__ import annotations

from django.utils.translation import override

from common.errors import Invalid
from common.i18n import translated
from common.text import filled, ngettext_noop

CARDS = ngettext_noop("%(n)d card", "%(n)d cards", "n")


def test_one_is_said_as_one_and_many_as_many() -> None:
    assert [filled(CARDS, {"n": n}) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


def test_an_error_of_the_house_counts_too() -> None:
    assert Invalid(CARDS, {"n": 1}).message == "1 card"
    assert translated(Invalid(CARDS, {"n": 1})) == "1 card"
    with override("nl"):
        assert translated(Invalid(CARDS, {"n": 5})).startswith("5 ")


def test_a_template_without_places_stands_as_it_is() -> None:
    assert filled("100 % sure", {}) == "100 % sure"

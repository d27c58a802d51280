"""Fonts of the PDFs: letters of all four languages."""

from __future__ import annotations

import pytest

from common.paper import fonts


@pytest.mark.parametrize("text", ["Ваш ход, ёж", "Größe, Übermut", "één ĳsje", "„Zug“ – «ход»", "● → −"])
def test_the_papers_have_the_letters_of_all_four_languages(text: str) -> None:
    for font in fonts.register_fonts():
        assert fonts.printable_text(text, font) == text


def test_a_title_is_in_the_serif_of_the_pages_unless_that_lacks_a_letter() -> None:
    assert [fonts.title_font_for(text) for text in ("Größe", "Ёжик", "Ωmega")] == [fonts.TITLE, fonts.TITLE, fonts.BOLD]


def test_a_letter_no_font_has_becomes_a_question_mark() -> None:
    assert fonts.printable_text("a\U0001f409b", fonts.register_fonts()[0]) == "a?b"

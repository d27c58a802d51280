"""A pasted text costs no more than its length, whatever it contains."""

from __future__ import annotations

import pytest

from cards.core.facts import Catalogue
from decks.core.text import parse_deck
from decks.core.text.headers import MAX_BETWEEN_COMMAS
from decks.core.text.lines import find_card_line


def test_a_text_full_of_commas_is_not_read_word_by_word(facts: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counted(line: int, text: str, catalogue: Catalogue) -> object:
        read.append(text)
        return find_card_line(line, text, catalogue)

    monkeypatch.setattr("decks.core.text.parse.find_card_line", counted)
    lines = ["x," * 140] * 600
    assert len(parse_deck("\n".join(lines), facts).problems) == len(lines)
    assert len(read) <= len(lines) + MAX_BETWEEN_COMMAS


@pytest.mark.parametrize("text", ["-" * 99_000, "a," + "-" * 99_000, "<a " * 33_000, "[b=" * 33_000, "Vulca " * 16_000])
def test_a_line_without_end_is_one_problem(facts: Catalogue, text: str) -> None:
    assert [problem.line for problem in parse_deck(text, facts).problems] == [1]

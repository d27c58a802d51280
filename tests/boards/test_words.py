"""Words of the boards: every sentence in every language, with the same places to fill."""

from __future__ import annotations

from cards.translations import rows_of
from common.glossary import LANGUAGES
from game.engine.actions import KINDS
from game.engine.board import PHASES
from tests.languages import places


def test_every_sentence_is_said_in_every_language() -> None:
    for key, row in rows_of("board.csv", key="key").items():
        assert {row[language] for language in LANGUAGES} - {""}, key
        assert all(row[language] and places(row[language]) == places(row["en"]) for language in LANGUAGES), key


def test_every_phase_and_every_action_has_its_words() -> None:
    keys = set(rows_of("board.csv", key="key"))
    assert {f"phase {phase}" for phase in PHASES} <= keys
    assert {f"deed {kind}" for kind in KINDS} - {"deed continue"} <= keys

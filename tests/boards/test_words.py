"""Words of the boards: every sentence in every language, with the same placeholders."""

from __future__ import annotations

from cards.translations import read_translations
from common.glossary import GLOSSARY_LANGUAGES
from game.engine.actions import ACTION_KINDS
from game.engine.board import PHASE_NAMES
from tests.languages import places


def test_every_sentence_is_said_in_every_language() -> None:
    for key, row in read_translations("board.csv", key="key").items():
        assert {row[language] for language in GLOSSARY_LANGUAGES} - {""}, key
        assert all(row[language] and places(row[language]) == places(row["en"]) for language in GLOSSARY_LANGUAGES), key


def test_every_phase_and_every_action_has_its_words() -> None:
    keys = set(read_translations("board.csv", key="key"))
    assert {f"phase {phase}" for phase in PHASE_NAMES} <= keys
    assert {f"action {kind}" for kind in ACTION_KINDS} - {"action continue"} <= keys

"""The scenes notice when the declaration of a card says something else."""

from __future__ import annotations

import pytest

from boards.pages.scenes import shipped_scenes
from cards.core.facts import Catalogue
from game.powers.cards import POWERS
from game.powers.verbs import Power, Timing
from tests.game.declarations import by_card, noticed, trials

# What no scene can notice, and why.
ALIKE = {
    "Vulca 24": "every leadership card has a text",
    "Hoax 28": "a card without text loses nothing; Tittertweet ignores this text, so it need not beat it as well",
    "Hoax 31": "one Hyla and no crystal card has been seen, and the price is two",
    "Mimix 31": "only the draw deck is searched for ships",
    "Flit 07": "a card without text loses nothing",
    "Khind 08": "a text at the end of the turn is used or left, and not asked about again",
    "Khind 27": "a card without text loses nothing",
    "Khind 32": "no crystal card has been seen; test_rulings makes two up",
    "Terrah 25": "no booster or support has a value above four",
    "Terrah 31": "no crystal card has been seen; test_rulings makes two up",
    "Buka 21": "a bluff counts two, and twice two is four",
    "Buka 29": "the ship carries three",
    "Buka 31": "the ship carries one",
    "Inq 411": "its dragon comes before there is a position; test_rulings begins the game",
    "Infl 607": "no card that stops additional draws outlasts the fight",
}


# Storms and Floods need a second one, which has the text, too.
TWO = {"Terrah 21", "Terrah 22", "Terrah 23", "Terrah 24", "Aqua 25", "Aqua 26"}


def test_each_text_is_missed_where_it_is_gone(facts: Catalogue) -> None:
    at = by_card(facts, shipped_scenes())
    nothing = Power(Timing.ACTIVE, ())
    unnoticed = {
        code for code, power in POWERS.items() if power.done and not noticed(facts, at.get(code, []), [code], nothing)
    }
    assert unnoticed == TWO | {"Khind 32", "Terrah 31", "Inq 411"}


@pytest.mark.thorough
def test_every_change_of_a_declaration_is_noticed(facts: Catalogue) -> None:
    assert {code for code, _, seen in trials(facts, shipped_scenes()) if not seen} == set(ALIKE)

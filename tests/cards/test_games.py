"""A game is one entry: everything else of the catalogue finds it there."""

from __future__ import annotations

import pytest

from cards.core.search import TABLES, add_key_table, parse_query
from cards.core.search.bluemoon import BLUE_MOON
from cards.core.search.keys import KeyTable
from cards.games import GAMES


def test_every_game_brings_its_own_keys() -> None:
    assert {game.keys.game: game.keys for game in GAMES.values()} == dict(TABLES)
    assert all(game.key == game.keys.game for game in GAMES.values())


def test_a_third_game_is_asked_for_once_its_entry_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    third = KeyTable("third", "The Third", keys=BLUE_MOON.keys, orders=(), cards="cards", panel={}, ranges={})
    assert parse_query("game:third").problems
    # Removed again at the end.
    monkeypatch.setitem(parse_query.__globals__["_key_tables"], "third", third)
    add_key_table(third)
    assert (parse_query("game:third fire:5").table, parse_query("game:third fire:5").problems) == (third, ())

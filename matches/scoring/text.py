"""A match as the JSON of the `score_match` command: `{"edition", "target", "players", "games": [...]}`."""

from __future__ import annotations

from common.text import gettext_noop
from decks.legality.deck import Edition
from matches.reading import Located, objects, read_object, take, unreadable
from matches.scoring.records import TARGET, Game, MatchRecord, MatchScore, Sheet


def read_match(data: bytes | str) -> MatchRecord:
    """Read a record; raises `Invalid` with a line for what cannot be read. Impossible records can be read.

    `crystal_cards` (true or false) and `game_cap` may stand beside `target`.
    """
    found = read_object(data)
    sheet = Sheet(
        edition=take(found, "edition", str, Edition.LEGENDS.value),
        target=take(found, "target", int, TARGET),
        crystal_cards=take(found, "crystal_cards", bool, None),
        game_cap=take(found, "game_cap", int, None),
    )
    games = tuple(_read_game(game) for game in objects(found, "games", []))
    return MatchRecord(_read_players(found), games, sheet)


def _read_players(found: Located) -> tuple[str, str]:
    players = take(found, "players", list)
    if len(players) != 2 or not all(isinstance(player, str) and player.strip() for player in players):
        raise unreadable(found.line, gettext_noop("“players” has to be a list of two names."))
    return players[0], players[1]


def _read_game(found: Located) -> Game:
    # Nobody won: not a player either, and the finding says so.
    winner = take(found, "winner", (str, type(None)))
    return Game(
        winner=winner or "",
        dragons=take(found, "dragons", int),
        crystal_cards=take(found, "crystal_cards", int, 0),
        ended=take(found, "ended", str),
    )


def score_as_dict(result: MatchScore) -> dict[str, object]:
    """A score in the shape the command prints."""
    return {
        "crystals": dict(result.crystals),
        "winner": result.winner,
        "next_starter": result.next_starter,
        "findings": [finding.as_dict() for finding in result.findings],
    }

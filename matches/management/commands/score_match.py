"""`manage.py score_match FILE`: the crystals of a match from its games, as JSON.

The file is `{"edition", "target", "players", "games": [...]}`.
"""

from dataclasses import replace
from enum import StrEnum
from typing import TypeVar

from common.text import gettext_noop
from decks.core.legality.decklist import Edition
from matches.core.scoring import score_match
from matches.core.scoring.game_checks import game_from_fights
from matches.core.scoring.match import (
    DEFAULT_TARGET,
    Fight,
    GameRecord,
    MatchRecord,
    MatchScore,
    MatchSettings,
    PenalisedMistake,
    Penalty,
    SixCardsRule,
)
from matches.management.commands._json_command import (
    JsonCommand,
    LocatedObject,
    check_known_fields,
    get_objects,
    get_typed,
    parse_json_object,
    unreadable_file_error,
)

_NAME_TYPES = (str, type(None))
_SHEET_FIELDS = ("edition", "target", "crystal_cards", "emissary", "inquisitor", "game_cap", "six_cards", "penalty")
_MATCH_FIELDS = ("players", *_SHEET_FIELDS, "penalty_crystals", "games", "penalties")
_GAME_FIELDS = ("winner", "dragons", "crystal_cards", "ended", "out_first", "fights")
EnumWord = TypeVar("EnumWord", bound=StrEnum)


def parse_match_record(data: bytes | str) -> MatchRecord:
    """Read a record, even an impossible one; raises `Invalid` with the line of a malformed or unknown field.

    The settings `crystal_cards`, `emissary`, `inquisitor`, `game_cap`, `six_cards`, `penalty` and `penalty_crystals`
    are optional, and so are `winner` and `dragons` of a game with `fights`. `penalties` is a list of `{"player",
    "after"}`: the player who made a mistake, and the number of games before it.
    """
    located = check_known_fields(parse_json_object(data), *_MATCH_FIELDS)
    players = _parse_players(located)
    sheet = _parse_match_settings(located)
    games = tuple(
        _parse_game(check_known_fields(game, *_GAME_FIELDS), players, sheet)
        for game in get_objects(located, "games", [])
    )
    penalties = tuple(
        PenalisedMistake(
            get_typed(check_known_fields(penalty, "player", "after"), "player", str), get_typed(penalty, "after", int)
        )
        for penalty in get_objects(located, "penalties", [])
    )
    return MatchRecord(players, games, sheet, penalties)


def _parse_match_settings(located: LocatedObject) -> MatchSettings:
    return MatchSettings(
        edition=get_typed(located, "edition", str, Edition.LEGENDS.value),
        target=get_typed(located, "target", int, DEFAULT_TARGET),
        crystal_cards=get_typed(located, "crystal_cards", bool, None),
        emissary=get_typed(located, "emissary", bool, False),
        inquisitor=get_typed(located, "inquisitor", bool, False),
        game_cap=get_typed(located, "game_cap", int, None),
        penalty=_parse_enum_word(located, "penalty", Penalty.GAME_LOSS),
        penalty_crystals=get_typed(located, "penalty_crystals", int, 1),
        six_cards=_parse_enum_word(located, "six_cards", SixCardsRule.COMBAT_AND_SUPPORT),
    )


def _parse_enum_word(located: LocatedObject, key: str, usual: EnumWord) -> EnumWord:
    value = get_typed(located, key, str, usual.value)
    try:
        return type(usual)(value)
    except ValueError as error:
        template = gettext_noop("“%(key)s” must be one of %(words)s.")
        raise unreadable_file_error(located.line, template, key=key, words=", ".join(type(usual))) from error


def _parse_players(located: LocatedObject) -> tuple[str, str]:
    players = get_typed(located, "players", list)
    if len(players) != 2 or not all(isinstance(player, str) and player.strip() for player in players):
        raise unreadable_file_error(located.line, gettext_noop("“players” must be a list of two names."))
    return players[0], players[1]


def _parse_game(located: LocatedObject, players: tuple[str, str], sheet: MatchSettings) -> GameRecord:
    winner = (
        get_typed(located, "winner", _NAME_TYPES, None)
        if "fights" in located
        else get_typed(located, "winner", _NAME_TYPES)
    )
    cards = get_typed(located, "crystal_cards", int, 0)
    if "fights" not in located:
        return GameRecord(winner or "", get_typed(located, "dragons", int), cards, get_typed(located, "ended", str))
    fights = [_parse_fight(fight) for fight in get_objects(located, "fights")]
    game = game_from_fights(
        players,
        fights,
        sheet,
        ended=get_typed(located, "ended", str, ""),
        winner=winner or "",
        out_first=get_typed(located, "out_first", str, ""),
        crystal_cards=cards,
    )
    # Dragons in the file replace the derived dragons, so that scoring reports a difference.
    return replace(game, dragons=get_typed(located, "dragons", int, game.dragons))


def _parse_fight(located: LocatedObject) -> Fight:
    """Parse `{"winner", "combat", "support", "modifier"}`, or `{"winner", "bluff": true}` for a called bluff."""
    bluff = get_typed(
        check_known_fields(located, "winner", "combat", "support", "modifier", "bluff"), "bluff", bool, False
    )
    combat = get_typed(located, "combat", int, 0 if bluff else 1)
    support, modifier = get_typed(located, "support", int, 0), get_typed(located, "modifier", int, 0)
    return Fight(get_typed(located, "winner", str), combat, support, bluff, modifier)


def score_as_dict(result: MatchScore) -> dict[str, object]:
    return {
        "crystals": dict(result.crystals),
        "winner": result.winner,
        "drawn": result.drawn,
        "next_starter": None if result.over else result.next_starter,
        "findings": [finding.as_dict() for finding in result.findings],
    }


class Command(JsonCommand):
    """Command: Exit status 0 for a possible match, 1 for an impossible one, 3 for a file that cannot be read."""

    help = "Work out the crystals of a match from its games. Reads and prints JSON."

    def compute_answer(self, body: bytes) -> tuple[object, int]:
        result = score_match(parse_match_record(body))
        return score_as_dict(result), 0 if result.is_possible else 1

"""Rows of a match as values of the core: settings, games, fights and penalties; and the score."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from decks.core.legality.decklist import DeckChanges
from matches.core.scoring import match as scoring
from matches.core.scoring.score import score_match
from matches.models import SHEET_FIELDS, Game, Match, Penalty, Side

_ENUM_BY_SETTING: Mapping[str, Callable[[Any], Any]] = {
    "penalty": scoring.Penalty,
    "decks_shown": scoring.DecksShown,
    "deck_changes": DeckChanges,
    "six_cards": scoring.SixCardsRule,
}


def settings_values_from_data(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _ENUM_BY_SETTING.get(name, lambda value: value)(data[name]) for name in SHEET_FIELDS if name in data}


def settings_from_data(data: Mapping[str, Any]) -> scoring.MatchSettings:
    """Return the settings as a value of the core, with the edition’s default penalty if none is given."""
    penalty = data.get("penalty") or scoring.default_mistake_penalty(data["edition"])
    return scoring.MatchSettings(**settings_values_from_data({**data, "penalty": penalty}))


def settings_of_match(match: Match) -> scoring.MatchSettings:
    return scoring.MatchSettings(**settings_values_from_data(vars(match)))


def game_record_of(match: Match, game: Game) -> scoring.GameRecord:
    return scoring.GameRecord(
        name_of_side(match, game.winner),
        game.dragons,
        game.crystal_cards,
        game.ended,
        fights=None if game.fights is None else tuple(fight_record_of(match, fight) for fight in game.fights),
        out_first=name_of_side(match, game.out_first),
        disputed=game.status == Game.Status.DISPUTED,
    )


def fight_record_of(match: Match, data: Mapping[str, Any]) -> scoring.Fight:
    """Return a stored fight as a value of the core, with the winner’s name instead of the side."""
    return scoring.Fight(**{**data, "winner": name_of_side(match, data["winner"])})


def counting_penalties_of(match: Match) -> tuple[scoring.PenalisedMistake, ...]:
    """Return the penalties that count; empty, without a query, unless crystals were agreed."""
    if match.penalty != Penalty.CRYSTALS:
        return ()
    penalties = [penalty for penalty in match.penalties.all() if penalty.taken_back is None]
    return tuple(scoring.PenalisedMistake(name_of_side(match, penalty.side), penalty.after) for penalty in penalties)


def name_of_side(match: Match, side: str) -> str:
    """Return the name on a side; an unknown side is returned unchanged, and the core reports it."""
    return {Side.A.value: match.name_a, Side.B.value: match.name_b}.get(side, side)


def score_of_match(match: Match, games: Iterable[Game]) -> scoring.MatchScore:
    record = scoring.MatchRecord(
        (match.name_a, match.name_b),
        tuple(game_record_of(match, game) for game in games),
        settings_of_match(match),
        counting_penalties_of(match),
    )
    return score_match(record)

"""Record of a deck or a card: counts of its games; pure."""

from collections.abc import Iterable
from dataclasses import dataclass

from cards.record_registry import GameTally, Record
from matches.core.seasons.strengths import WinShare


@dataclass(frozen=True, slots=True)
class DeckGame:
    """A game of a deck. `won` is None without a winner; `mirror` is whether the other deck counts for the record, too.

    `match` and `player` are primary keys; `contents` are codes of cards.
    """

    match: int
    player: int | None
    format: str
    year: int
    won: bool | None
    crystals_for: int
    crystals_against: int
    mirror: bool = False
    contents: tuple[str, ...] = ()


def record_of_games(games: Iterable[DeckGame], *, now: Iterable[str] | None = None) -> Record:
    """Count games; `now` are the codes of the deck's present cards."""
    every = list(games)
    counted = [game for game in every if not game.mirror and game.won is not None]
    share = WinShare(sum(game.won is True for game in counted), len(counted))
    present = None if now is None else sorted(now)
    return Record(
        whole=_tally_games("", counted),
        formats=tuple(_tallies_by_attribute(counted, "format")),
        years=tuple(reversed(_tallies_by_attribute(counted, "year"))),
        template=share.says.template,
        params=share.says.params,
        mirrors=sum(game.mirror for game in every),
        matches=len({game.match for game in counted}),
        players=len({game.player for game in counted}),
        current=None if present is None else sum(sorted(game.contents) == present for game in counted),
    )


def _tallies_by_attribute(games: list[DeckGame], name: str) -> list[GameTally]:
    kinds = sorted({str(getattr(game, name)) for game in games})
    return [_tally_games(kind, [game for game in games if str(getattr(game, name)) == kind]) for kind in kinds]


def _tally_games(what: str, games: list[DeckGame]) -> GameTally:
    share = WinShare(sum(game.won is True for game in games), len(games))
    return GameTally(
        what,
        share.of,
        share.won,
        share.percent,
        share.low,
        share.high,
        sum(game.crystals_for for game in games),
        sum(game.crystals_against for game in games),
    )

"""Strengths of players (ratings by openskill) and of peoples, cards and decks (shares of wins); pure.

Shares have a 95 % Wilson interval, which unlike the usual ± is also right for a few games.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from cards.record_registry import GameTally, WinRecord
from common.sentence_tables import Sentence
from common.text import gettext_noop
from common.wilson import wilson_interval
from matches.core.seasons.encounters import DeckBrought, Encounter

# Below this many matches a rating is marked as unreliable.
MIN_RATED_MATCHES = 10


class Rating(NamedTuple):
    """A rating; the true strength lies within twice the uncertainty with a probability of 95 %."""

    value: float
    uncertainty: float

    @property
    def low(self) -> float:
        return round(self.value - 2 * self.uncertainty, 1)

    @property
    def high(self) -> float:
        return round(self.value + 2 * self.uncertainty, 1)


def ratings_by_match(played: Iterable[Encounter]) -> dict[str, tuple[Rating, ...]]:
    """Return each player’s rating after each of their matches; `played` is in the order of play.

    >>> found = ratings_by_match([Encounter("Roland", "Elinor", 5, 3, "Roland")])
    >>> found["Roland"][-1].value > found["Elinor"][-1].value
    True
    """
    from openskill.models import PlackettLuce, PlackettLuceRating  # slow to load

    model = PlackettLuce()
    known = defaultdict[str, PlackettLuceRating](model.rating)
    courses: dict[str, list[Rating]] = {}
    for match in played:
        ranks = [0.0, 0.0] if not match.winner else [0.0, 1.0] if match.winner == match.a else [1.0, 0.0]
        [[known[match.a]], [known[match.b]]] = model.rate([[known[match.a]], [known[match.b]]], ranks=ranks)
        for name in (match.a, match.b):
            courses.setdefault(name, []).append(Rating(round(known[name].mu, 1), round(known[name].sigma, 1)))
    return {name: tuple(course) for name, course in courses.items()}


# Below this many games no percentage is given.
MIN_GAMES = 10


@dataclass(frozen=True, slots=True)
class WinShare:
    """`won` games of `of`, with the Wilson interval from `low` to `high` in percent."""

    won: int
    of: int

    @property
    def has_enough_games(self) -> bool:
        return self.of >= MIN_GAMES

    @property
    def percent(self) -> int | None:
        """Return the share in percent, None for too few games."""
        return round(100 * self.won / self.of) if self.has_enough_games else None

    @property
    def low(self) -> int:
        return round(100 * wilson_interval(self.won, self.of)[0])

    @property
    def high(self) -> int:
        return round(100 * wilson_interval(self.won, self.of)[1])

    @property
    def sentence(self) -> Sentence:
        """Return a sentence about how much the share proves."""
        params = {"won": self.won, "of": self.of, "low": self.low, "high": self.high}
        if not self.of:
            return Sentence(gettext_noop("No games with a winner yet."))
        if not self.has_enough_games:
            return Sentence(_TOO_FEW_GAMES_SENTENCE, params)
        if self.low > 50:
            return Sentence(_STRONGER_SENTENCE, params)
        return Sentence(_WEAKER_SENTENCE if self.high < 50 else _CHANCE_SENTENCE, params)


_TOO_FEW_GAMES_SENTENCE = gettext_noop(
    "Won %(won)s of %(of)s: far too few games to tell. The true rate could be anywhere from %(low)s to %(high)s%%."
)
_CHANCE_SENTENCE = gettext_noop(
    "Won %(won)s of %(of)s: this may be luck. The true rate could be anywhere from %(low)s to %(high)s%%."
)
_STRONGER_SENTENCE = gettext_noop(
    "Won %(won)s of %(of)s: more than half even at the low end (%(low)s to %(high)s%%), but it also depends on "
    "who played it."
)
_WEAKER_SENTENCE = gettext_noop(
    "Won %(won)s of %(of)s: less than half even at the high end (%(low)s to %(high)s%%), but it also depends on "
    "who played it."
)


@dataclass(frozen=True, slots=True)
class MeasuredStrength:
    """Results with a people or a card: games, crystals won, matches, and players.

    `what` is the name of the people or the code of the card. Games in which both sides use it only count as `mirrors`.
    `matches` include matches without known games.
    """

    what: str
    games: WinShare
    crystals: int
    matches: WinShare
    mirrors: int
    players: tuple[str, ...]

    @property
    def crystals_a_game(self) -> float | None:
        """Return the mean of crystals won per game, None for too few games."""
        return round(self.crystals / self.games.of, 1) if self.games.has_enough_games else None


def people_strengths(played: Iterable[Encounter]) -> tuple[MeasuredStrength, ...]:
    return _count_strengths(played, lambda deck: [deck.people] if deck.people else [])


def card_strengths(played: Iterable[Encounter]) -> tuple[MeasuredStrength, ...]:
    """Return the strength of each card in known decks, most games first; copies in a deck count once."""
    return _count_strengths(played, lambda deck: deck.cards)


@dataclass(slots=True)
class _StrengthSum:
    won: int = 0
    of: int = 0
    crystals: int = 0
    matches_won: int = 0
    matches: int = 0
    mirrors: int = 0
    players: set[str] = field(default_factory=set)

    def to_strength(self, what: str) -> MeasuredStrength:
        games, matches = WinShare(self.won, self.of), WinShare(self.matches_won, self.matches)
        return MeasuredStrength(what, games, self.crystals, matches, self.mirrors, tuple(sorted(self.players)))


PartsOfDeck = Callable[[DeckBrought], Iterable[str]]


def _count_strengths(played: Iterable[Encounter], parts: PartsOfDeck) -> tuple[MeasuredStrength, ...]:
    sums: dict[str, _StrengthSum] = {}
    for match in played:
        for side in (match, match.seen_from(match.b)):
            _add_game_results(sums, side, parts)
            _add_match_result(sums, side, parts)
    strengths = (total.to_strength(what) for what, total in sums.items())
    return tuple(sorted(strengths, key=lambda strength: (-strength.games.of, -strength.matches.of, strength.what)))


def _add_game_results(sums: dict[str, _StrengthSum], encounter: Encounter, parts: PartsOfDeck) -> None:
    for bout in encounter.bouts:
        if not bout.winner:
            continue
        theirs = set(parts(bout.decks[1]))
        for what in set(parts(bout.decks[0])):
            line = sums.setdefault(what, _StrengthSum())
            line.players.add(encounter.a)
            if what in theirs:
                # Called once for each side, but count the game once.
                line.mirrors += encounter.a < encounter.b
                continue
            line.of += 1
            line.won += bout.winner == encounter.a
            line.crystals += bout.crystals if bout.winner == encounter.a else 0


def _add_match_result(sums: dict[str, _StrengthSum], encounter: Encounter, parts: PartsOfDeck) -> None:
    mine, theirs = ({part for pair in encounter.deck_pairs for part in parts(pair[side])} for side in (0, 1))
    for what in mine - theirs:
        line = sums.setdefault(what, _StrengthSum())
        line.players.add(encounter.a)
        if encounter.winner:
            line.matches += 1
            line.matches_won += encounter.winner == encounter.a


@dataclass(frozen=True, slots=True)
class DeckGame:
    """A game of a deck. `won` is None without a winner; `mirror` is whether the record also counts the opponent’s deck.

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


def record_of_games(games: Iterable[DeckGame], *, now: Iterable[str] | None = None) -> WinRecord:
    """Count games; `now` are the codes of the cards now in the deck."""
    every = list(games)
    counted = [game for game in every if not game.mirror and game.won is not None]
    share = WinShare(sum(game.won is True for game in counted), len(counted))
    present = None if now is None else sorted(now)
    return WinRecord(
        whole=_tally_games("", counted),
        formats=tuple(_tallies_by_attribute(counted, "format")),
        years=tuple(reversed(_tallies_by_attribute(counted, "year"))),
        template=share.sentence.template,
        params=share.sentence.params,
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

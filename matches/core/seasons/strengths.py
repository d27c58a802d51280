"""Strengths of peoples and cards: shares of wins with their Wilson interval at 95 %; pure.

The Wilson interval is also right for a few games, where the usual ± is not.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from common.sentences import Sentence
from common.text import gettext_noop
from common.wilson import wilson_interval
from matches.core.seasons.encounters import DeckBrought, Encounter

# Below this many games no percentage is given.
MIN_GAMES = 10


@dataclass(frozen=True, slots=True)
class WinShare:
    """`won` games of `of`, with the Wilson interval from `low` to `high` in percent."""

    won: int
    of: int

    @property
    def enough(self) -> bool:
        """Return whether there are enough games for a percentage."""
        return self.of >= MIN_GAMES

    @property
    def percent(self) -> int | None:
        """Return the share in percent, None for too few games."""
        return round(100 * self.won / self.of) if self.enough else None

    @property
    def low(self) -> int:
        return round(100 * wilson_interval(self.won, self.of)[0])

    @property
    def high(self) -> int:
        return round(100 * wilson_interval(self.won, self.of)[1])

    @property
    def says(self) -> Sentence:
        """Return a sentence on how much the share proves."""
        params = {"won": self.won, "of": self.of, "low": self.low, "high": self.high}
        if not self.of:
            return Sentence(_NO_GAMES_SENTENCE)
        if not self.enough:
            return Sentence(_TOO_FEW_GAMES_SENTENCE, params)
        if self.low > 50:
            return Sentence(_STRONGER_SENTENCE, params)
        return Sentence(_WEAKER_SENTENCE if self.high < 50 else _CHANCE_SENTENCE, params)


_NO_GAMES_SENTENCE = gettext_noop("No games with a winner yet.")
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
    """A people or a card: games and crystals won with it, matches, and players.

    `what` is the name of the people or the code of the card. Games in which both sides played it are counted as
    `mirrors` only. `matches` include those without known games.
    """

    what: str
    games: WinShare
    crystals: int
    matches: WinShare
    mirrors: int
    players: tuple[str, ...]

    @property
    def crystals_a_game(self) -> float | None:
        """Return the mean of crystals won a game, None for too few games."""
        return round(self.crystals / self.games.of, 1) if self.games.enough else None


def by_people(played: Iterable[Encounter]) -> tuple[MeasuredStrength, ...]:
    """Return the strength of each people, most games first."""
    return _count_strengths(played, lambda deck: [deck.people] if deck.people else [])


def by_card(played: Iterable[Encounter]) -> tuple[MeasuredStrength, ...]:
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

    def of_what(self, what: str) -> MeasuredStrength:
        games, matches = WinShare(self.won, self.of), WinShare(self.matches_won, self.matches)
        return MeasuredStrength(what, games, self.crystals, matches, self.mirrors, tuple(sorted(self.players)))


PartsOfDeck = Callable[[DeckBrought], Iterable[str]]


def _count_strengths(played: Iterable[Encounter], parts: PartsOfDeck) -> tuple[MeasuredStrength, ...]:
    sums: dict[str, _StrengthSum] = {}
    for match in played:
        for side in (match, match.seen_from(match.b)):
            _add_game_results(sums, side, parts)
            _add_match_result(sums, side, parts)
    strengths = (total.of_what(what) for what, total in sums.items())
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
                # Called for both sides; counted for one.
                line.mirrors += encounter.a < encounter.b
                continue
            line.of += 1
            line.won += bout.winner == encounter.a
            line.crystals += bout.crystals if bout.winner == encounter.a else 0


def _add_match_result(sums: dict[str, _StrengthSum], encounter: Encounter, parts: PartsOfDeck) -> None:
    mine, theirs = ({part for pair in encounter.brought for part in parts(pair[side])} for side in (0, 1))
    for what in mine - theirs:
        line = sums.setdefault(what, _StrengthSum())
        line.players.add(encounter.a)
        if encounter.winner:
            line.matches += 1
            line.matches_won += encounter.winner == encounter.a

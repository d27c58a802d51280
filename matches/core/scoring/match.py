"""Match records: settings, games and score of a match; frozen values.

A record can be impossible: `matches.core.scoring.score` finds everything that is wrong.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from common.text import fill_template
from decks.core.legality.decklist import DeckChanges, Edition

MAX_DRAGONS = 3
DEFAULT_TARGET = 5
MAX_TARGET = 99
MAX_PENALTY_CRYSTALS = 7


class GameEnd(StrEnum):
    """Ends of a game: the three of MATCH-06, a penalty or an illegal deck (MATCH-09, MATCH-10), giving up, and time.

    A game that ran out of time has no winner and no crystals, and ends the match.
    """

    FOURTH_DRAGON = "fourth_dragon"
    OUT_OF_CARDS = "out_of_cards"
    DECLINE = "decline"
    PENALTY = "penalty"
    CONCESSION = "concession"
    ILLEGAL_DECK = "illegal_deck"
    TIME = "time"


# After these ends, the winner gets the most crystals a game can give (MATCH-09).
ENDS_WITH_MAXIMUM = frozenset({GameEnd.PENALTY, GameEnd.ILLEGAL_DECK})


class Penalty(StrEnum):
    """Penalties for a mistake that cannot be taken back (MATCH-09, MATCH-10)."""

    NONE = "none"
    WARNING = "warning"
    CRYSTALS = "crystals"
    GAME_LOSS = "game_loss"


class SixCardsRule(StrEnum):
    """Which cards count towards the six that attract a second dragon (GAME-21, C-03), as agreed before the match."""

    COMBAT_AND_SUPPORT = "combat_and_support"
    COMBAT_ONLY = "combat_only"


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight that attracted dragons because of a retreat or a called bluff.

    `combat` and `support` count the winner’s cards in the two areas, including covered cards (GAME-21). `modifier` is
    how many dragons card texts add to a retreat; a called bluff has none (GAME-24).
    """

    winner: str
    combat: int = 1
    support: int = 0
    bluff: bool = False
    modifier: int = 0


class DecksShown(StrEnum):
    """Rules for when the opponent can see decks brought to the match."""

    AFTER_MATCH = "after_match"
    AFTER_GAME = "after_game"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSettings:
    """The terms that two players agree on before the first game (MATCH-12).

    `crystal_cards` is whether crystal (achievement) cards are in play; None means: if a game counts such a card.
    `game_cap` is the organiser’s limit of crystals for a game (MATCH-05). `penalty_crystals` is how many crystals a
    mistake gives the opponent if `penalty` is crystals (MATCH-10).
    """

    edition: str = Edition.LEGENDS
    target: int = DEFAULT_TARGET
    crystal_cards: bool | None = None
    game_cap: int | None = None
    emissary: bool = False
    inquisitor: bool = False
    families: bool = False
    draft: bool = False
    penalty: Penalty = Penalty.GAME_LOSS
    penalty_crystals: int = 1
    decks_shown: DecksShown = DecksShown.AFTER_MATCH
    deck_changes: DeckChanges = DeckChanges.LOCKED
    six_cards: SixCardsRule = SixCardsRule.COMBAT_AND_SUPPORT


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as reported.

    `fights` is None if only the result was reported; otherwise they must give winner and dragons. With neutral dragons,
    the player `out_first`, who ran out of cards first, has lost (MATCH-07). A disputed game counts once it is settled.
    """

    winner: str
    dragons: int
    crystal_cards: int = 0
    ended: str = GameEnd.OUT_OF_CARDS
    fights: tuple[Fight, ...] | None = None
    out_first: str = ""
    disputed: bool = False


@dataclass(frozen=True, slots=True)
class PenalisedMistake:
    """A mistake of `player` that gave the opponent crystals after `after` games (MATCH-10)."""

    player: str
    after: int


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """Two players, their settings, their games in the order of play, and penalties in crystals."""

    players: tuple[str, str]
    games: tuple[GameRecord, ...] = ()
    sheet: MatchSettings = MatchSettings()
    penalties: tuple[PenalisedMistake, ...] = ()


class Severity(StrEnum):
    """An error makes the record impossible; a warning asks for a second look."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Issue:
    """A fault in a record: number of the rule, sentence, and number of the game, if any."""

    code: str
    template: str
    params: Mapping[str, object] = field(default_factory=dict)
    game: int | None = None
    severity: Severity = Severity.ERROR

    @property
    def message(self) -> str:
        """Return the English sentence."""
        return fill_template(self.template, self.params)

    def as_dict(self) -> dict[str, object]:
        return {"code": self.code, "severity": self.severity.value, "message": self.message, "game": self.game}


@dataclass(frozen=True, slots=True)
class MatchScore:
    """Score of a match, computed from its record.

    `crystals` has the sum of each player. `by_game` has the crystals of each game, None for a game that does not count.
    `winner` has reached the target, or leads when time is up; if nobody leads then, the match is `drawn`.
    `next_starter` lost the last game, None before the first game (MATCH-04).
    """

    crystals: Mapping[str, int]
    by_game: tuple[int | None, ...]
    winner: str | None
    next_starter: str | None
    findings: tuple[Issue, ...]
    drawn: bool = False

    @property
    def over(self) -> bool:
        return self.drawn or self.winner is not None

    @property
    def is_possible(self) -> bool:
        return not any(finding.severity is Severity.ERROR for finding in self.findings)


def default_mistake_penalty(edition: str) -> Penalty:
    """Return the default penalty: a game loss in the first edition, none in Legends (C-13)."""
    return Penalty.GAME_LOSS if edition == Edition.FIRST else Penalty.NONE


DEFAULT_SHEET = MatchSettings(penalty=default_mistake_penalty(Edition.LEGENDS))

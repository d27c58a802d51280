"""Basics of verbs: when texts work, which cards they mean, and the declaration of a card.

A declaration names one or more of these; the engine knows each of them and no card by name. *Mine* and *theirs* are
seen from the player of the card, as the cards say "I" and "you" (R3-02). Elements: 1 fire, 2 earth, 0 both.
"""

from dataclasses import dataclass
from enum import StrEnum

FIRE, EARTH, BOTH = 1, 2, 0
ANY_NUMBER = 99

CHARACTER, BOOSTER, SUPPORT = "character", "booster", "support"
LEADERSHIP, SHIP, HYLA, ACHIEVEMENT = "leadership", "ship", "hyla", "achievement"


class When(StrEnum):
    """Timing of a power: the kinds of text of R1-060 to R1-064."""

    HAND = "from the hand"
    NOW = "right after it is played"
    ACTIVE = "while it is active"
    TURN = "once on each own turn"
    START = "at the beginning of the own turn"
    AFTER_PLAYS = "after the booster/support phase"
    END = "at the end of the own turn"
    ENDING = "when the own turn is about to end"
    AFTER_TURN = "after the own turn"
    FIGHT_END = "at the end of a fight"
    GAME_START = "at the start of the game"


@dataclass(frozen=True, slots=True)
class Which:
    """A description of cards by what is printed on them."""

    kinds: tuple[str, ...] = ()
    people: str = ""
    except_people: str = ""  # characters of this people are not meant
    except_protected: bool = False  # nor are PROTECTED cards, wherever they are (R0-16)
    text: bool | None = None
    icons: bool | None = None
    above: int | None = None  # a printed value higher than this
    word: str = ""  # a word of the name
    codes: tuple[str, ...] = ()


EVERY_CARD = Which()


class Effect:
    """Any verb below."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Power:
    """The declaration of a card: when it works, what it does, what that rests on; `done` is False where the text is
    not carried out, and `why` says what is missing of it, or of a text that is carried out in part."""

    when: When
    effects: tuple[Effect, ...]
    rests: tuple[str, ...] = ()
    done: bool = True
    why: str = ""


@dataclass(frozen=True, slots=True)
class Cost(Effect):
    """Cards to discard from a hand: printed fire and earth (on different cards), either of both, moons, or a number of
    cards of a kind (`kinds`: any one of them)."""

    fire: int = 0
    earth: int = 0
    either: int = 0
    moons: int = 0
    cards: int = 0
    kinds: tuple[str, ...] = ()


NO_COST = Cost()

"""What a power can do: the fixed set of effects that every card is declared with.

A declaration names one or more of these; the engine knows each of them and no card by name. *Mine* and *theirs* are
seen from the player of the card, as the cards say "I" and "you" (R3-02). Elements: 1 fire, 2 earth, 0 both.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

FIRE, EARTH, BOTH = 1, 2, 0
ANY = 99

CHARACTER, BOOSTER, SUPPORT = "character", "booster", "support"
LEADERSHIP, SHIP, HYLA, ACHIEVEMENT = "leadership", "ship", "hyla", "achievement"


class When(StrEnum):
    """When a power works: the kinds of text of R1-060 to R1-064."""

    HAND = "from the hand"
    NOW = "right after it is played"
    ACTIVE = "while it is active"
    TURN = "once on each own turn"
    START = "at the beginning of the own turn"
    AFTER_PLAYS = "after the booster/support phase"
    END = "at the end of the own turn"
    AFTER_TURN = "after the own turn"
    FIGHT_END = "at the end of a fight"
    GAME_START = "at the start of the game"


@dataclass(frozen=True, slots=True)
class Which:
    """A description of cards by what is printed on them."""

    kinds: tuple[str, ...] = ()
    people: str = ""
    except_people: str = ""  # characters of this people are not meant
    text: bool | None = None
    icons: bool | None = None
    above: int | None = None  # a printed value higher than this
    word: str = ""  # a word of the name
    codes: tuple[str, ...] = ()


class Effect:
    """Any verb below."""

    __slots__ = ()


# --- values ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RaiseOne(Effect):
    """One of my characters: `how` is double, to (`to`), sum or higher of its printed values."""

    how: str
    element: int = BOTH
    to: int = 0


@dataclass(frozen=True, slots=True)
class RaiseAll(Effect):
    """All my cards of a kind (`kind` may be "bluff")."""

    kind: str
    how: str
    to: int = 0


@dataclass(frozen=True, slots=True)
class TotalAtLeast(Effect):
    """My total power in that element rises to `to`."""

    to: int
    element: int = BOTH


@dataclass(frozen=True, slots=True)
class ReducePrinted(Effect):
    """Odd (1) or even (0) printed values of your cards of these kinds fall to 0."""

    kinds: tuple[str, ...]
    parity: int


# --- ignoring and forbidding ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ignore(Effect):
    """Your `what` (text, card or icons) is ignored; `beaten_by` opposing cards leave this one without effect."""

    what: str
    which: Which = Which()
    kept: tuple[str, ...] = ()
    beaten_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ban(Effect):
    """You may not play such cards."""

    which: Which


@dataclass(frozen=True, slots=True)
class CardLimit(Effect):
    """On your turn you may play no more than one card (into the combat area only, if so)."""

    combat_only: bool = False


@dataclass(frozen=True, slots=True)
class DeckLimit(Effect):
    """On your turn you may take no more than `most` cards of your draw deck (0: never any)."""

    most: int


@dataclass(frozen=True, slots=True)
class HandLimit(Effect):
    """With `held` or more cards in your hand you may take no further ones (0: never any)."""

    held: int


@dataclass(frozen=True, slots=True)
class NoAdditional(Effect):
    """You may not draw additional cards at the end of your turn."""


@dataclass(frozen=True, slots=True)
class NoCall(Effect):
    """You may not call my bluff."""


@dataclass(frozen=True, slots=True)
class OneCharacter(Effect):
    """You may not have more than one active character at the end of your character phase."""


# --- demands --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MustPlay(Effect):
    """On your turn you must play a card of this kind, or retreat."""

    kind: str


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


@dataclass(frozen=True, slots=True)
class Demand(Effect):
    """By the end of your booster/support phase you must discard this, or retreat (or I attract a dragon)."""

    cost: Cost
    or_dragon: bool = False


@dataclass(frozen=True, slots=True)
class DoubleDemand(Effect):
    """The effect of one of my boosters with this word in its name doubles."""

    word: str


# --- permissions ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Extra(Effect):
    """On my turn I may play so many cards more of this kind."""

    kind: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class NextFree(Effect):
    """The next character, booster or support I play on this turn is FREE."""


@dataclass(frozen=True, slots=True)
class FreeIf(Effect):
    """I may play this card as if it were FREE, on a condition about you."""

    condition: str
    count: int = 0


@dataclass(frozen=True, slots=True)
class OnlyIf(Effect):
    """I may only play this card on a condition."""

    condition: str
    count: int = 0


@dataclass(frozen=True, slots=True)
class JoinAny(Effect):
    """I may play this card without covering my active cards."""


@dataclass(frozen=True, slots=True)
class AttackAgain(Effect):
    """My active cards attack again: no character need be played."""


@dataclass(frozen=True, slots=True)
class MutantPass(Effect):
    """In my character phase I may play one mutant without meeting its condition."""


@dataclass(frozen=True, slots=True)
class LandedHand(Effect):
    """On the turn in which I land this ship I may also play `count` cards from my hand."""

    count: int = ANY


@dataclass(frozen=True, slots=True)
class AllReplace(Effect):
    """I may use all my cards as if they had the icon REPLACE."""


# --- fights and dragons ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OnRetreat(Effect):
    """Changes the dragons of a retreat: `mine` says whose retreat (mine or yours), `change` is more, fewer, most_one
    or none."""

    mine: bool
    change: str


@dataclass(frozen=True, slots=True)
class AttractIfSeveral(Effect):
    """With more than one active support with this word in its name I attract one dragon (in total)."""

    word: str


@dataclass(frozen=True, slots=True)
class RetreatIfSeveral(Effect):
    """With more than one active support with this word in its name you must retreat."""

    word: str


@dataclass(frozen=True, slots=True)
class AttractOne(Effect):
    """I attract one dragon."""


@dataclass(frozen=True, slots=True)
class PayForDragon(Effect):
    """I may discard this from my hand to attract one dragon."""

    costs: tuple[Cost, ...]


@dataclass(frozen=True, slots=True)
class ChangeElement(Effect):
    """The contested element changes (to `to`, or to the other one)."""

    to: int = BOTH


# --- things done once -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DiscardOne(Effect):
    """I may discard one of your active cards of these kinds."""

    kinds: tuple[str, ...] = ()
    with_icon: bool = False
    spare_last_character: bool = False
    least_characters: int = 0  # works only if you have so many active characters


@dataclass(frozen=True, slots=True)
class DiscardAll(Effect):
    """I may discard your cards: `where` is supports, combat or free; I keep you one character with `but_one`."""

    where: str
    active_only: bool = True
    but_one: bool = False
    from_ship_only: bool = False


@dataclass(frozen=True, slots=True)
class DiscardEither(Effect):
    """I may discard all your active boosters or all your active supports."""


@dataclass(frozen=True, slots=True)
class TakeBack(Effect):
    """I may take one of my cards into my hand: `where` is active or combat (not this card with `other`)."""

    where: str
    other: bool = False


@dataclass(frozen=True, slots=True)
class ShuffleAway(Effect):
    """I may force you to shuffle your combat and support areas into your draw deck, active PROTECTED excepted."""


@dataclass(frozen=True, slots=True)
class DrawFromHand(Effect):
    """I may draw cards from your hand and discard them."""

    count: int


@dataclass(frozen=True, slots=True)
class TheyDiscard(Effect):
    """You discard cards of your hand of your own choice: `count`, or down to `down_to`."""

    count: int = 0
    down_to: int = 0
    may: bool = True


@dataclass(frozen=True, slots=True)
class Disclose(Effect):
    """You disclose your hand."""


@dataclass(frozen=True, slots=True)
class Draw(Effect):
    """I may draw cards: `count` of them (`additional` as such at the end of a turn), or up to `to` in hand."""

    count: int = 0
    to: int = 0
    additional: bool = False


@dataclass(frozen=True, slots=True)
class Search(Effect):
    """I search my draw deck or discard pile and may take one card, shown; or put it to use (`ships`)."""

    where: str
    ships: bool = False


@dataclass(frozen=True, slots=True)
class DrawFromDiscard(Effect):
    """I shuffle my discard pile face down and may draw cards from it."""

    count: int


@dataclass(frozen=True, slots=True)
class ShuffleDiscard(Effect):
    """I may shuffle my discard pile into my draw deck."""


@dataclass(frozen=True, slots=True)
class DiscardOwn(Effect):
    """I may discard any number of cards of my hand."""


@dataclass(frozen=True, slots=True)
class PutUnder(Effect):
    """I may place any number of cards of my hand at the bottom of my draw deck."""


@dataclass(frozen=True, slots=True)
class RevealTop(Effect):
    """I may reveal up to `count` cards of my draw deck, discard one of them and take the others."""

    count: int


@dataclass(frozen=True, slots=True)
class DrawAndReturn(Effect):
    """I may draw up to `count` additional cards, then shuffle any `back` cards of my hand into my draw deck."""

    count: int
    back: int


@dataclass(frozen=True, slots=True)
class DiscardTop(Effect):
    """I may discard the top card of your draw deck."""


@dataclass(frozen=True, slots=True)
class LoadFromHand(Effect):
    """Now I may load up to `count` cards from my hand onto this ship."""

    count: int


@dataclass(frozen=True, slots=True)
class DiscardTrophy(Effect):
    """I may discard one of your active crystal cards."""


@dataclass(frozen=True, slots=True)
class CrystalAsIf(Effect):
    """A crystal card may be played as though its dragon were on the player's side (`both`: by either player)."""

    both: bool = False


@dataclass(frozen=True, slots=True)
class Both(Effect):
    """Each of us, you first (R1-018): `what` is leadership, discard3, reshuffle, supports, draw3, cost or hand6."""

    what: str
    cost: Cost = Cost()


@dataclass(frozen=True, slots=True)
class Interfere(Effect):
    """I may answer you: `to` is character (cancelled), power (your turn ends) or interference (cancelled)."""

    to: str


@dataclass(frozen=True, slots=True)
class Power:
    """The declaration of a card: when it works, what it does, what that rests on; `done` is False where the text is
    not carried out, and `why` says so."""

    when: When
    effects: tuple[Effect, ...]
    rests: tuple[str, ...] = ()
    done: bool = True
    why: str = ""

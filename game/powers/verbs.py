"""Verbs: the fixed set of effects for declaring cards.

A declaration names one or more of these; the engine knows each verb, but no card by name. *Mine* and *theirs* are from
the view of the card’s player, as cards say "I" and "you" (R3-02). Elements: 1 fire, 2 earth, 0 both.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import dataclass_transform

FIRE, EARTH, BOTH_ELEMENTS = 1, 2, 0
ANY_NUMBER = 99

CHARACTER, BOOSTER, SUPPORT = "character", "booster", "support"
LEADERSHIP, SHIP, HYLA, ACHIEVEMENT = "leadership", "ship", "hyla", "achievement"


class Timing(StrEnum):
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
    """A condition on the printed facts of cards."""

    kinds: tuple[str, ...] = ()
    except_people: str = ""  # excludes characters of this people
    except_protected: bool = False  # excludes PROTECTED cards, in any zone (R0-16)
    text: bool | None = None
    icons: bool | None = None
    above: int | None = None  # a higher printed value than this


ANY_CARD = Which()


@dataclass_transform(frozen_default=True)
class CardEffect:
    """Any verb below: a frozen dataclass of its fields."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


@dataclass(frozen=True, slots=True)
class Power:
    """The declaration of a card: when it works, what it does, and its sources; `done` is False if the text is not
    carried out. `why` says what is missing, even if a part is carried out."""

    when: Timing
    effects: tuple[CardEffect, ...]
    rests: tuple[str, ...] = ()
    done: bool = True
    why: str = ""


class Cost(CardEffect):
    """Cards to discard from a hand: printed fire and earth (on different cards), either element, moons, or a number of
    cards of one of the `kinds`."""

    fire: int = 0
    earth: int = 0
    either: int = 0
    moons: int = 0
    cards: int = 0
    kinds: tuple[str, ...] = ()


NO_DISCARD_COST = Cost()

# --- texts that last or work in the hand: values, ignoring, bans, demands, permissions ------------------------------


class RaiseOne(CardEffect):
    """One of my characters gets a value: `how` is double, to (`to`), or the sum or the higher of its printed values."""

    how: str
    element: int = BOTH_ELEMENTS
    to: int = 0


class RaiseAll(CardEffect):
    """All my cards of a kind (`kind` may be "bluff")."""

    kind: str
    how: str
    to: int = 0


class MinTotal(CardEffect):
    """My total power in that element rises to `to`."""

    to: int
    element: int = BOTH_ELEMENTS


class ReducePrinted(CardEffect):
    """Odd (1) or even (0) printed values of your cards of these kinds fall to 0."""

    kinds: tuple[str, ...]
    parity: int


class Ignore(CardEffect):
    """Your `what` (text, card or icons) is ignored; opposing cards in `beaten_by` leave this card without effect."""

    what: str
    which: Which = ANY_CARD
    except_for: tuple[str, ...] = ()
    beaten_by: tuple[str, ...] = ()


class Ban(CardEffect):
    """You may not play such cards."""

    which: Which


class CardLimit(CardEffect):
    """On your turn you may play no more than one card, with `combat_only` into the combat area."""

    combat_only: bool = False


class DrawLimit(CardEffect):
    """On your turn you may take no more than `most` cards of your draw deck (0: never any)."""

    most: int


class HandLimit(CardEffect):
    """With `held` or more cards in your hand you may take no further cards (0: never any)."""

    limit: int


class NoExtraDraws(CardEffect):
    """You may not draw additional cards at the end of your turn."""


class NoBluffCall(CardEffect):
    """You may not call my bluff."""


class OneCharacter(CardEffect):
    """You may not have more than one active character at the end of your character phase."""


class MustPlay(CardEffect):
    """On your turn you must play a card of this kind, or retreat."""

    kind: str


class Demand(CardEffect):
    """By the end of your booster/support phase you must discard this, or retreat (or I attract a dragon)."""

    cost: Cost
    or_dragon: bool = False


class DoubleBoosters(CardEffect):
    """The effect of one of my boosters with one of these words in its name doubles."""

    words: tuple[str, ...]


class ExtraPlays(CardEffect):
    """On my turn I may play this many more cards of this kind."""

    kind: str
    count: int = 1


class NextCardFree(CardEffect):
    """The next character, booster or support I play on this turn is FREE."""


class FreeIf(CardEffect):
    """I may play this card as if it were FREE, on a condition about you."""

    condition: str
    count: int = 0


class OnlyIf(CardEffect):
    """I may only play this card on a condition."""

    condition: str
    count: int = 0


class JoinAny(CardEffect):
    """I may play this card without covering my active cards."""


class AttackAgain(CardEffect):
    """My active cards attack again, so I don’t have to play a character."""


class AllowMutant(CardEffect):
    """In my character phase I may play one mutant without meeting its condition."""


class PlayOnLanding(CardEffect):
    """On the turn in which I land this ship I can also play `count` cards from my hand."""

    count: int = ANY_NUMBER


class ReplaceForAll(CardEffect):
    """I may use all my cards as if they had the icon REPLACE."""


# --- dragons and fights, and what is done once: discarding, taking, drawing, searching -------------------------------


class OnRetreat(CardEffect):
    """Changes the dragons of my retreat (`mine`) or your retreat: `change` is more, fewer, most_one or none."""

    mine: bool
    change: str


class AttractIfSeveral(CardEffect):
    """With more than one active support with this word in its name I attract one dragon (in total)."""

    word: str


class RetreatIfSeveral(CardEffect):
    """With more than one active support with this word in its name you must retreat."""

    word: str


class AttractDragon(CardEffect):
    """I attract one dragon."""


class PayForDragon(CardEffect):
    """I may discard this from my hand to attract one dragon."""

    cost: Cost


class ChangeElement(CardEffect):
    """The contested element changes (to `to`, or to the other one)."""

    to: int = BOTH_ELEMENTS


class DiscardTheirs(CardEffect):
    """I may discard one of your active cards of these kinds."""

    kinds: tuple[str, ...] = ()
    with_icon: bool = False
    spare_last_character: bool = False
    least_characters: int = 0  # works only if you have so many active characters


class DiscardAllTheirs(CardEffect):
    """I may discard your cards: `where` is supports, combat or free; with `but_one` you keep one character."""

    where: str
    active_only: bool = True
    but_one: bool = False
    from_ship_only: bool = False


class DiscardEither(CardEffect):
    """I may discard all your active boosters or all your active supports."""


class TakeBack(CardEffect):
    """I may take one of my cards into my hand: `where` is active or combat; with `other`, I can’t take this card."""

    where: str
    other: bool = False


class ShuffleAway(CardEffect):
    """I may force you to shuffle your combat and support areas into your draw deck, except active PROTECTED cards."""


class DiscardTheirHand(CardEffect):
    """I may draw cards from your hand and discard them."""

    count: int


class OpponentDiscards(CardEffect):
    """You discard cards of your hand of your own choice: `count`, or down to `down_to`."""

    count: int = 0
    down_to: int = 0
    may: bool = True


class ShowHand(CardEffect):
    """You disclose your hand."""


class DrawCards(CardEffect):
    """I may draw `count` cards (`additional`: as additional cards at the end of a turn), or up to `to` in hand."""

    count: int = 0
    to: int = 0
    additional: bool = False


class SearchDeck(CardEffect):
    """I search my draw deck or discard pile and may take one card, shown, or with `ships` play it or load it."""

    where: str
    ships: bool = False


class DrawFromDiscard(CardEffect):
    """I shuffle my discard pile face down and may draw cards from it."""

    count: int


class ShufflePile(CardEffect):
    """I may shuffle my discard pile into my draw deck."""


class DiscardOwnHand(CardEffect):
    """I may discard any number of cards of my hand."""


class PutUnderDeck(CardEffect):
    """I may place any number of cards of my hand at the bottom of my draw deck."""


class RevealTop(CardEffect):
    """I may reveal up to `count` cards of my draw deck, discard one of them and take the others."""

    count: int


class DrawAndReturn(CardEffect):
    """I may draw up to `count` additional cards, then shuffle any `back` cards of my hand into my draw deck."""

    count: int
    back: int


class DiscardTop(CardEffect):
    """I may discard the top card of your draw deck."""


class LoadFromHand(CardEffect):
    """Now I may load up to `count` cards from my hand onto this ship."""

    count: int


class DiscardCrystal(CardEffect):
    """I may discard one of your active crystal cards."""


class CrystalAsIf(CardEffect):
    """A crystal card may be played as though its dragon were on the player’s side (`both`: by either player)."""

    both: bool = False


class EachPlayer(CardEffect):
    """Each of us, you first (R1-018): `what` is leadership, discard3, reshuffle, supports, draw3, cost or hand6."""

    what: str
    cost: Cost = NO_DISCARD_COST


class Interfere(CardEffect):
    """I may answer you: `to` is character (cancelled), power (your turn ends) or interference (cancelled)."""

    to: str

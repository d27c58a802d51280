"""Verbs of texts that last or are asked in hand: values, ignoring, bans, demands, permissions."""

from dataclasses import dataclass

from game.powers.verbs.basics import ANY_NUMBER, BOTH, EVERY_CARD, Cost, Effect, Which


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


@dataclass(frozen=True, slots=True)
class Ignore(Effect):
    """Your `what` (text, card or icons) is ignored; `beaten_by` opposing cards leave this one without effect."""

    what: str
    which: Which = EVERY_CARD
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


@dataclass(frozen=True, slots=True)
class MustPlay(Effect):
    """On your turn you must play a card of this kind, or retreat."""

    kind: str


@dataclass(frozen=True, slots=True)
class Demand(Effect):
    """By the end of your booster/support phase you must discard this, or retreat (or I attract a dragon)."""

    cost: Cost
    or_dragon: bool = False


@dataclass(frozen=True, slots=True)
class DoubleDemand(Effect):
    """The effect of one of my boosters with one of these words in its name doubles."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Extra(Effect):
    """On my turn I may play this many more cards of this kind."""

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

    count: int = ANY_NUMBER


@dataclass(frozen=True, slots=True)
class AllReplace(Effect):
    """I may use all my cards as if they had the icon REPLACE."""

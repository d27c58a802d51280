"""Verbs of dragons and fights, and of what is done once: discarding, taking, drawing, searching."""

from dataclasses import dataclass

from game.powers.verbs.basics import BOTH, NO_COST, Cost, Effect


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

    cost: Cost


@dataclass(frozen=True, slots=True)
class ChangeElement(Effect):
    """The contested element changes (to `to`, or to the other one)."""

    to: int = BOTH


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
    cost: Cost = NO_COST


@dataclass(frozen=True, slots=True)
class Interfere(Effect):
    """I may answer you: `to` is character (cancelled), power (your turn ends) or interference (cancelled)."""

    to: str

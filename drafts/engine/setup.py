"""What is agreed before a draft: players, peoples, the way of the last deal; and every figure that follows from it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from cards.facts import DECK_MARKS, PEOPLES, CardFacts, Catalogue, People
from common.errors import Detail, Invalid
from common.text import fold, gettext_noop, nearest


class Step8(StrEnum):
    """Which way the last, smaller deal is passed (DRAFT-20): right, or by going on to alternate."""

    RIGHT = "right"
    ALTERNATE = "alternate"


class Direction(StrEnum):
    """Which way packets go: to the right is to seat `s - 1`, to the left to seat `s + 1`."""

    RIGHT = "right"
    LEFT = "left"

    @property
    def step(self) -> int:
        """What is added to a seat number to find the receiver."""
        return -1 if self is Direction.RIGHT else 1


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table of the booklet: people decks, cards dealt to each in a round, rounds, cards kept."""

    decks: int
    packet: int
    rounds: int
    kept: int


# Players -> row (DRAFT-02; rules.md 3.2). With Buka 2, 3 and 5 players keep one card less than `kept`.
TABLE: Mapping[int, Row] = {
    2: Row(3, 5, 9, 39),
    3: Row(4, 5, 8, 35),
    4: Row(6, 5, 9, 39),
    5: Row(7, 6, 7, 38),
    6: Row(9, 7, 7, 42),
}
FEWEST, MOST = min(TABLE), max(TABLE)
DECK_SIZE = 30
FULL_UNIT, BUKA_UNIT = 33, 31


def unit_size(people: People) -> int:
    """Cards a people brings to the pool: 31 + Chosen One + its mutant (SET-05), or Buka's 30 + Sea Moon (SET-06)."""
    return BUKA_UNIT if people is People.BUKA else FULL_UNIT


@dataclass(frozen=True, slots=True)
class Figures:
    """The counts of a draft before anyone sits down (rules.md 3.2), all in cards but `players`, `decks` and `rounds`.

    `last_deal` is the size of a packet of step 8, 0 when there is none; `discards` is the whole discard pile, the
    `leftover` of the pool included; `sideboard` is what a player keeps beyond a deck of 30.
    """

    players: int
    decks: int
    packet: int
    rounds: int
    pool: int
    dealt: int
    rest: int
    last_deal: int
    kept: int
    leftover: int
    discards: int
    sideboard: int


def figures(players: int, pool: int) -> Figures:
    """The figures for so many players and a pool of that many cards.

    Raises `Invalid` for a number of players that the booklet has no row for (DRAFT-23) and for a pool too small for
    the deal of that row (DRAFT-21).
    """
    row = _row(players)
    dealt = players * row.packet * row.rounds
    rest = pool - dealt
    last = _last_deal(players, rest)
    kept = row.rounds * (row.packet - 1) + max(last - 1, 0)
    leftover = rest - players * last
    discards = players * row.rounds + (players if last else 0) + leftover
    return Figures(
        players=players,
        decks=row.decks,
        packet=row.packet,
        rounds=row.rounds,
        pool=pool,
        dealt=dealt,
        rest=rest,
        last_deal=last,
        kept=kept,
        leftover=leftover,
        discards=discards,
        sideboard=kept - DECK_SIZE,
    )


def _row(players: int) -> Row:
    row = TABLE.get(players)
    if row is None:
        template = gettext_noop("A draft is for %(fewest)d to %(most)d players, not for %(players)d.")
        params = {"fewest": FEWEST, "most": MOST, "players": players}
        raise Invalid(template, params, rule="DRAFT-23", details=(Detail(template % params, field="players"),))
    return row


def _last_deal(players: int, rest: int) -> int:
    """Step 8: four each from the rest, three where four do not reach, none with six players (DRAFT-10, 21, 22)."""
    if rest >= 0 and players == MOST:
        return 0
    for size in (4, 3):
        if rest >= size * players:
            return size
    template = gettext_noop("The pool is too small: after the rounds %(rest)d cards are left for %(players)d players.")
    raise Invalid(template, {"rest": rest, "players": players}, rule="DRAFT-21")


@dataclass(frozen=True, slots=True)
class Setup:
    """A set-up that the rules allow; making one that they do not allow raises `Invalid` with the rule.

    `peoples` is kept in the order of the symbols (CARD-01), so that the same choice is the same set-up. `sizes` are
    the packet sizes round after round, the last deal included as the round after the table's rounds.
    """

    players: int
    peoples: tuple[People, ...]
    step8: Step8 = Step8.RIGHT
    figures: Figures = field(init=False)
    sizes: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        _check_peoples(self.players, self.peoples)
        ordered = tuple(people for people in PEOPLES if people in self.peoples)
        counts = figures(self.players, sum(map(unit_size, ordered)))
        last = (counts.last_deal,) if counts.last_deal else ()
        object.__setattr__(self, "peoples", ordered)
        object.__setattr__(self, "figures", counts)
        object.__setattr__(self, "sizes", (counts.packet,) * counts.rounds + last)

    @property
    def rounds(self) -> int:
        """All rounds, the last deal counted."""
        return len(self.sizes)

    def is_last_deal(self, number: int) -> bool:
        """Whether that round is the deal of step 8."""
        return number > self.figures.rounds

    def direction(self, number: int) -> Direction:
        """Odd rounds go right, even ones left; the last deal as agreed (DRAFT-05, DRAFT-20)."""
        if self.is_last_deal(number) and self.step8 is Step8.RIGHT:
            return Direction.RIGHT
        return Direction.RIGHT if number % 2 else Direction.LEFT


def _check_peoples(players: int, peoples: Sequence[People]) -> None:
    """As many different peoples as the table asks for (DRAFT-02); a box holds each of them once."""
    needed = _row(players).decks
    for people in peoples:
        if people not in PEOPLES:
            raise _unknown(str(people))
    twice = [people for people in PEOPLES if list(peoples).count(people) > 1]
    if twice:
        template = gettext_noop("%(people)s is chosen more than once; each people is in the box once.")
        raise _refused(template, {"people": ", ".join(twice)})
    if len(peoples) != needed:
        template = gettext_noop("%(players)d players draft %(needed)d peoples; %(chosen)d chosen.")
        raise _refused(template, {"players": players, "needed": needed, "chosen": len(peoples)})


def _refused(template: str, params: Mapping[str, object]) -> Invalid:
    return Invalid(template, params, rule="DRAFT-02", details=(Detail(template % params, field="peoples"),))


def _unknown(text: str) -> Invalid:
    text = text[:40]
    close = tuple(nearest(text, PEOPLES, limit=1))
    template = gettext_noop("“%(text)s” is not one of the peoples %(peoples)s.")
    params = {"text": text, "peoples": ", ".join(PEOPLES)}
    detail = Detail(template % params, field="peoples", suggestions=close)
    return Invalid(template, params, rule="DRAFT-02", details=(detail,))


def read_peoples(names: Iterable[str]) -> tuple[People, ...]:
    """Peoples by name, any case; raises `Invalid` with the nearest name for one that is none."""
    by_name = {fold(people): people for people in PEOPLES}
    found = []
    for name in names:
        people = by_name.get(fold(name))
        if people is None:
            raise _unknown(name.strip())
        found.append(people)
    return tuple(found)


def read_step8(text: str) -> Step8:
    """The option by its name; raises `Invalid` naming the two there are."""
    try:
        return Step8(text.strip().lower())
    except ValueError:
        template = gettext_noop("The last deal goes “right” or “alternate”, not “%(text)s”.")
        params = {"text": text[:40]}
        detail = Detail(template % params, field="step8")
        raise Invalid(template, params, rule="DRAFT-20", details=(detail,)) from None


def usual_peoples(players: int) -> tuple[People, ...]:
    """A choice to start from: the first peoples in the order of their symbols."""
    return PEOPLES[: _row(players).decks]


def pool_of(setup: Setup, catalogue: Catalogue) -> tuple[str, ...]:
    """The codes of the pool in catalogue order (DRAFT-03, DRAFT-25).

    Raises `Invalid` when the catalogue does not hold exactly the cards of each unit (SET-05, SET-06).
    """
    units: dict[People, list[str]] = {people: [] for people in setup.peoples}
    for card in catalogue:
        people = _brought_by(card)
        if people in units:
            units[people].append(card.code)
    for people, codes in units.items():
        if len(codes) != unit_size(people):
            template = gettext_noop("The catalogue has %(have)d of the %(needed)d cards that %(people)s brings.")
            params = {"have": len(codes), "needed": unit_size(people), "people": people.value}
            raise Invalid(template, params, rule="SET-05")
    return tuple(code for codes in units.values() for code in codes)


def _brought_by(card: CardFacts) -> People | None:
    """The people to whose unit a card belongs: by affiliation, a mutant by its deck mark; leaders to none."""
    if not card.playable:
        return None
    if card.people is People.MUTANT:
        return DECK_MARKS.get(card.deck)
    return card.people


def shuffle(pool: Iterable[str], rng: random.Random) -> tuple[str, ...]:
    """The deal: all cards of the pool in the order in which they are dealt (DRAFT-04)."""
    order = list(pool)
    rng.shuffle(order)
    return tuple(order)

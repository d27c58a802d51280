"""Power of one side of a fight, step by step (GAME-10 to GAME-18), in exact fractions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from common.errors import Invalid
from common.text import gettext_noop

BLUFF_VALUE = 2
MAX_CARDS_IN_SUM = 40
MAX_EFFECTS = 60
MAX_POWER_VALUE = 999


class Element(StrEnum):
    """Element of a fight (GAME-10)."""

    FIRE = "fire"
    EARTH = "earth"


class Operation(StrEnum):
    """Operation of an instruction on a value. To double is to multiply by two; to halve is to divide by two."""

    ADD = "add"
    MULTIPLY = "multiply"
    SUBTRACT = "subtract"
    DIVIDE = "divide"


INCREASING_CHANGES = (Operation.ADD, Operation.MULTIPLY)
DECREASING_CHANGES = (Operation.DIVIDE, Operation.SUBTRACT)


class Zone(StrEnum):
    """Place of a card, which decides whether its value counts (GAME-11)."""

    COMBAT = "combat"
    SUPPORT = "support"
    COVERED = "covered"
    LEADERSHIP = "leadership"


PLACES_THAT_COUNT = frozenset({Zone.COMBAT, Zone.SUPPORT})


@dataclass(frozen=True, slots=True)
class Effect:
    """An instruction that changes a value: operation, amount, and whether it comes from the opponent’s card."""

    change: Operation
    amount: Fraction
    name: str = ""
    opposing: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerCard:
    """A card on the table with its printed values, and the effects on it.

    A card played as a bluff counts two in the contested element, whatever its mark (GAME-13). The values, icons and
    text of an ignored card have no effect (GAME-12). A protected card that is not ignored is unaffected by the
    opponent’s cards.
    """

    name: str = ""
    fire: Fraction = Fraction(0)
    earth: Fraction = Fraction(0)
    place: Zone = Zone.COMBAT
    shields: frozenset[Element] = frozenset()
    bluff: bool = False
    ignored: bool = False
    protected: bool = False
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the sum in words, and the value after it."""

    template: str
    value: Fraction
    params: Mapping[str, object] = field(default_factory=dict)
    rule: str = ""


@dataclass(frozen=True, slots=True)
class CardPower:
    """Power of one card, and the steps that lead to it."""

    name: str
    value: Fraction
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class TotalPower:
    """The total of a side in the element, never negative (GAME-16), and whether it has a shield (GAME-17)."""

    element: Element
    total: Fraction
    shield: bool
    cards: tuple[CardPower, ...]
    steps: tuple[Step, ...]

    def suffices(self, against: Fraction) -> bool:
        """Return whether a side reaches the opponent’s power or has a shield instead (GAME-06, GAME-17, GAME-18)."""
        return self.shield or self.total >= against


def total_power(element: Element, cards: Sequence[PowerCard], *, effects: Iterable[Effect] = ()) -> TotalPower:
    """Add up the power of a side; `effects` change the total. Raises `Invalid` for values that no card text can have.

    >>> changed = (Effect(Operation.MULTIPLY, Fraction(2)), Effect(Operation.ADD, Fraction(2)))
    >>> total_power(Element.FIRE, [PowerCard(fire=Fraction(3), effects=changed)]).total
    Fraction(10, 1)
    """
    on_total = tuple(effects)
    _check_power_input(cards, on_total)
    counted = tuple(card_power_of(card, element) for card in cards)
    base = sum((card.value for card in counted), Fraction(0))
    total, steps = apply_effects(base, on_total)
    if total < 0:
        total = Fraction(0)
        steps = (*steps, Step(gettext_noop("a total is never negative"), total, {}, "GAME-16"))
    shield = any(element in card.shields and card.place in PLACES_THAT_COUNT and not card.ignored for card in cards)
    return TotalPower(element, total, shield, counted, steps)


def card_power_of(card: PowerCard, element: Element) -> CardPower:
    """Return a card’s power in an element: base value, then all increases, then all decreases (GAME-13, GAME-14)."""
    if card.place not in PLACES_THAT_COUNT:
        template = gettext_noop("covered, so it doesn’t count")
        if card.place is Zone.LEADERSHIP:
            template = gettext_noop("leadership cards have no value")
        return CardPower(card.name, Fraction(0), (Step(template, Fraction(0), {}, "GAME-11"),))
    first_step = _base_value_step(card, element)
    effects = card.effects
    steps_before: tuple[Step, ...] = ()
    if card.protected and not card.ignored and any(effect.opposing for effect in effects):
        effects = tuple(effect for effect in effects if not effect.opposing)
        steps_before = (
            Step(gettext_noop("protected, so nothing the opponent plays changes it"), first_step.value, {}, "GAME-12"),
        )
    value, steps = apply_effects(first_step.value, effects)
    return CardPower(card.name, value, (first_step, *steps_before, *steps))


def apply_effects(value: Fraction, effects: Sequence[Effect]) -> tuple[Fraction, tuple[Step, ...]]:
    """Apply Special Rule 7: all increases to the maximum, then all decreases to the minimum (GAME-14).

    Adding before multiplying gives the maximum of a value from 0 up, dividing before subtracting the minimum.
    """
    steps: list[Step] = []
    for change in (*INCREASING_CHANGES, *DECREASING_CHANGES):
        for effect in (effect for effect in effects if effect.change is change):
            value = _apply_effect(value, effect)
            params = {"amount": fraction_as_text(effect.amount), "name": effect.name}
            steps.append(Step(_NAMED[change] if effect.name else _STEP_SENTENCES[change], value, params, "GAME-14"))
    return value, tuple(steps)


def fraction_as_text(value: Fraction) -> str:
    """Return a value as text: a whole number, with exact halves and quarters, or else a fraction.

    >>> [fraction_as_text(value) for value in (Fraction(9, 2), Fraction(4), Fraction(-1, 2), Fraction(1, 3))]
    ['4½', '4', '-½', '1/3']
    """
    part = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}.get(abs(value) % 1)
    if value.denominator == 1 or part is None:
        return str(value)
    sign, whole = "-" if value < 0 else "", int(abs(value))
    return f"{sign}{whole or ''}{part}"


def _apply_effect(value: Fraction, effect: Effect) -> Fraction:
    if effect.change is Operation.ADD:
        return value + effect.amount
    if effect.change is Operation.SUBTRACT:
        return value - effect.amount
    return value * effect.amount if effect.change is Operation.MULTIPLY else value / effect.amount


def _base_value_step(card: PowerCard, element: Element) -> Step:
    if card.ignored:
        return Step(gettext_noop("ignored, so it counts as 0"), Fraction(0), {}, "GAME-13")
    if card.bluff:
        return Step(gettext_noop("bluff, whatever its element icon"), Fraction(BLUFF_VALUE), {}, "GAME-13")
    return Step(gettext_noop("printed value"), card.fire if element is Element.FIRE else card.earth, {}, "GAME-13")


def _check_power_input(cards: Sequence[PowerCard], on_total: Sequence[Effect]) -> None:
    effects = [*on_total, *(effect for card in cards for effect in card.effects)]
    if len(cards) > MAX_CARDS_IN_SUM or len(effects) > MAX_EFFECTS:
        raise Invalid(
            gettext_noop("That’s more cards and effects than a table can have."), rule="GAME-11", field="cards"
        )
    for effect in effects:
        least = Fraction(1) if effect.change in (Operation.MULTIPLY, Operation.DIVIDE) else Fraction(0)
        if not least <= effect.amount <= MAX_POWER_VALUE:
            template = gettext_noop("An effect can’t add less than 0, or multiply or divide by less than 1.")
            raise Invalid(template, rule="GAME-14", field="effects")
    for card in cards:
        if not (0 <= card.fire <= MAX_POWER_VALUE and 0 <= card.earth <= MAX_POWER_VALUE):
            raise Invalid(
                gettext_noop("A printed value can’t be negative or that high."), rule="GAME-13", field="cards"
            )


_STEP_SENTENCES = {
    Operation.ADD: gettext_noop("plus %(amount)s"),
    Operation.MULTIPLY: gettext_noop("times %(amount)s"),
    Operation.DIVIDE: gettext_noop("divided by %(amount)s"),
    Operation.SUBTRACT: gettext_noop("minus %(amount)s"),
}
_NAMED = {
    Operation.ADD: gettext_noop("%(name)s: plus %(amount)s"),
    Operation.MULTIPLY: gettext_noop("%(name)s: times %(amount)s"),
    Operation.DIVIDE: gettext_noop("%(name)s: divided by %(amount)s"),
    Operation.SUBTRACT: gettext_noop("%(name)s: minus %(amount)s"),
}

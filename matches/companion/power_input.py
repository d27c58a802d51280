"""Input of the power calculator: parses cards by name or value, and effects such as "x2 +2"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from itertools import zip_longest

from cards.core.facts import CardFacts, CardType, Catalogue, IconKind
from common.errors import Detail, Invalid, Missing
from common.text import gettext_noop
from matches.core.scoring.power import Effect, Element, Operation, PowerCard, TotalPower, Zone, total_power

MAX_POWER_ROWS = 40
_EFFECT_PATTERN = re.compile(r"([+\-*/x×:÷])\s*(\d{1,4}(?:[.,]\d{1,3})?|½)", re.IGNORECASE)
_CHANGE_BY_SIGN = {
    "+": Operation.ADD,
    "-": Operation.SUBTRACT,
    "/": Operation.DIVIDE,
    ":": Operation.DIVIDE,
    "÷": Operation.DIVIDE,
}


@dataclass(frozen=True, slots=True)
class PowerRow:
    """Row of the form: a card or a value, the player’s own effects, the opponent’s effects, and the card’s state."""

    card: str
    own: str
    theirs: str
    state: str


def parse_power_rows(
    cards: Sequence[str], own: Sequence[str], theirs: Sequence[str], states: Sequence[str]
) -> list[PowerRow]:
    return [PowerRow(*(cell[:80] for cell in line)) for line in zip_longest(cards, own, theirs, states, fillvalue="")][
        :MAX_POWER_ROWS
    ]


def compute_rows_power(
    power_rows: Sequence[PowerRow], element: str, on_total: str, against: str, cards: Catalogue
) -> tuple[TotalPower, Fraction | None]:
    """Return a side’s power and the power it must reach; raises `Invalid` with the numbers of wrong rows."""
    faults: list[Detail] = []
    read: list[PowerCard] = []
    for number, power_row in enumerate((power_row for power_row in power_rows if power_row.card.strip()), start=1):
        try:
            read.append(_power_card_from_row(power_row, cards))
        except (Invalid, Missing) as error:
            suggestions = error.details[0].suggestions if error.details else ()
            faults.append(Detail(error.message, "card", number, suggestions=tuple(suggestions)))
    if faults:
        raise Invalid(gettext_noop("Some lines couldn’t be read."), details=tuple(faults))
    if element not in tuple(Element):
        raise Invalid(gettext_noop("The element must be fire or earth."), rule="GAME-10", field="element")
    needed = parse_power_value(against) if against.strip() else None
    return total_power(Element(element), read, effects=parse_power_effects(on_total)), needed


def parse_power_effects(text: str, *, opposing: bool = False) -> tuple[Effect, ...]:
    """Parse effects such as "x2 +2 -1 /2", in any order; raises `Invalid` for anything else.

    >>> [(one.change.value, str(one.amount)) for one in parse_power_effects("x2 +1,5 x½")]
    [('multiply', '2'), ('add', '3/2'), ('divide', '2')]
    """
    left = _EFFECT_PATTERN.sub(" ", text).strip()
    if left:
        template = gettext_noop("“%(text)s” isn’t an effect. Put + - x or / before each number, such as x2 +2 -1 /2.")
        raise Invalid(template, {"text": left[:40]}, rule="GAME-14")
    effects: list[Effect] = []
    for sign, number in _EFFECT_PATTERN.findall(text):
        amount, change = parse_power_value(number), _CHANGE_BY_SIGN.get(sign, Operation.MULTIPLY)
        if 0 < amount < 1 and change in (Operation.MULTIPLY, Operation.DIVIDE):
            # "Half of it" on a card means to divide by two.
            change, amount = (Operation.DIVIDE if change is Operation.MULTIPLY else Operation.MULTIPLY), 1 / amount
        effects.append(Effect(change, amount, opposing=opposing))
    return tuple(effects)


def parse_power_value(text: str) -> Fraction:
    """Parse a number such as "4", "4.5", "4,5", "4½"; raises `Invalid`."""
    tidy = text.strip().replace(",", ".")
    half = Fraction(1, 2) if tidy.endswith("½") else Fraction(0)
    try:
        number = Decimal(tidy.removesuffix("½") or "0") if len(tidy) <= 12 and tidy else Decimal("nan")
    except InvalidOperation:
        number = Decimal("nan")
    if not number.is_finite() or number.adjusted() > 6:
        raise Invalid(gettext_noop("“%(text)s” isn’t a number."), {"text": text[:40]})
    return Fraction(number) + half


def _power_card_from_row(power_row: PowerRow, cards: Catalogue) -> PowerCard:
    effects = (*parse_power_effects(power_row.own), *parse_power_effects(power_row.theirs, opposing=True))
    try:
        value = parse_power_value(power_row.card)
    except Invalid:
        return power_card_from_facts(cards.find_card(power_row.card), effects=effects, state=power_row.state)
    shields = frozenset(Element) if power_row.state == "shield" else frozenset()
    return PowerCard(
        name=power_row.card.strip(),
        fire=value,
        earth=value,
        place=Zone.COVERED if power_row.state == "covered" else Zone.COMBAT,
        shields=shields,
        bluff=power_row.state == "bluff",
        ignored=power_row.state == "ignored",
        protected=power_row.state == "protected",
        effects=effects,
    )


def power_card_from_facts(facts: CardFacts, *, effects: tuple[Effect, ...], state: str) -> PowerCard:
    """Return a card with its effects; raises `Invalid` for unknown values, and for a bluff without the BLUFF icon."""
    places = {CardType.SUPPORT: Zone.SUPPORT, CardType.CHARACTER: Zone.COMBAT, CardType.BOOSTER: Zone.COMBAT}
    zone = places.get(facts.type, Zone.LEADERSHIP)
    if zone is not Zone.LEADERSHIP and (facts.fire is None or facts.earth is None):
        template = gettext_noop("We don’t know the values of %(name)s. Enter its value instead.")
        raise Invalid(template, {"name": facts.label})
    if state == "bluff" and not facts.has_icon(IconKind.BLUFF):
        template = gettext_noop("%(name)s has no BLUFF icon, so it can’t be played as a bluff.")
        raise Invalid(template, {"name": facts.label}, rule="GAME-13")
    kinds = {(icon.kind, icon.detail) for icon in facts.icons}
    return PowerCard(
        name=facts.label,
        fire=Fraction(facts.fire or 0),
        earth=Fraction(facts.earth or 0),
        place=Zone.COVERED if state == "covered" else zone,
        shields=frozenset(element for element in Element if (IconKind.SHIELD, element.value) in kinds),
        bluff=state == "bluff",
        ignored=state == "ignored",
        protected=any(kind is IconKind.PROTECTED for kind, _detail in kinds),
        effects=effects,
    )

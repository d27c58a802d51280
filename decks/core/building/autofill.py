"""Autofill: chooses a deck from a pool of cards; deterministic and fast. Players can change the result."""

from collections import Counter
from collections.abc import Iterable, Sequence

from cards.core.facts import CardFacts, CardType, Catalogue, IconKind
from common.errors import Invalid
from common.text import gettext_noop

# A playable deck of 30: characters to fight every turn, then boosters and supports, a few leadership cards.
CARDS_BY_TYPE = {
    CardType.CHARACTER: 18,
    CardType.BOOSTER: 5,
    CardType.SUPPORT: 4,
    CardType.SHIP: 1,
    CardType.LEADERSHIP: 3,
}
_CARDS_OF_OTHER_TYPES = 1
_COST_OF_SURPLUS_TYPE = 2.5  # penalty for each card beyond its type’s share
_ICON_VALUES = {
    IconKind.SHIELD: 1.0,
    IconKind.STOP: 1.0,
    IconKind.RETRIEVE: 1.5,
    IconKind.FREE: 1.0,
    IconKind.PROTECTED: 0.5,
    IconKind.BLUFF: 0.5,
    IconKind.REPLACE: 0.5,
}
_VALUE_OF_SHARED_PEOPLE = 0.5  # bonus of each other card of its gang or pair


def complete_from_pool(
    pool: Iterable[str], catalogue: Catalogue, *, size: int = 30, keep: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return the codes of `size` cards of the pool, those of `keep` first and in their order.

    Takes each code once (DECK-08) and only cards that a deck may hold (DECK-09). The others are chosen by value, icons
    and moons (moons tell how strong a card was thought to be), with a mix of types. The same pool, in any order, gives
    the same deck. Raises `Invalid` if a card of `keep` is not in the pool, there are more than `size` of them, or the
    pool is too small.
    """
    offered = {code: catalogue[code] for code in pool if code in catalogue and catalogue[code].playable}
    chosen = list(dict.fromkeys(keep))
    _refuse_impossible(chosen, offered, size)
    rest = sorted(code for code in offered if code not in chosen)
    if len(chosen) + len(rest) < size:
        template = gettext_noop("The pool has only %(have)d different cards for a deck of %(size)d.")
        raise Invalid(template, {"have": len(chosen) + len(rest), "size": size}, rule="DECK-18")
    types = Counter(offered[code].type for code in chosen)
    company = Counter(mate for card in offered.values() for mate in card.mates)
    worth = {code: _card_value(offered[code], company) for code in rest}
    while len(chosen) < size:
        best = min(rest, key=lambda code: (_picking_cost(offered[code], types, size) - worth[code], code))
        rest.remove(best)
        chosen.append(best)
        types[offered[best].type] += 1
    return tuple(chosen)


def _refuse_impossible(keep: Sequence[str], offered: dict[str, CardFacts], size: int) -> None:
    strange = [code for code in keep if code not in offered]
    if strange:
        template = gettext_noop("These cards aren’t in the pool, so they can’t be kept: %(cards)s.")
        raise Invalid(template, {"cards": ", ".join(strange[:6])}, rule="DECK-18")
    if len(keep) > size:
        template = gettext_noop("You want to keep %(have)d cards, but the deck only has room for %(size)d.")
        raise Invalid(template, {"have": len(keep), "size": size}, rule="DECK-18")


def _card_value(card: CardFacts, company: Counter[str]) -> float:
    fire, earth = card.fire or 0, card.earth or 0
    values = max(fire, earth) + 0.4 * min(fire, earth)
    icons = sum(_ICON_VALUES.get(icon.kind, 0.0) for icon in card.icons)
    mates = sum(min(company[mate] - 1, 5) * _VALUE_OF_SHARED_PEOPLE for mate in card.mates)
    return values + icons + mates + 1.5 * (card.moons or 0)


def _picking_cost(card: CardFacts, types: Counter[CardType], size: int) -> float:
    share = CARDS_BY_TYPE.get(card.type, _CARDS_OF_OTHER_TYPES) * size / 30
    return max(0.0, types[card.type] + 1 - share) * _COST_OF_SURPLUS_TYPE

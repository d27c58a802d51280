"""Portrait of a deck: what it wants to do, in three sentences, and its best opening hands."""

import random
from collections import Counter
from collections.abc import Callable, Sequence

from cards.core.facts import BLUE_MOON, CardFacts, CardType, IconKind
from common.sentence_tables import Sentence, sentences
from common.text import parse_whole_number
from decks.core.odds import deal_hand

# An icon on fewer cards doesn’t count as a theme.
THEME = 3
# One element leads if its values are at least this percentage of the other’s.
LEADS = 115
BEST = 3
HANDS = 100
CTHULHU_ICONS = ("terror", "combat", "arcane", "investigation")
_PLANS = sentences("decks", "plans")
# The sentences that repeat a deck’s total values or its number of cards of each type.
FIGURE_SENTENCES = frozenset(_PLANS[name] for name in ("fire", "earth", "either", "types"))

# The icon beside a sentence, and the sentence.
Line = tuple[str, Sentence]


def deck_portrait(cards: Sequence[CardFacts], value: Callable[[CardFacts], float]) -> list[Line]:
    """Describe what a deck of either game wants to do, from its cards, copies counted."""
    if not cards:
        return []
    if cards[0].game != BLUE_MOON:
        return [_factions_line(cards), _cost_line(cards), _struggles_line(cards)]
    return [_element_line(cards), _theme_line(cards), *_best_cards_line(cards, value)]


def _portrait_line(icon: str, name: str, **params: object) -> Line:
    return icon, Sentence(_PLANS[name], params)


def _element_line(cards: Sequence[CardFacts]) -> Line:
    totals = {"fire": sum(card.fire or 0 for card in cards), "earth": sum(card.earth or 0 for card in cards)}
    most = max(totals, key=lambda element: totals[element])
    least = min(totals.values())
    return _portrait_line(most, most if 100 * totals[most] > LEADS * least else "either", **totals)


def _theme_line(cards: Sequence[CardFacts]) -> Line:
    """Return the icon on most cards; a card of a pair or gang counts if the deck has another of it."""
    company = Counter(mate for card in cards for mate in card.mates)
    counts = Counter(
        kind
        for card in cards
        for kind in {icon.kind for icon in card.icons}
        if kind not in (IconKind.PAIR, IconKind.GANG)
        or any(company[mate] > 1 for mate in card.mates if mate.startswith(kind))
    )
    theme = max(IconKind, key=lambda kind: counts[kind])
    if counts[theme] >= THEME:
        return _portrait_line(theme.lower(), theme, count=counts[theme])
    types = Counter(card.type for card in cards)
    helpers = types[CardType.BOOSTER] + types[CardType.SUPPORT]
    return _portrait_line("free", "types", characters=types[CardType.CHARACTER], helpers=helpers)


def _best_cards_line(cards: Sequence[CardFacts], value: Callable[[CardFacts], float]) -> list[Line]:
    best = sorted(set(cards), key=lambda card: (-value(card), card.code))[:BEST]
    if len(best) < BEST or not value(best[0]):
        return []
    return [_portrait_line("moon", "best", first=best[0].label, second=best[1].label, third=best[2].label)]


def _factions_line(cards: Sequence[CardFacts]) -> Line:
    counts = Counter(str(card.people) for card in cards).most_common(2)
    if len(counts) == 1:
        return _portrait_line("", "faction", first=counts[0][0], size=len(cards))
    (first, most), (second, more) = counts
    return _portrait_line("", "factions", first=first, most=most, second=second, more=more, size=len(cards))


def _cost_line(cards: Sequence[CardFacts]) -> Line:
    costs = [cost for card in cards if (cost := parse_whole_number(getattr(card, "cost", ""))) is not None]
    return _portrait_line("", "cost", cheap=sum(cost <= 2 for cost in costs), dear=sum(cost >= 4 for cost in costs))


def _struggles_line(cards: Sequence[CardFacts]) -> Line:
    totals = {icon: sum(getattr(card, icon, 0) or 0 for card in cards) for icon in CTHULHU_ICONS}
    most = max(totals, key=lambda icon: totals[icon])
    return _portrait_line("", most, count=totals[most])


def rank_hand_seeds(codes: Sequence[str], value: Callable[[Sequence[str]], float]) -> list[int]:
    """Deal a hand for each of a hundred seeds; return the seeds, the best hand first."""
    values = {seed: value(deal_hand(codes, rng=random.Random(seed)).hand) for seed in range(HANDS)}
    return sorted(values, key=lambda seed: (-values[seed], seed))

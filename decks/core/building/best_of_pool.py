"""Best deck of a pool by the measured evidence: the values of its cards, alone and together."""

from collections import Counter
from collections.abc import Iterable, Mapping

from cards.core.facts import CardFacts
from game.evidence import Measurements, TraitCounts, trait_of

# No drafted pool has needed more than a dozen exchanges.
_MAX_EXCHANGES = 60
_MIN_EXCHANGE_GAIN = 1e-9


def deck_value(codes: Iterable[str], cards: Mapping[str, CardFacts], evidence: Measurements) -> float:
    """Return the value of a deck in crystals a game, against a deck of average cards without pairs or gangs."""
    holding, worth = TraitCounts(), 0.0
    for code in codes:
        holding.add_card(cards[code])
        worth += evidence.value_or_average(code)
    return worth + measured_value_of_traits(holding, evidence)


def best_deck_from_pool(
    pool: Iterable[str], cards: Mapping[str, CardFacts], evidence: Measurements, *, size: int = 30
) -> tuple[str, ...]:
    """Return a deck of `size` cards that no exchange of a single card improves; the whole pool if it is smaller.

    Starts with the most valuable cards, including their mates, and makes the best exchange as long as one helps. The
    same pool, in any order, gives the same deck.
    """
    fit_for_deck = {code for code in pool if code in cards and cards[code].playable}
    mates = Counter(mate for code in fit_for_deck for mate in cards[code].mates)

    def hoped(code: str) -> float:
        """Return a card’s value if all of its mates are in the deck."""
        shares = (evidence.trait_value(trait_of(mate)) * (1 - 1 / mates[mate]) for mate in cards[code].mates)
        return evidence.value_or_average(code) + sum(shares)

    offered = sorted(fit_for_deck, key=lambda code: (-hoped(code), code))
    deck, rest = offered[:size], offered[size:]
    holding = TraitCounts()
    for code in deck:
        holding.add_card(cards[code])
    for _ in range(_MAX_EXCHANGES):
        gain, out, into = _best_exchange(deck, rest, holding, cards, evidence)
        if gain <= _MIN_EXCHANGE_GAIN:
            break
        deck[deck.index(out)], rest[rest.index(into)] = into, out
        holding.add_card(cards[out], -1)
        holding.add_card(cards[into])
    return tuple(sorted(deck))


def _best_exchange(
    deck: list[str], rest: list[str], holding: TraitCounts, cards: Mapping[str, CardFacts], evidence: Measurements
) -> tuple[float, str, str]:
    now = measured_value_of_traits(holding, evidence)
    best = (0.0, "", "")
    for out in deck:
        holding.add_card(cards[out], -1)
        lost = evidence.value_or_average(out) + now
        for into in rest:
            holding.add_card(cards[into])
            gain = evidence.value_or_average(into) + measured_value_of_traits(holding, evidence) - lost
            if gain > best[0]:
                best = (gain, out, into)
            holding.add_card(cards[into], -1)
        holding.add_card(cards[out])
    return best


def measured_value_of_traits(holding: TraitCounts, evidence: Measurements) -> float:
    return sum(evidence.trait_value(name) * figure for name, figure in holding.trait_figures().items())

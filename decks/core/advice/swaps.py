"""Swap advice: legal swaps of one card, best first by gain per moon."""

from collections.abc import Iterator
from dataclasses import replace

from cards.core.facts import CardFacts, Catalogue, People
from common.errors import DomainError
from decks.core.advice.measurement import CardSwap
from decks.core.building.best_of_pool import measured_value_of_traits
from decks.core.building.constraints import DeckConstraints, deck_constraints
from decks.core.legality import DeckList, Entry, Format, Status, judge_deck
from game.evidence import DRAFTED, Measurements, TraitCounts

SWAPS_PROPOSED = 10
MAX_SWAPS_PER_CARD = 2  # proposals that add the same card or remove the same card


def evidence_context_of(deck: DeckList, catalogue: Catalogue) -> str:
    """Return the setting in which a deck’s cards are weighed: the decks of its leader’s people, or drafts."""
    if deck.format is Format.DRAFT:
        return DRAFTED
    leaders = [catalogue[code].people for code in deck.leaders if code in catalogue]
    return leaders[0].value if leaders and isinstance(leaders[0], People) else DRAFTED


def best_swaps(
    deck: DeckList, catalogue: Catalogue, evidence: Measurements, *, limit: int = SWAPS_PROPOSED
) -> list[CardSwap]:
    """Return the legal swaps with the highest gain per added moon; none for an illegal deck."""
    if judge_deck(deck, catalogue).status is not Status.LEGAL:
        return []
    try:
        bounds = deck_constraints(deck, catalogue)
    except DomainError:
        return []
    swaps: list[CardSwap] = []
    for swap in sorted(
        _possible_swaps(deck, catalogue, evidence, bounds),
        key=lambda swap: (-swap.gain / max(1, swap.moons), swap.out, swap.into),
    ):
        if len(swaps) == limit:
            break
        alike = sum(chosen.out == swap.out for chosen in swaps), sum(chosen.into == swap.into for chosen in swaps)
        if max(alike) < MAX_SWAPS_PER_CARD and judge_deck(deck_with_swap(deck, swap), catalogue).status is Status.LEGAL:
            swaps.append(swap)
    return swaps


def deck_with_swap(deck: DeckList, swap: CardSwap) -> DeckList:
    entries = tuple(Entry(swap.into) if entry.code == swap.out else entry for entry in deck.entries)
    return replace(deck, entries=entries)


def _possible_swaps(
    deck: DeckList, catalogue: Catalogue, evidence: Measurements, bounds: DeckConstraints
) -> Iterator[CardSwap]:
    cards = [catalogue[code] for code in deck.codes if code in catalogue]
    context = evidence_context_of(deck, catalogue)
    offered = [card for card in bounds.offered if card.code not in deck.codes and evidence.card_value(card.code)]
    moons = sum(bounds.moons.get(card.code, 0) for card in cards)
    holding = TraitCounts()
    for card in cards:
        holding.add_card(card)
    now = measured_value_of_traits(holding, evidence)
    for out in cards:
        if out.code in bounds.forced:
            continue
        holding.add_card(out, -1)
        lost = _card_value(out, context, evidence) + now
        for into in offered:
            more = bounds.moons.get(into.code, 0) - bounds.moons.get(out.code, 0)
            if bounds.most_moons is None or moons + more <= bounds.most_moons:
                holding.add_card(into)
                gain = _card_value(into, context, evidence) + measured_value_of_traits(holding, evidence) - lost
                holding.add_card(into, -1)
                if gain > 0:
                    yield CardSwap(out.code, into.code, gain, more)
        holding.add_card(out)


def _card_value(card: CardFacts, context: str, evidence: Measurements) -> float:
    known = evidence.card_value(card.code, context) or evidence.card_value(card.code)
    return known.value if known else 0.0

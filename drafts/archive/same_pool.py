"""Decks that several players have built from the same pool, beside each other (DRAFT-28)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts
from decks.core.building.best_of_pool import best_deck_from_pool, deck_value
from decks.models import DeckCard
from decks.strength.queries import shipped_scale
from drafts.core.engine.setup import DECK_SIZE
from drafts.models import Draft, Seat
from game.evidence.worth import Worth
from game.shipped_evidence import shipped_evidence


@dataclass(frozen=True, slots=True)
class SamePoolDeck:
    """A player’s deck: its strength, and the cards that nobody else put in; `is_bot` if a bot would play it."""

    seat: int
    player: str
    is_bot: bool
    strength: Worth
    only_here: tuple[CardFacts, ...]


def decks_of_same_pool(key: str) -> tuple[SamePoolDeck, ...]:
    """Return everyone’s deck, the strongest first; empty until every player has built one. Two queries.

    A bot’s is the best deck it finds.
    """
    seats = list(Seat.objects.filter(draft__key=key, draft__status=Draft.Status.DONE).select_related("pool"))
    pools = {seat.pool.pk: frozenset(seat.pool.codes) for seat in seats if seat.pool is not None}
    players, built = [seat for seat in seats if seat.pool is not None], _newest_decks(pools)
    if not players or any(seat.pool_id not in built for seat in players):
        return ()
    cards, evidence, scale = catalogue(), shipped_evidence(), shipped_scale()
    assert players[0].pool is not None
    best = best_deck_from_pool(players[0].pool.codes, cards.by_code, evidence)
    decks = {seat.number: built[seat.pool_id] if seat.pool_id is not None else best for seat in seats}
    times = Counter(code for codes in decks.values() for code in codes)
    rows = [
        SamePoolDeck(
            seat.number,
            seat.nickname,
            seat.pool_id is None,
            scale.strength_from_value(deck_value(decks[seat.number], cards.by_code, evidence)),
            tuple(card for card in cards if card.code in decks[seat.number] and times[card.code] == 1),
        )
        for seat in seats
    ]
    return tuple(sorted(rows, key=lambda row: -row.strength.value))


def _newest_decks(pools: Mapping[int, frozenset[str]]) -> dict[int, tuple[str, ...]]:
    """Return the cards of the newest whole deck built only from each pool, by primary key of the pool."""
    known, decks = catalogue().by_code, dict[int, tuple[int, list[str]]]()
    lines = DeckCard.objects.filter(deck__pool__in=pools).order_by("deck")
    by_deck: dict[tuple[int, int], list[str]] = {}
    for pool, deck, code in lines.values_list("deck__pool", "deck", "code"):
        if code in known and known[code].playable:
            by_deck.setdefault((pool, deck), []).append(code)
    for (pool, deck), codes in by_deck.items():
        if len(codes) == DECK_SIZE and pools[pool].issuperset(codes):
            decks[pool] = (deck, codes)
    return {pool: tuple(codes) for pool, (_deck, codes) in decks.items()}

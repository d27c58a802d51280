"""Coach: review each pick as an expert would, and find the best deck of the pool.

It only reads the seat’s own log, so it reveals nothing that the seat hasn’t seen (DRAFT-18). Cards are compared by
value; the scale of deck strength turns the value of a whole deck into crystals per game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cards.core.facts import CardFacts
from decks.core.advice.strength_scale import StrengthScale
from decks.core.building.best_of_pool import best_deck_from_pool, deck_value
from drafts.core.archive.log import PacketEntry
from drafts.core.engine.bots import PickReason, reason_for_better_card, reason_for_card
from drafts.core.engine.setup import DECK_SIZE
from drafts.core.engine.valuation import WeighedCard, weigh_packet
from game.evidence import CardValue, Measurements

MAX_CONSIDERED = 3
MAX_TURNING_POINTS = 3
# In crystals per game. A smaller difference in value means nothing.
_MIN_TURNING_POINT_COST = 0.2


@dataclass(frozen=True, slots=True)
class ReviewedPick:
    """A pick and the cards an expert would have weighed, best first.

    `lost` is how much more the best card is worth, in crystals per game; 0 if it was picked. `better` is the reason for
    the best card, None if it was picked. `wheeled` are passed cards still there when the packet came back.
    """

    entry: PacketEntry
    considered: tuple[WeighedCard, ...]
    taken: WeighedCard
    lost: float
    why: PickReason
    better: PickReason | None
    wheeled: tuple[str, ...]

    @property
    def best(self) -> WeighedCard:
        return self.considered[0]

    @property
    def agreed(self) -> bool:
        return self.best.code == self.taken.code


@dataclass(frozen=True, slots=True)
class DraftReview:
    """Review of a whole draft: every pick, the costliest picks, and the best deck of the pool.

    `strength` is the best deck’s crystals per game; None if the pool is too small for a deck.
    """

    picks: tuple[ReviewedPick, ...]
    turning_points: tuple[ReviewedPick, ...]
    deck: tuple[str, ...]
    spare: tuple[str, ...]
    strength: CardValue | None
    won_of_100: int

    @property
    def agreed_count(self) -> int:
        """Count the picks at which the expert would have picked the same card."""
        return sum(pick.agreed for pick in self.picks)


@dataclass(frozen=True, slots=True)
class ComparedDeck:
    """A deck built from the pool, compared with the best deck.

    `behind` is how many crystals per game it brings less; `told_apart` says whether that exceeds the scale’s error.
    `out` are its cards that the best deck hasn’t, `into` those it lacks.
    """

    key: str
    name: str
    size: int
    strength: CardValue
    won_of_100: int
    behind: float
    told_apart: bool
    out: tuple[str, ...]
    into: tuple[str, ...]


def compare_deck(
    key: str,
    name: str,
    codes: Sequence[str],
    best: Sequence[str],
    cards: Mapping[str, CardFacts],
    evidence: Measurements,
    scale: StrengthScale,
) -> ComparedDeck:
    """Compare a deck, given by its `codes`, with the `best` deck of its pool."""
    pool = [code for code in codes if code in cards]
    worth, most = (deck_value(deck, cards, evidence) for deck in (pool, best))
    strength = scale.strength_from_value(worth)
    behind = scale.strength_from_value(most).value - strength.value
    out, into = (tuple(sorted(one)) for one in (set(pool) - set(best), set(best) - set(pool)))
    apart = behind > scale.min_significant_difference(max(len(out), len(into)))
    return ComparedDeck(key, name, len(pool), strength, scale.percent_won(worth), behind, apart, out, into)


def review_draft(
    entries: Sequence[PacketEntry],
    players: int,
    kept: int,
    cards: Mapping[str, CardFacts],
    evidence: Measurements,
    scale: StrengthScale,
    dealt: Sequence[str] = (),
) -> DraftReview:
    """Review the log of a seat; `entries` must be its own log, in order, and `kept` the cards it keeps in all.

    Without packets there are no entries; pass the seat’s cards as `dealt`.
    """
    by_place = {entry.round_and_number: entry for entry in entries}
    pool: list[str] = []
    picks = []
    for entry in entries:
        weighed = weigh_packet(entry.packet, pool, cards, evidence, left=max(kept - len(pool), 1))
        taken = next(card for card in weighed if card.code == entry.taken)
        back = by_place.get((entry.round, entry.number + players))
        wheeled = tuple(code for code in entry.passed if code in back.packet) if back else ()
        best, why = weighed[0], reason_for_card(weighed, entry.taken, cards)
        better = reason_for_better_card(best, taken, cards) if best is not taken else None
        lost = best.value - taken.value
        picks.append(ReviewedPick(entry, tuple(weighed[:MAX_CONSIDERED]), taken, lost, why, better, wheeled))
        pool.append(entry.taken)
    pool = pool or list(dealt)
    costly = sorted((pick for pick in picks if pick.lost >= _MIN_TURNING_POINT_COST), key=lambda pick: -pick.lost)
    deck = best_deck_from_pool(pool, cards, evidence) if len(pool) >= DECK_SIZE else ()
    worth = deck_value(deck, cards, evidence)
    return DraftReview(
        picks=tuple(picks),
        turning_points=tuple(costly[:MAX_TURNING_POINTS]),
        deck=deck,
        spare=tuple(sorted(set(pool) - set(deck))) if deck else (),
        strength=scale.strength_from_value(worth) if deck else None,
        won_of_100=scale.percent_won(worth) if deck else 0,
    )


# From this pick of a packet on, a good card counts as a late pick.
FIRST_LATE_PICK = 3
MAX_BEST_CARDS = 6


@dataclass(frozen=True, slots=True)
class DraftHighlights:
    """The packet with the best late pick, the best card that was passed for good, and the best cards kept."""

    late: PacketEntry | None
    best_card_passed: str
    best_cards: tuple[str, ...]


def draft_highlights(
    entries: Sequence[PacketEntry], evidence: Measurements, pool: Sequence[str] = ()
) -> DraftHighlights:
    """Find highlights among cards of at least average value. Without packets, pass the seat’s cards as `pool`."""

    def worth(code: str) -> tuple[float, str]:
        return evidence.value_or_average(code), code

    kept = {entry.taken for entry in entries} or set(pool)
    late = max((e for e in entries if e.number >= FIRST_LATE_PICK), key=lambda entry: worth(entry.taken), default=None)
    passed = {card for entry in entries for card in entry.passed} - kept
    gone = max(passed, key=worth, default="")
    return DraftHighlights(
        late if late is not None and evidence.value_or_average(late.taken) > 0 else None,
        gone if evidence.value_or_average(gone) > 0 else "",
        tuple(sorted(kept, key=worth, reverse=True)[:MAX_BEST_CARDS]),
    )

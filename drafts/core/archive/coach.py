"""Coach: what an expert would have weighed at each pick, what came back, the best deck of the pool.

Everything is worked out from a seat's own log, so it tells nothing that the seat has not seen (DRAFT-18). Cards are
weighed by their worth; what a whole deck brings is read off the scale of decks that were played.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cards.core.facts import CardFacts
from decks.core.advice.strength_scale import Scale
from decks.core.building.best_of_pool import best_deck_from_pool, deck_value
from drafts.core.archive.log import PacketEntry
from drafts.core.engine.bots import Reason, reason_for_better_card, reason_for_card
from drafts.core.engine.setup import DECK_SIZE
from drafts.core.engine.valuation import WeighedCard, weigh_packet
from game.evidence.tables import Evidence
from game.evidence.worth import Worth

MAX_CONSIDERED = 3
MAX_TURNING_POINTS = 3
# Worths of two cards that lie closer, in crystals a game, cannot be told apart.
_MIN_TURNING_POINT_COST = 0.2


@dataclass(frozen=True, slots=True)
class ReviewedPick:
    """A pick looked back on: the cards an expert would have weighed, best first, and what the choice cost.

    `lost` is in worth of a card, 0 where the best card was taken; `better` says what spoke for the best card, None
    there. `wheeled` are the cards passed on then that were still there when the packet came back.
    """

    entry: PacketEntry
    considered: tuple[WeighedCard, ...]
    taken: WeighedCard
    lost: float
    why: Reason
    better: Reason | None
    wheeled: tuple[str, ...]

    @property
    def best(self) -> WeighedCard:
        """The card an expert would have taken."""
        return self.considered[0]

    @property
    def agreed(self) -> bool:
        return self.best.code == self.taken.code


@dataclass(frozen=True, slots=True)
class Review:
    """A whole draft: every pick, the picks that cost most, and the deck of the pool that is worth most.

    `strength` is what that deck brings a game, None where the pool is too small for one.
    """

    picks: tuple[ReviewedPick, ...]
    turning_points: tuple[ReviewedPick, ...]
    deck: tuple[str, ...]
    spare: tuple[str, ...]
    strength: Worth | None
    won_of_100: int

    @property
    def agreed(self) -> int:
        """At how many picks the expert's card was taken."""
        return sum(pick.agreed for pick in self.picks)


@dataclass(frozen=True, slots=True)
class ComparedDeck:
    """A deck built of the pool, compared with the best one: what it brings, and the cards that differ.

    `behind` is what the best brings more a game; `told_apart` says whether that is more than the scale may err.
    """

    key: str
    name: str
    size: int
    strength: Worth
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
    evidence: Evidence,
    scale: Scale,
) -> ComparedDeck:
    """A deck beside the best of its pool; `out` are its cards that the best has not, `into` those it lacks."""
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
    evidence: Evidence,
    scale: Scale,
) -> Review:
    """Look back on the whole log of one's own seat, in the order in which the packets came."""
    by_place = {entry.place: entry for entry in entries}
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
    costly = sorted((pick for pick in picks if pick.lost >= _MIN_TURNING_POINT_COST), key=lambda pick: -pick.lost)
    deck = best_deck_from_pool(pool, cards, evidence) if len(pool) >= DECK_SIZE else ()
    worth = deck_value(deck, cards, evidence)
    return Review(
        picks=tuple(picks),
        turning_points=tuple(costly[:MAX_TURNING_POINTS]),
        deck=deck,
        spare=tuple(sorted(set(pool) - set(deck))) if deck else (),
        strength=scale.strength_from_value(worth) if deck else None,
        won_of_100=scale.percent_won(worth) if deck else 0,
    )


# A card that is still there at this pick of its packet has come late.
FIRST_LATE_PICK = 3
MAX_BEST_CARDS = 6


@dataclass(frozen=True, slots=True)
class Highlights:
    """The packet with a card that came late for what it is worth, the best card passed on and gone, the best kept."""

    late: PacketEntry | None
    best_card_passed: str
    best_cards: tuple[str, ...]


def draft_highlights(entries: Sequence[PacketEntry], evidence: Evidence) -> Highlights:
    """Find highlights by the worth of single cards; a card worth nothing is none."""

    def worth(code: str) -> tuple[float, str]:
        return evidence.value_or_average(code), code

    kept = {entry.taken for entry in entries}
    late = max((e for e in entries if e.number >= FIRST_LATE_PICK), key=lambda entry: worth(entry.taken), default=None)
    passed = {card for entry in entries for card in entry.passed} - kept
    gone = max(passed, key=worth, default="")
    return Highlights(
        late if late is not None and evidence.value_or_average(late.taken) > 0 else None,
        gone if evidence.value_or_average(gone) > 0 else "",
        tuple(sorted(kept, key=worth, reverse=True)[:MAX_BEST_CARDS]),
    )

"""Coach: what an expert would have weighed at each pick, what came back, the best deck of the pool.

Everything is worked out from a seat's own log, so it tells nothing that the seat has not seen (DRAFT-18).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cards.core.facts import CardFacts
from decks.core.building.best_of_pool import best_of_pool, deck_value
from drafts.core.archive.log import PacketEntry
from drafts.core.engine.bots import Reason, reason
from drafts.core.engine.setup import DECK_SIZE
from drafts.core.engine.valuation import Weighed, weigh
from game.evidence.tables import Evidence

CONSIDERED = 3
TURNING_POINTS = 5
# Less than this many crystals a game is within what the evidence cannot tell apart.
_MATTERS = 0.05


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A pick looked back on: the cards an expert would have weighed, best first, and what the choice cost.

    `lost` is in crystals a game, 0 where the best card was taken; `wheeled` are the cards passed on then that were
    still there when the packet came back.
    """

    entry: PacketEntry
    considered: tuple[Weighed, ...]
    taken: Weighed
    lost: float
    why: Reason
    wheeled: tuple[str, ...]

    @property
    def best(self) -> Weighed:
        """The card an expert would have taken."""
        return self.considered[0]

    @property
    def agreed(self) -> bool:
        """Whether the expert's card was taken."""
        return self.best.code == self.taken.code


@dataclass(frozen=True, slots=True)
class Review:
    """A whole draft: every pick, the picks that cost most, and the deck of the pool that is worth most."""

    picks: tuple[Reviewed, ...]
    turning_points: tuple[Reviewed, ...]
    deck: tuple[str, ...]
    spare: tuple[str, ...]
    deck_worth: float
    lost: float

    @property
    def agreed(self) -> int:
        """At how many picks the expert's card was taken."""
        return sum(pick.agreed for pick in self.picks)


@dataclass(frozen=True, slots=True)
class Compared:
    """A deck built of the pool, compared with the best one: its worth, how far behind, and the cards that differ."""

    key: str
    name: str
    size: int
    worth: float
    behind: float
    out: tuple[str, ...]
    into: tuple[str, ...]


def compare(
    key: str,
    name: str,
    codes: Sequence[str],
    looked: Review,
    cards: Mapping[str, CardFacts],
    evidence: Evidence,
) -> Compared:
    """A deck beside the best of its pool; `out` are its cards that the best has not, `into` those it lacks."""
    held = [code for code in codes if code in cards]
    worth = deck_value(held, cards, evidence)
    out, into = sorted(set(held) - set(looked.deck)), sorted(set(looked.deck) - set(held))
    return Compared(key, name, len(held), worth, looked.deck_worth - worth, tuple(out), tuple(into))


def review(
    entries: Sequence[PacketEntry], players: int, kept: int, cards: Mapping[str, CardFacts], evidence: Evidence
) -> Review:
    """Look back on the whole log of one's own seat, in the order in which the packets came."""
    by_place = {entry.place: entry for entry in entries}
    pool: list[str] = []
    picks = []
    for entry in entries:
        weighed = weigh(entry.packet, pool, cards, evidence, left=max(kept - len(pool), 1))
        taken = next(card for card in weighed if card.code == entry.taken)
        back = by_place.get((entry.round, entry.number + players))
        wheeled = tuple(code for code in entry.passed if code in back.packet) if back else ()
        why = reason(weighed, entry.taken, cards)
        lost = weighed[0].value - taken.value
        picks.append(Reviewed(entry, tuple(weighed[:CONSIDERED]), taken, lost, why, wheeled))
        pool.append(entry.taken)
    costly = sorted((pick for pick in picks if pick.lost >= _MATTERS), key=lambda pick: -pick.lost)
    deck = best_of_pool(pool, cards, evidence) if len(pool) >= DECK_SIZE else ()
    return Review(
        picks=tuple(picks),
        turning_points=tuple(costly[:TURNING_POINTS]),
        deck=deck,
        spare=tuple(sorted(set(pool) - set(deck))) if deck else (),
        deck_worth=deck_value(deck, cards, evidence) if deck else 0.0,
        lost=sum(pick.lost for pick in picks),
    )

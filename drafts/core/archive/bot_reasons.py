"""Why the bot at a seat picked what it picked, from the log of that seat as a reader may see it."""

from collections.abc import Mapping, Sequence

from cards.core.facts import CardFacts
from drafts.core.archive.log import PacketEntry
from drafts.core.engine.bots import Level, Reason, explain
from drafts.core.engine.valuation import weigh
from game.evidence.tables import Evidence

Place = tuple[int, int]


def reasons_of(
    entries: Sequence[PacketEntry], kept: int, level: Level, cards: Mapping[str, CardFacts], evidence: Evidence
) -> dict[Place, Reason]:
    """A reason for each pick that a bot made, by its place; cards that the log hides are not spoken of."""
    pool: list[str] = []
    reasons: dict[Place, Reason] = {}
    for entry in entries:
        if entry.by == "bot":
            weighed = weigh(entry.packet, pool, cards, evidence, left=max(kept - len(pool), 1))
            reasons[entry.place] = explain(weighed, entry.taken, cards, level)
        pool.append(entry.taken)
    return reasons

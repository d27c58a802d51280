"""Statistics of a list of cards: how often each was taken, and how early, whatever the way of sharing the cards."""

from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass

from drafts.core.archive.card_counts import MIN_PICKS_FOR_STATISTICS


@dataclass(frozen=True, slots=True)
class MadeListPick:
    """An answer: the `place` at which it was made among those of `offer`, a packet’s round or a whole draft, from 1."""

    offer: Hashable
    place: int
    card: str
    by_player: bool


@dataclass(frozen=True, slots=True)
class ListedCard:
    """A card of a list: how many times people took it, and when on average: 0 first of all, 1 last. None if never."""

    code: str
    times: int
    moment: float | None

    @property
    def percent(self) -> int:
        return round(100 * (self.moment or 0))

    @property
    def few(self) -> bool:
        return self.times < MIN_PICKS_FOR_STATISTICS


def taken_in_order(picks: Iterable[MadeListPick], codes: Collection[str]) -> tuple[ListedCard, ...]:
    """Return all cards of a list, the earliest first; answers that aren’t cards, such as piles, don’t count."""
    made, last = list(picks), dict[Hashable, int]()
    for pick in made:
        last[pick.offer] = max(pick.place, last.get(pick.offer, 1))
    moments: dict[str, list[float]] = {code: [] for code in codes}
    for pick in made:
        if pick.by_player and pick.card in moments:
            moments[pick.card].append((pick.place - 1) / max(last[pick.offer] - 1, 1))
    rows = [ListedCard(code, len(when), sum(when) / len(when) if when else None) for code, when in moments.items()]
    return tuple(sorted(rows, key=lambda row: (row.moment is None, row.moment or 0, -row.times, row.code)))

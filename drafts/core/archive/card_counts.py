"""Counts of cards over many drafts: how early they’re picked, whether they come back, and how their decks do; pure."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields

from common.wilson import wilson_interval
from drafts.core.archive.log import MadePick, PacketEntry, own_log
from drafts.core.archive.statistics import PickTally, margin_of_mean
from drafts.core.engine.setup import Setup

# With fewer decks that were played, a share of wins says next to nothing; with fewer passes, neither does one of those.
MIN_DECKS_FOR_WINS, MIN_PASSES = 20, 20


@dataclass(slots=True)
class CardCount:
    """Sums for one card, all zero to begin with.

    `drafts` had it in their pool. It was picked `times`, with the sums of its numbers and their squares, `first` of
    a packet or lap. It was `passed` in packets that came back to the same seat, and was still there `back` times.
    `decks` were built from pools that hold it, `in_decks` of them with it; `played` of all these have `games`.
    """

    drafts: int = 0
    times: int = 0
    number_sum: int = 0
    square_sum: int = 0
    first: int = 0
    passed: int = 0
    back: int = 0
    decks: int = 0
    in_decks: int = 0
    played: int = 0
    games: int = 0
    won: int = 0

    def add_pick(self, number: int) -> None:
        self.times += 1
        self.number_sum += number
        self.square_sum += number * number
        self.first += number == 1

    def add_deck(self, *, holds_card: bool, games: int = 0, won: int = 0) -> None:
        self.decks += 1
        self.in_decks += holds_card
        self.played += games > 0
        self.games += games
        self.won += won


PICK_COLUMNS, DECK_COLUMNS = (
    tuple(field.name for field in fields(CardCount))[part] for part in (slice(0, 7), slice(7, None))
)
CardCounts = dict[str, CardCount]  # by code; "" counts drafts and picks


@dataclass(frozen=True, slots=True)
class CardFigures:
    """What the sums of a card say. Percentages are None where too little is known.

    `mean` is the average pick number with its `margin`, twice the standard error; `back_percent` the share of passes
    after which the card was still there; `won_percent` that of games by decks from pools with it, and its interval.
    """

    code: str
    drafts: int
    times: int
    first: int
    mean: float | None
    margin: float | None
    passed: int
    back_percent: int | None
    decks: int
    in_decks: int
    played: int
    games: int
    won_percent: int | None
    low_percent: int | None
    high_percent: int | None


def count_draft(
    counts: CardCounts, setup: Setup, deal: Sequence[str], pool: Iterable[str], picks: Sequence[MadePick], who: str
) -> None:
    """Add a finished draft; of the picks only those made by `who` (`player` or `bot`)."""
    for code in {*pool, ""}:
        counts[code].drafts += 1
    if setup.sharing.passes_packets:
        for seat in range(setup.players):
            _count_log(counts, own_log(setup, deal, picks, seat), setup.players, who)
    else:  # the round says how early it was, where an answer is a card
        for pick in picks if setup.sharing.can_be_watched else ():
            if pick.by == who:
                counts[pick.card].add_pick(pick.round)
                counts[""].times += 1


def _count_log(counts: CardCounts, log: Iterable[PacketEntry], players: int, who: str) -> None:
    by_place = {entry.place: entry for entry in log}
    for (at, number), entry in by_place.items():
        if entry.by != who:
            continue
        counts[entry.taken].add_pick(number)
        counts[""].times += 1
        if back := by_place.get((at, number + players)):
            for code in entry.passed:
                counts[code].passed += 1
                counts[code].back += code in back.packet


def count_deck(counts: CardCounts, pool: Collection[str], deck: Collection[str], games: int = 0, won: int = 0) -> None:
    """Add a deck built from a pool, with its games."""
    for code in pool:
        counts[code].add_deck(holds_card=code in deck, games=games, won=won)


def new_counts() -> CardCounts:
    return defaultdict(CardCount)


def card_figures(counts: Mapping[str, CardCount]) -> tuple[CardFigures, ...]:
    """Return the figures of each card, those picked earliest first."""
    rows = [_figures_of(code, count) for code, count in counts.items() if code]
    return tuple(sorted(rows, key=lambda row: (row.mean is None, row.mean or 0, -row.drafts, row.code)))


def _figures_of(code: str, count: CardCount) -> CardFigures:
    mean = count.number_sum / count.times if count.times else None
    tally = PickTally(code, count.times, count.number_sum, count.square_sum, count.first)
    enough = count.played >= MIN_DECKS_FOR_WINS
    low, high = wilson_interval(count.won, count.games)
    return CardFigures(
        code=code,
        drafts=count.drafts,
        times=count.times,
        first=count.first,
        mean=mean,
        margin=margin_of_mean(tally, mean) if mean is not None else None,
        passed=count.passed,
        back_percent=round(100 * count.back / count.passed) if count.passed >= MIN_PASSES else None,
        decks=count.decks,
        in_decks=count.in_decks,
        played=count.played,
        games=count.games,
        won_percent=round(100 * count.won / count.games) if enough else None,
        low_percent=round(100 * low) if enough else None,
        high_percent=round(100 * high) if enough else None,
    )

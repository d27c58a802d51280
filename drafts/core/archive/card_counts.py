"""Counts of cards over many drafts: how early they’re picked, whether they come back, and how their decks do; pure."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from math import sqrt

from cards.core.facts import CardFacts
from common.wilson import wilson_interval
from drafts.core.archive.log import MadePick, PacketEntry, own_log
from drafts.core.engine.setup import Setup

# With fewer picks of a card, an average says next to nothing.
MIN_PICKS_FOR_STATISTICS = 5
# With fewer drafts or decks, figures could reveal who picked what, or which cards are in someone’s deck. Figures only
# grow by whole blocks, card by card, so that subtracting earlier figures doesn’t reveal it either.
BLOCK_SIZE = 5
# With fewer played decks, a share of wins says next to nothing; with fewer passes, nor does a share of returns.
MIN_DECKS_FOR_WINS, MIN_PASSES = 20, 20


@dataclass(slots=True)
class CardCount:
    """Sums for one card, which begin at zero, and figures made from them: None if too little is known.

    `drafts` is how many had it in their pool. It was picked `times` times, with the sums of its pick numbers and their
    squares; `first` times first of a packet or lap. It was `passed` in packets that came back to the same seat, and was
    still there `back` times. `decks` were built from pools with the card, `in_decks` of them with it; `played` of them
    have games. `code` is only set in rows of a table.
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
    code: str = ""

    @property
    def mean(self) -> float | None:
        """Return the average pick number, or lap."""
        return self.number_sum / self.times if self.times else None

    @property
    def margin(self) -> float | None:
        """Return about twice the standard error of the average."""
        if self.mean is None or self.few:
            return None
        variance = max(self.square_sum - self.times * self.mean * self.mean, 0) / (self.times - 1)
        return 2 * sqrt(variance / self.times)

    @property
    def few(self) -> bool:
        return self.times < MIN_PICKS_FOR_STATISTICS

    @property
    def back_percent(self) -> int | None:
        """Return how often it was still there after it had been passed."""
        return round(100 * self.back / self.passed) if self.passed >= MIN_PASSES else None

    @property
    def won_percent(self) -> int | None:
        """Return the share of games won by decks from pools with the card."""
        return round(100 * self.won / self.games) if self.played >= MIN_DECKS_FOR_WINS else None

    @property
    def low_percent(self) -> int | None:
        return None if self.won_percent is None else round(100 * wilson_interval(self.won, self.games)[0])

    @property
    def high_percent(self) -> int | None:
        return None if self.won_percent is None else round(100 * wilson_interval(self.won, self.games)[1])

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
    tuple(column.name for column in fields(CardCount))[part] for part in (slice(0, 7), slice(7, 12))
)
CardCounts = dict[str, CardCount]  # by code; "" counts drafts and picks


def add_draft_to_counts(
    counts: CardCounts, setup: Setup, deal: Sequence[str], pool: Iterable[str], picks: Sequence[MadePick], who: str
) -> None:
    """Add a finished draft, with only the picks made by `who` (`player` or `bot`)."""
    for code in {*pool, ""}:
        counts[code].drafts += 1
    if setup.sharing.passes_packets:
        for seat in range(setup.players):
            _add_log_to_counts(counts, own_log(setup, deal, picks, seat), setup.players, who)
    else:  # if answers are cards, the round says how early it was
        if setup.sharing.can_be_watched:
            for pick in picks:
                if pick.by == who:
                    counts[pick.card].add_pick(pick.round)
                    counts[""].times += 1


def _add_log_to_counts(counts: CardCounts, log: Iterable[PacketEntry], players: int, who: str) -> None:
    by_place = {entry.round_and_number: entry for entry in log}
    for (round_number, number), entry in by_place.items():
        if entry.by != who:
            continue
        counts[entry.taken].add_pick(number)
        counts[""].times += 1
        if back := by_place.get((round_number, number + players)):
            for code in entry.passed:
                counts[code].passed += 1
                counts[code].back += code in back.packet


def add_deck_to_counts(
    counts: CardCounts, pool: Collection[str], deck: Collection[str], games: int = 0, won: int = 0
) -> None:
    for code in pool:
        counts[code].add_deck(holds_card=code in deck, games=games, won=won)


def new_counts() -> CardCounts:
    return defaultdict(CardCount)


def card_rows(counts: Mapping[str, CardCount]) -> tuple[CardCount, ...]:
    """Return a row for each card, with cards picked earliest first."""
    rows = [replace(count, code=code) for code, count in counts.items() if code]
    return tuple(sorted(rows, key=lambda row: (row.mean is None, row.mean or 0, -row.times, -row.drafts, row.code)))


@dataclass(frozen=True, slots=True)
class CountedCards:
    """Figures of cards, and the number of drafts and picks behind them, without picks by bots and the clock.

    `cards` has facts by code; `rows` may leave out cards with too little data.
    """

    drafts: int
    picks: int
    rows: tuple[CardCount, ...]
    cards: Mapping[str, CardFacts] = field(default_factory=dict)

    @property
    def with_facts(self) -> list[tuple[CardFacts, CardCount]]:
        """Return the rows whose cards are still in the catalogue, each with its facts."""
        return [(self.cards[count.code], count) for count in self.rows if count.code in self.cards]

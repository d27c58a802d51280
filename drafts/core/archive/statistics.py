"""Pick statistics over many drafts, and checks of pools that players entered by hand."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

from common.text import fill_template, gettext_noop
from drafts.core.engine.setup import Setup

# With fewer picks of a card, an average says next to nothing.
MIN_PICKS_FOR_STATISTICS = 5


@dataclass(frozen=True, slots=True)
class PickTally:
    """Sums over the picks of one card by people: count, pick numbers, their squares, first picks of a packet."""

    code: str
    times: int
    number_sum: int
    number_square_sum: int
    first_picks: int


@dataclass(frozen=True, slots=True)
class CardPickStatistics:
    """Statistics of one card: picked `times` by people, in the pool of `drafts` drafts.

    `mean` is the average pick number (1 = first), `margin` about twice its standard error; None for too few picks.
    """

    code: str
    times: int
    drafts: int
    first: int
    mean: float
    margin: float | None

    @property
    def few(self) -> bool:
        return self.times < MIN_PICKS_FOR_STATISTICS


def cards_by_pick_order(tallies: Iterable[PickTally], pools: Mapping[str, int]) -> tuple[CardPickStatistics, ...]:
    """Return the cards picked at least once, the earliest first; `pools` counts drafts by card in their pool."""
    rows = [_card_pick_statistics(tally, pools.get(tally.code, 0)) for tally in tallies if tally.times]
    return tuple(sorted(rows, key=lambda row: (row.mean, -row.times, row.code)))


def _card_pick_statistics(tally: PickTally, drafts: int) -> CardPickStatistics:
    mean = tally.number_sum / tally.times
    return CardPickStatistics(
        tally.code,
        tally.times,
        max(drafts, tally.times),
        tally.first_picks,
        mean,
        margin_of_mean(tally.times, tally.number_square_sum, mean),
    )


def margin_of_mean(times: int, square_sum: int, mean: float) -> float | None:
    """Return about twice the standard error of an average pick number; None for too few picks."""
    if times < MIN_PICKS_FOR_STATISTICS:
        return None
    variance = max(square_sum - times * mean * mean, 0) / (times - 1)
    return 2 * sqrt(variance / times)


@dataclass(frozen=True, slots=True)
class PoolFinding:
    """A problem of a pool: the rule it breaks, a sentence, and the card code, empty if it’s not about one card."""

    rule: str
    template: str
    params: Mapping[str, object] = field(default_factory=dict)
    code: str = ""

    @property
    def message(self) -> str:
        return fill_template(self.template, self.params)


def findings_of_pool(setup: Setup, pool: Collection[str], codes: Sequence[str]) -> tuple[PoolFinding, ...]:
    """Find cards that weren’t in the draft, cards listed twice, and a wrong number of cards.

    `pool` holds every card of the draft, `codes` those a player says they kept.
    """
    findings = []
    for code in dict.fromkeys(codes):
        if code not in pool:
            template = gettext_noop("%(card)s isn’t from any of the drafted peoples.")
            findings.append(PoolFinding("DRAFT-03", template, {"card": code}, code))
    for code, times in Counter(codes).items():
        if times > 1:
            template = gettext_noop("%(card)s is listed %(times)d times, but there is only one of each card.")
            findings.append(PoolFinding("DRAFT-03", template, {"card": code, "times": times}, code))
    kept = setup.figures.kept
    if len(codes) != kept:
        template = gettext_noop("%(have)d cards; everyone keeps exactly %(kept)d.")
        findings.append(PoolFinding("DRAFT-13", template, {"have": len(codes), "kept": kept}))
    return tuple(findings)


def findings_of_shared_cards(mine: Collection[str], others: Mapping[str, Collection[str]]) -> tuple[PoolFinding, ...]:
    """Find cards of one pool that other pools list, too; `others` are the pools by player."""
    findings = []
    for player, theirs in others.items():
        for code in sorted(set(mine) & set(theirs)):
            template = gettext_noop("%(card)s is in the pool of %(player)s as well; one of you has misread it.")
            findings.append(PoolFinding("DRAFT-03", template, {"card": code, "player": player}, code))
    return tuple(findings)

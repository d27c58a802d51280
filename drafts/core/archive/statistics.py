"""Statistics of picks over many drafts, and checks of pools that were entered by hand."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

from common.text import fill_template, gettext_noop
from drafts.core.engine.setup import Setup

# Fewer picks of a card than this say next to nothing about it.
MIN_PICKS_FOR_STATISTICS = 5


@dataclass(frozen=True, slots=True)
class PickTally:
    """The picks of one card by people: `times` of them, the sum of the numbers of the picks, that of their squares,
    and how many were the `first` of a fresh packet."""

    code: str
    times: int
    number_sum: int
    number_square_sum: int
    first_picks: int


@dataclass(frozen=True, slots=True)
class CardPickStatistics:
    """Statistics of one card: `times` taken by people in the `drafts` whose pool it was in; `mean` is the average
    number of the pick (1 = first), `margin` about twice its standard error, None where that would say nothing."""

    code: str
    times: int
    drafts: int
    first: int
    mean: float
    margin: float | None

    @property
    def few(self) -> bool:
        """Whether that is too little to go by."""
        return self.times < MIN_PICKS_FOR_STATISTICS


def cards_by_pick_order(tallies: Iterable[PickTally], pools: Mapping[str, int]) -> tuple[CardPickStatistics, ...]:
    """The cards that were taken at least once, the earliest taken first; `pools` is card -> drafts with that card."""
    rows = [_card_pick_statistics(tally, pools.get(tally.code, 0)) for tally in tallies if tally.times]
    return tuple(sorted(rows, key=lambda row: (row.mean, -row.times, row.code)))


def _card_pick_statistics(tally: PickTally, drafts: int) -> CardPickStatistics:
    mean = tally.number_sum / tally.times
    return CardPickStatistics(
        tally.code, tally.times, max(drafts, tally.times), tally.first_picks, mean, _confidence_margin(tally, mean)
    )


def _confidence_margin(tally: PickTally, mean: float) -> float | None:
    if tally.times < MIN_PICKS_FOR_STATISTICS:
        return None
    variance = max(tally.number_square_sum - tally.times * mean * mean, 0) / (tally.times - 1)
    return 2 * sqrt(variance / tally.times)


@dataclass(frozen=True, slots=True)
class PoolFinding:
    """Something that cannot be so: the rule it breaks, a sentence, and the card it is about, if it is about one."""

    rule: str
    template: str
    params: Mapping[str, object] = field(default_factory=dict)
    code: str = ""

    @property
    def message(self) -> str:
        return fill_template(self.template, self.params)


def findings_of_pool(setup: Setup, pool: Collection[str], codes: Sequence[str]) -> tuple[PoolFinding, ...]:
    """The faults of one pool by itself: cards that were not in the draft, cards twice, the wrong number.

    `pool` holds every card of the peoples that were used, `codes` those a player says they kept.
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
    """Cards of one pool that stand in another as well; `others` is player -> pool. One of the two must be wrong."""
    findings = []
    for player, theirs in others.items():
        for code in sorted(set(mine) & set(theirs)):
            template = gettext_noop("%(card)s is in the pool of %(player)s as well; one of you has misread it.")
            findings.append(PoolFinding("DRAFT-03", template, {"card": code, "player": player}, code))
    return tuple(findings)

"""Checks of pools that players entered by hand."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from common.text import fill_template, gettext_noop
from drafts.core.engine.setup import Setup


@dataclass(frozen=True, slots=True)
class PoolProblem:
    """A problem of a pool: the broken rule, a sentence, and the code of the card (empty if not about one card)."""

    rule: str
    template: str
    params: Mapping[str, object] = field(default_factory=dict)
    code: str = ""

    @property
    def message(self) -> str:
        return fill_template(self.template, self.params)


def pool_problems(setup: Setup, pool: Collection[str], codes: Sequence[str]) -> tuple[PoolProblem, ...]:
    """Find cards of `codes` that weren’t in the draft’s `pool` or are listed twice, and a wrong number of cards."""
    findings = []
    for code in dict.fromkeys(codes):
        if code not in pool:
            template = gettext_noop("%(card)s isn’t from any of the drafted peoples.")
            findings.append(PoolProblem("DRAFT-03", template, {"card": code}, code))
    for code, times in Counter(codes).items():
        if times > 1:
            template = gettext_noop("%(card)s is listed %(times)d times, but there is only one of each card.")
            findings.append(PoolProblem("DRAFT-03", template, {"card": code, "times": times}, code))
    kept = setup.figures.kept
    if len(codes) != kept:
        template = gettext_noop("%(have)d cards; everyone keeps exactly %(kept)d.")
        findings.append(PoolProblem("DRAFT-13", template, {"have": len(codes), "kept": kept}))
    return tuple(findings)


def shared_card_problems(mine: Collection[str], others: Mapping[str, Collection[str]]) -> tuple[PoolProblem, ...]:
    """Find cards of one pool that other pools also list; `others` are the other pools by player."""
    findings = []
    for player, theirs in others.items():
        for code in sorted(set(mine) & set(theirs)):
            template = gettext_noop("%(card)s is in the pool of %(player)s as well; one of you has misread it.")
            findings.append(PoolProblem("DRAFT-03", template, {"card": code, "player": player}, code))
    return tuple(findings)

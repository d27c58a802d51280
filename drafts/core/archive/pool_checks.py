"""Checks of pools drafted with real cards: do they fit what was agreed, and each other?"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from common.text import filled, gettext_noop
from drafts.core.engine.setup import Setup


@dataclass(frozen=True, slots=True)
class PoolFinding:
    """Something that cannot be so: the rule it breaks, a sentence, and the card it is about, if it is about one."""

    rule: str
    template: str
    params: Mapping[str, object] = field(default_factory=dict)
    code: str = ""

    @property
    def message(self) -> str:
        return filled(self.template, self.params)


def check_pool(setup: Setup, pool: Collection[str], codes: Sequence[str]) -> tuple[PoolFinding, ...]:
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


def clashes(mine: Collection[str], others: Mapping[str, Collection[str]]) -> tuple[PoolFinding, ...]:
    """Cards of one pool that stand in another as well; `others` is player -> pool. One of the two must be wrong."""
    findings = []
    for player, theirs in others.items():
        for code in sorted(set(mine) & set(theirs)):
            template = gettext_noop("%(card)s is in the pool of %(player)s as well; one of you has misread it.")
            findings.append(PoolFinding("DRAFT-03", template, {"card": code, "player": player}, code))
    return tuple(findings)

"""The formats as declarations: which rules run, and with which size and moons. `judge` is the one way in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from cards.facts import Catalogue, People
from common.text import gettext_noop
from decks.legality import extras, rules
from decks.legality.case import Case, Limits, error, lay_out, listing
from decks.legality.deck import DeckList, FamilyRule, Format
from decks.legality.report import Finding, Report, Severity, Status
from decks.legality.sets import SET_SIZE, family, people_deck

Rule = Callable[[Case], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class FormatRules:
    """A format: its size and moons before anything joins, how the limits follow from the deck, and its rules."""

    size: int
    moons: int | None
    limits: Callable[[Case, Limits], Limits]
    rules: tuple[Rule, ...]


def custom_limits(case: Case, base: Limits) -> Limits:
    """DECK-01, DECK-12, DECK-16: what the leader prints, plus the inquisitor, plus a family under `extend`."""
    leader = case.leader
    size, moons = base.size or 0, base.moons or 0
    if leader and leader.extra_cards is not None and leader.extra_moons is not None:
        size, moons = leader.extra_cards, leader.extra_moons
    for card in extras.inquisitors(case)[:1]:
        if card.extra_cards is None or card.extra_moons is None:
            return Limits(None, None)
        size, moons = size + card.extra_cards, moons + card.extra_moons
    if case.deck.family_rule is FamilyRule.EXTEND:
        size += extras.family_cards(case)
    return Limits(size, moons + extras.family_moons(case))


def people_limits(case: Case, base: Limits) -> Limits:
    """DECK-15, DECK-17: 30 cards and the five of a family; moons are not counted."""
    return Limits((base.size or 0) + extras.family_cards(case), None)


def emissary_limits(case: Case, base: Limits) -> Limits:
    """DECK-13, DECK-24: 30 cards, the people's extras and seven; 40 for most, 38 for the Buka."""
    if case.people is None:
        return Limits(None, None)
    return Limits((base.size or 0) + len(extras.own_extras(case)) + SET_SIZE, None)


def draft_limits(case: Case, base: Limits) -> Limits:
    """DECK-18: 30 picks, no moon limit."""
    return base


def deck_17_preconstructed(case: Case) -> Iterator[Finding]:
    """DECK-17: exactly the 30 cards of the people's deck, and those of a family that joins it (DECK-15)."""
    if case.people is None:
        return
    people = case.people.value
    expected = {card.code: card for card in people_deck(case.catalogue, case.people)}
    joined = {card.code for letter in case.deck.families for card in family(case.catalogue, letter)}
    held = {card.code for card, _ in case.cards}
    have, allowed = case.size, case.limits.size
    if case.people is People.BUKA and case.deck.families:
        yield error("DECK-15", gettext_noop("The Buka deck holds all its families already."))
    lack = [card for code, card in expected.items() if code not in held]
    if lack:
        template = gettext_noop("Missing from the %(people)s deck as published: %(cards)s.")
        codes = tuple(card.code for card in lack)
        params = {"people": people, "cards": listing(lack)}
        yield Finding("DECK-17", Severity.ERROR, template, params, codes, have=have, allowed=allowed)
    surplus = [
        card for card, _ in case.cards if card.playable and card.code not in expected and card.code not in joined
    ]
    if surplus:
        template = gettext_noop("Not in the %(people)s deck as published: %(cards)s.")
        codes = tuple(card.code for card in surplus)
        params = {"people": people, "cards": listing(surplus)}
        yield Finding("DECK-17", Severity.ERROR, template, params, codes, have=have, allowed=allowed)


def deck_18_draft(case: Case) -> Iterator[Finding]:
    """DECK-18: exactly 30 cards, and neither leader, inquisitor nor emissary in or beside the deck."""
    allowed = case.limits.size
    if allowed is not None and case.size != allowed:
        yield rules.size_finding("DECK-18", case.size, allowed)
    for card, _ in case.cards:
        if not card.playable:
            yield rules.outside_finding("DECK-18", card)
    beside = (*case.deck.leaders, *case.deck.inquisitors, *case.deck.emissaries)
    if beside:
        template = gettext_noop("A draft deck has no leader, inquisitor or emissary beside it: %(cards)s.")
        yield Finding("DECK-18", Severity.ERROR, template, {"cards": listing(list(case.named(beside)))}, beside)


def deck_18_own_picks(case: Case) -> Iterator[Finding]:
    """DECK-18, DECK-19: every card is one of the player's own picks."""
    if case.deck.pool is None:
        template = gettext_noop("The pool is not known, so it was not checked that every card is one of your picks.")
        yield Finding("DECK-18", Severity.WARNING, template)
        return
    foreign = [card for card, copies in case.cards if copies > case.deck.pool.count(card.code)]
    missing = [card for card in foreign if card.code not in case.deck.pool]
    if missing:
        template = gettext_noop("Not among your picks: %(cards)s.")
        codes = tuple(card.code for card in missing)
        yield Finding("DECK-18", Severity.ERROR, template, {"cards": listing(missing)}, codes)


_BOTH: tuple[Rule, ...] = (rules.card_04_exists, rules.deck_08_one_copy)
_OUTSIDE: tuple[Rule, ...] = (rules.deck_01_one_leader, rules.deck_09_deck_cards, extras.deck_14_either)

FORMATS: Mapping[Format, FormatRules] = {
    Format.CUSTOM: FormatRules(
        size=30,
        moons=10,
        limits=custom_limits,
        rules=(
            *_BOTH,
            *_OUTSIDE,
            rules.deck_02_size,
            rules.deck_03_moons,
            rules.deck_04_own_box,
            rules.deck_11_crystals,
            extras.deck_12_inquisitor,
            extras.deck_14_no_emissary,
            extras.deck_15_family,
            rules.deck_23_agreed,
        ),
    ),
    Format.PRECONSTRUCTED: FormatRules(
        size=30,
        moons=None,
        limits=people_limits,
        rules=(
            *_BOTH,
            *_OUTSIDE,
            deck_17_preconstructed,
            extras.deck_12_custom_only,
            extras.deck_14_no_emissary,
            extras.deck_15_family,
            rules.deck_23_agreed,
        ),
    ),
    Format.EMISSARY: FormatRules(
        size=30,
        moons=None,
        limits=emissary_limits,
        rules=(
            *_BOTH,
            *_OUTSIDE,
            rules.deck_11_crystals,
            extras.deck_12_custom_only,
            extras.deck_13_emissary,
            extras.deck_13_deck,
            extras.deck_15_no_family,
            rules.deck_23_agreed,
        ),
    ),
    Format.DRAFT: FormatRules(
        size=30,
        moons=None,
        limits=draft_limits,
        rules=(*_BOTH, deck_18_draft, deck_18_own_picks, extras.deck_15_no_family, rules.deck_11_crystals),
    ),
}

_ORDER = {severity: position for position, severity in enumerate(Severity)}


def judge(deck: DeckList, catalogue: Catalogue) -> Report:
    """Judge a deck by every rule of its format; never stops at the first fault and never changes the deck.

    >>> judge(DeckList(), Catalogue(())).status
    <Status.ILLEGAL: 'illegal'>
    """
    declared = FORMATS[deck.format]
    case = lay_out(deck, catalogue)
    case = replace(case, limits=declared.limits(case, Limits(declared.size, declared.moons)))
    found = [finding for rule in declared.rules for finding in rule(case)]
    found.sort(key=lambda finding: (_ORDER[finding.severity], finding.code))
    counted = deck.format is not Format.DRAFT and case.people is not None
    rows = case.rows if counted else ()
    return Report(
        status=_status(found),
        have=case.size,
        required=case.limits.size,
        moons_have=sum(row.moons or 0 for row in rows) if counted else None,
        moons_allowed=case.limits.moons,
        rows=rows,
        findings=tuple(found),
    )


def _status(findings: list[Finding]) -> Status:
    severities = {finding.severity for finding in findings}
    if Severity.ERROR in severities:
        return Status.ILLEGAL
    return Status.UNKNOWN if Severity.UNKNOWN in severities else Status.LEGAL

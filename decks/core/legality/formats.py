"""Formats as declarations: their rules, and their size and moons."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from cards.core.facts import CardType, Catalogue, People
from cards.core.rulings import RulingsBook
from common.text import gettext_noop
from decks.core.legality import extras, rules
from decks.core.legality.case import DeckLimits, LegalityCase, cards_finding, error_finding, format_card_list
from decks.core.legality.decklist import DeckList, FamilyRule, Format, HouseRules, Play
from decks.core.legality.report import Finding, Report, Severity, Status, size_finding, sorted_findings, status_of
from decks.core.legality.sets import SET_SIZE, family, people_deck

Rule = Callable[[LegalityCase], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class FormatRules:
    """A format: its base size and moons, how the limits follow from the deck, and its rules.

    `unusual` are rules that only concern some decks (`LegalityCase.unusual`), `joining` are rules about what joins a
    deck with the leader: inquisitor, emissary, family, match. Most decks need neither.
    """

    base: DeckLimits
    limits: Callable[[LegalityCase, DeckLimits], DeckLimits]
    rules: tuple[Rule, ...]
    unusual: tuple[Rule, ...] = ()
    joining: tuple[Rule, ...] = ()


def custom_limits(case: LegalityCase, base: DeckLimits) -> DeckLimits:
    """DECK-01, DECK-12, DECK-16: the leader’s printed limits, plus the inquisitor’s, plus a family’s under `extend`."""
    deck, side = case.deck, case.side
    if side is not None and deck.house is None:
        base = side.limits or base
    if not (deck.inquisitors or deck.families):
        return base
    size, moons = base.size or 0, base.moons
    joining = (card for card in case.known_cards(deck.inquisitors) if card.type is CardType.INQUISITOR)
    if card := next(joining, None):
        if card.extra_cards is None or card.extra_moons is None:
            return DeckLimits(None, None)
        size, moons = size + card.extra_cards, None if moons is None else moons + card.extra_moons
    if deck.families and deck.family_rule is FamilyRule.EXTEND:
        size += extras.extra_cards_for_family(case)
        moons = None if moons is None else moons + extras.extra_moons_for_family(case)
    return DeckLimits(size, moons)


def people_limits(case: LegalityCase, base: DeckLimits) -> DeckLimits:
    """DECK-15, DECK-17: 30 cards and the five of a family; moons are not counted."""
    return DeckLimits((base.size or 0) + extras.extra_cards_for_family(case), None)


def emissary_limits(case: LegalityCase, base: DeckLimits) -> DeckLimits:
    """DECK-13, DECK-24: 30 cards, the people’s extras and seven; 40 for most, 38 for the Buka."""
    if case.people is None:
        return DeckLimits(None, None)
    return DeckLimits((base.size or 0) + len(extras.required_extras(case)) + SET_SIZE, None)


def draft_limits(case: LegalityCase, base: DeckLimits) -> DeckLimits:
    """DECK-18: 30 picks, no moon limit."""
    return base


def deck_17_preconstructed(case: LegalityCase) -> Iterator[Finding]:
    """DECK-17: exactly the 30 cards of the people’s deck, and the cards of a family that joins it (DECK-15)."""
    if case.people is None:
        return
    people = case.people.value
    expected = {card.code: card for card in people_deck(case.catalogue, case.people)}
    joined = {card.code for letter in case.deck.families for card in family(case.catalogue, letter)}
    deck_codes = {card.code for card, _ in case.card_counts}
    if case.people is People.BUKA and case.deck.families:
        yield error_finding("DECK-15", gettext_noop("The Buka deck already has all its families."))
    lack = [card for code, card in expected.items() if code not in deck_codes]
    if lack:
        template = gettext_noop("Missing from the preconstructed %(people)s deck: %(cards)s.")
        yield cards_finding("DECK-17", template, lack, case.size, case.limits.size, people=people)
    surplus = [
        card for card, _ in case.card_counts if card.playable and card.code not in expected and card.code not in joined
    ]
    if surplus:
        template = gettext_noop("Not in the preconstructed %(people)s deck: %(cards)s.")
        yield cards_finding("DECK-17", template, surplus, len(surplus), 0, people=people)


def deck_18_draft(case: LegalityCase) -> Iterator[Finding]:
    """DECK-18: exactly 30 cards, and no leader, inquisitor or emissary in the deck or beside it."""
    allowed = case.limits.size
    if allowed is not None and case.size != allowed:
        yield size_finding("DECK-18", case.size, allowed)
    yield from rules.cards_outside_deck_findings("DECK-18", case)
    beside = (*case.deck.leaders, *case.deck.inquisitors, *case.deck.emissaries)
    if beside:
        template = gettext_noop("A draft deck can’t have a leader, inquisitor or emissary: %(cards)s.")
        yield Finding(
            "DECK-18", Severity.ERROR, template, {"cards": format_card_list(case.known_cards(beside))}, beside
        )


def deck_18_own_picks(case: LegalityCase) -> Iterator[Finding]:
    """DECK-18, DECK-19: every card is one of the player’s own picks."""
    if case.deck.pool is None:
        template = gettext_noop("The pool is unknown, so we couldn’t check that every card is one of your picks.")
        yield Finding("DECK-18", Severity.WARNING, template)
        return
    picks = set(case.deck.pool)
    missing = case.known_cards([code for code in case.copies if code not in picks])
    if missing:
        yield cards_finding("DECK-18", gettext_noop("Not among your picks: %(cards)s."), missing)


def draft_25_never_dealt(case: LegalityCase) -> Iterator[Finding]:
    """DRAFT-25: cards that no pool by the rules can hold; a practice table may deal them."""
    if case.table.dealt.issuperset(case.copies):
        return
    dealt = case.table.dealt.union(case.deck.pool or ())
    never = [card for card, _ in case.card_counts if card.playable and card.code not in dealt]
    if never:
        template = gettext_noop("Never dealt in a draft, so nobody can have picked them: %(cards)s.")
        yield cards_finding("DRAFT-25", template, never, len(never), 0)


_DRAFT_FORMAT_RULES: tuple[Rule, ...] = (rules.card_04_exists, rules.banned_card_findings, rules.deck_11_crystals)
_LED: tuple[Rule, ...] = (
    rules.card_04_exists,
    rules.banned_card_findings,
    rules.deck_01_one_leader,
    rules.deck_09_deck_cards,
)

FORMAT_RULES: Mapping[Format, FormatRules] = {
    Format.CUSTOM: FormatRules(
        base=DeckLimits(30, 10),
        limits=custom_limits,
        rules=(rules.deck_08_one_copy, rules.deck_02_size, rules.deck_03_moons, rules.deck_04_own_box),
        unusual=(*_LED, rules.deck_11_crystals),
        joining=(
            extras.deck_14_emissary_or_inquisitor,
            extras.deck_12_inquisitor,
            extras.deck_14_no_emissary,
            extras.deck_15_family,
            rules.deck_23_agreed,
        ),
    ),
    Format.PRECONSTRUCTED: FormatRules(
        base=DeckLimits(30, None),
        limits=people_limits,
        rules=(rules.deck_08_one_copy, deck_17_preconstructed),
        unusual=_LED,
        joining=(
            extras.deck_14_emissary_or_inquisitor,
            extras.deck_12_custom_only,
            extras.deck_14_no_emissary,
            extras.deck_15_family,
            rules.deck_23_agreed,
        ),
    ),
    Format.EMISSARY: FormatRules(
        base=DeckLimits(30, None),
        limits=emissary_limits,
        rules=(
            rules.deck_08_one_copy,
            extras.deck_14_emissary_or_inquisitor,
            extras.deck_12_custom_only,
            extras.deck_13_emissary,
            extras.deck_13_deck,
            extras.deck_15_no_family,
            rules.deck_23_agreed,
        ),
        unusual=(*_LED, rules.deck_11_crystals),
    ),
    Format.DRAFT: FormatRules(
        base=DeckLimits(30, None),
        limits=draft_limits,
        rules=(
            rules.deck_08_one_copy,
            deck_18_draft,
            deck_18_own_picks,
            draft_25_never_dealt,
            extras.deck_15_no_family,
            rules.deck_23_agreed,
        ),
        unusual=_DRAFT_FORMAT_RULES,
    ),
}

_CUSTOM_RULES, _DRAFT_RULES, _STRICT_PENALTIES = FORMAT_RULES[Format.CUSTOM], FORMAT_RULES[Format.DRAFT], Play.STRICT
_STRICT_PLAY_NOTE = gettext_noop("In strict play, an illegal deck forfeits the game at the maximum score.")


def judge_blue_moon(deck: DeckList, catalogue: Catalogue, book: RulingsBook | None = None) -> Report:
    """Judge a Blue Moon deck by every rule of its format. Blue Moon has no restricted lists, so `book` is unused."""
    declared = FORMAT_RULES.get(deck.format, _CUSTOM_RULES)
    case = LegalityCase(deck, catalogue)
    base = declared.base if deck.house is None else _limits_before_extras(deck.house, declared.base)
    case.limits = limits = declared.limits(case, base)
    of_rules: list[Finding] = []
    for rule in declared.rules:
        of_rules += rule(case)
    if case.unusual:
        for rule in declared.unusual:
            of_rules += rule(case)
    if deck.inquisitors or deck.emissaries or deck.families or deck.match:
        for rule in declared.joining:
            of_rules += rule(case)
    findings = sorted_findings(of_rules)
    status = status_of(findings)
    if deck.play is _STRICT_PENALTIES and status is Status.ILLEGAL:
        findings = sorted_findings([*findings, Finding("DECK-22", Severity.WARNING, _STRICT_PLAY_NOTE)])
    counted = case.side is not None and declared is not _DRAFT_RULES
    moons, rows = (case.moons, case.moon_rows) if counted else (None, ())
    return Report(status, case.size, limits.size, moons, limits.moons, rows, findings)


def _limits_before_extras(house: HouseRules, base: DeckLimits) -> DeckLimits:
    """Return size and moons before extras join: of the declared format, or else of its base."""
    moons = None if house.any_moons else base.moons if house.moons is None else house.moons
    return DeckLimits(base.size if house.size is None else house.size, moons)

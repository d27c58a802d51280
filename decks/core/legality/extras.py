"""Extras of a deck: inquisitors, emissaries and Buka families (DECK-12 to DECK-16, DECK-24)."""

from collections.abc import Iterator

from cards.core.facts import CardFacts, CardType
from common.text import gettext_noop
from decks.core.legality.case import LegalityCase, cards_finding, error_finding, full_name
from decks.core.legality.decklist import Edition, FamilyRule, Format
from decks.core.legality.report import Finding, Severity, size_finding
from decks.core.legality.sets import EXPANSIONS, SET_PEOPLES, SET_SIZE, emissary_set, extra_cards, family, people_deck


def deck_12_inquisitor(case: LegalityCase) -> Iterator[Finding]:
    """DECK-12: at most one inquisitor, which adds cards and moons; the limits stay open if its numbers are unknown."""
    for card in case.known_cards(case.deck.inquisitors):
        if card.type is not CardType.INQUISITOR:
            template = gettext_noop("%(card)s isn’t an inquisitor.")
            yield Finding("DECK-12", Severity.ERROR, template, {"card": full_name(card)}, (card.code,))
        elif card.extra_cards is None or card.extra_moons is None:
            template = gettext_noop("We don’t know how many cards and moons %(card)s adds.")
            yield Finding("DECK-12", Severity.UNKNOWN, template, {"card": full_name(card)}, (card.code,))
    count = len(case.deck.inquisitors)
    if count > 1:
        template = gettext_noop("The deck has %(have)d inquisitors; you can have only one.")
        cards = case.deck.inquisitors
        yield Finding("DECK-12", Severity.ERROR, template, {"have": count}, cards, have=count, allowed=1)


def deck_12_custom_only(case: LegalityCase) -> Iterator[Finding]:
    """DECK-12: an inquisitor only joins custom decks."""
    if case.deck.inquisitors and not case.deck.emissaries:
        template = gettext_noop("Only custom decks can have an inquisitor, and this isn’t one.")
        yield Finding("DECK-12", Severity.ERROR, template, cards=case.deck.inquisitors)


def deck_14_emissary_or_inquisitor(case: LegalityCase) -> Iterator[Finding]:
    """DECK-14: an emissary goes with a people’s deck, an inquisitor with a custom deck; never both."""
    both = (*case.deck.emissaries, *case.deck.inquisitors)
    if case.deck.emissaries and case.deck.inquisitors:
        template = gettext_noop("A deck can’t have both an emissary and an inquisitor.")
        yield Finding("DECK-14", Severity.ERROR, template, cards=both)


def deck_14_no_emissary(case: LegalityCase) -> Iterator[Finding]:
    """DECK-14: only the emissary format has an emissary."""
    if case.deck.emissaries:
        template = gettext_noop(
            "An emissary can only join a people’s deck in the format “emissary”; this deck has a different format."
        )
        yield Finding("DECK-14", Severity.ERROR, template, cards=case.deck.emissaries)


def deck_13_emissary(case: LegalityCase) -> Iterator[Finding]:
    """DECK-13: one emissary lies beside the leader."""
    count = len(case.deck.emissaries)
    if count != 1:
        none = gettext_noop("The deck has no emissary.")
        some = gettext_noop("The deck has %(have)d emissaries; it must have exactly one.")
        cards = case.deck.emissaries
        template = some if count else none
        yield Finding("DECK-13", Severity.ERROR, template, {"have": count}, cards, have=count, allowed=1)
    for card in case.known_cards(case.deck.emissaries):
        if card.type is not CardType.EMISSARY:
            template = gettext_noop("%(card)s isn’t an emissary.")
            yield Finding("DECK-13", Severity.ERROR, template, {"card": full_name(card)}, (card.code,))


def required_extras(case: LegalityCase) -> tuple[CardFacts, ...]:
    """Return the extras that this deck must hold (DECK-13); the first edition may have only one expansion (DECK-24).

    With one expansion, the deck holds every extra of it; which one follows from the emissary, if known.
    """
    if case.people is None:
        return ()
    complete = extra_cards(case.catalogue, case.people)
    if case.deck.edition is not Edition.FIRST:
        return complete
    codes = {card.code for card, _ in case.card_counts}
    home = {card.deck for card in case.known_cards(case.deck.emissaries)} & set(EXPANSIONS) or set(EXPANSIONS)
    for expansion in sorted(home):
        part = tuple(card for card in complete if card.deck == expansion)
        if part and {card.code for card in part} == codes & {card.code for card in complete}:
            return part
    return complete


def deck_13_deck(case: LegalityCase) -> Iterator[Finding]:
    """DECK-13, DECK-24: the people’s 30 cards, its own extras and seven of the emissary’s; which seven is unknown."""
    if case.people is None:
        return
    codes = {card.code for card, _ in case.card_counts}
    base = people_deck(case.catalogue, case.people)
    own_cards = required_extras(case)
    code = "DECK-24" if case.deck.edition is Edition.FIRST else "DECK-13"
    people = case.people.value
    lack = [card for card in base if card.code not in codes]
    if lack:
        template = gettext_noop("Missing from the %(people)s deck: %(cards)s.")
        yield cards_finding("DECK-13", template, lack, people=people)
    lack = [card for card in own_cards if card.code not in codes]
    if lack:
        template = gettext_noop("An emissary deck also needs its people’s extra cards. Missing: %(cards)s.")
        yield cards_finding(code, template, lack, people=people)
    expected = {card.code for card in (*base, *extra_cards(case.catalogue, case.people))}
    yield from _emissary_cards_findings([card for card, _ in case.card_counts if card.code not in expected], case)
    if case.limits.size is not None and case.size != case.limits.size:
        yield size_finding("DECK-13", case.size, case.limits.size)


def _emissary_cards_findings(rest: list[CardFacts], case: LegalityCase) -> Iterator[Finding]:
    strange = [card for card in rest if card.playable and not _belongs_to_emissary_set(card)]
    if strange:
        template = gettext_noop("Not part of this deck or of any emissary’s set: %(cards)s.")
        yield cards_finding("DECK-13", template, strange)
    count = sum(_belongs_to_emissary_set(card) for card in rest)
    if count != SET_SIZE:
        template = gettext_noop(
            "An emissary brings a set of %(allowed)d cards; the deck has %(have)d cards from emissary sets."
        )
        params = {"have": count, "allowed": SET_SIZE}
        yield Finding("DECK-13", Severity.ERROR, template, params, have=count, allowed=SET_SIZE)
    yield from _emissary_set_findings(rest, case)


def _emissary_set_findings(rest: list[CardFacts], case: LegalityCase) -> Iterator[Finding]:
    """DECK-13: the seven cards must be the emissary’s, once all seven are known."""
    named = case.deck.emissaries[0] if len(case.deck.emissaries) == 1 else ""
    known_cards = emissary_set(case.catalogue, named)
    other_cards = [card for card in rest if card.emissary and card.emissary != named]
    if other_cards and named:
        template = gettext_noop("From another emissary’s set: %(cards)s.")
        yield cards_finding("DECK-13", template, other_cards)
    if len(known_cards) != SET_SIZE:
        template = gettext_noop("We don’t know which seven cards belong to this emissary.")
        yield Finding("DECK-13", Severity.UNKNOWN, template, cards=case.deck.emissaries)
        return
    codes = {card.code for card in rest}
    lack = [card for card in known_cards if card.code not in codes]
    if lack:
        template = gettext_noop("Missing from the emissary’s set: %(cards)s.")
        yield cards_finding("DECK-13", template, lack)
    own = {card.code for card in known_cards}
    strange = [
        card for card in rest if _belongs_to_emissary_set(card) and card.code not in own and card not in other_cards
    ]
    if strange:
        template = gettext_noop("Not in the emissary’s set: %(cards)s.")
        yield cards_finding("DECK-13", template, strange)


def _belongs_to_emissary_set(card: CardFacts) -> bool:
    return card.people in SET_PEOPLES and card.deck not in ("", "promo") and card.deck.startswith("E&I")


def deck_15_family(case: LegalityCase) -> Iterator[Finding]:
    """DECK-15, DECK-16: one family, a to f, with all five cards."""
    number = "DECK-16" if case.deck.format is Format.CUSTOM else "DECK-15"
    count = len(case.deck.families)
    if count > 1:
        template = gettext_noop("The deck has %(have)d Buka families; you can have only one.")
        yield Finding(number, Severity.ERROR, template, {"have": count}, have=count, allowed=1)
    codes = {card.code for card, _ in case.card_counts}
    for letter in case.deck.families:
        five = family(case.catalogue, letter)
        if not five:
            yield error_finding(
                number,
                gettext_noop("There’s no Buka family “%(family)s”. The families are a to f."),
                family=letter[:20],
            )
        lack = [card for card in five if card.code not in codes]
        if lack:
            template = gettext_noop(
                "A Buka family joins with all its cards. Missing from family %(family)s: %(cards)s."
            )
            yield cards_finding(number, template, lack, family=letter)


def deck_15_no_family(case: LegalityCase) -> Iterator[Finding]:
    """DECK-15, DECK-16: a family joins people’s decks and custom decks; no rule lets it join others."""
    if case.deck.families:
        yield error_finding(
            "DECK-15", gettext_noop("A Buka family can only join a preconstructed or custom deck, and this is neither.")
        )


def extra_moons_for_family(case: LegalityCase) -> int:
    """Return the moons that a family adds to the limit under the literal reading of DECK-16 (option `extend`)."""
    if case.deck.family_rule is not FamilyRule.EXTEND:
        return 0
    cards = (card for letter in case.deck.families[:1] for card in family(case.catalogue, letter))
    return sum(card.moons or 0 for card in cards)


def extra_cards_for_family(case: LegalityCase) -> int:
    """Return how many cards the first family adds to the size of the deck: five."""
    return sum(len(family(case.catalogue, letter)) for letter in case.deck.families[:1])

"""Rules for all decks of a people: one function a rule, numbered as in `docs/rules.md`.

A rule returns all findings on a case and never changes the deck. It first checks cheaply whether it applies: most decks
are legal, and every change is judged. `decks.core.building.constraints` reads `have` and `allowed` of its errors.
"""

from collections.abc import Sequence

from cards.core.facts import CardFacts, CardType
from common.sentence_tables import sentences
from common.text import gettext_noop
from decks.core.legality.case import (
    NO_CODES,
    LazyCardNames,
    LegalityCase,
    cards_finding,
    format_card_list,
    full_name,
    is_leader,
)
from decks.core.legality.decklist import Agreement, Edition, Format, HouseRules
from decks.core.legality.report import HOUSE_RULE_NUMBER, Finding, Severity, size_finding

ERROR, INFO = Severity.ERROR, Severity.INFO

TOO_MANY_MOONS = {
    1: gettext_noop(
        "One moon over the limit: cards from outside %(people)s cost %(have)d moons, and %(allowed)d are allowed."
    ),
    2: gettext_noop(
        "Two moons over the limit: cards from outside %(people)s cost %(have)d moons, and %(allowed)d are allowed."
    ),
}
TOO_MANY_MOONS_PLURAL = gettext_noop(
    "%(gap)d moons over the limit: cards from outside %(people)s cost %(have)d moons, and %(allowed)d are allowed."
)


def card_04_exists(case: LegalityCase) -> Sequence[Finding]:
    """CARD-04: a code that the catalogue lacks leaves the verdict open."""
    if not case.strangers:
        return NO_CODES
    template = gettext_noop("No card in the catalogue has the code “%(code)s”.")
    return [Finding("CARD-04", Severity.UNKNOWN, template, {"code": code[:40]}, (code,)) for code in case.strangers]


def deck_01_one_leader(case: LegalityCase) -> Sequence[Finding]:
    """DECK-01: a deck has one leader of a people, who is not one of its cards."""
    if case.leader is not None:
        return NO_CODES
    findings = []
    for card in case.known_cards(case.deck.leaders):
        if not is_leader(card):
            template = gettext_noop("%(card)s isn’t the leader of a people.")
            findings.append(Finding("DECK-01", Severity.ERROR, template, {"card": full_name(card)}, (card.code,)))
    count = len(case.deck.leaders)
    if count == 0:
        template = gettext_noop("The deck has no leader. Add the leader of its people.")
        findings.append(Finding("DECK-01", Severity.ERROR, template, have=0, allowed=1))
    elif count > 1:
        template = gettext_noop("The deck has %(have)d leaders; it must have exactly one.")
        cards = case.deck.leaders
        findings.append(Finding("DECK-01", Severity.ERROR, template, {"have": count}, cards, have=count, allowed=1))
    return findings


def deck_02_size(case: LegalityCase) -> Sequence[Finding]:
    """DECK-02: exactly the size printed on the leader, 30, plus what an inquisitor or a family adds."""
    allowed = case.limits.size
    return NO_CODES if allowed is None or case.size == allowed else (size_finding("DECK-02", case.size, allowed),)


def deck_03_moons(case: LegalityCase) -> Sequence[Finding]:
    """DECK-03, DECK-05 to DECK-07, DECK-10: foreign cards have at most the leader’s moons, 10."""
    have, allowed = case.moons, case.limits.moons
    over = allowed is not None and have > allowed
    if not (case.guessed or over) or case.side is None:
        return NO_CODES
    findings = []
    if allowed is not None and over:
        gap = have - allowed
        params: dict[str, object] = {"gap": gap, "people": case.side.name, "have": have, "allowed": allowed}
        cards = tuple([card for card, moons in case.foreign.items() if moons])
        template = TOO_MANY_MOONS.get(gap, TOO_MANY_MOONS_PLURAL)
        findings.append(Finding("DECK-03", ERROR, template, params, cards, have=have, allowed=allowed))
    if case.guessed and not (case.deck.house and case.deck.house.any_moons):
        unknown = tuple([card for card, moons in case.foreign.items() if moons is None])
        template = gettext_noop("The moon value of these cards is unknown: %(cards)s.")
        params = {"cards": format_card_list(case.known_cards(unknown))}
        findings.append(Finding("DECK-03", Severity.UNKNOWN, template, params, unknown, have=have, allowed=allowed))
    return findings


_OWN_DECK_MESSAGE = gettext_noop(
    "The %(people)s deck comes with cards of other peoples. Their moons count, too (%(moons)d): %(cards)s."
)


def deck_04_own_box(case: LegalityCase) -> Sequence[Finding]:
    """DECK-04: a foreign card packed in the leader’s own deck counts, too; the most common error."""
    if not case.foreign or case.side is None:
        return NO_CODES
    side = case.side
    own_box = side.own_box
    cards = tuple([card for card in case.foreign if card in own_box])
    if not cards:
        return NO_CODES
    moons = sum(filter(None, map(case.foreign.__getitem__, cards)))
    params = {"people": side.name, "moons": moons, "cards": LazyCardNames(cards, case.table.names)}
    return (Finding("DECK-04", INFO, _OWN_DECK_MESSAGE, params, cards, moons),)


_TWO_NOT_ONE_MESSAGE = gettext_noop("The deck has two copies of %(card)s; you can have only one.")
_MANY_NOT_ONE_MESSAGE = gettext_noop("The deck has %(have)d copies of %(card)s; you can have only one.")
_TOO_MANY_COPIES_MESSAGE = gettext_noop("The deck has %(have)d copies of %(card)s; you can have %(allowed)d.")


def deck_08_one_copy(case: LegalityCase) -> Sequence[Finding]:
    """DECK-08: one copy of a card, however many boxes you own; a declared format may allow more."""
    if not case.often:
        return NO_CODES
    allowed = case.deck.house.copies if case.deck.house else 1
    findings = []
    names = case.table.names
    for code, have in case.often.items():
        if have <= allowed or code not in names:
            continue
        template = (
            _TOO_MANY_COPIES_MESSAGE if allowed > 1 else _TWO_NOT_ONE_MESSAGE if have == 2 else _MANY_NOT_ONE_MESSAGE
        )
        params = {"card": names[code], "have": have, "allowed": allowed}
        findings.append(Finding("DECK-08", ERROR, template, params, (code,), have, allowed))
    return findings


_OUTSIDE = sentences("decks", "outside_the_deck")


def cards_outside_deck_findings(code: str, case: LegalityCase) -> Sequence[Finding]:
    if not case.special:
        return NO_CODES
    outside = [card for card in case.known_cards(case.special) if not card.playable]
    return [
        Finding(code, Severity.ERROR, _OUTSIDE[card.type], {"card": full_name(card)}, (card.code,)) for card in outside
    ]


def deck_09_deck_cards(case: LegalityCase) -> Sequence[Finding]:
    """DECK-09: leaders, emissaries and inquisitors are never part of a deck’s cards."""
    return cards_outside_deck_findings("DECK-09", case)


def deck_11_crystals(case: LegalityCase) -> Sequence[Finding]:
    """DECK-11: crystal cards only in a match of several games; the first edition does not say so (DECK-25)."""
    if not case.special or case.deck.match or case.deck.edition is not Edition.LEGENDS:
        return NO_CODES
    crystals: list[CardFacts] = [card for card in case.known_cards(case.special) if card.type is CardType.ACHIEVEMENT]
    if not crystals:
        return NO_CODES
    template = gettext_noop("Crystal cards can only be used in matches of several games: %(cards)s.")
    return (cards_finding("DECK-11", template, crystals, len(crystals), 0),)


_NEEDS_AGREEMENT_MESSAGES = sentences("decks", "to_be_agreed")
_NOT_AGREED_MESSAGES = sentences("decks", "not_agreed")


def deck_23_agreed(case: LegalityCase) -> Sequence[Finding]:
    """DECK-23: what the other player must agree to; a warning until it is known what was agreed, then an error.

    A match needs an agreement only together with a draft.
    """
    deck = case.deck
    emissary = bool(deck.emissaries) or deck.format is Format.EMISSARY
    if not (emissary or deck.inquisitors or deck.families or deck.match):
        return NO_CODES
    used = {
        Agreement.EMISSARY: emissary,
        Agreement.INQUISITOR: bool(deck.inquisitors),
        Agreement.FAMILY: bool(deck.families),
        Agreement.MATCH: deck.match and deck.format is Format.DRAFT,
    }
    findings = []
    for agreement in (agreed for agreed, needed in used.items() if needed):
        if deck.agreed is None:
            findings.append(Finding("DECK-23", Severity.WARNING, _NEEDS_AGREEMENT_MESSAGES[agreement]))
        elif agreement not in deck.agreed:
            findings.append(Finding("DECK-23", Severity.ERROR, _NOT_AGREED_MESSAGES[agreement]))
    return findings


def banned_card_findings(case: LegalityCase) -> Sequence[Finding]:
    """Return findings on cards that a declared format bans, by name and type, and on cards it requires."""
    house = case.deck.house
    if house is None or not (house.banned or house.without or house.least):
        return NO_CODES
    findings = []
    banned = [card for card, _ in case.card_counts if card.code in house.banned]
    if banned:
        template = gettext_noop("“%(format)s” bans these cards: %(cards)s.")
        findings.append(cards_finding(HOUSE_RULE_NUMBER, template, banned, len(banned), 0, format=house.name))
    for kind in house.without:
        left = [card for card, _ in case.card_counts if card.type is kind]
        if left:
            template = gettext_noop("“%(format)s” doesn’t allow cards of the type %(type)s: %(cards)s.")
            params = {"format": house.name, "type": kind.value}
            findings.append(cards_finding(HOUSE_RULE_NUMBER, template, left, len(left), 0, **params))
    return findings + _too_few_of_type_findings(case, house)


def _too_few_of_type_findings(case: LegalityCase, house: HouseRules) -> list[Finding]:
    """Return findings on types with fewer cards than a declared format requires."""
    findings = []
    template = gettext_noop(
        "“%(format)s” needs at least %(allowed)d cards of the type %(type)s; the deck has %(have)d."
    )
    for kind, least in house.least:
        counts = [(card.code, copies) for card, copies in case.card_counts if card.type is kind]
        have = sum(copies for _code, copies in counts)
        if have < least:
            params = {"format": house.name, "allowed": least, "type": kind.value, "have": have}
            codes = tuple(code for code, _copies in counts)
            findings.append(Finding(HOUSE_RULE_NUMBER, Severity.ERROR, template, params, codes, have, least))
    return findings

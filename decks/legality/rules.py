"""The rules every deck of a people keeps, one function a rule, numbered as in `docs/rules.md`.

A rule takes the laid-out deck and yields every finding it has; it never stops at the first and never repairs.
"""

from __future__ import annotations

from collections.abc import Iterator

from cards.facts import CardFacts, CardType
from common.text import gettext_noop
from decks.legality.case import Case, error, full_name, is_leader, listing
from decks.legality.deck import Agreement, Edition, Format
from decks.legality.report import Finding, Severity

TOO_MANY_CARDS = {
    1: gettext_noop("One card too many: the deck has %(have)d, and %(allowed)d are required."),
    2: gettext_noop("Two cards too many: the deck has %(have)d, and %(allowed)d are required."),
}
TOO_MANY_CARDS_N = gettext_noop("%(gap)d cards too many: the deck has %(have)d, and %(allowed)d are required.")
TOO_FEW_CARDS = {
    1: gettext_noop("One card too few: the deck has %(have)d, and %(allowed)d are required."),
    2: gettext_noop("Two cards too few: the deck has %(have)d, and %(allowed)d are required."),
}
TOO_FEW_CARDS_N = gettext_noop("%(gap)d cards too few: the deck has %(have)d, and %(allowed)d are required.")
TOO_MANY_MOONS = {
    1: gettext_noop("One moon too many: cards that are not %(people)s carry %(have)d, and %(allowed)d are allowed."),
    2: gettext_noop("Two moons too many: cards that are not %(people)s carry %(have)d, and %(allowed)d are allowed."),
}
TOO_MANY_MOONS_N = gettext_noop(
    "%(gap)d moons too many: cards that are not %(people)s carry %(have)d, and %(allowed)d are allowed."
)


def size_finding(code: str, have: int, allowed: int) -> Finding:
    """The finding that a deck has more or fewer cards than required; `have` differs from `allowed`."""
    gap = abs(have - allowed)
    words, figures = (TOO_MANY_CARDS, TOO_MANY_CARDS_N) if have > allowed else (TOO_FEW_CARDS, TOO_FEW_CARDS_N)
    template = words.get(gap, figures)
    return Finding(
        code, Severity.ERROR, template, {"gap": gap, "have": have, "allowed": allowed}, have=have, allowed=allowed
    )


def card_04_exists(case: Case) -> Iterator[Finding]:
    """CARD-04: a code that no card of the catalogue has leaves the verdict open."""
    for code in case.strangers:
        template = gettext_noop("No card of the catalogue has the code “%(code)s”.")
        yield Finding("CARD-04", Severity.UNKNOWN, template, {"code": code[:40]}, (code,))


def deck_01_one_leader(case: Case) -> Iterator[Finding]:
    """DECK-01: one leader of a people leads the deck and is not part of it."""
    for card in case.leaders:
        if not is_leader(card):
            template = gettext_noop("%(card)s is not the leader of a people.")
            yield Finding("DECK-01", Severity.ERROR, template, {"card": full_name(card)}, (card.code,))
    count = len(case.deck.leaders)
    if count == 0:
        yield error("DECK-01", gettext_noop("The deck has no leader. Name the leader of its people."))
    elif count > 1:
        template = gettext_noop("The deck names %(have)d leaders; one leads it.")
        cards = case.deck.leaders
        yield Finding("DECK-01", Severity.ERROR, template, {"have": count}, cards, have=count, allowed=1)


def deck_02_size(case: Case) -> Iterator[Finding]:
    """DECK-02: exactly the size printed on the leader, 30, and what an inquisitor or a family adds."""
    allowed = case.limits.size
    if allowed is not None and case.size != allowed:
        yield size_finding("DECK-02", case.size, allowed)


def deck_03_moons(case: Case) -> Iterator[Finding]:
    """DECK-03, DECK-05 to DECK-07, DECK-10: foreign cards carry at most the leader's moons, 10."""
    if case.people is None:
        return
    rows = case.rows
    have, allowed = sum(row.moons or 0 for row in rows), case.limits.moons
    if allowed is not None and have > allowed:
        gap = have - allowed
        params = {"gap": gap, "people": case.people.value, "have": have, "allowed": allowed}
        cards = tuple(row.card for row in rows if row.moons)
        template = TOO_MANY_MOONS.get(gap, TOO_MANY_MOONS_N)
        yield Finding("DECK-03", Severity.ERROR, template, params, cards, have=have, allowed=allowed)
    unknown = tuple(row.card for row in rows if row.moons is None)
    if unknown:
        template = gettext_noop("Nobody knows how many moons these cards carry: %(cards)s.")
        params = {"cards": listing(list(case.named(unknown)))}
        yield Finding("DECK-03", Severity.UNKNOWN, template, params, unknown, have=have, allowed=allowed)


def deck_04_own_box(case: Case) -> Iterator[Finding]:
    """DECK-04: a foreign card packed in the leader's own deck counts all the same; the error most often made."""
    if case.people is None:
        return
    mark = case.people.value[0]
    counted = [(card, copies) for card, copies in case.foreign if card.deck == mark and card.moons != 0]
    if counted:
        moons = sum((card.moons or 0) * copies for card, copies in counted)
        template = gettext_noop(
            "Packed in the %(people)s deck, but not %(people)s, so the moons count (%(moons)d): %(cards)s."
        )
        cards = [card for card, _ in counted]
        params = {"people": case.people.value, "moons": moons, "cards": listing(cards)}
        yield Finding("DECK-04", Severity.INFO, template, params, tuple(card.code for card in cards), have=moons)


def deck_08_one_copy(case: Case) -> Iterator[Finding]:
    """DECK-08: one copy of a card, however many boxes one owns."""
    for card, copies in case.cards:
        if copies > 1:
            twice = gettext_noop("%(card)s is in the deck twice; one copy of a card is allowed.")
            often = gettext_noop("%(card)s is in the deck %(have)d times; one copy of a card is allowed.")
            template = twice if copies == 2 else often
            params = {"card": full_name(card), "have": copies}
            yield Finding("DECK-08", Severity.ERROR, template, params, (card.code,), have=copies, allowed=1)


_OUTSIDE = {
    CardType.LEADER: gettext_noop("%(card)s is a leader: it lies beside the deck and is never a card of it."),
    CardType.INQUISITOR: gettext_noop("%(card)s is an inquisitor: it lies beside the deck and is never a card of it."),
    CardType.EMISSARY: gettext_noop("%(card)s is an emissary: it lies beside the deck and is never a card of it."),
}


def outside_finding(code: str, card: CardFacts) -> Finding:
    """The finding that a card cannot be a card of any deck."""
    return Finding(code, Severity.ERROR, _OUTSIDE[card.type], {"card": full_name(card)}, (card.code,))


def deck_09_deck_cards(case: Case) -> Iterator[Finding]:
    """DECK-09: leaders, emissaries and inquisitors are never cards of a deck."""
    for card, _ in case.cards:
        if not card.playable:
            yield outside_finding("DECK-09", card)


def deck_11_crystals(case: Case) -> Iterator[Finding]:
    """DECK-11: crystals only where a match of several games is played; the first edition does not say so (DECK-25)."""
    crystals = [card for card, _ in case.cards if card.type is CardType.ACHIEVEMENT]
    if crystals and not case.deck.match and case.deck.edition is Edition.LEGENDS:
        template = gettext_noop("Crystals are for a match of several games, and this is not one: %(cards)s.")
        codes = tuple(card.code for card in crystals)
        params = {"cards": listing(crystals)}
        yield Finding("DECK-11", Severity.ERROR, template, params, codes, have=len(crystals), allowed=0)


_AGREED = {
    Agreement.EMISSARY: gettext_noop("An emissary must be agreed by both players before they play."),
    Agreement.INQUISITOR: gettext_noop("An inquisitor must be agreed by both players before they play."),
    Agreement.FAMILY: gettext_noop("A Buka family must be agreed by both players before they play."),
    Agreement.MATCH: gettext_noop("Match play must be agreed by both players before they play."),
}
_NOT_AGREED = {
    Agreement.EMISSARY: gettext_noop("The players did not agree to play with emissaries."),
    Agreement.INQUISITOR: gettext_noop("The players did not agree to play with inquisitors."),
    Agreement.FAMILY: gettext_noop("The players did not agree to play with Buka families."),
    Agreement.MATCH: gettext_noop("The players did not agree to play a match."),
}


def deck_23_agreed(case: Case) -> Iterator[Finding]:
    """DECK-23: what needs the other player's word; a warning until it is known what was agreed, then an error."""
    deck = case.deck
    used = {
        Agreement.EMISSARY: bool(deck.emissaries) or deck.format is Format.EMISSARY,
        Agreement.INQUISITOR: bool(deck.inquisitors),
        Agreement.FAMILY: bool(deck.families),
        Agreement.MATCH: deck.match,
    }
    for agreement in (one for one, needed in used.items() if needed):
        if deck.agreed is None:
            yield Finding("DECK-23", Severity.WARNING, _AGREED[agreement])
        elif agreement not in deck.agreed:
            yield Finding("DECK-23", Severity.ERROR, _NOT_AGREED[agreement])

"""Constraints of a legal deck: size, moons, and the cards that must, may and must not be in it.

All come from findings, so house formats work: errors on an empty deck name required cards; on a deck of every card, an
error with `have == len(cards)` and `allowed` above 0 limits its cards to `allowed` in all, any other forbids them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from cards.core.facts import CardFacts, CardType, Catalogue
from common.errors import Invalid
from common.text import gettext_noop
from decks.core.legality import Agreement, DeckList, Entry, Format, Report, Severity, family, judge_deck

_SUMS = frozenset({"DECK-02", "DECK-03", "DECK-18"})  # about a total, not about single cards


@dataclass(frozen=True, slots=True)
class DeckConstraints:
    """The constraints on a deck’s cards, once everything beside them is correct.

    `deck_copies` are its copies now. `offered` cards are allowed, up to `copies` of each; `forced` cards are required.
    `limited` has groups of cards with the maximum of each, `least` types with the minimum. `moons` has the moons of
    each foreign card; `most_moons` is None if there is no limit.
    """

    deck: DeckList
    deck_copies: Mapping[str, int]
    offered: tuple[CardFacts, ...]
    forced: frozenset[str]
    limited: tuple[tuple[tuple[str, ...], int], ...]
    size: int
    moons: Mapping[str, int]
    most_moons: int | None
    mended: tuple[str, ...]
    copies: int = 1
    least: tuple[tuple[CardType, int], ...] = ()


def deck_constraints(deck: DeckList, catalogue: Catalogue) -> DeckConstraints:
    """Return the constraints of a deck. Raises `Invalid` if they depend on an unknown fact."""
    deck, mended = repair_cards_beside_deck(deck, catalogue)
    if deck.format is Format.EMISSARY:
        template = gettext_noop("We don’t know which seven cards belong to an emissary, so the site can’t choose them.")
        raise Invalid(template, rule="DECK-13")
    five = [card.code for letter in deck.families for card in family(catalogue, letter)]
    copies: dict[str, int] = dict(deck.copies_by_code)
    if five and not any(code in copies for code in five):
        copies |= dict.fromkeys(five, 1)
    nothing = judge_deck(replace(deck, entries=()), catalogue)
    if nothing.required is None:
        raise Invalid(gettext_noop("We don’t know how large this deck must be."), rule="DECK-12")
    every = [
        card for card in catalogue if deck.pool is None or deck.format is not Format.DRAFT or card.code in deck.pool
    ]
    deck_list = replace(deck, entries=tuple(Entry(card.code) for card in every if card.playable))
    everything = judge_deck(deck_list, catalogue)
    refused, limited = _forbidden_and_limited_cards(everything)
    offered = tuple(card for card in every if card.playable and card.code not in refused)
    forced = {
        code
        for finding in nothing.findings_of_severity(Severity.ERROR)
        if finding.code not in _SUMS
        for code in finding.cards
    }
    house = deck.house
    return DeckConstraints(
        deck=deck,
        deck_copies=copies,
        offered=offered,
        forced=frozenset({code for code in forced if code in catalogue} | set(five)),
        limited=limited,
        size=nothing.required,
        moons={row.card: row.moons or 0 for row in everything.rows},
        most_moons=nothing.moons_allowed,
        mended=mended,
        copies=house.copies if house else 1,
        least=house.least if house else (),
    )


def _forbidden_and_limited_cards(everything: Report) -> tuple[frozenset[str], tuple[tuple[tuple[str, ...], int], ...]]:
    """Return the cards that findings forbid, and the groups of cards that they limit, each with its maximum."""
    refused: set[str] = set()
    limited = []
    for finding in everything.findings:
        if finding.severity not in (Severity.ERROR, Severity.UNKNOWN):
            continue
        if finding.severity is Severity.ERROR and finding.code in _SUMS and finding.allowed is not None:
            continue
        if finding.severity is Severity.ERROR and finding.allowed and finding.have == len(finding.cards):
            limited.append((finding.cards, finding.allowed))
        else:
            refused |= set(finding.cards)
    return frozenset(refused), tuple(limited)


def repair_cards_beside_deck(deck: DeckList, catalogue: Catalogue) -> tuple[DeckList, tuple[str, ...]]:
    """Correct what lies beside the cards with as few changes as possible; return the deck and the changed fields.

    A valid leader stays. One inquisitor with known numbers stays if the format allows it, and so does one family.
    """
    if deck.format is Format.DRAFT:
        mended = replace(deck, leaders=(), inquisitors=(), emissaries=(), families=())
    else:
        mended = replace(
            deck,
            leaders=_best_matching_leader(deck, catalogue),
            families=_repaired_families(deck, catalogue),
            inquisitors=_repaired_inquisitors(deck, catalogue),
            emissaries=deck.emissaries if deck.format is Format.EMISSARY else (),
        )
    if deck.match and deck.format is Format.DRAFT and _requires_agreement(deck, Agreement.MATCH):
        mended = replace(mended, match=False)
    names = ("leaders", "inquisitors", "emissaries", "families", "match")
    return mended, tuple(name for name in names if getattr(mended, name) != getattr(deck, name))


def _requires_agreement(deck: DeckList, agreement: Agreement) -> bool:
    return deck.agreed is not None and agreement not in deck.agreed


def _best_matching_leader(deck: DeckList, catalogue: Catalogue) -> tuple[str, ...]:
    valid = {card.code: card for card in catalogue if card.type == "leader"}
    named = [code for code in deck.leaders if code in valid]
    if named:
        return (named[0],)
    inside = [code for code in deck.codes if code in valid]
    if inside:
        return (inside[0],)
    peoples = [catalogue[code].people for code in deck.codes if code in catalogue]
    ranked = sorted(valid.values(), key=lambda card: -peoples.count(card.people))
    if not ranked:
        raise Invalid(gettext_noop("The catalogue has no leaders."), rule="DECK-01")
    return (ranked[0].code,)


def _repaired_families(deck: DeckList, catalogue: Catalogue) -> tuple[str, ...]:
    known = [letter for letter in deck.families if family(catalogue, letter)]
    buka = any(code in catalogue and catalogue[code].people == "Buka" for code in deck.leaders)
    if _requires_agreement(deck, Agreement.FAMILY) or (buka and deck.format is Format.PRECONSTRUCTED):
        return ()
    return tuple(known[:1])


def _repaired_inquisitors(deck: DeckList, catalogue: Catalogue) -> tuple[str, ...]:
    if deck.format is not Format.CUSTOM or _requires_agreement(deck, Agreement.INQUISITOR):
        return ()
    cards = [catalogue[code] for code in deck.inquisitors if code in catalogue]
    known_cards = [card for card in cards if card.type == "inquisitor" and card.extra_cards is not None]
    return tuple(card.code for card in known_cards[:1] if card.extra_moons is not None)

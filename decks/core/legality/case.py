"""Case: a deck and its catalogue, with everything looked up once."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from cards.core.facts import DECK_MARKS, PEOPLES, CardFacts, CardType, Catalogue, People
from decks.core.legality.decklist import DeckList
from decks.core.legality.report import Finding, MoonRow, Severity
from decks.core.legality.sets import family

CRYSTAL_TYPE = CardType.ACHIEVEMENT
MAX_CACHED_CATALOGUES = 32  # catalogues cached at once: one per game on a site, many in tests
MAX_CARDS_NAMED = 6  # cards that a sentence names before it only counts the rest
NO_CODES: tuple[Finding, ...] = ()
NO_REPEATED_CODES: Mapping[str, int] = MappingProxyType({})


class DeckLimits(NamedTuple):
    """Size and moons that a deck must keep; None if there is no limit or it is unknown."""

    size: int | None
    moons: int | None


class LeaderMoonTable:
    """What a catalogue means to a leader: moons and row of each foreign card (DECK-03), the foreign cards in the
    people’s own box that have moons (DECK-04), and the limits printed on the leader, or None."""

    __slots__ = ("leader", "limits", "moons", "name", "own_box", "people", "rows")

    def __init__(self, catalogue: Catalogue, leader: CardFacts) -> None:
        self.leader, self.people = leader, leader.people
        self.name = leader.people.value
        printed = leader.extra_cards is not None and leader.extra_moons is not None
        self.limits = DeckLimits(leader.extra_cards, leader.extra_moons) if printed else None
        foreign = [card for card in catalogue if card.people is not leader.people and card.playable]
        mark = leader.people.value[0]
        self.moons = {card.code: card.moons for card in foreign}
        self.rows: Mapping[str, MoonRow] = {card.code: MoonRow(card.code, card.moons) for card in foreign}
        self.own_box = frozenset(card.code for card in foreign if card.deck == mark and card.moons != 0)


class RuleCardIndex:
    """An index of a catalogue for the rules.

    `plain` are the cards that DECK-09 and DECK-11 are not about; a deck of only plain cards needs neither rule. `dealt`
    are cards that a pool by the rules can hold (DRAFT-25).
    """

    __slots__ = ("cards", "dealt", "known", "names", "plain", "sides")

    def __init__(self, catalogue: Catalogue) -> None:
        self.cards: Mapping[str, CardFacts] = catalogue.by_code
        self.known = frozenset(self.cards)
        self.names: Mapping[str, str] = {card.code: full_name(card) for card in catalogue}
        self.sides: Mapping[str, LeaderMoonTable] = {
            card.code: LeaderMoonTable(catalogue, card) for card in catalogue if is_leader(card)
        }
        self.plain = frozenset(card.code for card in catalogue if card.playable and card.type is not CRYSTAL_TYPE)
        self.dealt = frozenset(card.code for card in catalogue if card.playable and _comes_with_people(card))


card_index_of = lru_cache(maxsize=MAX_CACHED_CATALOGUES)(RuleCardIndex)


def is_leader(card: CardFacts) -> bool:
    return card.type is CardType.LEADER and card.people in PEOPLES


def _comes_with_people(card: CardFacts) -> bool:
    """Return whether a card belongs to a people, or is a mutant packed in a people’s deck (SET-05, DRAFT-25)."""
    return card.people in PEOPLES or (card.people is People.MUTANT and card.deck in DECK_MARKS)


def full_name(card: CardFacts) -> str:
    """Return code and name, as a sentence names a card.

    >>> from cards.core.facts import People
    >>> full_name(CardFacts("Vulca 10", People.VULCA, CardType.CHARACTER, name="Sear"))
    'Vulca 10 Sear'
    """
    return card.code if card.label == card.code else f"{card.code} {card.label}"


NO_DECK_LIMITS = DeckLimits(None, None)


class LegalityCase:
    """Input of the rules: made once per verdict; unchanged after its limits are set.

    `copies` has each code once, in the order of the list, including families that are only named; `often` has the codes
    with more than one copy. `foreign` has the moons of all copies of each foreign card: an unprinted moon value is 0
    (DECK-07), an unknown value None. `moons` is their sum, and `guessed` says whether one is unknown. `strangers` are
    unknown codes, `special` the cards that DECK-09 and DECK-11 are about; `unusual` says whether there are such cards,
    no leader of a people, or a declared format.
    """

    __slots__ = (
        *("catalogue", "copies", "deck", "foreign", "guessed", "leader", "limits", "moons", "often", "people", "side"),
        *("size", "special", "strangers", "table", "unusual"),
    )

    def __init__(self, deck: DeckList, catalogue: Catalogue) -> None:
        self.deck, self.catalogue = deck, catalogue
        self.table = rule_cards = card_index_of(catalogue)
        copies: dict[str, int] = {}
        again: list[str] = []
        for entry in deck.entries:
            code = entry.code
            if code in copies:
                copies[code] += entry.copies
                again.append(code)
            else:
                copies[code] = entry.copies
        if deck.families:
            _join_family(copies, deck.families, catalogue)
        self.copies = copies
        self.size = size = sum(copies.values())
        self.often = _repeated_codes(copies, size - len(copies), again) if size != len(copies) else NO_REPEATED_CODES
        self.strangers: tuple[str, ...] = ()
        self.special: tuple[str, ...] = ()
        self.limits = NO_DECK_LIMITS
        self.foreign: dict[str, int | None] = {}
        self.moons, self.guessed = 0, False
        self.side = side = rule_cards.sides.get(deck.leaders[0]) if len(deck.leaders) == 1 else None
        self.leader: CardFacts | None = None
        self.people: People | None = None
        if side is not None:
            self.leader, self.people = side.leader, side.people
            self._count_codes(side, copies)
            beside = deck.inquisitors + deck.emissaries
        else:
            beside = (*deck.leaders, *deck.inquisitors, *deck.emissaries)
        plain = rule_cards.plain.issuperset(copies) and (not beside or rule_cards.known.issuperset(beside))
        if not plain:
            self._check_arguments(copies, beside)
        self.unusual = side is None or deck.house is not None or not plain

    def _check_arguments(self, copies: dict[str, int], beside: tuple[str, ...]) -> None:
        known = self.table.known
        self.strangers = tuple(code for code in (*copies, *beside) if code not in known)
        self.special = tuple(code for code in copies if code in known and code not in self.table.plain)
        self.size = sum(number for code, number in copies.items() if code in known)

    def _count_codes(self, side: LeaderMoonTable, copies: dict[str, int]) -> None:
        moons_of, often = side.moons, self.often
        self.foreign = foreign = {code: moons_of[code] for code in copies if code in moons_of}
        if often:
            for code, number in often.items():
                if moons := foreign.get(code):
                    foreign[code] = moons * number
        weights = foreign.values()
        self.guessed = guessed = None in weights
        self.moons = sum(filter(None, weights) if guessed else weights)  # type: ignore[arg-type]

    @property
    def moon_rows(self) -> tuple[MoonRow, ...]:
        """Return the moon sum, one row per foreign card."""
        if self.side is None:
            return ()
        of_one, often, foreign = self.side.rows, self.often, self.foreign
        if not often or foreign.keys().isdisjoint(often):
            return tuple(map(of_one.__getitem__, foreign))
        return tuple([MoonRow(code, foreign[code]) if code in often else of_one[code] for code in foreign])

    @property
    def card_counts(self) -> list[tuple[CardFacts, int]]:
        """Return each known card with its copies, in the order of the list."""
        known = self.table.cards
        return [(known[code], copies) for code, copies in self.copies.items() if code in known]

    def known_cards(self, codes: Iterable[str]) -> list[CardFacts]:
        known = self.table.cards
        return [known[code] for code in codes if code in known]


def _repeated_codes(copies: dict[str, int], surplus: int, again: list[str]) -> dict[str, int]:
    """Return the codes with several copies; `again` are on several lines, `surplus` counts the copies too many."""
    repeated = {code: copies[code] for code in again}
    # If the codes on several lines make up the whole surplus, no other code has more than one copy.
    if sum(repeated.values()) - len(repeated) == surplus:
        return repeated
    return {code: number for code, number in copies.items() if number > 1}


def _join_family(copies: dict[str, int], families: tuple[str, ...], catalogue: Catalogue) -> None:
    """Add the five cards of a family that is named but whose cards are not listed."""
    for letter in families:
        five = [card.code for card in family(catalogue, letter)]
        if not any(code in copies for code in five):
            copies.update(dict.fromkeys(five, 1))


class LazyCardNames(NamedTuple):
    """Cards in the params of a finding, by code; their names are only looked up when the sentence is made."""

    codes: tuple[str, ...]
    names: Mapping[str, str]

    def __str__(self) -> str:
        names = self.names
        return format_name_list([names.get(code, code) for code in self.codes[:MAX_CARDS_NAMED]], len(self.codes))


def format_card_list(cards: Sequence[CardFacts]) -> str:
    """Return cards for a sentence, only the first few by name."""
    return format_name_list([full_name(card) for card in cards[:MAX_CARDS_NAMED]], len(cards))


def format_name_list(names: Sequence[str], count: int) -> str:
    """Return the first few names for a sentence, and how many of `count` are left out.

    >>> format_name_list(["a", "b"], 2)
    'a, b'
    """
    names_text = ", ".join(names[:MAX_CARDS_NAMED])
    return names_text if count <= MAX_CARDS_NAMED else f"{names_text} … (+{count - MAX_CARDS_NAMED})"


def cards_finding(
    code: str,
    template: str,
    cards: Sequence[CardFacts],
    have: int | None = None,
    allowed: int | None = None,
    **params: object,
) -> Finding:
    """Return an error about some cards, which the sentence names in its parameter `cards`."""
    codes = tuple(card.code for card in cards)
    return Finding(code, Severity.ERROR, template, params | {"cards": format_card_list(cards)}, codes, have, allowed)


def error_finding(code: str, template: str, **params: object) -> Finding:
    return Finding(code, Severity.ERROR, template, params)

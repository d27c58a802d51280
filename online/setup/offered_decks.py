"""Decks to choose from for a game: a person's own that are legal, and those of the peoples."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import BLUE_MOON, PEOPLES, CardFacts
from cards.games.labels import deck_name
from decks.core.legality import DeckList, Status
from decks.deck.presenters import people_of
from decks.deck.queries import decklist_of, decks_of, judged_decks
from decks.models import Deck
from game.records.coverage import cards_played_in_part
from online.models import GameSeat

MAX_OWN_DECKS = 12


@dataclass(frozen=True, slots=True)
class OfferedDeck:
    """A deck to play: `value` is that of the form's field, `query` chooses it in an address.

    `in_part` are its cards whose text isn't carried out whole, `terms` the settings it was built for.
    """

    value: str
    query: str
    name: str
    people: str
    in_part: tuple[CardFacts, ...] = ()
    terms: Mapping[str, object] = field(default_factory=dict)


def own_decks(person: Person | None) -> list[OfferedDeck]:
    """Return the decks of a person that they changed last and that are legal."""
    rows = decks_of(person).filter(game=BLUE_MOON, archived=False)[:MAX_OWN_DECKS]
    fit = (deck for deck in judged_decks(rows, catalogue()) if deck.report.status is Status.LEGAL)
    return [_offered_deck(deck.row, deck.deck) for deck in fit]


def published_decks() -> list[OfferedDeck]:
    named = ((people.value, deck_name(people.value[0])) for people in PEOPLES)
    return [OfferedDeck(f"people:{people}", f"people={people}", name, people) for people, name in named]


def chosen_deck(value: str, person: Person | None, own: Iterable[OfferedDeck]) -> OfferedDeck:
    """Return the deck of a value; without one, the deck they played last or the first on offer."""
    known = {deck.value.lower(): deck for deck in (*own, *published_decks())}
    if found := known.get(value.lower()):
        return found
    row = decks_of(person).filter(key=value.partition(":")[2], game=BLUE_MOON).first() if value else None
    if row is not None:  # Not legal by itself, or older than those on offer: the service says whether it can be played.
        return _offered_deck(row, decklist_of(row))
    return known.get(_last_played(person).lower()) or next(iter(known.values()))


def cards_in_part(codes: Iterable[str]) -> tuple[CardFacts, ...]:
    """Return the cards among these codes whose text isn't carried out whole."""
    cards = catalogue()
    return tuple(cards[code] for code in cards_played_in_part(cards[code] for code in codes if code in cards))


def _last_played(person: Person | None) -> str:
    """Return the value of the deck that was played last; empty without one."""
    seat = GameSeat.objects.filter(person=person).select_related("deck").order_by("-pk").first() if person else None
    if seat is None:
        return ""
    return f"deck:{seat.deck.key}" if seat.deck is not None else f"people:{seat.leader.partition(' ')[0]}"


def _offered_deck(row: Deck, deck: DeckList) -> OfferedDeck:
    terms = {"edition": deck.edition.value, "inquisitor": bool(deck.inquisitors)}
    cards = catalogue()
    drafted = Counter(cards[code].people.value for code in deck.codes if code in cards)
    people = people_of(deck, cards) or next((people for people, _count in drafted.most_common(1)), "")
    return OfferedDeck(f"deck:{row.key}", f"deck={row.key}", row.name, people, cards_in_part(deck.codes), terms)

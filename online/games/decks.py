"""Decks for a game: a person’s own or a people’s preconstructed deck, checked against the terms, copied to a seat."""

import secrets
from dataclasses import dataclass, replace

from accounts.models import Person
from boards.core.setup import published_deck
from cards.catalogue.queries import catalogue
from cards.core.facts import BLUE_MOON, PEOPLES, Catalogue, People
from common.errors import Detail, Invalid, Missing
from common.text import gettext_noop
from decks.core.legality import Agreement, DeckList, Edition, Severity, Status, leader_of
from decks.deck.judging import judge_deck_list
from decks.deck.queries import decklist_of, decks_of
from decks.models import Deck
from game.engine.state import State
from game.engine.table import Deck as EngineDeck
from online.core.positions import initial_state
from online.core.terms import GameTerms
from online.games.loaded import LoadedGame, recent_action_from_row
from online.models import TERM_FIELDS, Game, GameAction, GameSeat

RANDOM_PEOPLE = "random"


@dataclass(frozen=True, slots=True)
class DeckChoice:
    """A choice of deck: the key of the person’s own deck, or else the name of a people, or `random`."""

    key: str = ""
    people: str = RANDOM_PEOPLE


RANDOM_DECK = DeckChoice()


@dataclass(frozen=True, slots=True)
class ChosenDeck:
    """A deck as it is copied into a seat. `row` is None for a preconstructed deck."""

    cards: tuple[str, ...]
    name: str
    leader: str = ""
    inquisitor: str = ""
    row: Deck | None = None

    @property
    def for_engine(self) -> EngineDeck:
        return EngineDeck(self.cards, inquisitor=self.inquisitor, name=self.name)


def chosen_deck(
    choice: DeckChoice, person: Person | None, terms: GameTerms, *, for_computer: bool = False
) -> ChosenDeck:
    """Return a chosen deck; raises `Missing` for another person’s deck, `Invalid` for an illegal one."""
    cards = catalogue()
    if not choice.key:
        return _deck_of_people(choice.people, cards)
    row = decks_of(person).filter(key=choice.key).select_related("pool").first()
    if row is None:
        raise Missing(gettext_noop("We couldn’t find that deck among yours."))
    if row.game != BLUE_MOON:
        raise Invalid(gettext_noop("Only Blue Moon decks can be played here."), field="deck")
    deck = _apply_terms_to_deck(decklist_of(row), terms)
    _require_legal_deck(deck, cards, for_computer=for_computer)
    return ChosenDeck(
        cards=deck.codes,
        name=row.name,
        leader=next(iter(deck.leaders), "") or _default_leader(deck.codes, cards),
        inquisitor=next(iter(deck.inquisitors), ""),
        row=row,
    )


def terms_of_game(game: Game) -> GameTerms:
    return GameTerms(**{name: getattr(game, name) for name in TERM_FIELDS})


def deck_of_seat(seat: GameSeat) -> ChosenDeck:
    return ChosenDeck(tuple(seat.cards), seat.deck_name, seat.leader, seat.inquisitor)


def initial_state_of_game(loaded: LoadedGame, cards: Catalogue | None = None) -> State:
    """Return the first position of a game."""
    game, (first_deck, second) = loaded.game, (deck_of_seat(seat).for_engine for seat in loaded.seats)
    return initial_state(cards or catalogue(), (first_deck, second), terms_of_game(game), game.chance, game.started_by)


def state_after_action(loaded: LoadedGame, number: int, cards: Catalogue | None = None) -> State:
    """Return the state after an action by its number; 0 is the start."""
    if not number:
        return initial_state_of_game(loaded, cards)
    recent = next((action for action in loaded.recent if action.number == number), None)
    row = recent or recent_action_from_row(GameAction.objects.get(game=loaded.game, number=number))
    return row.state_after(cards or catalogue())


def is_preconstructed(codes: tuple[str, ...], cards: Catalogue) -> bool:
    """Return whether these are the cards of a preconstructed deck, whose list everyone knows."""
    return any(set(codes) == set(published_deck(cards, people.value).cards) for people in PEOPLES)


def _deck_of_people(name: str, cards: Catalogue) -> ChosenDeck:
    wanted = secrets.choice(PEOPLES).value if name == RANDOM_PEOPLE else name
    deck = published_deck(cards, wanted)
    leader = leader_of(cards, People(wanted))
    return ChosenDeck(deck.cards, wanted, leader.code if leader else "")


def _apply_terms_to_deck(deck: DeckList, terms: GameTerms) -> DeckList:
    """Return the deck as the terms allow it (DECK-23): without its inquisitor, unless inquisitors were agreed on."""
    agreed = set(deck.agreed or ()) & {Agreement.FAMILY}
    pairs = (
        (terms.emissary, Agreement.EMISSARY),
        (terms.inquisitor, Agreement.INQUISITOR),
        (terms.crystals, Agreement.MATCH),
    )
    agreed |= {agreement for yes, agreement in pairs if yes}
    return replace(
        deck,
        edition=Edition(terms.edition),
        inquisitors=deck.inquisitors if terms.inquisitor else (),
        match=deck.match and terms.crystals,
        agreed=frozenset(agreed),
    )


def _require_legal_deck(deck: DeckList, cards: Catalogue, *, for_computer: bool) -> None:
    """Raise `Invalid` for an illegal deck. A form only shows the details, so the first detail names the deck."""
    report = judge_deck_list(deck, cards)
    if report.status is Status.LEGAL:
        return
    template, field = gettext_noop("“%(name)s” isn’t legal with the settings of this game."), "deck"
    if for_computer:
        template = gettext_noop("The computer’s deck, “%(name)s”, isn’t legal with the settings of this game.")
        field = "opponent_deck"
    severe = (finding for finding in report.findings if finding.severity in (Severity.ERROR, Severity.UNKNOWN))
    details = (Detail(finding.template, field, params=finding.params, rule=finding.code) for finding in severe)
    params = {"name": deck.name}
    raise Invalid(template, params, details=[Detail(template, field, params=params), *details])


def _default_leader(codes: tuple[str, ...], cards: Catalogue) -> str:
    """Return the leader of the people with most cards, for a deck without a leader."""
    peoples = [cards[code].people for code in codes if cards[code].people in PEOPLES]
    leader = leader_of(cards, max(PEOPLES, key=peoples.count))
    return leader.code if leader else ""

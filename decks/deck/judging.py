"""Judging: the verdict on a deck of any game, by the current catalogue and lists."""

from django.db import DatabaseError
from django.db.models import Q

from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from cards.core.rulings import RulingsBook
from cards.games import GAMES
from cards.rulings.queries import current_rulings_book
from decks.core.legality import GAME_RULES, DeckList, HouseRules, Report, judge_deck, report_with_unread_lines
from decks.core.text.lines import game_of_catalogue
from decks.core.text.result import ParsedDeck
from decks.models import HouseFormat


def house_by_name(word: str) -> HouseRules | None:
    """Return the declared format by key, or by a name that only one listed format has; None without a database."""
    wanted = word.strip()
    try:
        houses = list(HouseFormat.objects.filter(Q(key=wanted) | Q(listed=True, name__iexact=wanted))[:3])
    except DatabaseError:
        return None
    exact = [house for house in houses if house.key == wanted]
    candidates = exact or houses
    return candidates[0].house if len(candidates) == 1 else None


def rule_book_of(game: str) -> RulingsBook | None:
    """Return the lists and errata by which decks of a game are judged; None, without a query, if it has none."""
    return current_rulings_book() if "lists" in GAMES[game].tables else None


class DeckJudge:
    """Judges decks of any game by the catalogues and lists current at its first deck; `read` are loaded ones."""

    def __init__(self, *read: Catalogue) -> None:
        self._catalogues = {game_of_catalogue(cards): cards for cards in read}
        self._books: dict[str, RulingsBook | None] = {}

    def __call__(self, deck: DeckList) -> Report:
        if deck.game not in self._books:
            self._books[deck.game] = rule_book_of(deck.game)
        return judge_deck(deck, self.catalogue_of(deck.game), self._books[deck.game])

    def catalogue_of(self, game: str) -> Catalogue:
        if game not in self._catalogues:
            self._catalogues[game] = catalogue(game)
        return self._catalogues[game]


def judge_deck_list(deck: DeckList, cards: Catalogue | None = None) -> Report:
    """Return the verdict on one deck; `cards` is a catalogue that is already loaded."""
    return DeckJudge(*([] if cards is None else [cards]))(deck)


def judge_parsed_deck(reading: ParsedDeck, cards: Catalogue | None = None) -> Report:
    """Return the verdict on a parsed list; it stays open as long as unread lines could change it."""
    unread = sorted({problem.line for problem in reading.problems})
    unknown = "CARD-04" if GAME_RULES[reading.deck.game].has_leader else "COC-12"
    return report_with_unread_lines(judge_deck_list(reading.deck, cards), unknown, unread)

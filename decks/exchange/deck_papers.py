"""Papers of a deck as PDF, by name: for its page and the API."""

from collections.abc import Callable, Mapping

from django.utils import timezone
from django.utils.translation import gettext as _

from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from cards.games import GAMES
from cards.translations import other_name
from common.errors import Missing
from common.text import gettext_noop
from decks.core.legality import DeckList
from decks.deck.judging import judge_deck_list
from decks.deck.presenters import STATUS_LABELS, cards_beside_deck
from decks.deck.queries import decklist_of
from decks.exchange.box_papers import box_papers, check_printable, deck_summary_line, note_of, proxy_cards_pdf
from decks.exchange.export import BuildAbsoluteUrl
from decks.exchange.pdf import PaperCard, RegistrationSheet, playtest_cards_pdf, registration_sheet_pdf
from decks.games import DECK_GAMES
from decks.models import FORMATS, Deck


def deck_paper(row: Deck, name: str, absolute: BuildAbsoluteUrl) -> bytes:
    """Return a paper of a deck as PDF.

    Raises `Missing` if the name isn’t in `PAPER_EXTENSIONS`, and `Invalid` if there are too many cards to cut out.
    """
    if name not in _PAPERS:
        raise Missing(gettext_noop("That file doesn’t exist. The files are %(names)s."), {"names": ", ".join(_PAPERS)})
    return _PAPERS[name](row, decklist_of(row), catalogue(row.game), absolute(row.get_absolute_url()))


def printed_cards(deck: DeckList, cards: Catalogue) -> list[PaperCard]:
    game = GAMES[deck.game]
    paper_cards = []
    for entry in deck.entries:
        card = cards.by_code.get(entry.code)
        if card is None:
            paper_cards.append(PaperCard("", entry.code.removeprefix("CoC "), "", entry.copies, ""))
            continue
        words = DECK_GAMES[deck.game].printed(card)
        kind = str(game.kind_of(card))
        paper_cards.append(
            PaperCard(words.code, other_name(card) or game.name_of(card), kind, entry.copies, words.cost, words.lines)
        )
    return paper_cards


def _format_name(deck: DeckList) -> str:
    return deck.house.name if deck.house else str(FORMATS[deck.format])


def _registration_sheet(row: Deck, deck: DeckList, cards: Catalogue, link: str) -> bytes:
    report = judge_deck_list(deck)
    totals = _("%(have)d cards") % {"have": report.have}
    if report.moons_have is not None and report.moons_allowed is not None:
        totals += "   " + _("%(have)s of %(allowed)s moons") % {
            "have": report.moons_have,
            "allowed": report.moons_allowed,
        }
    sheet = RegistrationSheet(
        title=row.name,
        owner=row.owner.display_name,
        format=_format_name(deck),
        leader=", ".join(other_name(card) or card.label for card in cards_beside_deck(deck, cards)) or "-",
        verdict=str(STATUS_LABELS[report.status][0]),
        totals=totals,
        link=link,
    )
    return registration_sheet_pdf(sheet, printed_cards(deck, cards), timezone.localdate())


def _playtest_cards(row: Deck, deck: DeckList, cards: Catalogue, _link: str) -> bytes:
    check_printable(deck)
    return playtest_cards_pdf(row.name, printed_cards(deck, cards), note=note_of(deck, cards))


def _proxies_pdf(row: Deck, deck: DeckList, cards: Catalogue, _link: str) -> bytes:
    check_printable(deck)
    return proxy_cards_pdf(row.name, deck, cards)


def _box_pdf(row: Deck, deck: DeckList, cards: Catalogue, link: str) -> bytes:
    check_printable(deck)
    below = deck_summary_line(deck, cards, _format_name(deck), row.owner.display_name)
    return box_papers(row.name, below, deck, cards, link)


_PAPERS: Mapping[str, Callable[[Deck, DeckList, Catalogue, str], bytes]] = {
    "registration.pdf": _registration_sheet,
    "cards.pdf": _playtest_cards,
    "proxies.pdf": _proxies_pdf,
    "box.pdf": _box_pdf,
}
# What follows the deck’s name in the file name.
PAPER_EXTENSIONS = {name: "pdf" if name == "registration.pdf" else name for name in _PAPERS}

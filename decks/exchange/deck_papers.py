"""Papers of a deck as PDF, by name, for its page and the API; here the registration sheet and the cards as text."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from cards.games import GAMES
from cards.translations import german_name
from common.errors import Missing
from common.paper.fonts import title_font_for
from common.paper.sheet import PdfPaper, draw_text, fit_text, wrap_text, write_text, write_text_right
from common.text import gettext_noop
from decks.core.legality import DeckList
from decks.deck.judging import judge_deck_list
from decks.deck.presenters import STATUS_LABELS, cards_beside_deck, deck_format_name
from decks.deck.queries import decklist_of
from decks.exchange.box_papers import box_pdf, check_printable, deck_summary_line, missing_text_note, proxy_cards_pdf
from decks.exchange.export import BuildAbsoluteUrl
from decks.games import DECK_GAMES
from decks.models import Deck

MM = 72 / 25.4  # points
CARD_SIZE = (63 * MM, 88 * MM)
CARDS_ACROSS_PAGE, CARDS_DOWN_PAGE = 3, 3


@dataclass(frozen=True, slots=True)
class PaperCard:
    """A card as these PDFs show it, without a picture. `lines` are values, icons and power in our own words."""

    code: str
    name: str
    kind: str
    copies: int
    moons: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RegistrationSheet:
    """Text of a registration sheet above and below its cards."""

    title: str
    owner: str
    format: str
    leader: str
    verdict: str
    totals: str
    link: str


def registration_sheet_pdf(sheet: RegistrationSheet, cards: Iterable[PaperCard], today: date) -> bytes:
    """Return the sheet that a player hands in: name, event, every card with its copies, the verdict, two signatures."""
    paper = PdfPaper(sheet.title)
    canvas, y = paper.canvas, _draw_registration_head(paper, sheet, today)
    for card in cards:
        if y < 45 * MM:
            paper.next_page()
            y = 275 * MM
        canvas.rect(20 * MM, y - 0.5 * MM, 3 * MM, 3 * MM)
        write_text_right(canvas, 31 * MM, y, str(card.copies), size=9, width=7 * MM)
        for x, text, width in ((34, card.code, 30), (66, card.name, 72), (140, card.kind, 40)):
            write_text(canvas, x * MM, y, text, size=9, width=width * MM)
        write_text_right(canvas, 190 * MM, y, card.moons, size=9, width=9 * MM)
        y -= 5 * MM
    write_text(canvas, 20 * MM, 28 * MM, _("Player: ______________________________"), size=9, width=85 * MM)
    write_text(canvas, 110 * MM, 28 * MM, _("Checked by: __________________________"), size=9, width=80 * MM)
    write_text(canvas, 20 * MM, 18 * MM, sheet.link, size=7, width=170 * MM)
    return paper.finish_file()


def _draw_registration_head(paper: PdfPaper, sheet: RegistrationSheet, today: date) -> float:
    font = title_font_for(sheet.title)
    title, size = fit_text(sheet.title, font, 16, 170 * MM)
    draw_text(paper.canvas, 20 * MM, 277 * MM, title, font, size)
    y = 268 * MM
    for line in (
        _("Player: %(name)s    Date: %(day)s") % {"name": sheet.owner, "day": date_format(today)},
        _("Format: %(format)s    Leader: %(leader)s") % {"format": sheet.format, "leader": sheet.leader},
        _("Deck check: %(verdict)s    %(totals)s") % {"verdict": sheet.verdict, "totals": sheet.totals},
        _("Event: ______________________________    Table: ________"),
    ):
        write_text(paper.canvas, 20 * MM, y, line, size=10, width=170 * MM)
        y -= 6 * MM
    paper.canvas.line(20 * MM, y, 190 * MM, y)
    return y - 6 * MM


def playtest_cards_pdf(title: str, cards: Iterable[PaperCard], *, note: str = "") -> bytes:
    """Return the cards as text to cut out, nine to a page of A4, in their real size; a note is above them."""
    paper = PdfPaper(title)
    width, height = CARD_SIZE
    left, top = (paper.width - CARDS_ACROSS_PAGE * width) / 2, (paper.height + CARDS_DOWN_PAGE * height) / 2
    every = [card for card in cards for _copy in range(card.copies)]
    for index, card in enumerate(every):
        if index and index % (CARDS_ACROSS_PAGE * CARDS_DOWN_PAGE) == 0:
            paper.next_page()
        if index % (CARDS_ACROSS_PAGE * CARDS_DOWN_PAGE) == 0:
            write_text(paper.canvas, left, top + 4, note, size=8, width=CARDS_ACROSS_PAGE * width)
        row, column = divmod(index % (CARDS_ACROSS_PAGE * CARDS_DOWN_PAGE), CARDS_ACROSS_PAGE)
        _draw_playtest_card(paper.canvas, card, left + column * width, top - (row + 1) * height)
    return paper.finish_file()


def _draw_playtest_card(canvas: Any, card: PaperCard, x: float, y: float) -> None:
    width, height = CARD_SIZE
    canvas.setLineWidth(0.3)
    canvas.rect(x, y, width, height)
    inner, baseline = width - 8 * MM, y + height - 8 * MM
    about = " · ".join(part for part in (card.code, card.kind) if part)
    for text, size, bold in ((card.name, 10, True), (about, 7, False)):
        for line in wrap_text(text, size, inner, bold=bold)[:2]:
            write_text(canvas, x + 4 * MM, baseline, line, size=size, width=inner, bold=bold)
            baseline -= size * 1.3
    baseline -= 2 * MM
    for line in (line for text in card.lines for line in wrap_text(text, 8, inner)):
        if baseline >= y + 8 * MM:
            write_text(canvas, x + 4 * MM, baseline, line, size=8, width=inner)
        baseline -= 10.5
    if card.moons:
        moons = _("Moons: %(count)s") % {"count": card.moons}
        write_text_right(canvas, x + width - 4 * MM, y + 4 * MM, moons, size=8, width=inner)


def deck_paper(deck: Deck, name: str, absolute: BuildAbsoluteUrl) -> bytes:
    """Return a paper as PDF. Raises `Missing` for a name not in `PAPER_EXTENSIONS`, `Invalid` for too many cards."""
    if name not in _PAPERS:
        raise Missing(gettext_noop("That file doesn’t exist. The files are %(names)s."), {"names": ", ".join(_PAPERS)})
    return _PAPERS[name](deck, decklist_of(deck), catalogue(deck.game), absolute(deck.get_absolute_url()))


def create_paper_cards(deck: DeckList, cards: Catalogue) -> list[PaperCard]:
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
            PaperCard(words.code, german_name(card) or game.name_of(card), kind, entry.copies, words.cost, words.lines)
        )
    return paper_cards


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
        format=deck_format_name(deck),
        leader=", ".join(german_name(card) or card.label for card in cards_beside_deck(deck, cards)) or "-",
        verdict=str(STATUS_LABELS[report.status][0]),
        totals=totals,
        link=link,
    )
    return registration_sheet_pdf(sheet, create_paper_cards(deck, cards), timezone.localdate())


def _playtest_cards(row: Deck, deck: DeckList, cards: Catalogue, _link: str) -> bytes:
    check_printable(deck)
    return playtest_cards_pdf(row.name, create_paper_cards(deck, cards), note=missing_text_note(deck, cards))


def _proxies_pdf(row: Deck, deck: DeckList, cards: Catalogue, _link: str) -> bytes:
    check_printable(deck)
    return proxy_cards_pdf(row.name, deck, cards)


def _box_pdf(row: Deck, deck: DeckList, cards: Catalogue, link: str) -> bytes:
    check_printable(deck)
    below = deck_summary_line(deck, cards, deck_format_name(deck), row.owner.display_name)
    return box_pdf(row.name, below, deck, cards, link)


_PAPERS: Mapping[str, Callable[[Deck, DeckList, Catalogue, str], bytes]] = {
    "registration.pdf": _registration_sheet,
    "cards.pdf": _playtest_cards,
    "proxies.pdf": _proxies_pdf,
    "box.pdf": _box_pdf,
}
# What follows the deck’s name in the file name.
PAPER_EXTENSIONS = {name: "pdf" if name == "registration.pdf" else name for name in _PAPERS}

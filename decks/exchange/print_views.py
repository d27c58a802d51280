"""Views of printing: proxies, box papers, and sheets for Tabletop Simulator."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import override
from django.views.decorators.http import require_safe

from accounts.identity import person_of
from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from common.errors import Missing
from common.headers import FOR_GOOD
from common.links import absolute_url
from decks.core.legality import DeckList
from decks.core.text.tabletop import CARDS_A_SHEET
from decks.deck.queries import deck_by, decklist_of
from decks.exchange.box_papers import box_papers, check_printable, deck_line, proxies
from decks.exchange.export import attached
from decks.exchange.tabletop import NO_SHEET, codes_of_version, sheet_picture, signed_version
from decks.models import FORMATS, Deck

MOST_FACES = 120  # different cards of a deck on the sheets for Tabletop Simulator


@require_safe
def proxies_pdf(request: HttpRequest, key: str) -> HttpResponse:
    """The cards of a deck to cut out, drawn as on the site."""
    row, deck, cards = _printable(request, key)
    return attached(proxies(row.name, deck, cards), row, "proxies.pdf")


@require_safe
def box_pdf(request: HttpRequest, key: str) -> HttpResponse:
    row, deck, cards = _printable(request, key)
    name = deck.house.name if deck.house else str(FORMATS[deck.format])
    below = deck_line(deck, cards, name, row.owner.display_name)
    link = absolute_url(request, row.get_absolute_url())
    return attached(box_papers(row.name, below, deck, cards, link), row, "box.pdf")


def _printable(request: HttpRequest, key: str) -> tuple[Deck, DeckList, Catalogue]:
    row = deck_by(key, person_of(request))
    deck, cards = decklist_of(row), catalogue(row.game)
    check_printable(deck)
    return row, deck, cards


@require_safe
def tabletop_sheet(request: HttpRequest, key: str, name: str, sheet: int) -> HttpResponse:
    """A sheet of ten by seven cards of one version of a deck, for everybody who has its signed address."""
    version, language = signed_version(key, name)
    game, codes = codes_of_version(key, version)
    on_sheet = codes[:MOST_FACES][(sheet - 1) * CARDS_A_SHEET : sheet * CARDS_A_SHEET]
    if sheet < 1 or not on_sheet:
        raise Missing(NO_SHEET)
    with override(language):
        body = sheet_picture(game, on_sheet)
    return HttpResponse(body, content_type="image/jpeg", headers={"Cache-Control": FOR_GOOD})

"""Views of import and export: the import page, files in every format, papers to print, pictures, the QR code."""

import io
from functools import partial

import segno
from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override
from django.views.decorators.http import require_http_methods, require_safe

from accounts.identity import get_or_create_person, person_of
from cards.catalogue.queries import catalogue
from cards.core.art.link_picture import MAX_PICTURES
from cards.core.facts import Catalogue
from cards.games import GAMES
from cards.pictures.link_pictures import row_answer
from cards.translations import other_name
from common.error_responses import status_of
from common.errors import DomainError, Invalid, Missing
from common.headers import FOR_GOOD
from common.i18n import detail_message, translated
from common.links import absolute_url
from common.text import gettext_noop
from decks.core.legality import DeckList
from decks.core.text import MAX_TEXT_BYTES, TEXT_FORMATS, Decoded, decode, print_deck, read_deck
from decks.core.text.deck_file import MAX_FILE, is_deck_file
from decks.core.text.tabletop import CARDS_A_SHEET
from decks.deck.game_choice import game_and_cards
from decks.deck.judging import house_named, verdict_on, verdict_on_reading
from decks.deck.presenters import VERDICTS, beside, read_line, verdict_of
from decks.deck.queries import deck_by, decklist_of, decks_of
from decks.exchange.all_decks import MAX_DECKS
from decks.exchange.box_papers import box_papers, check_printable, deck_line, note_of, proxies
from decks.exchange.deck_files import bring_in as bring_deck_file_in
from decks.exchange.deck_files import deck_file
from decks.exchange.export import attached, exported
from decks.exchange.pdf import PaperCard, RegistrationSheet, playtest_cards, registration_sheet
from decks.exchange.tabletop import NO_SHEET, codes_of_version, sheet_picture, signed_version
from decks.games import DECK_GAMES
from decks.models import FORMATS, Deck

MOST_FACES = 120  # different cards of a deck on the sheets for Tabletop Simulator


class ImportForm(forms.Form):
    """Import form: a file or pasted text."""

    file = forms.FileField(label=gettext_lazy("File"), required=False, allow_empty_file=True)
    text = forms.CharField(
        label=gettext_lazy("Or paste it"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"class": "code", "rows": 12, "spellcheck": "false", "autocapitalize": "off"}),
    )

    def deck_file(self) -> str:
        """The text of a request that is a deck file, of this site or another; empty where it is a list."""
        file = self.cleaned_data.get("file")
        text = file.read(MAX_FILE + 1).decode("utf-8", "replace") if file else self.cleaned_data["text"]
        if file:
            file.seek(0)
        return text if is_deck_file(text) else ""

    def decoded(self) -> Decoded:
        """The text of a request, the file before the pasted text; raises `Invalid` for what is empty or no text."""
        file, text = self.cleaned_data.get("file"), self.cleaned_data["text"]
        if file is not None and file.size:
            return decode(file.read(2 * MAX_TEXT_BYTES + 1))
        if not text.strip():
            raise Invalid(
                gettext_noop("The file is empty.") if file else gettext_noop("Choose a file or paste a list.")
            )
        return Decoded(text, "UTF-8")


@require_http_methods(["GET", "HEAD", "POST"])
def bring_in(request: HttpRequest) -> HttpResponse:
    """Read a deck of any format; nothing is kept, the check page saves it."""
    form = ImportForm(request.POST or None, request.FILES or None)
    context: dict[str, object] = {"form": form}
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            text = form.deck_file()
            if text:
                context["brought"] = bring_deck_file_in(text, get_or_create_person(request, making="deck"))
            else:
                context |= _parsed_list_context(form.decoded())
        except DomainError as error:
            line = error.details[0].line if error.details else None
            message = translated(error)
            context["error"] = _("Line %(line)d: %(said)s") % {"line": line, "said": message} if line else message
            context["faults"] = [(fault.field, detail_message(fault)) for fault in error.details if fault.field]
            status = status_of(error)
    return render(request, "decks/exchange/import.html", context, status=status)


def _parsed_list_context(decoded: Decoded) -> dict[str, object]:
    detected, cards = game_and_cards(decoded.text)
    detected.decided()
    reading, text_format = read_deck(decoded.text, cards, houses=house_named, guess=True)
    lost = "".join(f"{problem.text}\n" for problem in reading.problems if problem.text)
    return {
        "read": reading,
        "read_line": read_line(reading, detected),
        "found_title": _(text_format.title),
        "encoding": decoded.encoding,
        "doubt": translated(decoded) if decoded.guessed else "",
        "notice": translated(reading.notice) if reading.notice else "",
        "problems": [(problem, translated(problem)) for problem in reading.problems],
        "marks": [(mark, translated(mark)) for mark in reading.marks],
        "converted": print_deck(reading.noted, cards) + lost,
        "verdict": verdict_of(verdict_on_reading(reading, cards), cards),
    }


def _link(request: HttpRequest, row: Deck) -> str:
    return absolute_url(request, row.get_absolute_url())


@require_safe
def export_all(request: HttpRequest) -> HttpResponse:
    body = deck_file(decks_of(person_of(request)).prefetch_related("guides")[:MAX_DECKS])
    response = HttpResponse(body, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="decks-{timezone.localdate():%Y-%m-%d}.json"'
    return response


@require_safe
def export(request: HttpRequest, key: str, format_: str) -> HttpResponse:
    row = deck_by(key, person_of(request))
    body = exported(row, format_, partial(absolute_url, request))
    return attached(body, row, TEXT_FORMATS[format_].extension, TEXT_FORMATS[format_].mime)


def _paper_cards(deck: DeckList, cards: Catalogue) -> list[PaperCard]:
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


@require_safe
def registration(request: HttpRequest, key: str) -> HttpResponse:
    row = deck_by(key, person_of(request))
    deck, cards = decklist_of(row), catalogue(row.game)
    report = verdict_on(deck)
    totals = _("%(have)d cards") % {"have": report.have}
    if report.moons_have is not None and report.moons_allowed is not None:
        totals += "   " + _("%(have)s of %(allowed)s moons") % {
            "have": report.moons_have,
            "allowed": report.moons_allowed,
        }
    sheet = RegistrationSheet(
        title=row.name,
        owner=row.owner.display_name,
        format=deck.house.name if deck.house else str(FORMATS[deck.format]),
        leader=", ".join(other_name(card) or card.label for card in beside(deck, cards)) or "-",
        verdict=str(VERDICTS[report.status][0]),
        totals=totals,
        link=_link(request, row),
    )
    body = registration_sheet(sheet, _paper_cards(deck, cards), timezone.localdate())
    return attached(body, row, "pdf")


def _printable_deck_or_raise(request: HttpRequest, key: str) -> tuple[Deck, DeckList, Catalogue]:
    row = deck_by(key, person_of(request))
    deck, cards = decklist_of(row), catalogue(row.game)
    check_printable(deck)
    return row, deck, cards


@require_safe
def playtest(request: HttpRequest, key: str) -> HttpResponse:
    row, deck, cards = _printable_deck_or_raise(request, key)
    body = playtest_cards(row.name, _paper_cards(deck, cards), note=note_of(deck, cards))
    return attached(body, row, "cards.pdf")


@require_safe
def qr(request: HttpRequest, key: str) -> HttpResponse:
    row = deck_by(key, person_of(request))
    out = io.BytesIO()
    segno.make(_link(request, row), micro=False).save(out, kind="svg", scale=4, border=4, light="#ffffff")
    return HttpResponse(out.getvalue(), content_type="image/svg+xml")


@require_safe
def link_picture(request: HttpRequest, key: str) -> HttpResponse:
    row = deck_by(key, person_of(request))
    cards, contents = catalogue(row.game), decklist_of(row)
    deck_cards = [cards[entry.code] for entry in contents.entries if entry.code in cards]
    deck_cards.sort(key=lambda card: -((card.fire or 0) + (card.earth or 0)))
    pictured = [*beside(contents, cards), *deck_cards][:MAX_PICTURES]
    name = contents.house.name if contents.house else str(FORMATS[contents.format])
    return row_answer(pictured, row.name, f"{name} · {row.owner.display_name}")


@require_safe
def proxies_pdf(request: HttpRequest, key: str) -> HttpResponse:
    """The cards of a deck to cut out, drawn as on the site."""
    row, deck, cards = _printable_deck_or_raise(request, key)
    return attached(proxies(row.name, deck, cards), row, "proxies.pdf")


@require_safe
def box_pdf(request: HttpRequest, key: str) -> HttpResponse:
    row, deck, cards = _printable_deck_or_raise(request, key)
    name = deck.house.name if deck.house else str(FORMATS[deck.format])
    below = deck_line(deck, cards, name, row.owner.display_name)
    return attached(box_papers(row.name, below, deck, cards, _link(request, row)), row, "box.pdf")


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

"""Views of import and export: the import page, files in every format, papers to print, pictures, the QR code."""

from functools import partial

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override
from django.views.decorators.http import require_http_methods, require_safe

from accounts.identity import get_or_create_person, person_of
from cards.catalogue.queries import catalogue
from cards.core.art.link_picture import MAX_PICTURES_IN_ROW
from cards.pictures.painting import card_row_response
from common.error_responses import status_of_error
from common.errors import DomainError, Invalid, Missing
from common.headers import CACHE_FOREVER
from common.i18n import error_detail_message, translated
from common.links import absolute_url
from common.text import gettext_noop
from decks.core.text import (
    DECK_TEXT_FORMATS,
    MAX_DECK_BYTES,
    DecodedText,
    decode_text_file,
    format_deck,
    parse_deck_text,
)
from decks.core.text.deck_file import MAX_DECK_FILE_BYTES, is_deck_file
from decks.core.text.tabletop import CARDS_PER_SHEET
from decks.deck.contents_reader import detect_game_and_catalogue
from decks.deck.judging import house_by_name, judge_parsed_deck
from decks.deck.presenters import cards_beside_deck, cards_read_message, deck_format_name, verdict_of
from decks.deck.queries import decklist_of, decks_of, visible_deck
from decks.exchange.all_decks import MAX_DECKS
from decks.exchange.box_papers import qr_code_svg
from decks.exchange.deck_files import deck_file_of
from decks.exchange.deck_files import import_deck_file as bring_deck_file_in
from decks.exchange.deck_papers import PAPER_EXTENSIONS, deck_paper
from decks.exchange.export import (
    SHEET_NOT_FOUND,
    codes_of_version,
    deck_attachment,
    export_deck,
    sheet_jpeg,
    version_from_signed_name,
)

MAX_CARD_PICTURES = 120  # different cards of a deck on Tabletop Simulator sheets


class ImportForm(forms.Form):
    """Import form: a file or pasted text."""

    file = forms.FileField(label=gettext_lazy("File"), required=False, allow_empty_file=True)
    text = forms.CharField(
        label=gettext_lazy("Or paste it"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"class": "code", "rows": 12, "spellcheck": "false", "autocapitalize": "off"}),
    )

    def deck_file_text(self) -> str:
        """Return the submitted text if it is a deck file, of this site or another; empty if it is a list."""
        file = self.cleaned_data.get("file")
        text = file.read(MAX_DECK_FILE_BYTES + 1).decode("utf-8", "replace") if file else self.cleaned_data["text"]
        if file:
            file.seek(0)
        return text if is_deck_file(text) else ""

    def submitted_text(self) -> DecodedText:
        """Return the submitted text, a file before pasted text; raises `Invalid` if it is empty or not text."""
        file, text = self.cleaned_data.get("file"), self.cleaned_data["text"]
        if file is not None and file.size:
            return decode_text_file(file.read(2 * MAX_DECK_BYTES + 1))
        if not text.strip():
            raise Invalid(
                gettext_noop("The file is empty.") if file else gettext_noop("Choose a file or paste a list.")
            )
        return DecodedText(text, "UTF-8")


@require_http_methods(["GET", "HEAD", "POST"])
def import_page(request: HttpRequest) -> HttpResponse:
    """Read a deck of any format; nothing is saved here, the check page does that."""
    form = ImportForm(request.POST or None, request.FILES or None)
    context: dict[str, object] = {"form": form}
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            text = form.deck_file_text()
            if text:
                context["brought"] = bring_deck_file_in(text, get_or_create_person(request, making="deck"))
            else:
                context |= _parsed_list_context(form.submitted_text())
        except DomainError as error:
            line = error.details[0].line if error.details else None
            message = translated(error)
            context["error"] = _("Line %(line)d: %(said)s") % {"line": line, "said": message} if line else message
            context["faults"] = [(fault.field, error_detail_message(fault)) for fault in error.details if fault.field]
            status = status_of_error(error)
    return render(request, "decks/exchange/import.html", context, status=status)


def _parsed_list_context(decoded: DecodedText) -> dict[str, object]:
    detected, cards = detect_game_and_catalogue(decoded.text)
    detected.game_or_raise()
    reading, text_format = parse_deck_text(decoded.text, cards, houses=house_by_name, guess=True)
    lost = "".join(f"{problem.text}\n" for problem in reading.problems if problem.text)
    return {
        "read": reading,
        "read_line": cards_read_message(reading, detected),
        "found_title": _(text_format.title),
        "encoding": decoded.encoding,
        "doubt": translated(decoded) if decoded.guessed else "",
        "notice": translated(reading.notice) if reading.notice else "",
        "problems": [(problem, translated(problem)) for problem in reading.problems],
        "marks": [(mark, translated(mark)) for mark in reading.marks],
        "converted": format_deck(reading.deck_with_notes, cards) + lost,
        "verdict": verdict_of(judge_parsed_deck(reading, cards), cards),
    }


@require_safe
def export_deck_file(request: HttpRequest) -> HttpResponse:
    body = deck_file_of(decks_of(person_of(request)).prefetch_related("guides")[:MAX_DECKS])
    response = HttpResponse(body, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="decks-{timezone.localdate():%Y-%m-%d}.json"'
    return response


@require_safe
def export_deck_view(request: HttpRequest, key: str, format_: str) -> HttpResponse:
    row = visible_deck(key, person_of(request))
    body = export_deck(row, format_, partial(absolute_url, request))
    return deck_attachment(body, row, DECK_TEXT_FORMATS[format_].extension, DECK_TEXT_FORMATS[format_].mime)


@require_safe
def deck_paper_view(request: HttpRequest, key: str, name: str) -> HttpResponse:
    row = visible_deck(key, person_of(request))
    return deck_attachment(deck_paper(row, name, partial(absolute_url, request)), row, PAPER_EXTENSIONS[name])


@require_safe
def deck_qr_code(request: HttpRequest, key: str) -> HttpResponse:
    row = visible_deck(key, person_of(request))
    svg = qr_code_svg(absolute_url(request, row.get_absolute_url()), border=4)
    return HttpResponse(svg, content_type="image/svg+xml")


@require_safe
def deck_preview_picture(request: HttpRequest, key: str) -> HttpResponse:
    row = visible_deck(key, person_of(request))
    cards, contents = catalogue(row.game), decklist_of(row)
    deck_cards = [cards[entry.code] for entry in contents.entries if entry.code in cards]
    deck_cards.sort(key=lambda card: -((card.fire or 0) + (card.earth or 0)))
    pictured = [*cards_beside_deck(contents, cards), *deck_cards][:MAX_PICTURES_IN_ROW]
    return card_row_response(pictured, row.name, f"{deck_format_name(contents)} · {row.owner.display_name}")


@require_safe
def tabletop_picture(request: HttpRequest, key: str, name: str, sheet: int) -> HttpResponse:
    """Serve a sheet of ten by seven cards of one version of a deck to anyone with its signed URL."""
    version, language = version_from_signed_name(key, name)
    game, codes = codes_of_version(key, version)
    on_sheet = codes[:MAX_CARD_PICTURES][(sheet - 1) * CARDS_PER_SHEET : sheet * CARDS_PER_SHEET]
    if sheet < 1 or not on_sheet:
        raise Missing(SHEET_NOT_FOUND)
    with override(language):
        body = sheet_jpeg(game, on_sheet)
    return HttpResponse(body, content_type="image/jpeg", headers={"Cache-Control": CACHE_FOREVER})

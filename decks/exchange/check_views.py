"""Views of pasted lists: check one, save it as a new deck, or replace one of your decks."""

from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from accounts.identity import get_or_create_person, person_of
from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue, People
from cards.games import GAMES
from common.error_responses import status_of_error
from common.errors import Conflict, DomainError, Invalid
from common.i18n import translated
from common.text import gettext_noop, parse_whole_number
from decks.core.building import initial_deck
from decks.core.text import BadLine, ParsedDeck, format_deck, parse_deck_text, text_with_corrected_line
from decks.deck import services
from decks.deck.choice import resolve_deck_link
from decks.deck.conflict_page import conflict_page
from decks.deck.contents_reader import detect_game_and_catalogue
from decks.deck.judging import house_by_name, judge_parsed_deck
from decks.deck.presenters import DeckVerdict, card_groups, cards_beside_deck, cards_read_message, verdict_of
from decks.deck.queries import decklist_with_notes, visible_deck
from decks.forms import PastedListForm
from decks.models import MAX_NOTES, Deck, Pool
from decks.permissions import require_editable_deck

EXAMPLE_DECK_TEXT = """Name: A first Terrah
Format: custom
Leader: Terrah 00

Terrah 01
1x Drowning Rain Storm
Flash the Incendiary
"""


@dataclass(frozen=True, slots=True)
class CheckedList:
    """A parsed and judged text; `problems` and `marks` with their sentences in the reader’s language."""

    reading: ParsedDeck
    verdict: DeckVerdict
    problems: tuple[tuple[BadLine, str], ...]
    marks: tuple[tuple[BadLine, str], ...] = ()
    notice: str = ""


def _parse_and_judge(text: str, pool: Pool | None, cards: Catalogue) -> CheckedList:
    reading, _format = parse_deck_text(text, cards, houses=house_by_name, guess=True)
    reading = replace(reading, deck=replace(reading.deck, pool=tuple(pool.codes)) if pool else reading.deck)
    problems = tuple((problem, translated(problem)) for problem in reading.problems)
    marks = tuple((mark, translated(mark)) for mark in reading.marks)
    notice = translated(reading.notice) if reading.notice else ""
    return CheckedList(reading, verdict_of(judge_parsed_deck(reading, cards), cards), problems, marks, notice)


@require_http_methods(["GET", "HEAD", "POST"])
def check_list_page(request: HttpRequest) -> HttpResponse:
    """Check a pasted list; nothing is saved before the reader asks for it."""
    return _edit_as_text_response(request, None, initial={})


@require_http_methods(["GET", "HEAD", "POST"])
def edit_as_text_page(request: HttpRequest, key: str) -> HttpResponse:
    person = person_of(request)
    row, _editor = require_editable_deck(visible_deck(key, person), person)
    text = format_deck(decklist_with_notes(row), catalogue(row.game))
    initial = {"text": text, "game": row.game, "version": row.version, "pool": row.pool.key if row.pool else ""}
    return _edit_as_text_response(request, row, initial=initial)


def _edit_as_text_response(request: HttpRequest, row: Deck | None, *, initial: dict[str, object]) -> HttpResponse:
    data = request.POST.copy() if request.method == "POST" else None
    if row is None and data is None and "example" in request.GET:
        data = QueryDict(mutable=True)
        data["text"] = format_deck(initial_deck(People.VULCA, catalogue()), catalogue())
    text = chosen = ""
    if data is not None:
        if (answered := data.get("is", "")) in GAMES:
            data["game"] = answered
        text, chosen = resolve_deck_link(request, data.get("text", ""), person_of(request)), data.get("game", "")
        line, bar, word = data.get("fix", "").partition("|")
        data["text"] = text_with_corrected_line(text, parse_whole_number(line) or 0, word) if bar else text
    detected, cards = detect_game_and_catalogue(text, chosen if chosen in GAMES else "")
    form = PastedListForm(data, person=person_of(request), initial=initial)
    context: dict[str, object] = {"form": form, "row": row, "example": EXAMPLE_DECK_TEXT}
    status = 400 if form.errors else 200
    if detected.tie:
        context["tie"] = GAMES.values()
    elif data is not None and form.is_valid():
        try:
            checked = _parse_and_judge(form.cleaned_data["text"], form.cleaned_data.get("pool"), cards)
            context |= {
                "checked": checked,
                "groups": card_groups(checked.reading.deck.entries, cards),
                "read_line": cards_read_message(checked.reading, detected),
                "beside": cards_beside_deck(checked.reading.deck, cards),
            }
            if "save" in data:
                return _save_deck_text(request, row, form, checked)
        except Conflict as error:
            assert row is not None
            return conflict_page(request, row, checked.reading.deck, error)
        except DomainError as error:
            context["error"], status = translated(error), status_of_error(error)
    template = "decks/exchange/_check_result.html" if request.htmx else "decks/exchange/check.html"  # type: ignore[attr-defined]
    return render(request, template, context, status=200 if request.htmx else status)  # type: ignore[attr-defined]


def _save_deck_text(request: HttpRequest, row: Deck | None, form: PastedListForm, checked: CheckedList) -> HttpResponse:
    deck_list, pool = checked.reading.deck_with_notes, form.cleaned_data.get("pool")
    deck = replace(deck_list, pool=checked.reading.deck.pool)
    lost = "\n".join(dict.fromkeys(problem.text for problem, _message in checked.problems if problem.text))
    notes = deck.notes or (row.notes if row else "")
    if lost:
        heading = _("Lines we couldn’t read:")
        notes = f"{notes}\n\n{heading}\n{lost}".strip()
        if len(notes) > MAX_NOTES:
            raise Invalid(gettext_noop("Too many lines couldn’t be read. Fix them before saving."))
    known = catalogue(deck.game)
    aside = [line.code for line in checked.reading.aside if line.code in known]
    maybe = list(dict.fromkeys([*(row.maybe if row else ()), *aside]))[: services.MAX_ENTRIES] if aside else None
    if row is None:
        contents = services.DeckContents(deck=deck, notes=notes, pool=pool, maybe=maybe)
        saved = services.create_deck(owner=get_or_create_person(request, making="deck"), contents=contents)
    else:
        contents = replace(services.saved_deck_contents(row, deck), notes=notes, pool=pool, maybe=maybe)
        version = form.cleaned_data["version"] or 0
        saved = services.save_deck(key=row.key, person=person_of(request), version=version, contents=contents)
    messages.success(request, _("Saved."))
    if lost:
        count = len(checked.problems)
        message = ngettext(
            "%(count)d line couldn’t be read and was saved in the notes.",
            "%(count)d lines couldn’t be read and were saved in the notes.",
            count,
        )
        messages.warning(request, message % {"count": count})
    return redirect(saved)

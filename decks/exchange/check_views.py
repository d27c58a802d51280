"""Views of pasted lists: check one, keep it as a new deck, or replace a deck of one's own by it."""

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
from common.error_responses import status_of
from common.errors import Conflict, DomainError, Invalid
from common.i18n import translated
from common.text import gettext_noop, whole_number
from decks.core.building import start_deck
from decks.core.text import ParsedDeck, Problem, mend_line, print_deck, read_deck
from decks.deck import services
from decks.deck.choice import list_behind
from decks.deck.conflict_page import conflict_page
from decks.deck.game_choice import game_and_cards
from decks.deck.judging import house_named, verdict_on_reading
from decks.deck.presenters import Verdict, beside, groups, read_line, verdict_of
from decks.deck.queries import deck_by, noted
from decks.forms import CheckForm
from decks.models import MAX_NOTES, Deck, Pool
from decks.permissions import require_editor

EXAMPLE = """Name: A first Terrah
Format: custom
Leader: Terrah 00

Terrah 01
1x Drowning Rain Storm
Flash the Incendiary
"""


@dataclass(frozen=True, slots=True)
class Checked:
    """A text as read and judged; `problems` and `marks` with their sentence in the reader's language."""

    reading: ParsedDeck
    verdict: Verdict
    problems: tuple[tuple[Problem, str], ...]
    marks: tuple[tuple[Problem, str], ...] = ()
    notice: str = ""


def _read_and_judge(text: str, pool: Pool | None, cards: Catalogue) -> Checked:
    reading, _format = read_deck(text, cards, houses=house_named, guess=True)
    reading = replace(reading, deck=replace(reading.deck, pool=tuple(pool.codes)) if pool else reading.deck)
    problems = tuple((problem, translated(problem)) for problem in reading.problems)
    marks = tuple((mark, translated(mark)) for mark in reading.marks)
    notice = translated(reading.notice) if reading.notice else ""
    return Checked(reading, verdict_of(verdict_on_reading(reading, cards), cards), problems, marks, notice)


@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest) -> HttpResponse:
    """Paste a list and see the verdict; nothing is kept until it is saved."""
    return _edit_as_text_response(request, None, initial={})


@require_http_methods(["GET", "HEAD", "POST"])
def write(request: HttpRequest, key: str) -> HttpResponse:
    person = person_of(request)
    row, _editor = require_editor(deck_by(key, person), person)
    text = print_deck(noted(row), catalogue(row.game))
    initial = {"text": text, "game": row.game, "version": row.version, "pool": row.pool.key if row.pool else ""}
    return _edit_as_text_response(request, row, initial=initial)


def _edit_as_text_response(request: HttpRequest, row: Deck | None, *, initial: dict[str, object]) -> HttpResponse:
    data = request.POST.copy() if request.method == "POST" else None
    if row is None and data is None and "example" in request.GET:
        data = QueryDict(mutable=True)
        data["text"] = print_deck(start_deck(People.VULCA, catalogue()), catalogue())
    if data is not None and (answered := str(data.get("is", ""))) in GAMES:
        data["game"] = answered
    chosen = data.get("game", "") if data is not None else ""
    if data is not None:
        data["text"] = list_behind(request, data.get("text", ""), person_of(request))
    text = data.get("text", "") if data is not None else ""
    detected, cards = game_and_cards(text, chosen if chosen in GAMES else "")
    fix = data.get("fix", "") if data is not None else ""
    if data is not None and fix:
        line, _bar, word = fix.partition("|")
        data["text"] = mend_line(data.get("text", ""), whole_number(line) or 0, word)
    form = CheckForm(data, person=person_of(request), initial=initial)
    context: dict[str, object] = {"form": form, "row": row, "example": EXAMPLE}
    status = 400 if form.errors else 200
    if detected.tie:
        context["tie"] = GAMES.values()
    elif data is not None and form.is_valid():
        try:
            checked = _read_and_judge(form.cleaned_data["text"], form.cleaned_data.get("pool"), cards)
            context |= {"checked": checked, "groups": groups(checked.reading.deck.entries, cards)}
            context |= {
                "read_line": read_line(checked.reading, detected),
                "beside": beside(checked.reading.deck, cards),
            }
            if "save" in data:
                return _save(request, row, form, checked)
        except Conflict as error:
            assert row is not None
            return conflict_page(request, row, checked.reading.deck, error)
        except DomainError as error:
            context["error"], status = translated(error), status_of(error)
    template = "decks/exchange/_check_result.html" if request.htmx else "decks/exchange/check.html"  # type: ignore[attr-defined]
    return render(request, template, context, status=200 if request.htmx else status)  # type: ignore[attr-defined]


def _save(request: HttpRequest, row: Deck | None, form: CheckForm, checked: Checked) -> HttpResponse:
    read, pool = checked.reading.noted, form.cleaned_data.get("pool")
    deck = replace(read, pool=checked.reading.deck.pool)
    lost = "\n".join(dict.fromkeys(problem.text for problem, _message in checked.problems if problem.text))
    notes = deck.notes or (row.notes if row else "")
    if lost:
        heading = _("Lines we couldn’t read:")
        notes = f"{notes}\n\n{heading}\n{lost}".strip()
        if len(notes) > MAX_NOTES:
            raise Invalid(gettext_noop("Too many lines couldn’t be read. Fix them before saving."))
    known = catalogue(deck.game)
    aside = [line.code for line in checked.reading.aside if line.code in known]
    maybe = list(dict.fromkeys([*(row.maybe if row else ()), *aside]))[: services.MAX_LISTED] if aside else None
    if row is None:
        contents = services.Contents(deck=deck, notes=notes, pool=pool, maybe=maybe)
        saved = services.create_deck(owner=get_or_create_person(request, making="deck"), contents=contents)
    else:
        contents = replace(services.contents_of(row, deck), notes=notes, pool=pool, maybe=maybe)
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

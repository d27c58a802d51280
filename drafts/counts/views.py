"""Views of card counts: the table of a site’s drafts, and the same as a file."""

import csv
import io

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cards.catalogue.queries import catalogue
from cards.core.facts import PEOPLES
from common.spreadsheet_cells import BYTE_ORDER_MARK, guard_formula_cell
from drafts.core.archive.card_counts import MIN_DECKS_FOR_WINS, MIN_VISIBLE_DRAFTS, CountedCards
from drafts.core.engine.sharing import Sharing
from drafts.counts.queries import CardQuestion, counted_cards

_FILE_COLUMNS = (
    "code", "drafts", "times", "first", "mean", "margin", "passed", "back_percent", "decks", "in_decks", "played",
    "games", "won_percent", "low_percent", "high_percent",
)  # fmt: skip


@require_safe
def card_counts_page(request: HttpRequest) -> HttpResponse:
    """Show how cards do in all drafts of the site that may be counted."""
    question = CardQuestion.parse(request.GET.dict())
    counted = counted_cards(question)
    context = {
        "question": question,
        "counted": counted,
        "ways": list(Sharing),
        "peoples": PEOPLES,
        "fewest": MIN_VISIBLE_DRAFTS,
        "fewest_decks": MIN_DECKS_FOR_WINS,
        "query": request.GET.urlencode(),
    }
    return render(request, "drafts/counts/cards.html", context)


@require_safe
def card_counts_csv(request: HttpRequest) -> HttpResponse:
    body = card_figures_as_csv(counted_cards(CardQuestion.parse(request.GET.dict())))
    response = HttpResponse(body, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="drafted-cards.csv"'
    return response


def card_figures_as_csv(counted: CountedCards) -> str:
    """Write the figures of each card as a row, with its name; unknown figures stay empty."""
    out, cards = io.StringIO(), catalogue()
    table = csv.writer(out)
    table.writerow(["name", *_FILE_COLUMNS])
    for row in counted.rows:
        values = (cards[row.code].label, *(getattr(row, name) for name in _FILE_COLUMNS))
        table.writerow([guard_formula_cell(value) for value in values])
    return BYTE_ORDER_MARK + out.getvalue()

"""Views of card counts: one table for the site’s drafts, drafts with a list, or a simulation; and as a file."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.identity import person_of
from cards.catalogue.queries import catalogue
from cards.core.facts import PEOPLES
from drafts.core.archive.card_counts import BLOCK_SIZE, MIN_DECKS_FOR_WINS, CountedCards
from drafts.core.archive.log import rows_as_csv
from drafts.core.engine.sharing import Sharing
from drafts.counts.queries import CountsFilter, card_figures, simulated_figures
from drafts.simulator.services import COMPANIES, own_simulation, setup_from_parameters

_FILE_COLUMNS = (
    "code", "drafts", "times", "first", "mean", "margin", "passed", "back_percent", "decks", "in_decks", "played",
    "games", "won_percent", "low_percent", "high_percent",
)  # fmt: skip


@never_cache
@require_safe
def card_counts_page(request: HttpRequest, key: str = "") -> HttpResponse:
    """Show how cards do in the counted drafts, or in the reader’s simulation, which the script updates."""
    context = _requested_figures(request, key) | {
        "ways": list(Sharing),
        "peoples": PEOPLES,
        "fewest": BLOCK_SIZE,
        "fewest_decks": MIN_DECKS_FOR_WINS,
        "query": request.GET.urlencode(),
    }
    part = "_figures" if request.headers.get("HX-Target") == "figures" else "cards"
    return render(request, f"drafts/counts/{part}.html", context)


@never_cache
@require_safe
def card_counts_csv(request: HttpRequest, key: str = "") -> HttpResponse:
    body = card_figures_as_csv(_requested_figures(request, key)["counted"])
    headers = {"Content-Disposition": 'attachment; filename="drafted-cards.csv"'}
    return HttpResponse(body, content_type="text/csv; charset=utf-8", headers=headers)


def _requested_figures(request: HttpRequest, key: str) -> dict[str, Any]:
    """Return the filter and its figures; with a key, the figures of the reader’s simulation."""
    person = person_of(request)
    chosen = CountsFilter.parse(request.GET.dict(), person)
    if not key:
        context = {"way": chosen.sharing, "counted": card_figures(chosen), "file": reverse("drafts:cards_csv")}
        return context | {"chosen": chosen, "job": None, "shows_decks": True, "shows_wins": True}
    job = own_simulation(key, person)
    setup = setup_from_parameters(job.wishes)
    return {
        "chosen": chosen,
        "way": setup.sharing,
        "counted": simulated_figures(job, chosen.people),
        "file": reverse("drafts:simulation_csv", args=[key]),
        "job": job,
        "setup": setup,
        "company": COMPANIES[job.wishes["company"]],
        "shows_decks": job.wishes["with_decks"],
        "shows_wins": False,
    }


def card_figures_as_csv(counted: CountedCards) -> str:
    """Write the figures of each card as a row, with its name; unknown figures stay empty."""
    cards = catalogue()
    rows = ((cards[row.code].label, *(getattr(row, name) for name in _FILE_COLUMNS)) for row in counted.rows)
    return rows_as_csv([("name", *_FILE_COLUMNS), *rows])

"""The page that looks back on one's own picks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts
from drafts.archive.queries import log_of
from drafts.core.archive.coach import Reviewed, review
from drafts.core.engine.valuation import Weighed
from drafts.table.identity import who_of
from drafts.table.pool_charts import in_order
from game.shipped import shipped_evidence


@dataclass(frozen=True, slots=True)
class Line:
    """A pick as the page shows it: the cards weighed with their facts, and the reason in the reader's language."""

    pick: Reviewed
    taken: CardFacts
    considered: tuple[tuple[CardFacts, Weighed], ...]
    wheeled: tuple[CardFacts, ...]
    why: str


@never_cache
@require_safe
def coach(request: HttpRequest, key: str) -> HttpResponse:
    """One's own draft, pick by pick, with what an expert would have weighed."""
    found = log_of(key, who_of(request, key), None)
    setup, cards = found.setup, catalogue()
    looked = review(found.entries, setup.players, setup.figures.kept, cards.by_code, shipped_evidence())
    context = {
        "log": found,
        "review": looked,
        "lines": [_line(pick, cards.by_code) for pick in looked.picks],
        "turning_points": [_line(pick, cards.by_code) for pick in looked.turning_points],
        "deck": in_order(looked.deck, cards),
        "spare": in_order(looked.spare, cards),
        "wheel": setup.players,
    }
    return render(request, "drafts/archive/coach.html", context)


def _line(pick: Reviewed, cards: Mapping[str, CardFacts]) -> Line:
    return Line(
        pick=pick,
        taken=cards[pick.taken.code],
        considered=tuple((cards[one.code], one) for one in pick.considered),
        wheeled=tuple(cards[code] for code in pick.wheeled),
        why=_(pick.why.template) % pick.why.params,
    )

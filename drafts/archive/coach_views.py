"""Views of the coach: looking back on one's own picks, and a hint while one practises alone."""

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
from common.errors import NotAllowed
from common.text import gettext_noop
from drafts.archive.queries import log_of
from drafts.core.archive.coach import CONSIDERED, Reviewed, review
from drafts.core.engine.bots import reason
from drafts.core.engine.valuation import Weighed, weigh
from drafts.table.identity import who_of
from drafts.table.pool_charts import in_order
from drafts.table.queries import look
from drafts.table.rows import load
from game.shipped import shipped_evidence


@dataclass(frozen=True, slots=True)
class CoachRow:
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
    log = log_of(key, who_of(request, key), None)
    setup, cards = log.setup, catalogue()
    looked = review(log.entries, setup.players, setup.figures.kept, cards.by_code, shipped_evidence())
    context = {
        "log": log,
        "review": looked,
        "lines": [_line(pick, cards.by_code) for pick in looked.picks],
        "turning_points": [_line(pick, cards.by_code) for pick in looked.turning_points],
        "deck": in_order(looked.deck, cards),
        "spare": in_order(looked.spare, cards),
        "wheel": setup.players,
    }
    return render(request, "drafts/archive/coach.html", context)


@never_cache
@require_safe
def hint(request: HttpRequest, key: str) -> HttpResponse:
    """What an expert would weigh now: at a practice table that asked for it, where nobody else sits."""
    seen = look(load(key), who_of(request, key))
    if not seen.coached or seen.view is None:
        raise NotAllowed(
            gettext_noop("The coach helps only at practice tables that asked for it, where you sit alone.")
        )
    cards, view = catalogue(), seen.view
    left = max(seen.setup.figures.kept - len(view.pool), 1)
    weighed = weigh(view.packet, view.pool, cards.by_code, shipped_evidence(), left=left)
    why = reason(weighed, weighed[0].code, cards.by_code) if weighed else None
    context = {
        "look": seen,
        "considered": [(cards[card.code], card) for card in weighed[:CONSIDERED]],
        "why": _(why.template) % why.params if why else "",
    }
    part = request.headers.get("HX-Target") == "hint"
    return render(request, "drafts/table/_hint.html" if part else "drafts/table/hint.html", context)


def _line(pick: Reviewed, cards: Mapping[str, CardFacts]) -> CoachRow:
    return CoachRow(
        pick=pick,
        taken=cards[pick.taken.code],
        considered=tuple((cards[card.code], card) for card in pick.considered),
        wheeled=tuple(cards[code] for code in pick.wheeled),
        why=_(pick.why.template) % pick.why.params,
    )

"""Views of the coach: the review of a player’s own picks, and the hint in a solo practice draft."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts
from cards.pictures.painting import card_row_response
from cards.templatetags.cards import signed
from common.charts import ChartLine, line_chart_svg
from common.i18n import translated
from decks.core.advice.strength_scale import CalibrationGroup
from decks.strength.queries import shipped_calibration, shipped_scale
from drafts.archive.coach_queries import own_draft_review, own_highlights, practice_hint_for
from drafts.core.archive.coach import ReviewedPick
from drafts.core.engine.valuation import WeighedCard
from drafts.table.identity import visitor_of
from drafts.table.presenters import sorted_cards
from drafts.table.rows import load_draft


@dataclass(frozen=True, slots=True)
class ReviewedPickRow:
    """A reviewed pick for the page: weighed cards with their facts, reasons in the reader’s language."""

    pick: ReviewedPick
    taken: CardFacts
    considered: tuple[tuple[CardFacts, WeighedCard], ...]
    wheeled: tuple[CardFacts, ...]
    why: str
    better: str


@dataclass(frozen=True, slots=True)
class ReviewedRound:
    """The reviewed picks of one round."""

    number: int
    rows: tuple[ReviewedPickRow, ...]

    @property
    def agreed_count(self) -> int:
        return sum(row.pick.agreed for row in self.rows)


@never_cache
@require_safe
def draft_review_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the reader’s own draft pick by pick, with what an expert would have weighed."""
    looking_back = own_draft_review(key, visitor_of(request, key))
    found, cards = looking_back.review, looking_back.catalogue
    context = {
        "log": looking_back.log,
        "review": found,
        "rounds": [
            ReviewedRound(number, tuple(_reviewed_pick_row(pick, cards.by_code) for pick in picks))
            for number, picks in groupby(found.picks, key=lambda pick: pick.entry.round)
        ],
        "turning_points": [_reviewed_pick_row(pick, cards.by_code) for pick in found.turning_points],
        "deck": sorted_cards(found.deck, cards),
        "spare": sorted_cards(found.spare, cards),
        "decks": [(deck, sorted_cards(deck.out, cards), sorted_cards(deck.into, cards)) for deck in looking_back.decks],
        "texts_not_whole": [cards[code] for code in looking_back.texts_not_whole],
        "calibration": shipped_calibration(),
        "curve": _calibration_chart_svg([step for step, _basic in shipped_calibration()]),
        "scale": shipped_scale(),
    }
    return render(request, "drafts/archive/coach.html", context)


@require_safe
def draft_recap_picture(request: HttpRequest, key: str) -> HttpResponse:
    """Draw a picture of the reader’s best cards, to send to others."""
    best = own_highlights(load_draft(key), visitor_of(request, key)).best_cards
    return card_row_response(sorted_cards(best, catalogue()), _("My draft"), _("Best deck from my draft"))


@never_cache
@require_safe
def hint_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the cards an expert would weigh now; only in a solo practice draft with hints turned on."""
    hint, cards = practice_hint_for(key, visitor_of(request, key)), catalogue()
    context = {
        "draft_view": hint.draft_view,
        "considered": [(cards[card.code], card) for card in hint.considered],
        "why": translated(hint.why) if hint.why else "",
        "texts_not_whole": [cards[code] for code in hint.texts_not_whole],
    }
    part = request.headers.get("HX-Target") == "hint"
    return render(request, "drafts/table/_hint.html" if part else "drafts/table/hint.html", context)


def _reviewed_pick_row(pick: ReviewedPick, cards: Mapping[str, CardFacts]) -> ReviewedPickRow:
    return ReviewedPickRow(
        pick=pick,
        taken=cards[pick.taken.code],
        considered=tuple((cards[card.code], card) for card in pick.considered),
        wheeled=tuple(cards[code] for code in pick.wheeled),
        why=translated(pick.why),
        better=translated(pick.better) if pick.better else "",
    )


def _calibration_chart_svg(steps: Sequence[CalibrationGroup]) -> SafeString:
    """Draw predicted and actual crystals per game; the page must also show the figures as text."""
    promised = ChartLine(_("predicted"), tuple(round(step.promised, 2) for step in steps))
    bands = tuple((step.brought.low, step.brought.high) for step in steps)
    brought = ChartLine(_("actual"), tuple(round(step.brought.value, 2) for step in steps), bands)
    places = [signed(step.promised) for step in steps]
    title = _("Crystals per game: predicted and actual")
    return mark_safe(line_chart_svg(places, [promised, brought], title=title, plot_width=320))

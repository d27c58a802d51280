"""Views of a finished draft: log, files, statistics, and the proof of the shuffle."""

import json
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_cookie

from accounts.identity import get_or_create_person, person_of
from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts
from common.i18n import translated
from common.text import parse_whole_number
from drafts.archive import same_pool
from drafts.archive.queries import (
    SeatLog,
    seat_log_for,
    shuffle_proof_for,
    statistics_of_own_drafts,
    statistics_of_own_picks,
)
from drafts.core.archive.log import PacketEntry, bot_pick_reasons, log_as_dicts, pool_as_csv
from drafts.core.engine.sharing import Sharing
from drafts.models import Draft
from drafts.table import hosting
from drafts.table.identity import visitor_of
from drafts.table.presenters import TurnTakeRow, sorted_cards
from drafts.table.queries import visible_draft_for
from drafts.table.rows import load_draft
from game.shipped_evidence import shipped_evidence

# The proof of a seat never changes.
PROOF_SECONDS = 30 * 24 * 3600


@require_safe
def verify_proof_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the page that checks a proof in the browser, without sending it."""
    visible_draft = visible_draft_for(load_draft(key), visitor_of(request, key))
    over = visible_draft.status in (Draft.Status.DONE, Draft.Status.ABORTED) and visible_draft.setup.sharing.hides_cards
    context = {
        "name": visible_draft.name,
        "back": reverse("drafts:detail", args=[key]),
        "commitment": visible_draft.commitment if visible_draft.setup.sharing.hides_cards else "",
        "nothing_hidden": not visible_draft.setup.sharing.hides_cards,
        "known": visible_draft.proof_facts,
        "piles": visible_draft.setup.sharing is Sharing.WINSTON,
        "proofs": reverse("drafts:proof", args=[key]) if over and visible_draft.me and visible_draft.commitment else "",
    }
    return render(request, "drafts/archive/verify.html", context)


@require_safe
@vary_on_cookie
@cache_control(private=True, immutable=True, max_age=PROOF_SECONDS)
def proof_download(request: HttpRequest, key: str) -> HttpResponse:
    body = json.dumps(shuffle_proof_for(key, visitor_of(request, key)), ensure_ascii=False)
    return _download_response(body, "application/json", f"draft-{key}.json")


@never_cache
@require_safe
def log_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show a seat’s log, or one of its packets with `at`."""
    draft_log = seat_log_for(key, visitor_of(request, key), _requested_seat_number(request))
    at = request.GET.get("at", "")
    cards = catalogue()
    takes = [
        TurnTakeRow.from_take(take, number, player, cards.by_code)
        for number, (player, take) in enumerate(draft_log.takes, start=1)
    ]
    context: dict[str, Any] = {
        "log": draft_log,
        "takes": takes,
        "hidden": any(take.hidden for take in takes),
        "rounds": _log_by_round(draft_log, cards.by_code),
        "cards": cards.by_code,
    }
    place = next((at_ for at_, entry in enumerate(draft_log.entries) if f"{entry.round}.{entry.number}" == at), None)
    if place is None:
        return render(request, "drafts/archive/log.html", context)
    entries = draft_log.entries
    entry = entries[place]
    context |= {
        "entry": entry,
        "packet": sorted_cards(entry.packet, cards),
        "before": entries[place - 1] if place else None,
        "after": entries[place + 1] if place + 1 < len(entries) else None,
    }
    return render(request, "drafts/archive/replay.html", context)


@never_cache
@require_safe
def log_text_download(request: HttpRequest, key: str) -> HttpResponse:
    text = seat_log_for(key, visitor_of(request, key), _requested_seat_number(request)).as_text(catalogue().by_code)
    return _download_response(text, "text/plain; charset=utf-8", f"draft-{key}.txt")


@never_cache
@require_safe
def log_json_download(request: HttpRequest, key: str) -> HttpResponse:
    log = seat_log_for(key, visitor_of(request, key), _requested_seat_number(request))
    body: dict[str, object] = {"draft": key, "name": log.name, "seat": log.seat, "player": log.player}
    if log.takes:
        body["takes"] = [
            {"player": player, "cards": list(take.cards), "pile": take.pile, "hidden": take.hidden}
            for player, take in log.takes
        ]
    text = json.dumps(body | {"picks": log_as_dicts(log.entries)}, ensure_ascii=False)
    return _download_response(text, "application/json", f"draft-{key}.json")


@never_cache
@require_safe
def pool_csv_download(request: HttpRequest, key: str) -> HttpResponse:
    log = seat_log_for(key, visitor_of(request, key), None)
    cards = sorted_cards(log.pool, catalogue())
    return _download_response(pool_as_csv(cards), "text/csv; charset=utf-8", f"pool-{key}.csv")


@require_POST
def open_log_view(request: HttpRequest, key: str) -> HttpResponse:
    hosting.open_draft_log(key, visitor=visitor_of(request, key))
    messages.success(request, _("Everyone who drafted can now see all picks."))
    return redirect("drafts:detail", key)


@require_POST
def submit_deck_view(request: HttpRequest, key: str) -> HttpResponse:
    same_pool.submit_deck(key, visitor=visitor_of(request, key), deck=request.POST.get("deck", ""))
    messages.success(request, _("Deck handed in."))
    return redirect("drafts:detail", key)


@require_POST
def open_comparison_view(request: HttpRequest, key: str) -> HttpResponse:
    same_pool.open_comparison(key, visitor=visitor_of(request, key))
    return redirect("drafts:detail", key)


@require_POST
def repeat_draft_view(request: HttpRequest, key: str) -> HttpResponse:
    new = hosting.repeat_draft(
        key, visitor=visitor_of(request, key), person=get_or_create_person(request, making="draft")
    )
    messages.success(request, _("Same settings as before. The other players’ seats are reserved for them."))
    return redirect("drafts:detail", new)


@never_cache
@require_safe
def statistics_page(request: HttpRequest) -> HttpResponse:
    """Show how early cards are picked: by the reader, or by everyone in their drafts with an open log."""
    scope = "tables" if request.GET.get("of") == "tables" else "mine"
    counted = (statistics_of_own_drafts if scope == "tables" else statistics_of_own_picks)(person_of(request))
    return render(request, "drafts/archive/statistics.html", {"scope": scope, "counted": counted})


def _requested_seat_number(request: HttpRequest) -> int | None:
    text = request.GET.get("seat", "")
    seat = parse_whole_number(text, digits=2)
    if text and seat is None:
        raise Http404(_("This draft doesn’t have that seat."))
    return seat


def _log_by_round(
    log: SeatLog, cards: Mapping[str, CardFacts]
) -> list[tuple[PacketEntry, list[tuple[PacketEntry, str]]]]:
    """Return by round: the first entry, then all entries, each with the reason for a bot’s pick, else ""."""
    kept, evidence = log.setup.figures.kept, shipped_evidence()
    reasons = bot_pick_reasons(log.entries, kept, log.level, cards, evidence)
    reason_texts = {place: translated(why) for place, why in reasons.items()}
    rounds: dict[int, list[tuple[PacketEntry, str]]] = {}
    for entry in log.entries:
        rounds.setdefault(entry.round, []).append((entry, reason_texts.get(entry.round_and_number, "")))
    return [(lines[0][0], lines) for lines in rounds.values()]


def _download_response(text: str, kind: str, name: str) -> HttpResponse:
    return HttpResponse(text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})

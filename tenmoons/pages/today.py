"""Views: today’s packet, the packets of earlier days, and the archive of a year."""

import time
from collections.abc import Collection
from datetime import date, datetime, timedelta

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_noop, ngettext
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from common.errors import NotAllowed
from common.i18n import translated
from common.rate_limits import rate_limited
from drafts.core.packet_question import PickQuestion, answer_streak, most_picked_card, todays_packet, total_and_shares
from drafts.models import TodaysAnswer
from drafts.sharing.queries import answer_counts_by_day, answered_days, todays_answer_counts
from drafts.sharing.services import count_todays_answer, remove_todays_answer
from game.shipped_evidence import shipped_evidence

# Session keys: the reader’s picks by day, and the time of today’s pick until it is final.
PICKS_SESSION_KEY, PICKED_AT_SESSION_KEY = "packet_picks", "packet_picked_at"
UNDO_PICK_SECONDS, MAX_DOTS = 5, 6
DAYS_IN_ARCHIVE, ARCHIVE_DAYS_PER_PAGE = 366, 31


def picks_in_session(request: HttpRequest) -> dict[date, str]:
    return {date.fromisoformat(day): code for day, code in request.session.get(PICKS_SESSION_KEY, {}).items()}


def _save_picks_in_session(request: HttpRequest, picks: dict[date, str], at: float | None) -> None:
    """Write the picks of a year into the session, and the time of today’s pick; None once it is final."""
    newest = sorted(picks.items())[-DAYS_IN_ARCHIVE:]
    request.session[PICKS_SESSION_KEY] = {day.isoformat(): code for day, code in newest}
    request.session[PICKED_AT_SESSION_KEY] = at


def _update_todays_pick(request: HttpRequest, packet: PickQuestion, day: date) -> None:
    """Count a pick, undo it while the picks of others are still hidden, or make it final."""
    picks = picks_in_session(request)
    if day not in picks:
        code = request.POST.get("card", "")
        count_todays_answer(packet, day, code)
        _save_picks_in_session(request, picks | {day: code}, time.time())
    elif request.session.get(PICKED_AT_SESSION_KEY) and "undo" in request.POST:
        remove_todays_answer(day, picks.pop(day))
        _save_picks_in_session(request, picks, None)
    elif "show" in request.POST:
        _save_picks_in_session(request, picks, None)


def streak_in_words(picks: Collection[date], today: date) -> str:
    """Return how many days in a row the packet was answered, with dots and a ring for a day still to come."""
    row = answer_streak(picks, today)
    if not row:
        return ""
    days = ngettext("%(row)s day in a row", "%(row)s days in a row", row) % {"row": row}
    if row == 1 and today in picks:
        return days
    return "●" * min(row, MAX_DOTS) + "○" * (today not in picks) + f" {days}"


@csrf_exempt
@rate_limited("guest", "POST")
@require_http_methods(["GET", "HEAD", "POST"])
def todays_packet_page(request: HttpRequest) -> HttpResponse:
    """Show today’s packet; the form on the home page has no CSRF token, so browsers’ `Sec-Fetch-Site` replaces it."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is None and request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}":
        site = "same-origin"  # browsers send only this over plain HTTP, as to phones in the same network
    if request.method == "POST" and site is None:
        return _todays_packet_with_csrf(request)
    if request.method == "POST" and site not in ("same-origin", "none"):
        raise NotAllowed(gettext_noop("Please answer on a page of this site."))
    return _todays_packet_response(request)


def _todays_packet_response(request: HttpRequest) -> HttpResponse:
    """Show today’s packet, or count a pick and return to the page it was made on."""
    day = timezone.localdate()
    if request.method == "POST":
        if (packet := todays_packet(catalogue(), day, shipped_evidence())) is not None:
            _update_todays_pick(request, packet, day)
        return redirect(f"{reverse('home')}#today" if "home" in request.POST else "today")
    picks, yesterday = picks_in_session(request), day - timedelta(days=1)
    earlier = _archive_days(yesterday).first()
    first = max(min(picks, default=day), day - timedelta(days=6))
    midnight = timezone.make_aware(datetime(day.year, day.month, day.day) + timedelta(days=1))
    context = todays_pick_context(request, catalogue()) | {
        "week": [(each, each in picks, each > day) for each in (first + timedelta(days=place) for place in range(7))],
        "hours": max(round((midnight - timezone.now()).total_seconds() / 3600), 1),
        "earlier": earlier,
        "yesterday": next(iter(_answered_days_context(picks, yesterday, yesterday)), None)
        if earlier == yesterday
        else None,
        "section": "drafts",
    }
    return render(request, "today.html", context)


_todays_packet_with_csrf = csrf_protect(_todays_packet_response)


def todays_pick_context(request: HttpRequest, cards: Catalogue) -> dict[str, object]:
    """Return today’s packet and the reader’s pick; for some seconds it can be undone, then it is final."""
    day, picks = timezone.localdate(), picks_in_session(request)
    packet = todays_packet(cards, day, shipped_evidence())
    open_since = request.session.get(PICKED_AT_SESSION_KEY) if day in picks else None
    if open_since and time.time() - open_since >= UNDO_PICK_SECONDS:
        _save_picks_in_session(request, picks, None)
        open_since = None
    return {
        "today": packet,
        "can_undo": bool(open_since),
        "undo_seconds": UNDO_PICK_SECONDS,
        "streak": streak_in_words(picks, day),
        **_answer_shares_context(packet, day, picks.get(day, ""), bool(open_since)),
    }


def _answer_shares_context(packet: PickQuestion | None, day: date, mine: str, is_open: bool) -> dict[str, object]:
    """Return the answers to a packet for display; only the reader’s pick until it is final."""
    card = next((card for card in packet.cards if card.code == mine), None) if packet else None
    if packet is None or is_open or (card is None and day == timezone.localdate()):
        return {"mine": card}
    total, shares = total_and_shares(packet, todays_answer_counts(day), mine)
    return {
        "mine": card,
        "shares": shares,
        "answers": total,
        "same": next((share.answers for share in shares if share.mine), 0),
        "alone": bool(card) and total == 1,
        "most": most_picked_card(shares),
        "bot": packet.taken,
        "why": translated(packet.why),
    }


def _answered_days_context(picks: dict[date, str], first: date, last: date) -> list[dict[str, object]]:
    """Return days with answers, newest first: the card picked most, its percentage, and the reader’s card."""
    cards = {card.code: card for card in catalogue()}
    found: list[dict[str, object]] = []
    for day, counts in answer_counts_by_day(first, last).items():
        total, most = sum(counts.values()), max(counts, key=lambda code: counts[code])
        mine = picks.get(day, "")
        if card := cards.get(mine if mine in counts else most):
            percent = round(100 * counts[card.code] / total) if total >= 10 else 0
            found.append({"day": day, "card": card, "percent": percent, "mine": card.code == mine})
    return found


def _archive_days(last: date) -> QuerySet[TodaysAnswer, date]:
    """Return the days of the archive with answers up to `last`, newest first."""
    return answered_days(timezone.localdate() - timedelta(days=DAYS_IN_ARCHIVE), last)


@require_safe
def packet_of_day_page(request: HttpRequest, day: str) -> HttpResponse:
    """Show the packet of an earlier day and the picks; 404 for a day that isn’t in the archive."""
    try:
        then = date.fromisoformat(day)
    except ValueError:
        raise Http404 from None
    if then == timezone.localdate():
        return redirect("today")
    ago = (timezone.localdate() - then).days
    packet = todays_packet(catalogue(), then, shipped_evidence()) if 0 < ago <= DAYS_IN_ARCHIVE else None
    if packet is None:
        raise Http404
    context = {"day": then, "before": _archive_days(then - timedelta(days=1)).first(), "section": "drafts"}
    shares = _answer_shares_context(packet, then, picks_in_session(request).get(then, ""), is_open=False)
    return render(request, "today_past.html", context | shares)


@require_safe
def packet_archive_page(request: HttpRequest) -> HttpResponse:
    """Show the days of the last year with answers."""
    days = _archive_days(timezone.localdate() - timedelta(days=1))
    page = Paginator(days, ARCHIVE_DAYS_PER_PAGE).get_page(request.GET.get("page"))
    newest_first = list(page)
    picks = picks_in_session(request)
    found = _answered_days_context(picks, newest_first[-1], newest_first[0]) if newest_first else []
    context = {"page": page, "days": found, "section": "drafts"}
    return render(request, "today_archive.html", context)

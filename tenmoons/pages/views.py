"""Views: the home page, and the files that browsers and researchers look for at fixed addresses."""

from __future__ import annotations

from datetime import date, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from cards.catalogue.queries import catalogue
from common.links import is_loopback
from common.rate_limits import limited
from drafts.core.todays_packet import todays_packet
from drafts.table.presenters import qr_code
from drafts.todays_packet.queries import answer_shares
from drafts.todays_packet.services import count_answer
from game.shipped import shipped_evidence

ANSWER_KEY = "todays_packet"  # of the session: day and card


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The home page."""
    cards = catalogue()
    day = timezone.localdate()
    today = todays_packet(cards, day, shipped_evidence())
    context: dict[str, object] = {"known": sum(card.known for card in cards), "total": len(cards), "today": today}
    if today is not None:
        mine = _answer_of(request, day)
        context |= {"why": _(today.why.template) % today.why.params, "answered": mine}
        if mine:
            context["answers"], context["shares"] = answer_shares(today, day, mine)
    if settings.SHARED_URL and is_loopback(request):
        # Only people at the machine itself have to show others the way.
        context |= {"shared_url": settings.SHARED_URL, "shared_qr": qr_code(settings.SHARED_URL)}
    return render(request, "home.html", context)


def _answer_of(request: HttpRequest, day: date) -> str:
    """The card this session has taken of the packet of a day; empty for none."""
    said = request.session.get(ANSWER_KEY, "")
    answered_on, _space, code = said.partition(" ") if isinstance(said, str) else ("", "", "")
    return code if answered_on == day.isoformat() else ""


@limited("guest")
@require_POST
def answer_today(request: HttpRequest) -> HttpResponse:
    """What somebody would take of today's packet; a session answers once a day."""
    day = timezone.localdate()
    today = todays_packet(catalogue(), day, shipped_evidence())
    if today is not None and not _answer_of(request, day):
        code = request.POST.get("card", "")
        count_answer(today, day, code)
        request.session[ANSWER_KEY] = f"{day.isoformat()} {code}"
    return redirect(f"{reverse('home')}#today-title")


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """`security.txt` (RFC 9116): whom to tell of a vulnerability; 404 where SECURITY_CONTACT is not set."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    until = (timezone.now() + timedelta(days=180)).strftime("%Y-%m-%dT00:00:00Z")
    lines = [f"Contact: {settings.SECURITY_CONTACT}", f"Expires: {until}", "Preferred-Languages: en, de"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect the address that browsers request by themselves."""
    return redirect(static("img/moon.svg"), permanent=not settings.DEBUG)

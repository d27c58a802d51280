"""Views: the home page, and the files that browsers and researchers look for at fixed addresses."""

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.identity import person_of
from boards.shipped_lessons import lessons
from cards.catalogue.queries import catalogue, versions
from common.links import is_loopback
from common.page_cache import cached_page
from drafts.core.packet_question import days_in_a_row, todays_packet
from drafts.table.presenters import qr_code
from game.shipped_evidence import shipped_evidence
from matches.events.calendar.queries import events_now, versions_to_come
from matches.play.demo_queries import demo_events, demo_groups, has_demo
from matches.play.queries import clubs_on_top, running_events_of
from tenmoons.demo.living_site import draft_to_sit_at
from tenmoons.my_account.next_step import next_step_of, running_match
from tenmoons.pages.new import newest_for_home
from tenmoons.pages.today import picks_of

MAX_DOTS = 6


def _on_home(request: HttpRequest) -> tuple[object, ...] | None:
    """Return the versions of what the home page shows; None for a new visitor who sees the demo."""
    if person_of(request) is None and has_demo():
        return None
    return timezone.localdate(), versions(), versions_to_come(), *newest_for_home()


def _streak(request: HttpRequest) -> str:
    """Render on how many days in a row the reader answered the packet, with a ring for a day still to come."""
    picks, today = picks_of(request), timezone.localdate()
    row = days_in_a_row(picks, today)
    dots = "●" * min(row, MAX_DOTS) + "○" * (today not in picks)
    return render_to_string("_streak.html", {"row": row, "dots": dots}) if row else ""


def _own_part(request: HttpRequest) -> str:
    """Render what waits for the visitor, their clubs and their running events."""
    person = person_of(request)
    own = {"first": next_step_of(person), "my_events": running_events_of(person), "my_clubs": clubs_on_top(person)}
    return render_to_string("_own_home.html", own) if any(own.values()) else ""


@require_safe
@cached_page(_on_home, first=_own_part, streak=_streak)
def home(request: HttpRequest) -> HttpResponse:
    """Show the home page; a new visitor sees the demo, where there is one."""
    cards = catalogue()
    packet = todays_packet(cards, timezone.localdate(), shipped_evidence())
    context: dict[str, object] = {"today": packet, "first_lesson": next(iter(lessons()))}
    if settings.SHARED_URL and is_loopback(request):
        # Only people at the machine itself have to show others the way.
        context |= {"shared_url": settings.SHARED_URL, "shared_qr": qr_code(settings.SHARED_URL)}
    if person_of(request) is None and (groups := demo_groups()):
        context |= {"demo_groups": groups, "demo_events": demo_events()}
    context |= {"events_now": events_now(), "newest": newest_for_home()}
    return render(request, "home.html", context | {"own_part": _own_part(request), "streak": _streak(request)})


@require_safe
def play(request: HttpRequest) -> HttpResponse:
    """Show the way to my running match and to everything that is played with real cards."""
    person = person_of(request)
    own = {"running": running_match(person), "my_events": running_events_of(person), "my_clubs": clubs_on_top(person)}
    return render(request, "play.html", own | {"events_now": events_now()})


@require_safe
def demo_draft(request: HttpRequest) -> HttpResponse:
    """Redirect to the demo's draft with a free seat; 404 where there is no demo."""
    if not (key := draft_to_sit_at()):
        raise Http404
    return redirect("drafts:detail", key)


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Serve `security.txt` (RFC 9116); 404 where SECURITY_CONTACT is not set."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    until = (timezone.now() + timedelta(days=180)).strftime("%Y-%m-%dT00:00:00Z")
    lines = [f"Contact: {settings.SECURITY_CONTACT}", f"Expires: {until}", "Preferred-Languages: en, de"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect the address that browsers request unasked."""
    return redirect(static("img/moon.svg"), permanent=not settings.DEBUG)

"""Views of a season: table and charts, one player, two players, strengths, files."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts.identity import person_of
from cards.catalogue.queries import catalogue
from cards.pictures.link_pictures import leaders_of, row_answer, some_leaders
from common.charts import ChartLine, lines
from common.errors import Missing
from common.form_refusals import form_status, refusal_in
from common.text import gettext_noop
from matches.core.seasons import (
    MIN_GAMES,
    MIN_RATED_MATCHES,
    Course,
    Season,
    between,
    cross_table,
    duel_of,
    played_with,
    season,
)
from matches.groups import membership
from matches.groups.encounters import Span, encounters_of, get_season, require_played, span_from, span_of
from matches.groups.queries import champions, guests_among, next_season, order_of, running_season, table_of
from matches.models import Group
from matches.play.queries import get_group
from matches.seasons import exports
from matches.seasons.forms import SeasonForm
from matches.seasons.strength_queries import card_lines, people_lines

MAX_PLAYERS_CHARTED = 12
MAX_PLAYERS_CROSSED = 40
# Width of the chart's plot in pixels.
CHART_WIDTHS = {"desk": 900, "phone": 250}
MIN_WIDTH_WITH_NAMES = 400
PAGE_SIZE = 50
DAYS_SHOWN = 60


def span_query(span: Span) -> str:
    """Return the query string of a span."""
    if span.season is not None:
        return f"?{urlencode({'season': span.season.key})}"
    days = {"from": span.first, "to": span.last}
    params = {name: day.isoformat() for name, day in days.items() if day is not None}
    return f"?{urlencode(params)}" if params else "?all=1"


def _span_from_request(request: HttpRequest, group: Group) -> Span:
    """Return the span of the query; without any, the running season or else all time."""
    running = (
        None if {"season", "from", "to", "all"} & set(request.GET) else running_season(group, timezone.localdate())
    )
    return span_of(running) if running else span_from(group, request.GET)


def _season_context(request: HttpRequest, group: Group, span: Span, *, here: str) -> dict[str, Any]:
    person = person_of(request)
    return {
        "group": group,
        "here": here,
        "span": span,
        "period": span_query(span),
        # Parameters that links to another span and another page retain.
        "keep": _query_string_of(request, "name", "a", "b"),
        "pages_base": _query_string_of(request, "name", "a", "b", "season", "from", "to"),
        "seasons": list(group.seasons.all()),
        "is_owner": person is not None and person.pk == group.owner_id,
    }


def _query_string_of(request: HttpRequest, *names: str) -> str:
    """Return these parameters of the query, ready to append another."""
    params = {name: request.GET[name] for name in names if name in request.GET}
    return f"{urlencode(params)}&" if params else ""


@require_safe
def group_season(request: HttpRequest, key: str) -> HttpResponse:
    """Show a season or another span."""
    return _season_response(request, get_group(key))


def _season_response(
    request: HttpRequest, group: Group, *, form: SeasonForm | None = None, season_key: str = ""
) -> HttpResponse:
    span = span_of(get_season(group, season_key)) if season_key else _span_from_request(request, group)
    members, today, order = list(group.members.all()), timezone.localdate(), order_of(span.season)
    everything = encounters_of(group, members=members)
    played = [encounter for encounter in everything if span.holds(encounter.day)]
    guests = guests_among(played, members)
    counted = season(played, order, guests=guests)
    table = table_of(played, members, order, everybody=False)
    names = [row.name for row in counted.standings[:MAX_PLAYERS_CROSSED]]
    charted = names[:MAX_PLAYERS_CHARTED]
    ended = champions(group, everything, members, today)
    course = counted.course.thinned(DAYS_SHOWN)
    form = form or _season_form(span, today, begins_next="next" in request.GET)
    context = _season_context(request, group, span, here="season")
    context |= {
        "season": counted,
        "table": [line for line in table if not line.guest],
        "guests": [line for line in table if line.guest],
        "order": order,
        "champions": ended,
        "champion": next((each for each in ended if each.season == span.season), None),
        "begins_next": span.season and "next" in request.GET,
        "charts": [(where, crystals_chart(course, charted, width)) for where, width in CHART_WIDTHS.items()],
        "crossed": cross_table(names, counted.duels),
        "days": course.days,
        "all_days": len(counted.course.days),
        "charted": charted,
        "courses": [(name, course.totals[name]) for name in names],
        "ratings": sorted(
            counted.standings, key=lambda row: (row.name in guests, -row.rating.value, row.name.casefold())
        ),
        "few": MIN_RATED_MATCHES,
        "form": form,
        "files": exports.FILES,
    }
    return render(request, "matches/seasons/detail.html", context, status=form_status(form))


def _season_form(span: Span, today: date, *, begins_next: bool = False) -> SeasonForm:
    if span.season is None:
        return SeasonForm(initial={"first": span.first, "last": span.last})
    if begins_next:
        return SeasonForm(initial=next_season(span.season, today))
    return SeasonForm(instance=span.season)


def crystals_chart(course: Course, names: Sequence[str], width: int) -> SafeString:
    """Draw the crystals of these players by day, with a plot of this width."""
    places = [_day_label(day) for day in course.days]
    # A narrow chart has numbers for names, which the list below explains.
    called = [str(nth) if width < MIN_WIDTH_WITH_NAMES else name for nth, name in enumerate(names, start=1)]
    every = [ChartLine(label, course.totals[name]) for label, name in zip(called, names, strict=True)]
    # The chart escapes the names.
    return mark_safe(lines(places, every, title=_("Crystals over time"), plot_width=width))


def _day_label(day: date | None) -> str:
    return date_format(day, "Y-m-d") if day else "?"


@require_POST
def save_season(request: HttpRequest, key: str, season_key: str = "") -> HttpResponse:
    form = SeasonForm(request.POST)

    def now() -> SeasonForm:
        return SeasonForm(instance=get_season(get_group(key), season_key))

    if form.is_valid():
        with refusal_in(form, now=now):
            by = person_of(request)
            saved = membership.save_season(by=by, key=key, season_key=season_key, **form.cleaned_data)
            messages.success(request, _("Season “%(name)s” saved.") % {"name": saved.name})
            if others := ", ".join(each.name for each in membership.overlapping(saved)):
                messages.warning(request, _("It overlaps with %(names)s.") % {"names": others})
            return redirect(f"{reverse('matches:group_season', args=[key])}?season={saved.key}")
    return _season_response(request, get_group(key), form=form, season_key=season_key)


@require_POST
def forget(request: HttpRequest, key: str, season_key: str) -> HttpResponse:
    gone = membership.delete_season(by=person_of(request), key=key, season_key=season_key)
    text = _("Season “%(name)s” deleted. Everything played in it stays.")
    messages.success(request, text % {"name": gone.name})
    return redirect("matches:group_season", key)


@require_safe
def player(request: HttpRequest, key: str) -> HttpResponse:
    """Show a player: results, opponents, decks, and rating over time."""
    group = get_group(key)
    span = _span_from_request(request, group)
    members = list(group.members.all())
    played = encounters_of(group, span, members=members)
    name = require_played(played, request.GET.get("name", ""))
    counted = season(played)
    mine = [encounter.from_side_of(name) for encounter in reversed(played) if encounter.has(name)]
    opponents = {encounter.b for encounter in mine}
    context = _season_context(request, group, span, here="season")
    context |= {
        "name": name,
        "line": next(line for line in table_of(played, members, order_of(span.season)) if line.name == name),
        "rating": counted.ratings[name][-1],
        "chart": rating_chart(counted, name),
        "rated": [(nth, rating) for nth, rating in enumerate(counted.ratings[name], start=1)],
        "duels": [duel_of(name, other, played) for other in sorted(opponents, key=str.casefold)],
        "played": played_with(name, played),
        "page": Paginator(mine, PAGE_SIZE).get_page(request.GET.get("page")),
        "few": MIN_RATED_MATCHES,
    }
    return render(request, "matches/seasons/player.html", context)


def rating_chart(counted: Season, name: str) -> SafeString:
    """Draw a player's rating after each match, with its uncertainty."""
    course = counted.ratings[name]
    line = ChartLine(name, tuple(point.value for point in course), tuple((point.low, point.high) for point in course))
    places = [str(nth) for nth in range(1, len(course) + 1)]
    return mark_safe(lines(places, [line], title=_("%(name)s’s rating after each match") % {"name": name}))


@require_safe
def duel(request: HttpRequest, key: str) -> HttpResponse:
    group = get_group(key)
    span = _span_from_request(request, group)
    played = encounters_of(group, span)
    a, b = (require_played(played, request.GET.get(side, "")) for side in ("a", "b"))
    met = between(a, b, played)
    if not met:
        template = gettext_noop("%(a)s and %(b)s haven’t played each other in this period.")
        raise Missing(template, {"a": a, "b": b})
    context = _season_context(request, group, span, here="season")
    context |= {
        "duel": duel_of(a, b, played),
        "sides": [(a, played_with(a, met)), (b, played_with(b, met))],
        "page": Paginator(met[::-1], PAGE_SIZE).get_page(request.GET.get("page")),
    }
    return render(request, "matches/seasons/head_to_head.html", context)


@require_safe
def strengths(request: HttpRequest, key: str) -> HttpResponse:
    """Show wins and crystals of peoples and cards."""
    group = get_group(key)
    span = _span_from_request(request, group)
    played = encounters_of(group, span)
    games = sum(len(encounter.bouts) for encounter in played)
    context = _season_context(request, group, span, here="strengths")
    context |= {
        "peoples": people_lines(played),
        "page": Paginator(card_lines(played), PAGE_SIZE).get_page(request.GET.get("page")),
        "games": games,
        "matches": len(played),
        "few": MIN_GAMES,
    }
    return render(request, "matches/seasons/strengths.html", context)


@require_safe
def export(request: HttpRequest, key: str, name: str) -> HttpResponse:
    group = get_group(key)
    made = exports.file_of(group, span_from(group, request.GET), name)
    head = {"Content-Disposition": f'attachment; filename="{key}-{name}"'}
    return HttpResponse(made.content, content_type=made.kind, headers=head)


@require_safe
def link_picture(request: HttpRequest, key: str) -> HttpResponse:
    """Draw the season named by `?season=`, or the last finished one."""
    group, season_key = get_group(key), request.GET.get("season", "")
    members = list(group.members.all())
    played, cards = encounters_of(group, members=members), catalogue()
    ended = champions(group, played, members, timezone.localdate())
    champion = next((each for each in ended if season_key in ("", each.season.key)), None)
    if champion is None:
        text = ngettext("%(count)d match", "%(count)d matches", len(played)) % {"count": len(played)}
        return row_answer(some_leaders(cards, group.key), group.name, text)
    names = ", ".join(line.name for line in champion.lines)
    faces = leaders_of(cards, [line.people for line in champion.lines])
    return row_answer(faces or some_leaders(cards, group.key), names, f"{champion.season.name} · {group.name}")

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
from cards.pictures.link_pictures import leaders_of_peoples, random_leaders, row_answer
from common.charts import ChartLine, line_chart_svg
from common.errors import Missing
from common.form_refusals import errors_added_to, status_of_forms
from common.text import gettext_noop
from matches.core.seasons import (
    MIN_GAMES,
    MIN_RATED_MATCHES,
    CrystalCourse,
    SeasonTotals,
    cross_table,
    duel_of,
    encounters_between,
    played_with,
    season_totals,
)
from matches.groups import membership
from matches.groups.encounters import Span, encounters_of, name_that_played, season_by_key, span_from, span_of_season
from matches.groups.queries import champions_of, guests_among, next_season, order_of, running_season, standings_lines
from matches.models import Group
from matches.play.queries import group_by_key
from matches.seasons import exports
from matches.seasons.forms import SeasonForm
from matches.seasons.strength_queries import card_strength_lines, people_strength_lines

MAX_PLAYERS_CHARTED = 12
MAX_PLAYERS_CROSSED = 40
# Width of the chart's plot in pixels.
CHART_WIDTHS = {"desk": 900, "phone": 250}
MIN_WIDTH_WITH_NAMES = 400
ROWS_PER_PAGE = 50
MAX_DAYS_CHARTED = 60


def span_query_string(span: Span) -> str:
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
    return span_of_season(running) if running else span_from(group, request.GET)


def _season_context(request: HttpRequest, group: Group, span: Span, *, here: str) -> dict[str, Any]:
    person = person_of(request)
    return {
        "group": group,
        "here": here,
        "span": span,
        "period": span_query_string(span),
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
def season_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show a season or another span."""
    return _season_response(request, group_by_key(key))


def _season_response(
    request: HttpRequest, group: Group, *, form: SeasonForm | None = None, season_key: str = ""
) -> HttpResponse:
    span = span_of_season(season_by_key(group, season_key)) if season_key else _span_from_request(request, group)
    members, today, order = list(group.members.all()), timezone.localdate(), order_of(span.season)
    everything = encounters_of(group, members=members)
    played = [encounter for encounter in everything if span.contains_day(encounter.day)]
    guests = guests_among(played, members)
    counted = season_totals(played, order, guests=guests)
    table = standings_lines(played, members, order, everybody=False)
    names = [row.name for row in counted.standings[:MAX_PLAYERS_CROSSED]]
    charted = names[:MAX_PLAYERS_CHARTED]
    ended = champions_of(group, everything, members, today)
    course = counted.course.with_at_most(MAX_DAYS_CHARTED)
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
    return render(request, "matches/seasons/detail.html", context, status=status_of_forms(form))


def _season_form(span: Span, today: date, *, begins_next: bool = False) -> SeasonForm:
    if span.season is None:
        return SeasonForm(initial={"first": span.first, "last": span.last})
    if begins_next:
        return SeasonForm(initial=next_season(span.season, today))
    return SeasonForm(instance=span.season)


def crystals_chart(course: CrystalCourse, names: Sequence[str], width: int) -> SafeString:
    """Draw the crystals of these players by day, with a plot of this width."""
    places = [_day_label(day) for day in course.days]
    # A narrow chart has numbers for names, which the list below explains.
    called = [str(nth) if width < MIN_WIDTH_WITH_NAMES else name for nth, name in enumerate(names, start=1)]
    every = [ChartLine(label, course.totals[name]) for label, name in zip(called, names, strict=True)]
    # The chart escapes the names.
    return mark_safe(line_chart_svg(places, every, title=_("Crystals over time"), plot_width=width))


def _day_label(day: date | None) -> str:
    return date_format(day, "Y-m-d") if day else "?"


@require_POST
def save_season_view(request: HttpRequest, key: str, season_key: str = "") -> HttpResponse:
    form = SeasonForm(request.POST)

    def now() -> SeasonForm:
        return SeasonForm(instance=season_by_key(group_by_key(key), season_key))

    if form.is_valid():
        with errors_added_to(form, now=now):
            by = person_of(request)
            saved = membership.save_season(by=by, key=key, season_key=season_key, **form.cleaned_data)
            messages.success(request, _("Season “%(name)s” saved.") % {"name": saved.name})
            if others := ", ".join(each.name for each in membership.overlapping_seasons(saved)):
                messages.warning(request, _("It overlaps with %(names)s.") % {"names": others})
            return redirect(f"{reverse('matches:group_season', args=[key])}?season={saved.key}")
    return _season_response(request, group_by_key(key), form=form, season_key=season_key)


@require_POST
def delete_season_view(request: HttpRequest, key: str, season_key: str) -> HttpResponse:
    gone = membership.delete_season(by=person_of(request), key=key, season_key=season_key)
    text = _("Season “%(name)s” deleted. Everything played in it stays.")
    messages.success(request, text % {"name": gone.name})
    return redirect("matches:group_season", key)


@require_safe
def season_player_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show a player: results, opponents, decks, and rating over time."""
    group = group_by_key(key)
    span = _span_from_request(request, group)
    members = list(group.members.all())
    played = encounters_of(group, span, members=members)
    name = name_that_played(played, request.GET.get("name", ""))
    counted = season_totals(played)
    mine = [encounter.seen_from(name) for encounter in reversed(played) if encounter.has(name)]
    opponents = {encounter.b for encounter in mine}
    context = _season_context(request, group, span, here="season")
    context |= {
        "name": name,
        "line": next(line for line in standings_lines(played, members, order_of(span.season)) if line.name == name),
        "rating": counted.ratings[name][-1],
        "chart": rating_chart(counted, name),
        "rated": [(nth, rating) for nth, rating in enumerate(counted.ratings[name], start=1)],
        "duels": [duel_of(name, other, played) for other in sorted(opponents, key=str.casefold)],
        "played": played_with(name, played),
        "page": Paginator(mine, ROWS_PER_PAGE).get_page(request.GET.get("page")),
        "few": MIN_RATED_MATCHES,
    }
    return render(request, "matches/seasons/player.html", context)


def rating_chart(counted: SeasonTotals, name: str) -> SafeString:
    """Draw a player's rating after each match, with its uncertainty."""
    course = counted.ratings[name]
    line = ChartLine(name, tuple(point.value for point in course), tuple((point.low, point.high) for point in course))
    places = [str(nth) for nth in range(1, len(course) + 1)]
    return mark_safe(line_chart_svg(places, [line], title=_("%(name)s’s rating after each match") % {"name": name}))


@require_safe
def head_to_head_page(request: HttpRequest, key: str) -> HttpResponse:
    group = group_by_key(key)
    span = _span_from_request(request, group)
    played = encounters_of(group, span)
    a, b = (name_that_played(played, request.GET.get(side, "")) for side in ("a", "b"))
    met = encounters_between(a, b, played)
    if not met:
        template = gettext_noop("%(a)s and %(b)s haven’t played each other in this period.")
        raise Missing(template, {"a": a, "b": b})
    context = _season_context(request, group, span, here="season")
    context |= {
        "duel": duel_of(a, b, played),
        "sides": [(a, played_with(a, met)), (b, played_with(b, met))],
        "page": Paginator(met[::-1], ROWS_PER_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "matches/seasons/head_to_head.html", context)


@require_safe
def strengths_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show wins and crystals of peoples and cards."""
    group = group_by_key(key)
    span = _span_from_request(request, group)
    played = encounters_of(group, span)
    games = sum(len(encounter.bouts) for encounter in played)
    context = _season_context(request, group, span, here="strengths")
    context |= {
        "peoples": people_strength_lines(played),
        "page": Paginator(card_strength_lines(played), ROWS_PER_PAGE).get_page(request.GET.get("page")),
        "games": games,
        "matches": len(played),
        "few": MIN_GAMES,
    }
    return render(request, "matches/seasons/strengths.html", context)


@require_safe
def season_file_view(request: HttpRequest, key: str, name: str) -> HttpResponse:
    group = group_by_key(key)
    made = exports.season_file(group, span_from(group, request.GET), name)
    head = {"Content-Disposition": f'attachment; filename="{key}-{name}"'}
    return HttpResponse(made.content, content_type=made.kind, headers=head)


@require_safe
def link_picture(request: HttpRequest, key: str) -> HttpResponse:
    """Draw the season named by `?season=`, or the last finished one."""
    group, season_key = group_by_key(key), request.GET.get("season", "")
    members = list(group.members.all())
    played, cards = encounters_of(group, members=members), catalogue()
    ended = champions_of(group, played, members, timezone.localdate())
    champion = next((each for each in ended if season_key in ("", each.season.key)), None)
    if champion is None:
        text = ngettext("%(count)d match", "%(count)d matches", len(played)) % {"count": len(played)}
        return row_answer(random_leaders(cards, group.key), group.name, text)
    names = ", ".join(line.name for line in champion.lines)
    faces = leaders_of_peoples(cards, [line.people for line in champion.lines])
    return row_answer(faces or random_leaders(cards, group.key), names, f"{champion.season.name} · {group.name}")

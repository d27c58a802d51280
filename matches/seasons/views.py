"""Views of a season: standings and charts, a player, two players, strengths, files, and imports of past seasons."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django import forms
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
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity import person_of
from cards.catalogue.queries import catalogue
from cards.pictures.painting import card_row_response, leaders_of_peoples, random_leaders
from common.charts import ChartLine, line_chart_svg
from common.errors import DomainError, Invalid, Missing
from common.form_refusals import add_error_to_form, errors_added_to, status_of_forms
from common.settings_forms import SettingsForm, form_field_of
from common.text import gettext_noop
from decks.core.text.encodings import decode_text_file
from matches.core.seasons import (
    MIN_GAMES,
    MIN_RATED_MATCHES,
    CrystalsOverTime,
    SeasonTotals,
    cross_table,
    encounters_between,
    head_to_head,
    season_totals,
    wins_by_deck,
)
from matches.core.seasons.csv_import import COLUMNS, LineState, Preview, UnknownName
from matches.core.seasons.csv_import.columns import MAX_CSV_CHARACTERS
from matches.exports import file_response
from matches.groups import services
from matches.groups.encounters import Span, encounters_of, player_by_name, season_by_key, span_from, span_of_season
from matches.groups.queries import (
    guests_among,
    next_season_initial,
    order_of,
    running_season,
    season_champions,
    standings_lines,
)
from matches.models import SEASON_FIELDS, Group, Season
from matches.play.permissions import require_group_owner
from matches.play.queries import group_by_key
from matches.seasons import exports, import_services
from matches.seasons.import_services import SubmittedFile
from matches.seasons.strength_queries import card_strength_lines, people_strength_lines

MAX_PLAYERS_CHARTED = 12
MAX_PLAYERS_CROSSED = 40
# Width of the chart’s plot in pixels.
CHART_WIDTHS = {"desk": 900, "phone": 250}
MIN_WIDTH_WITH_NAMES = 400
ROWS_PER_PAGE = 50
MAX_DAYS_CHARTED = 60


class SeasonForm(SettingsForm):
    """Form for a season: its name, its days and the order of its table."""

    class Meta:
        model = Season
        fields = SEASON_FIELDS
        formfield_callback = form_field_of


class SeasonImportForm(forms.Form):
    """Form to import a past season from a file or pasted text."""

    file = forms.FileField(
        label=gettext_lazy("CSV file"), required=False, help_text=gettext_lazy("Or paste the CSV text below.")
    )
    once = forms.BooleanField(label=gettext_lazy("Import identical rows only once"), required=False)
    file_name = forms.CharField(required=False, max_length=120, widget=forms.HiddenInput)
    text = forms.CharField(
        label=gettext_lazy("CSV text"),
        required=False,
        max_length=MAX_CSV_CHARACTERS,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocomplete": "off", "class": "lines-box"}),
    )


def span_query_string(span: Span) -> str:
    if span.season is not None:
        return f"?{urlencode({'season': span.season.key})}"
    days = {"from": span.first, "to": span.last}
    params = {name: day.isoformat() for name, day in days.items() if day is not None}
    return f"?{urlencode(params)}" if params else "?all=1"


def _span_from_request(request: HttpRequest, group: Group) -> Span:
    """Return the span of the query parameters, or without them, the running season or all time."""
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
        # Query parameters that stay in links to another span and to another page.
        "keep": _query_string_of(request, "name", "a", "b"),
        "pages_base": _query_string_of(request, "name", "a", "b", "season", "from", "to"),
        "seasons": list(group.seasons.all()),
        "is_owner": person is not None and person.pk == group.owner_id,
    }


def _query_string_of(request: HttpRequest, *names: str) -> str:
    """Return these query parameters as text to which another parameter can be added."""
    params = {name: request.GET[name] for name in names if name in request.GET}
    return f"{urlencode(params)}&" if params else ""


@require_safe
def season_page(request: HttpRequest, key: str) -> HttpResponse:
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
    group_standing_rows = standings_lines(played, members, order, everybody=False)
    names = [standing.name for standing in counted.standings[:MAX_PLAYERS_CROSSED]]
    charted = names[:MAX_PLAYERS_CHARTED]
    ended = season_champions(group, everything, members, today)
    course = counted.crystals_over_time.thin_out_days(MAX_DAYS_CHARTED)
    form = form or _season_form(span, today, begins_next="next" in request.GET)
    context = _season_context(request, group, span, here="season")
    context |= {
        "season": counted,
        "table": [line for line in group_standing_rows if not line.guest],
        "guests": [line for line in group_standing_rows if line.guest],
        "order": order,
        "champions": ended,
        "champion": next((champions for champions in ended if champions.season == span.season), None),
        "begins_next": span.season and "next" in request.GET,
        "charts": [(where, crystals_chart(course, charted, width)) for where, width in CHART_WIDTHS.items()],
        "crossed": cross_table(names, counted.head_to_heads),
        "days": course.days,
        "all_days": len(counted.crystals_over_time.days),
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
        return SeasonForm(initial=next_season_initial(span.season, today))
    return SeasonForm(instance=span.season)


def crystals_chart(course: CrystalsOverTime, names: Sequence[str], width: int) -> SafeString:
    """Draw the crystals of these players by day; `width` is the plot’s width in pixels."""
    places = [date_format(day, "Y-m-d") if day else "?" for day in course.days]
    # A narrow chart has numbers instead of names; the list below the chart explains them.
    called = [str(number) if width < MIN_WIDTH_WITH_NAMES else name for number, name in enumerate(names, start=1)]
    every = [ChartLine(label, course.totals[name]) for label, name in zip(called, names, strict=True)]
    # The chart escapes the names.
    return mark_safe(line_chart_svg(places, every, title=_("Crystals over time"), plot_width=width))


@require_POST
def save_season_view(request: HttpRequest, key: str, season_key: str = "") -> HttpResponse:
    form = SeasonForm(request.POST)
    if form.is_valid():
        with errors_added_to(form, now=lambda: SeasonForm(instance=season_by_key(group_by_key(key), season_key))):
            by = person_of(request)
            saved = services.save_season(by=by, key=key, season_key=season_key, **form.cleaned_data)
            messages.success(request, _("Season “%(name)s” saved.") % {"name": saved.name})
            if others := ", ".join(season.name for season in services.overlapping_seasons(saved)):
                messages.warning(request, _("It overlaps with %(names)s.") % {"names": others})
            return redirect(f"{reverse('matches:group_season', args=[key])}?season={saved.key}")
    return _season_response(request, group_by_key(key), form=form, season_key=season_key)


@require_POST
def delete_season_view(request: HttpRequest, key: str, season_key: str) -> HttpResponse:
    leaving_season = services.delete_season(by=person_of(request), key=key, season_key=season_key)
    text = _("Season “%(name)s” deleted. Everything played in it stays.")
    messages.success(request, text % {"name": leaving_season.name})
    return redirect("matches:group_season", key)


@require_safe
def season_player_page(request: HttpRequest, key: str) -> HttpResponse:
    group = group_by_key(key)
    span = _span_from_request(request, group)
    members = list(group.members.all())
    played = encounters_of(group, span, members=members)
    name = player_by_name(played, request.GET.get("name", ""))
    counted = season_totals(played)
    own_encounters = [encounter.seen_from(name) for encounter in reversed(played) if encounter.has_player(name)]
    opponents = {encounter.b for encounter in own_encounters}
    context = _season_context(request, group, span, here="season")
    context |= {
        "name": name,
        "line": next(line for line in standings_lines(played, members, order_of(span.season)) if line.name == name),
        "rating": counted.ratings[name][-1],
        "chart": rating_chart(counted, name),
        "rated": [(number, rating) for number, rating in enumerate(counted.ratings[name], start=1)],
        "duels": [head_to_head(name, other, played) for other in sorted(opponents, key=str.casefold)],
        "played": wins_by_deck(name, played),
        "page": Paginator(own_encounters, ROWS_PER_PAGE).get_page(request.GET.get("page")),
        "few": MIN_RATED_MATCHES,
    }
    return render(request, "matches/seasons/player.html", context)


def rating_chart(counted: SeasonTotals, name: str) -> SafeString:
    """Draw a player’s rating after each match, with the uncertainty."""
    course = counted.ratings[name]
    line = ChartLine(name, tuple(point.value for point in course), tuple((point.low, point.high) for point in course))
    places = [str(index) for index in range(1, len(course) + 1)]
    return mark_safe(line_chart_svg(places, [line], title=_("%(name)s’s rating after each match") % {"name": name}))


@require_safe
def head_to_head_page(request: HttpRequest, key: str) -> HttpResponse:
    group = group_by_key(key)
    span = _span_from_request(request, group)
    played = encounters_of(group, span)
    a, b = (player_by_name(played, request.GET.get(side, "")) for side in ("a", "b"))
    encounters = encounters_between(a, b, played)
    if not encounters:
        template = gettext_noop("%(a)s and %(b)s haven’t played each other in this period.")
        raise Missing(template, {"a": a, "b": b})
    context = _season_context(request, group, span, here="season")
    context |= {
        "duel": head_to_head(a, b, played),
        "sides": [(a, wins_by_deck(a, encounters)), (b, wins_by_deck(b, encounters))],
        "page": Paginator(encounters[::-1], ROWS_PER_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "matches/seasons/head_to_head.html", context)


@require_safe
def strengths_page(request: HttpRequest, key: str) -> HttpResponse:
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
    return file_response(exports.season_file(group, span_from(group, request.GET), name), key, name)


@require_safe
def season_link_preview_image(request: HttpRequest, key: str) -> HttpResponse:
    """Draw the season named by `?season=`, or else the last finished season."""
    group, season_key = group_by_key(key), request.GET.get("season", "")
    members = list(group.members.all())
    played, cards = encounters_of(group, members=members), catalogue()
    ended = season_champions(group, played, members, timezone.localdate())
    champion = next((champions for champions in ended if season_key in ("", champions.season.key)), None)
    if champion is None:
        text = ngettext("%(count)d match", "%(count)d matches", len(played)) % {"count": len(played)}
        return card_row_response(random_leaders(cards, group.key), group.name, text)
    names = ", ".join(line.name for line in champion.lines)
    faces = leaders_of_peoples(cards, [line.people for line in champion.lines])
    return card_row_response(faces or random_leaders(cards, group.key), names, f"{champion.season.name} · {group.name}")


MAX_LINES_SHOWN = 500
NAME_FIELD_PREFIX, CHOICE_FIELD_PREFIX = "name-", "who-"
NEW_GUEST_CHOICE, UNDECIDED_CHOICE = "new", ""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def season_import_page(request: HttpRequest, key: str) -> HttpResponse:
    """Preview a file, then import it, for the owner of the group."""
    group = group_by_key(key)
    by = person_of(request)
    require_group_owner(by, group)
    if request.method != "POST":
        return _import_response(request, group, form=SeasonImportForm())
    form = SeasonImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _import_response(request, group, form=form)
    preview: Preview | None = None
    try:
        file = _file_from_request(form, request.POST)
        form = SeasonImportForm(initial={"text": file.text, "file_name": file.name, "once": file.once})
        preview = import_services.preview_import(by=by, key=key, file=file)
        if request.POST.get("do") == "keep":
            season_import = import_services.import_season(by=by, key=key, file=file)
            text = ngettext(
                "%(count)s past match added to the group.",
                "%(count)s past matches added to the group.",
                season_import.count,
            )
            messages.success(request, text % {"count": season_import.count})
            return redirect("matches:season_import", key)
    except DomainError as error:
        return _import_response(request, group, form=form, preview=preview, error=error)
    return _import_response(request, group, form=form, preview=preview)


def _file_from_request(form: SeasonImportForm, data: Mapping[str, str]) -> SubmittedFile:
    """Return the uploaded file of the request, or else the text from its text box."""
    upload = form.cleaned_data["file"]
    text, name = form.cleaned_data["text"], form.cleaned_data["file_name"]
    if upload is not None:
        if upload.size > 4 * MAX_CSV_CHARACTERS:
            template = gettext_noop("The file is too long. It can have up to %(most)s characters.")
            raise Invalid(template, {"most": MAX_CSV_CHARACTERS})
        text, name = decode_text_file(upload.read()).text, str(upload.name or "")
    return SubmittedFile(text, name[:120], _name_choices_from_form(data), once=form.cleaned_data["once"])


def _name_choices_from_form(data: Mapping[str, str]) -> dict[str, str]:
    """Return the members chosen for names in the file; "" for a new guest."""
    answers = {}
    for field, name in data.items():
        choice = data.get(CHOICE_FIELD_PREFIX + field.removeprefix(NAME_FIELD_PREFIX), UNDECIDED_CHOICE)
        if field.startswith(NAME_FIELD_PREFIX) and choice != UNDECIDED_CHOICE:
            answers[name] = "" if choice == NEW_GUEST_CHOICE else choice.removeprefix("=")
    return answers


def _import_response(
    request: HttpRequest,
    group: Group,
    *,
    form: SeasonImportForm,
    preview: Preview | None = None,
    error: DomainError | None = None,
) -> HttpResponse:
    if error is not None:
        form = SeasonImportForm(form.initial) if form.initial else form
        form.is_valid()
        add_error_to_form(form, type(error)(error.template, error.params))
    lines = sorted(preview.lines, key=lambda line: line.state != LineState.WRONG) if preview else []
    context = {
        "group": group,
        "here": "import",
        "form": form,
        "columns": [(column, _(column.says)) for column in COLUMNS],
        "preview": preview,
        "lines": lines[:MAX_LINES_SHOWN],
        "left_out": max(0, len(lines) - MAX_LINES_SHOWN),
        "has_twins": any(line.twin for line in lines),
        "names": [_selected_choice(name) for name in preview.names] if preview else [],
        "members": [member.name for member in group.members.filter(merged_into=None)],
        "imports": list(group.imports.select_related("by__user", "taken_back_by__user")),
        "is_owner": True,
    }
    return render(request, "matches/seasons/import.html", context, status=status_of_forms(form))


def _selected_choice(name_choice: UnknownName) -> tuple[UnknownName, str]:
    if not name_choice.decided:
        return name_choice, UNDECIDED_CHOICE
    return name_choice, f"={name_choice.choice}" if name_choice.choice else NEW_GUEST_CHOICE


@require_POST
def undo_import_view(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    season_import = import_services.undo_import(by=person_of(request), key=key, pk=pk)
    text = ngettext("%(count)s imported match removed.", "%(count)s imported matches removed.", season_import.count)
    messages.success(request, text % {"count": season_import.count})
    return redirect("matches:season_import", key)

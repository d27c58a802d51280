"""Views of a match."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity import get_or_create_person, person_of
from common.error_responses import errors_as_messages
from common.errors import Conflict, Invalid, NotAllowed
from common.form_refusals import errors_added_to, form_refusal, status_of_forms
from common.i18n import translated
from common.links import absolute_url
from common.text import gettext_noop
from live.words import say_phrase
from matches.models import Match, Side
from matches.play import disputes, permissions, presenters, queries, services
from matches.play.decks_brought import bring_deck
from matches.play.forms import GameReportForm, MatchSheetForm, MatchVersionForm, NewMatchForm
from matches.play.presenters import match_page_context
from matches.play.queries import MatchView
from matches.play.rematches import start_rematch
from matches.play.services import NewMatchPlayer
from matches.play.view_helpers import NO_CONTENT_STATUS, own_name


@require_safe
def my_matches_page(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    matches, groups = queries.match_views_of(person), queries.newest_groups_of(person)
    fixtures = queries.open_fixtures_of(person)
    is_empty = not matches and not groups and not fixtures
    context = {
        "matches": matches,
        "groups": groups,
        "fixtures": fixtures,
        "my_events": queries.running_events_of(person),
        "my_clubs": groups[: queries.MAX_CLUBS_ON_TOP],
        "demo_groups": queries.demo_groups() if is_empty else [],
        "demo_events": queries.demo_events() if is_empty else [],
    }
    return render(request, "matches/play/index.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new_match_page(request: HttpRequest) -> HttpResponse:
    """Create a match between two names, also without an account; `deck` is the key of a deck of mine to play."""
    data = request.POST if request.method == "POST" else request.GET
    context: dict[str, object] = {"companion": "companion" in data, "deck": data.get("deck", "")[:40]}
    if request.method != "POST":
        context["form"] = NewMatchForm(initial={"name_a": own_name(request)})
        return render(request, "matches/play/new.html", context)
    form = NewMatchForm(request.POST)
    if form.is_valid():
        with errors_added_to(form):
            match = services.create_match(
                by=get_or_create_person(request, _own_name_in_form(form), making="match"),
                players=_players_from_form(request, form),
                sheet=form.sheet,
            )
            _bring_chosen_deck(request, match, side=form.cleaned_data["me"] or Side.A.value)
            return redirect("matches:table" if context["companion"] else "matches:detail", match.key)
    return render(request, "matches/play/new.html", context | {"form": form}, status=status_of_forms(form))


def _bring_chosen_deck(request: HttpRequest, match: Match, *, side: str) -> None:
    """Bring the deck that a match was begun with; without it the match begins all the same."""
    if not (deck := request.POST.get("deck", "")):
        return
    with errors_as_messages(request, show=messages.warning):
        bring_deck(by=person_of(request), key=match.key, version=match.version, side=side, deck_key=deck)


def _own_name_in_form(form: NewMatchForm) -> str:
    side = form.cleaned_data["me"]
    return str(form.cleaned_data[f"name_{side}"]) if side else ""


def _players_from_form(request: HttpRequest, form: NewMatchForm) -> tuple[NewMatchPlayer, NewMatchPlayer]:
    me, side = person_of(request), form.cleaned_data["me"]
    a, b = (NewMatchPlayer(form.cleaned_data[f"name_{value}"], me if value == side else None) for value in Side.values)
    return a, b


@require_safe
def match_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the score to everybody with the link; 204 for `?since=N` unless there is a newer version.

    Also 204 for `?settled=1`, sent by pages of events, until the event has a result of the match.
    """
    since = request.GET.get("since")
    if since is not None and str(queries.match_version(key)) == since:
        return HttpResponse(status=NO_CONTENT_STATUS)
    if "settled" in request.GET and not getattr(queries.event_table_of_match(key), "settled", ""):
        return HttpResponse(status=NO_CONTENT_STATUS)
    return _match_response(request, queries.match_view(key))


def _match_response(request: HttpRequest, view: MatchView, *, form: GameReportForm | None = None) -> HttpResponse:
    match, may_record = view.match, permissions.may_record(person_of(request), view.match)
    share = absolute_url(request, reverse("matches:detail", args=[match.key]))
    free_seats = [player for player in view.players if player.person is None]
    form = form or GameReportForm(match=match, initial={"version": match.version, "number": len(view.games) + 1})
    context = {
        "view": view,
        "match": match,
        "pairing": queries.event_table_of_match(match.key),
        "form": form,
        "error": form_refusal(form),
        "may_record": may_record,
        "corrections": presenters.corrections_in_words(match),
        "findings": [(finding.code, translated(finding)) for finding in view.score.findings],
        "share": share,
        "join": f"{share}join/{match.join_key}/" if may_record and free_seats else "",
        "free_seats": free_seats,
        **match_page_context(request, view),
    }
    return render(request, "matches/play/detail.html", context, status=status_of_forms(form))


@require_POST
def record_game_view(request: HttpRequest, key: str) -> HttpResponse:
    """Add the next game; if refused, show what was typed on the match as it is now, to be sent again."""
    view = queries.match_view(key)
    form = GameReportForm(request.POST, match=view.match)
    if not form.is_valid():
        return _match_response(request, view, form=form)
    data = form.cleaned_data
    with errors_added_to(form):
        disputes.report_game(
            by=person_of(request), key=key, version=data["version"], number=data["number"], report=form.report
        )
        return redirect("matches:detail", key)
    if isinstance(error := form_refusal(form), NotAllowed):
        raise error
    view = queries.match_view(key)
    return _match_response(request, view, form=form.for_version(view.match))


@require_POST
def undo_game_view(request: HttpRequest, key: str) -> HttpResponse:
    form = MatchVersionForm(request.POST)
    version = form.cleaned_data["version"] if form.is_valid() else 0
    with errors_as_messages(request, Conflict, show=messages.warning):
        services.undo_last_game(by=person_of(request), key=key, version=version)
        messages.success(request, _("Last game undone."))
    return redirect("matches:detail", key)


@require_POST
def start_rematch_view(request: HttpRequest, key: str) -> HttpResponse:
    with errors_as_messages(request, (Conflict, Invalid), show=messages.warning):
        return redirect("matches:detail", start_rematch(by=person_of(request), key=key).key)
    return redirect("matches:detail", key)


@require_POST
def say_phrase_view(request: HttpRequest, key: str) -> HttpResponse:
    side = permissions.side_of(person_of(request), queries.match_by_key(key))
    if not side:
        raise NotAllowed(gettext_noop("Only the two players of this match can say something."))
    say_phrase(key, seat=Side.values.index(side), number=request.POST.get("phrase", ""))
    return HttpResponse(status=NO_CONTENT_STATUS)


@require_http_methods(["GET", "HEAD", "POST"])
def correct_game_page(request: HttpRequest, key: str, number: int) -> HttpResponse:
    view, person = queries.match_view(key), person_of(request)
    game = queries.recorded_game_by_number(view, number)
    if not permissions.may_record(person, view.match):
        raise NotAllowed(gettext_noop("Only the players and organiser of this match can edit its games."))
    initial = {"version": view.match.version, **{name: getattr(game, name) for name in disputes.COMPARED_FIELDS}}
    form = GameReportForm(request.POST if request.method == "POST" else None, match=view.match, initial=initial)
    if form.is_valid():
        version = form.cleaned_data["version"]
        with errors_added_to(form):
            services.correct_game(by=person, key=key, number=number, version=version, report=form.report)
            messages.success(request, _("Game %(number)s edited.") % {"number": number})
            return redirect("matches:detail", key)
        form = form.for_version(queries.match_by_key(key))
    context = {"view": view, "match": view.match, "form": form, "number": number}
    return render(request, "matches/play/correct_game.html", context, status=status_of_forms(form))


@require_http_methods(["GET", "HEAD", "POST"])
def match_sheet_page(request: HttpRequest, key: str) -> HttpResponse:
    """Change the settings, before the first game."""
    match, person = queries.match_by_key(key), person_of(request)
    if not permissions.may_record(person, match):
        raise NotAllowed(gettext_noop("Only the players and organiser of this match can change its settings."))
    form = MatchSheetForm(request.POST) if request.method == "POST" else MatchSheetForm(instance=match)
    if form.is_valid():
        with errors_added_to(form, now=lambda: MatchSheetForm(instance=queries.match_by_key(key))):
            services.change_match_sheet(by=person, key=key, sheet=form.sheet, seen=form.cleaned_data["seen"])
            messages.success(request, _("Settings saved."))
            return redirect("matches:detail", key)
    return render(request, "matches/play/settings.html", {"match": match, "form": form}, status=status_of_forms(form))


@require_http_methods(["GET", "HEAD", "POST"])
def join_match_page(request: HttpRequest, key: str, join_key: str) -> HttpResponse:
    """Take a free seat by the link that the other player shared."""
    view = queries.match_view(key)
    free = [player for player in view.players if player.person is None]
    services.check_join_key(view.match, join_key)
    if request.method != "POST":
        return render(request, "matches/play/join.html", {"view": view, "match": view.match, "free": free})
    side = request.POST.get("side", "")
    name = next((player.name for player in free if player.side == side), "")
    services.take_seat(by=get_or_create_person(request, name), key=key, join_key=join_key, side=side)
    messages.success(request, _("You can record games now."))
    return redirect("matches:detail", key)

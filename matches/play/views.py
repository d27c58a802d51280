"""Views of a match."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity import get_or_create_person, person_of
from common.errors import Conflict, DomainError, NotAllowed
from common.form_refusals import form_status, refusal_in, refusal_of
from common.i18n import translated
from common.links import absolute_url
from common.text import gettext_noop
from matches.models import Match, Side
from matches.play import disputes, permissions, presenters, queries, services
from matches.play.decks_brought import bring_deck
from matches.play.forms import GameForm, MatchForm, SheetForm, VersionForm
from matches.play.presenters import play_context
from matches.play.queries import MatchView
from matches.play.services import Player
from matches.play.view_helpers import NOTHING_NEW, my_name


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    matches, groups = queries.matches_of(person), queries.groups_of(person)
    fixtures = queries.fixtures_of(person)
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
def create(request: HttpRequest) -> HttpResponse:
    """Create a match between two names, also without an account; `deck` is the key of a deck of mine to play."""
    data = request.POST if request.method == "POST" else request.GET
    context: dict[str, object] = {"companion": "companion" in data, "deck": data.get("deck", "")[:40]}
    if request.method != "POST":
        context["form"] = MatchForm(initial={"name_a": my_name(request)})
        return render(request, "matches/play/new.html", context)
    form = MatchForm(request.POST)
    if form.is_valid():
        with refusal_in(form):
            match = services.create_match(
                by=get_or_create_person(request, _own_name_in_form(form), making="match"),
                players=_players_from_form(request, form),
                sheet=form.sheet,
            )
            _bring_chosen_deck(request, match, side=form.cleaned_data["me"] or Side.A.value)
            return redirect("matches:table" if context["companion"] else "matches:detail", match.key)
    return render(request, "matches/play/new.html", context | {"form": form}, status=form_status(form))


def _bring_chosen_deck(request: HttpRequest, match: Match, *, side: str) -> None:
    """Bring the deck that a match was begun with; without it the match begins all the same."""
    if not (deck := request.POST.get("deck", "")):
        return
    try:
        bring_deck(by=person_of(request), key=match.key, version=match.version, side=side, deck_key=deck)
    except DomainError as error:
        messages.warning(request, translated(error))


def _own_name_in_form(form: MatchForm) -> str:
    side = form.cleaned_data["me"]
    return str(form.cleaned_data[f"name_{side}"]) if side else ""


def _players_from_form(request: HttpRequest, form: MatchForm) -> tuple[Player, Player]:
    me, side = person_of(request), form.cleaned_data["me"]
    a, b = (Player(form.cleaned_data[f"name_{value}"], me if value == side else None) for value in Side.values)
    return a, b


@require_safe
def detail(request: HttpRequest, key: str) -> HttpResponse:
    """Show the score to everybody with the link; 204 for `?since=N` unless there is a newer version.

    Also 204 for `?settled=1`, sent by pages of events, until the event has a result of the match.
    """
    since = request.GET.get("since")
    if since is not None and str(queries.version_of(key)) == since:
        return HttpResponse(status=NOTHING_NEW)
    if "settled" in request.GET and not getattr(queries.table_of(key), "settled", ""):
        return HttpResponse(status=NOTHING_NEW)
    return _match_response(request, queries.match_view(key))


def _match_response(request: HttpRequest, view: MatchView, *, form: GameForm | None = None) -> HttpResponse:
    match, may_record = view.match, permissions.may_record(person_of(request), view.match)
    share = absolute_url(request, reverse("matches:detail", args=[match.key]))
    free_seats = [player for player in view.players if player.person is None]
    form = form or GameForm(match=match, initial={"version": match.version, "number": len(view.games) + 1})
    context = {
        "view": view,
        "match": match,
        "pairing": queries.table_of(match.key),
        "form": form,
        "error": refusal_of(form),
        "may_record": may_record,
        "corrections": presenters.corrections_of(match),
        "findings": [(finding.code, translated(finding)) for finding in view.score.findings],
        "share": share,
        "join": f"{share}join/{match.join_key}/" if may_record and free_seats else "",
        "free_seats": free_seats,
        **play_context(request, view),
    }
    return render(request, "matches/play/detail.html", context, status=form_status(form))


@require_POST
def record(request: HttpRequest, key: str) -> HttpResponse:
    """Add the next game; if refused, show what was typed on the match as it is now, to be sent again."""
    view = queries.match_view(key)
    form = GameForm(request.POST, match=view.match)
    if not form.is_valid():
        return _match_response(request, view, form=form)
    data = form.cleaned_data
    with refusal_in(form):
        disputes.report_game(
            by=person_of(request), key=key, version=data["version"], number=data["number"], report=form.report
        )
        return redirect("matches:detail", key)
    if isinstance(error := refusal_of(form), NotAllowed):
        raise error
    view = queries.match_view(key)
    return _match_response(request, view, form=form.for_version(view.match))


@require_POST
def undo(request: HttpRequest, key: str) -> HttpResponse:
    form = VersionForm(request.POST)
    version = form.cleaned_data["version"] if form.is_valid() else 0
    try:
        services.undo_last_game(by=person_of(request), key=key, version=version)
        messages.success(request, _("Last game undone."))
    except Conflict as error:
        messages.warning(request, translated(error))
    return redirect("matches:detail", key)


@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, key: str, number: int) -> HttpResponse:
    view, person = queries.match_view(key), person_of(request)
    game = queries.recorded_game(view, number)
    if not permissions.may_record(person, view.match):
        raise NotAllowed(gettext_noop("Only the players and organiser of this match can edit its games."))
    initial = {"version": view.match.version, **{name: getattr(game, name) for name in disputes.COMPARED}}
    form = GameForm(request.POST if request.method == "POST" else None, match=view.match, initial=initial)
    if form.is_valid():
        version = form.cleaned_data["version"]
        with refusal_in(form):
            services.correct_game(by=person, key=key, number=number, version=version, report=form.report)
            messages.success(request, _("Game %(number)s edited.") % {"number": number})
            return redirect("matches:detail", key)
        form = form.for_version(queries.get_match(key))
    context = {"view": view, "match": view.match, "form": form, "number": number}
    return render(request, "matches/play/correct_game.html", context, status=form_status(form))


@require_http_methods(["GET", "HEAD", "POST"])
def sheet(request: HttpRequest, key: str) -> HttpResponse:
    """Change the settings, before the first game."""
    match, person = queries.get_match(key), person_of(request)
    if not permissions.may_record(person, match):
        raise NotAllowed(gettext_noop("Only the players and organiser of this match can change its settings."))
    form = SheetForm(request.POST) if request.method == "POST" else SheetForm(instance=match)
    if form.is_valid():
        with refusal_in(form, now=lambda: SheetForm(instance=queries.get_match(key))):
            services.change_sheet(by=person, key=key, sheet=form.sheet, seen=form.cleaned_data["seen"])
            messages.success(request, _("Settings saved."))
            return redirect("matches:detail", key)
    return render(request, "matches/play/settings.html", {"match": match, "form": form}, status=form_status(form))


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, key: str, join_key: str) -> HttpResponse:
    """Take a free seat by the link that the other player shared."""
    view = queries.match_view(key)
    free = [player for player in view.players if player.person is None]
    services.check_join(view.match, join_key)
    if request.method != "POST":
        return render(request, "matches/play/join.html", {"view": view, "match": view.match, "free": free})
    side = request.POST.get("side", "")
    name = next((player.name for player in free if player.side == side), "")
    services.take_seat(by=get_or_create_person(request, name), key=key, join_key=join_key, side=side)
    messages.success(request, _("You can record games now."))
    return redirect("matches:detail", key)

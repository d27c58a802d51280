"""Views of a match: its page, games, disputes, penalties, decks and settings."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity import get_or_create_person, own_name_of, person_of
from common.error_responses import errors_as_messages, status_of_error
from common.errors import Conflict, DomainError, Invalid, Missing, NotAllowed
from common.form_refusals import errors_added_to, form_error, status_of_forms
from common.i18n import translated
from common.links import absolute_url
from common.text import gettext_noop
from decks.deck.queries import decks_of
from live.words import say_phrase
from matches.models import Game, Match, Side
from matches.play import decks_brought, disputes, permissions, presenters, queries, services
from matches.play.decks_brought import choose_deck
from matches.play.forms import (
    DisputeForm,
    GameReportForm,
    MatchSettingsForm,
    NewMatchForm,
    PenaltyForm,
    version_from_form,
)
from matches.play.presenters import match_page_context
from matches.play.queries import ScoredMatch
from matches.play.rematches import start_rematch
from matches.play.services import NewMatchPlayer


@require_safe
def my_matches_page(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    matches, groups = queries.scored_matches_of(person), queries.newest_groups_of(person)
    fixtures = queries.league_matches_to_play(person)
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
    """Create a match between two names, also without an account; `deck` is the key of the reader’s deck to play."""
    data = request.POST if request.method == "POST" else request.GET
    context: dict[str, object] = {"companion": "companion" in data, "deck": data.get("deck", "")[:40]}
    if request.method != "POST":
        context["form"] = NewMatchForm(initial={"name_a": own_name_of(request)})
        return render(request, "matches/play/new.html", context)
    form = NewMatchForm(request.POST)
    if form.is_valid():
        side, names = form.cleaned_data["me"], {each: form.cleaned_data[f"name_{each}"] for each in Side.values}
        with errors_added_to(form):
            by = get_or_create_person(request, names.get(side, ""), making="match")
            a, b = (NewMatchPlayer(name, by if each == side else None) for each, name in names.items())
            match = services.create_match(by=by, players=(a, b), sheet=form.settings)
            _choose_deck_at_start(request, match, side=side or Side.A.value)
            return redirect("matches:table" if context["companion"] else "matches:detail", match.key)
    return render(request, "matches/play/new.html", context | {"form": form}, status=status_of_forms(form))


def _choose_deck_at_start(request: HttpRequest, match: Match, *, side: str) -> None:
    """Bring the deck named in the form, if any; an error doesn’t prevent the match."""
    if not (deck := request.POST.get("deck", "")):
        return
    with errors_as_messages(request, show=messages.warning):
        choose_deck(by=person_of(request), key=match.key, version=match.version, side=side, deck_key=deck)


@require_safe
def match_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the score to everybody with the link. `?since=N` gets 204 if N is the newest version.

    Pages of events send `?settled=1`, which gets 204 until the event has a result of the match.
    """
    since = request.GET.get("since")
    if since is not None and str(queries.match_version(key)) == since:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    if "settled" in request.GET and not getattr(queries.event_pairing_of_match(key), "settled", ""):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return _match_response(request, queries.load_scored_match(key))


def _match_response(request: HttpRequest, scored: ScoredMatch, *, form: GameReportForm | None = None) -> HttpResponse:
    match, may_record = scored.match, permissions.may_record(person_of(request), scored.match)
    share = absolute_url(request, reverse("matches:detail", args=[match.key]))
    free_seats = [player for player in scored.players if player.person is None]
    form = form or GameReportForm(match=match, initial={"version": match.version, "number": len(scored.games) + 1})
    context = {
        "view": scored,
        "match": match,
        "pairing": queries.event_pairing_of_match(match.key),
        "form": form,
        "error": form_error(form),
        "may_record": may_record,
        "corrections": presenters.corrections_in_words(match),
        "findings": [(finding.code, translated(finding)) for finding in scored.score.findings],
        "share": share,
        "join": f"{share}join/{match.join_key}/" if may_record and free_seats else "",
        "free_seats": free_seats,
        **match_page_context(request, scored),
    }
    return render(request, "matches/play/detail.html", context, status=status_of_forms(form))


@require_POST
def record_game_view(request: HttpRequest, key: str) -> HttpResponse:
    """Add the next game; after an error, show the input on the current match, ready to be sent again."""
    scored = queries.load_scored_match(key)
    form = GameReportForm(request.POST, match=scored.match)
    if not form.is_valid():
        return _match_response(request, scored, form=form)
    data = form.cleaned_data
    with errors_added_to(form):
        disputes.report_game(
            by=person_of(request), key=key, version=data["version"], number=data["number"], report=form.report
        )
        return redirect("matches:detail", key)
    if isinstance(error := form_error(form), NotAllowed):
        raise error
    scored = queries.load_scored_match(key)
    return _match_response(request, scored, form=form.for_version(scored.match))


def _make_version_view(change: Callable[..., object], done: Any = "") -> Callable[..., HttpResponse]:
    """Return a view of a form with only the version, which calls a service and shows the message `done` or a
    conflict."""

    @require_POST
    def view(request: HttpRequest, key: str, **place: int) -> HttpResponse:
        with errors_as_messages(request, Conflict, show=messages.warning):
            change(by=person_of(request), key=key, version=version_from_form(request.POST), **place)
            if done:
                messages.success(request, done % place)
        return redirect("matches:detail", key)

    return view


undo_game_view = _make_version_view(services.undo_last_game, gettext_lazy("Last game undone."))
confirm_game_view = _make_version_view(disputes.confirm_game, gettext_lazy("Game %(number)s confirmed."))
take_penalty_back_view = _make_version_view(disputes.take_penalty_back)


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
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@require_http_methods(["GET", "HEAD", "POST"])
def correct_game_page(request: HttpRequest, key: str, number: int) -> HttpResponse:
    scored, person = queries.load_scored_match(key), person_of(request)
    game = queries.recorded_game_by_number(scored, number)
    if not permissions.may_record(person, scored.match):
        raise NotAllowed(gettext_noop("Only the players and organiser of this match can edit its games."))
    initial = {"version": scored.match.version, **{name: getattr(game, name) for name in disputes.COMPARED_FIELDS}}
    form = GameReportForm(request.POST if request.method == "POST" else None, match=scored.match, initial=initial)
    if form.is_valid():
        version = form.cleaned_data["version"]
        with errors_added_to(form):
            services.correct_game(by=person, key=key, number=number, version=version, report=form.report)
            messages.success(request, _("Game %(number)s edited.") % {"number": number})
            return redirect("matches:detail", key)
        form = form.for_version(queries.match_by_key(key))
    context = {"view": scored, "match": scored.match, "form": form, "number": number}
    return render(request, "matches/play/correct_game.html", context, status=status_of_forms(form))


@require_http_methods(["GET", "HEAD", "POST"])
def match_settings_page(request: HttpRequest, key: str) -> HttpResponse:
    """Change the settings, before the first game."""
    match, person = queries.match_by_key(key), person_of(request)
    if not permissions.may_record(person, match):
        raise NotAllowed(gettext_noop("Only the players and organiser of this match can change its settings."))
    form = MatchSettingsForm(request.POST) if request.method == "POST" else MatchSettingsForm(instance=match)
    if form.is_valid():
        with errors_added_to(form, now=lambda: MatchSettingsForm(instance=queries.match_by_key(key))):
            services.change_match_settings(by=person, key=key, sheet=form.settings, seen=form.cleaned_data["seen"])
            messages.success(request, _("Settings saved."))
            return redirect("matches:detail", key)
    return render(request, "matches/play/settings.html", {"match": match, "form": form}, status=status_of_forms(form))


@require_http_methods(["GET", "HEAD", "POST"])
def join_match_page(request: HttpRequest, key: str, join_key: str) -> HttpResponse:
    """Take a free seat by the link that the other player shared."""
    scored = queries.load_scored_match(key)
    free = [player for player in scored.players if player.person is None]
    services.check_join_key(scored.match, join_key)
    if request.method != "POST":
        return render(request, "matches/play/join.html", {"view": scored, "match": scored.match, "free": free})
    side = request.POST.get("side", "")
    name = next((player.name for player in free if player.side == side), "")
    services.take_match_seat(by=get_or_create_person(request, name), key=key, join_key=join_key, side=side)
    messages.success(request, _("You can record games now."))
    return redirect("matches:detail", key)


@require_http_methods(["GET", "HEAD", "POST"])
def dispute_game_page(request: HttpRequest, key: str, number: int) -> HttpResponse:
    scored, person = queries.load_scored_match(key), person_of(request)
    game = queries.recorded_game_by_number(scored, number)
    if not permissions.side_of(person, scored.match):
        raise NotAllowed(gettext_noop("Only the opponent of the person who reported this game can dispute it."))
    return _game_report_page(
        request, scored, game, disputes.dispute_game, _("Game disputed. It won’t count until it’s settled.")
    )


@require_http_methods(["GET", "HEAD", "POST"])
def settle_game_page(request: HttpRequest, key: str, number: int) -> HttpResponse:
    scored, person = queries.load_scored_match(key), person_of(request)
    game = queries.recorded_game_by_number(scored, number)
    if not permissions.may_settle_dispute(person, scored.match):
        raise NotAllowed(gettext_noop("Only the owner of the group or the organisers of the event can settle a game."))
    return _game_report_page(request, scored, game, disputes.settle_game, _("Settled."), settle=True)


def _game_report_page(
    request: HttpRequest,
    scored: ScoredMatch,
    game: Game,
    act: Callable[..., object],
    done: str,
    *,
    settle: bool = False,
) -> HttpResponse:
    """Ask what happened in a game, starting with its report, and let `act` save the answer."""
    match, reported = scored.match, services.game_report_values(game)
    values = (game.claim if settle else None) or reported
    data = request.POST if request.method == "POST" else None
    form = DisputeForm(data, match=match, initial={**values, "version": match.version})
    if form.is_valid():
        values = {"version": form.cleaned_data["version"], "note": form.cleaned_data["note"], "report": form.report}
        with errors_added_to(form):
            act(by=person_of(request), key=match.key, number=game.number, **values)
            messages.success(request, done)
            return redirect("matches:detail", match.key)
        form = form.for_version(queries.match_by_key(match.key))
    context = {
        "view": scored,
        "match": match,
        "form": form,
        "number": game.number,
        "settle": settle,
        "reported": presenters.report_in_words(match, reported),
        "claim": presenters.report_in_words(match, game.claim) if game.claim else "",
    }
    return render(request, "matches/play/dispute.html", context, status=status_of_forms(form))


@require_POST
def penalise_view(request: HttpRequest, key: str) -> HttpResponse:
    form = PenaltyForm(request.POST)
    if not form.is_valid():
        messages.warning(request, _("Choose which player made the mistake."))
        return redirect("matches:detail", key)
    version, side, note = (form.cleaned_data[name] for name in ("version", "side", "note"))
    with errors_as_messages(request, (Conflict, Invalid), show=messages.warning):
        disputes.give_penalty(by=person_of(request), key=key, version=version, side=side, note=note)
    return redirect("matches:detail", key)


@require_http_methods(["GET", "HEAD", "POST"])
def match_decks_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the decks of a match; a POST brings a deck of the reader’s own."""
    error: DomainError | None = None
    if request.method == "POST":
        try:
            decks_brought.choose_deck(
                by=person_of(request),
                key=key,
                version=version_from_form(request.POST),
                side=request.POST.get("side", ""),
                deck_key=request.POST.get("deck", ""),
            )
            messages.success(request, _("Deck chosen."))
            return redirect("matches:decks", key)
        except NotAllowed:
            raise
        except DomainError as caught:
            error = caught
    scored, person = queries.load_scored_match(key), person_of(request)
    seats = [
        player
        for player in scored.players
        if person and decks_brought.may_choose_deck(person, scored.match, player.side)
    ]
    context = {
        "view": scored,
        "match": scored.match,
        "brought": decks_brought.visible_chosen_decks(scored, person),
        "seats": seats,
        "mine": decks_of(person)[:60] if seats else [],
        "chosen": request.POST.get("deck", ""),
        "error": error,
        "next_game": len(scored.games) + 1,
    }
    return render(request, "matches/play/decks.html", context, status=status_of_error(error) if error else 200)


@require_safe
def match_deck_page(request: HttpRequest, key: str, side: str, number: int) -> HttpResponse:
    scored = queries.load_scored_match(key)
    decks = decks_brought.visible_chosen_decks(scored, person_of(request))
    brought = next((deck for deck in decks if (deck.side, deck.number) == (side, number)), None)
    if brought is None or side not in Side.values:
        raise Missing(gettext_noop("We couldn’t find that deck in this match."))
    if not brought.open:
        raise NotAllowed(gettext_noop("The match settings keep this deck hidden for now."))
    return render(request, "matches/play/deck.html", {"view": scored, "match": scored.match, "brought": brought})

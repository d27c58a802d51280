"""Views of disputes: confirm, dispute and settle a game, penalties in crystals, and decks."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity import person_of
from common.error_responses import errors_as_messages, status_of_error
from common.errors import Conflict, DomainError, Invalid, Missing, NotAllowed
from common.form_refusals import errors_added_to, status_of_forms
from common.text import gettext_noop
from decks.deck.queries import decks_of
from matches.models import Game, Side
from matches.play import decks_brought, disputes, permissions, presenters, queries, services
from matches.play.forms import PenaltyForm, SayForm, version_from_form
from matches.play.queries import MatchView


@require_POST
def confirm_game_view(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Confirm a reported game, or end a dispute about it."""
    with errors_as_messages(request, Conflict, show=messages.warning):
        disputes.confirm_game(by=person_of(request), key=key, number=number, version=version_from_form(request.POST))
        messages.success(request, _("Game %(number)s confirmed.") % {"number": number})
    return redirect("matches:detail", key)


@require_http_methods(["GET", "HEAD", "POST"])
def dispute_game_page(request: HttpRequest, key: str, number: int) -> HttpResponse:
    view, person = queries.match_view(key), person_of(request)
    game = queries.recorded_game_by_number(view, number)
    if not permissions.side_of(person, view.match):
        raise NotAllowed(gettext_noop("Only the opponent of the person who reported this game can dispute it."))
    return _account_page(
        request, view, game, disputes.dispute_game, _("Game disputed. It won’t count until it’s settled.")
    )


@require_http_methods(["GET", "HEAD", "POST"])
def settle_game_page(request: HttpRequest, key: str, number: int) -> HttpResponse:
    view, person = queries.match_view(key), person_of(request)
    game = queries.recorded_game_by_number(view, number)
    if not permissions.may_settle_dispute(person, view.match):
        raise NotAllowed(gettext_noop("Only the owner of the group or the organisers of the event can settle a game."))
    return _account_page(request, view, game, disputes.settle_game, _("Settled."), settle=True)


def _account_page(
    request: HttpRequest, view: MatchView, game: Game, act: Callable[..., object], done: str, *, settle: bool = False
) -> HttpResponse:
    """Ask what happened in a game, begin with what was reported, and let `act` save it."""
    match, reported = view.match, services.reported_values(game)
    values = (game.claim if settle else None) or reported
    data = request.POST if request.method == "POST" else None
    form = SayForm(data, match=match, initial={**values, "version": match.version})
    if form.is_valid():
        said = {"version": form.cleaned_data["version"], "note": form.cleaned_data["note"], "report": form.report}
        with errors_added_to(form):
            act(by=person_of(request), key=match.key, number=game.number, **said)
            messages.success(request, done)
            return redirect("matches:detail", match.key)
        form = form.for_version(queries.match_by_key(match.key))
    context = {
        "view": view,
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


@require_POST
def take_penalty_back_view(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    with errors_as_messages(request, Conflict, show=messages.warning):
        disputes.take_penalty_back(by=person_of(request), key=key, version=version_from_form(request.POST), pk=pk)
    return redirect("matches:detail", key)


@require_http_methods(["GET", "HEAD", "POST"])
def match_decks_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the decks of a match; a POST brings one of one's own."""
    error: DomainError | None = None
    if request.method == "POST":
        try:
            decks_brought.bring_deck(
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
    view, person = queries.match_view(key), person_of(request)
    seats = [
        player for player in view.players if person and decks_brought.may_choose_deck(person, view.match, player.side)
    ]
    context = {
        "view": view,
        "match": view.match,
        "brought": decks_brought.visible_decks_brought(view, person),
        "seats": seats,
        "mine": decks_of(person)[:60] if seats else [],
        "chosen": request.POST.get("deck", ""),
        "error": error,
        "next_game": len(view.games) + 1,
    }
    return render(request, "matches/play/decks.html", context, status=status_of_error(error) if error else 200)


@require_safe
def match_deck_page(request: HttpRequest, key: str, side: str, number: int) -> HttpResponse:
    view = queries.match_view(key)
    decks = decks_brought.visible_decks_brought(view, person_of(request))
    brought = next((deck for deck in decks if (deck.side, deck.number) == (side, number)), None)
    if brought is None or side not in Side.values:
        raise Missing(gettext_noop("We couldn’t find that deck in this match."))
    if not brought.open:
        raise NotAllowed(gettext_noop("The match settings keep this deck hidden for now."))
    return render(request, "matches/play/deck.html", {"view": view, "match": view.match, "brought": brought})

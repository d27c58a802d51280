"""Views of disputes: a game confirmed, disputed or settled, its decks, and mistakes that cost crystals."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity import person_of
from common.error_responses import status_of
from common.errors import Conflict, DomainError, Missing, NotAllowed
from common.form_refusals import form_status, refusal_in
from common.i18n import translated
from common.text import gettext_noop
from decks.deck.queries import decks_of
from matches.models import Side
from matches.play import decks_brought, disputes, permissions, presenters, queries, services
from matches.play.forms import PenaltyForm, SayForm, version_sent


@require_POST
def confirm(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Agree with what is recorded, or with what the opponent says instead."""
    try:
        disputes.confirm_game(by=person_of(request), key=key, number=number, version=version_sent(request.POST))
        messages.success(request, _("Game %(number)s confirmed.") % {"number": number})
    except Conflict as error:
        messages.warning(request, translated(error))
    return redirect("matches:detail", key)


@require_http_methods(["GET", "HEAD", "POST"])
def dispute(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Say what happened instead."""
    return _respond(request, key=key, number=number, settle=False)


@require_http_methods(["GET", "HEAD", "POST"])
def settle(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Decide what counts for a game."""
    return _respond(request, key=key, number=number, settle=True)


def _respond(request: HttpRequest, *, key: str, number: int, settle: bool) -> HttpResponse:
    view, person = queries.match_view(key), person_of(request)
    game = queries.recorded_game(view, number)
    if settle and not permissions.may_settle(person, view.match):
        raise NotAllowed(gettext_noop("Only the owner of the group or the organisers of the event can settle a game."))
    if not settle and not permissions.side_of(person, view.match):
        raise NotAllowed(gettext_noop("Only the opponent of the person who reported this game can dispute it."))
    reported = (game.claim if settle else None) or services.reported_values(game)
    form = SayForm(
        request.POST if request.method == "POST" else None,
        match=view.match,
        initial={**reported, "version": view.match.version},
    )
    if form.is_valid():
        write = disputes.settle_game if settle else disputes.dispute_game
        data = form.cleaned_data
        with refusal_in(form):
            write(by=person, key=key, number=number, version=data["version"], report=form.report, note=data["note"])
            messages.success(
                request, _("Settled.") if settle else _("Game disputed. It won’t count until it’s settled.")
            )
            return redirect("matches:detail", key)
        form = form.for_version(queries.get_match(key))
    context = {
        "view": view,
        "match": view.match,
        "form": form,
        "number": number,
        "settle": settle,
        "reported": presenters.in_words(view.match, services.reported_values(game)),
        "claim": presenters.in_words(view.match, game.claim) if game.claim else "",
    }
    return render(request, "matches/play/dispute.html", context, status=form_status(form))


@require_POST
def penalise(request: HttpRequest, key: str) -> HttpResponse:
    """A mistake gives the opponent crystals."""
    form = PenaltyForm(request.POST)
    try:
        if form.is_valid():
            data = form.cleaned_data
            disputes.penalise(
                by=person_of(request), key=key, version=data["version"], side=data["side"], note=data["note"]
            )
        else:
            messages.warning(request, _("Choose which player made the mistake."))
    except (Conflict, ValueError) as error:
        if isinstance(error, NotAllowed | Missing) or not isinstance(error, DomainError):
            raise
        messages.warning(request, translated(error))
    return redirect("matches:detail", key)


@require_POST
def forgive(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Take such a penalty back."""
    try:
        disputes.forgive(by=person_of(request), key=key, version=version_sent(request.POST), pk=pk)
    except Conflict as error:
        messages.warning(request, translated(error))
    return redirect("matches:detail", key)


@require_http_methods(["GET", "HEAD", "POST"])
def decks(request: HttpRequest, key: str) -> HttpResponse:
    """The decks of a match: bring one of one's own, see what changed between games."""
    error: DomainError | None = None
    if request.method == "POST":
        try:
            decks_brought.bring_deck(
                by=person_of(request),
                key=key,
                version=version_sent(request.POST),
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
    seats = [player for player in view.players if person and decks_brought.may_bring(person, view.match, player.side)]
    context = {
        "view": view,
        "match": view.match,
        "brought": decks_brought.brought(view, person),
        "seats": seats,
        "mine": decks_of(person)[:60] if seats else [],
        "chosen": request.POST.get("deck", ""),
        "error": error,
        "next_game": len(view.games) + 1,
    }
    return render(request, "matches/play/decks.html", context, status=status_of(error) if error else 200)


@require_safe
def deck(request: HttpRequest, key: str, side: str, number: int) -> HttpResponse:
    view = queries.match_view(key)
    decks = decks_brought.brought(view, person_of(request))
    brought = next((deck for deck in decks if (deck.side, deck.number) == (side, number)), None)
    if brought is None or side not in Side.values:
        raise Missing(gettext_noop("We couldn’t find that deck in this match."))
    if not brought.open:
        raise NotAllowed(gettext_noop("The match settings keep this deck hidden for now."))
    return render(request, "matches/play/deck.html", {"view": view, "match": view.match, "brought": brought})

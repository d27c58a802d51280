"""Views to start a game, alone or in a match, and to accept an invitation."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.blocks import has_block
from accounts.identity import get_or_create_person, person_of
from common.error_responses import errors_as_messages
from common.errors import Conflict, Invalid
from common.form_refusals import errors_added_to, status_of_forms
from common.i18n import translated
from drafts.table.identity import visitor_of
from matches.groups.draft_evening import group_of_most_drafters, match_between_drafters
from online.core.proof import commitment_to
from online.games.commitments import CommitmentUsed
from online.games.loaded import load_game
from online.games.services import create_game, join_game, require_join_key
from online.matches_played import DeckMissing, join_or_create_match_game
from online.models import Game
from online.setup.forms import DeckForm, NewGameForm
from online.setup.presenters import cards_with_partial_text, deck_context, new_game_context, terms_in_words


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_game_page(request: HttpRequest) -> HttpResponse:
    """Start a game against the computer, or open one for a friend."""
    form = NewGameForm(request.POST, person=person_of(request)) if request.method == "POST" else None
    if form is not None and form.is_valid():
        with errors_added_to(form):
            new = form.new_game
            try:
                return redirect(create_game(get_or_create_person(request, new.name, making="game"), new).game)
            except CommitmentUsed:
                form.renew_commitment()
                raise
    context = new_game_context(request, form)
    return render(request, "online/setup/new.html", context, status=status_of_forms(form) if form else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_game_page(request: HttpRequest, key: str, join_key: str) -> HttpResponse:
    """Accept an invitation with a deck, which starts the game; redirect its players and latecomers to the game."""
    person, loaded = person_of(request), load_game(key)
    require_join_key(loaded, join_key)
    is_closed = loaded.game.status != Game.Status.OPEN or has_block(person, (seat.person_id for seat in loaded.seats))
    if loaded.seat_of(person) is not None or is_closed:
        return redirect(loaded.game)
    form = DeckForm(request.POST if request.method == "POST" else None, person=person)
    if form.is_valid():
        with errors_added_to(form):
            data, name = form.cleaned_data, form.cleaned_data.get("nickname", "")
            by = get_or_create_person(request, name, making="game")
            accepts, number = data["accepts_texts"], data["number"]
            joined = join_game(by, key, join_key, data["deck"], name=name, accepts_texts=accepts, number=number)
            return redirect(joined.game)
    host = loaded.seats[0]
    context = {
        "invites": _("%(name)s invites you to a game") % {"name": host.name},
        "terms": terms_in_words(loaded.game),
        "commitment": commitment_to(loaded.game.secret),
        **deck_context(request, form, *cards_with_partial_text(host.cards)),
    }
    return render(request, "online/setup/join.html", context, status=status_of_forms(form))


@require_POST
def play_match_view(request: HttpRequest, key: str) -> HttpResponse:
    """Play the next game of a match; a player without a deck chooses one first."""
    with errors_as_messages(request, (Conflict, Invalid), show=messages.warning):
        try:
            return redirect(join_or_create_match_game(person_of(request), key, request.POST.get("number", "")))
        except DeckMissing as error:
            messages.warning(request, translated(error))
            return redirect("matches:decks", key)
    return redirect("matches:detail", key)


@require_POST
def play_drafted_view(request: HttpRequest, key: str, seat: int) -> HttpResponse:
    """Play draft decks against another player of the draft; first ask whether the match counts in their club."""
    by = person_of(request)
    if (club := group_of_most_drafters(key, by)) is not None:
        return render(request, "matches/groups/evening_club.html", {"club": club, "draft_key": key})
    match = match_between_drafters(by=by, visitor=visitor_of(request, key), draft_key=key, seat=seat)
    return play_match_view(request, match.key)

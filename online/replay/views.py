"""Views of replays of finished games, and of watching a running one. Anyone with the link can open them."""

import secrets
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity import person_of
from cards.catalogue.queries import catalogue
from common.error_responses import errors_as_messages
from common.errors import Conflict, Invalid, Missing, NotAllowed
from common.i18n import translated
from common.links import absolute_url
from common.text import gettext_noop, parse_whole_number, remove_invisible
from game.records.games import MAX_FILE_BYTES, parse_game_file
from live.onlookers import hands_key, onlooker_count, record_onlooker
from online.core.proof import check_game_proof
from online.games.loaded import LoadedGame
from online.models import Game, StepNote
from online.replay import chances, presenters, queries, services


class StepNoteForm(forms.ModelForm[StepNote]):
    """A note, private or for everyone with the link."""

    class Meta:
        model = StepNote
        fields: ClassVar = ["text", "is_shared"]
        widgets: ClassVar = {"text": forms.Textarea(attrs={"rows": 3})}

    def clean_text(self) -> str:
        return remove_invisible(self.cleaned_data["text"])


@never_cache
@require_safe
def replay_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show a step of a finished game as everyone may see it, with the hands that the reader may see."""
    loaded = queries.finished_game(key, person_of(request))
    return _replay_response(request, loaded, _requested_step_number(request.GET), StepNoteForm())


def _replay_response(request: HttpRequest, loaded: LoadedGame, at: int, form: StepNoteForm) -> HttpResponse:
    link = absolute_url(request, _step_url(loaded.game.key, at))
    context = presenters.replay_context(loaded, person_of(request), at) | {"link": link, "note_form": form}
    return render(request, "online/replay/replay.html", context, status=400 if form.errors else 200)


def _requested_step_number(query: QueryDict) -> int:
    return parse_whole_number(query.get("step", ""), digits=5) or 0


def _step_url(key: str, step_number: int) -> str:
    return f"{reverse('online:replay', args=[key])}?step={step_number}"


@never_cache
@require_POST
def add_note_view(request: HttpRequest, key: str) -> HttpResponse:
    """Add a player’s note at a step; show it again with the error if it can’t be saved."""
    loaded, step_number = queries.finished_game(key, person_of(request)), _requested_step_number(request.POST)
    loaded.own_seat(person_of(request))
    form = StepNoteForm(request.POST)
    if form.is_valid():
        try:
            services.save_note(person_of(request), key, step_number, **form.cleaned_data)
            return redirect(_step_url(key, step_number))
        except Conflict as error:
            form.add_error(None, translated(error))
    return _replay_response(request, loaded, step_number, form)


@never_cache
@require_POST
def delete_note_view(request: HttpRequest, key: str, note: str) -> HttpResponse:
    services.delete_note(person_of(request), key, note)
    messages.success(request, gettext("The note was deleted."))
    return redirect(_step_url(key, _requested_step_number(request.POST)))


@never_cache
@require_POST
def show_hand_view(request: HttpRequest, key: str) -> HttpResponse:
    """Show the player’s hand to everyone in the replay, or hide it again with `visible=no`."""
    services.show_hand(person_of(request), key, visible=request.POST.get("visible") == "yes")
    return redirect(_step_url(key, _requested_step_number(request.POST)))


@never_cache
@require_safe
def game_file(request: HttpRequest, key: str) -> HttpResponse:
    """Download a finished game as JSON. It contains both shuffled decks, so both players must show their cards."""
    headers = {"Content-Disposition": f'attachment; filename="game-{key}.json"'}
    return JsonResponse(queries.game_file_data(key, person_of(request)), headers=headers)


@never_cache
@require_safe
def proof_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the site’s commitment and both sides’ numbers; after the game also the seal of its file."""
    loaded = queries.visible_game(key, person_of(request))
    if not loaded.game.secret:
        raise Missing(gettext_noop("This game is from before games had proofs."))
    return render(request, "online/replay/proof.html", presenters.proof_context(loaded, person_of(request)))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def check_proof_page(request: HttpRequest) -> HttpResponse:
    """Check the file of a game that was played here or on another site."""
    noted = {name: request.POST.get(name, "").strip()[:64] for name in ("commitment", "seal")}
    context: dict[str, Any] = {"noted": noted}
    if request.method == "POST":
        try:
            upload = request.FILES.get("file")
            data = parse_game_file(upload.read(MAX_FILE_BYTES + 1) if upload is not None else b"")
            checks = check_game_proof(catalogue(), data, **noted)
            context["checks"] = [(gettext(check.sentence), check.holds) for check in checks]
            context["proven"], context["own"] = all(check.holds for check in checks), queries.is_own_file(data)
        except Invalid as error:
            context["problem"] = translated(error)
    return render(request, "online/replay/check.html", context, status=400 if "problem" in context else 200)


@never_cache
@require_safe
def chances_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the chances during a finished game, for the sides whose cards the reader may see."""
    loaded = queries.finished_game(key, person_of(request))
    known = queries.sides_visible_to(loaded, person_of(request))
    if not known:
        raise NotAllowed(gettext_noop("This looks at the players’ cards. Neither of them has shown theirs."))
    return render(request, "online/replay/chances.html", chances.chances_context(loaded, known))


@never_cache
@require_POST
def take_back_as_judge_view(request: HttpRequest, key: str) -> HttpResponse:
    """Take a running game back to an earlier step, as a judge of its event."""
    to, last = (parse_whole_number(request.POST.get(name, ""), digits=5) for name in ("to", "last"))
    with errors_as_messages(request, (Conflict,)):
        services.take_back_as_judge(person_of(request), key, -1 if to is None else to, last or 0)
    return redirect("online:watch", key)


@never_cache
@require_safe
def watch_page(request: HttpRequest, key: str, *, page: str = "watch") -> HttpResponse:
    """Show a running game without hands. The `page` “watch” redirects players to their own table; “screen” is for a
    television.

    An open page asks again with the tag it has `seen`; the answer is 204 if nothing has changed. The page shows how the
    game ended, then the next game.
    """
    loaded = queries.visible_game(key, person_of(request))
    if to := _redirect_url(request, loaded, page):
        return HttpResponse(headers={"HX-Redirect": to}) if "seen" in request.GET else redirect(to)
    token = request.GET.get("me", "") or secrets.token_hex(4)
    record_onlooker(key, token)
    context = presenters.watch_context(loaded) | {"page": page, "onlooker": token}
    is_open = loaded.game.hands_from is not None and loaded.game.status == Game.Status.PLAYING
    context["sees_hands"] = sees_hands = is_open and page == "watch" and "hands" in request.GET
    if sees_hands:
        record_onlooker(hands_key(key), token)
        context |= presenters.hands_context(loaded, timezone.now())
    tag = f"{context['tag']}-{onlooker_count(key)}"
    if request.GET.get("seen") == tag:
        return HttpResponse(status=204)
    context |= {"tag": tag, "onlookers": onlooker_count(key), "hands_are_open": is_open}
    if "seen" not in request.GET and page == "watch" and services.may_take_back_as_judge(person_of(request), loaded):
        context |= presenters.steps_for_judge(loaded)
    return render(request, f"online/replay/{'_watched' if 'seen' in request.GET else page}.html", context)


def _redirect_url(request: HttpRequest, loaded: LoadedGame, page: str) -> str:
    """Return the address to which a watched game redirects; empty if its page has something to show."""
    game, is_watched = loaded.game, page == "watch"
    stays = "seen" in request.GET or not is_watched
    if is_watched and loaded.seat_of(person_of(request)) is not None:
        return game.get_absolute_url()
    if game.status == Game.Status.OVER:
        after = queries.next_game(game) if stays else None
        if after is not None:
            return reverse(f"online:{page}", args=[after.key])
        return "" if stays else reverse("online:replay", args=[game.key])
    return "" if game.status == Game.Status.PLAYING else game.get_absolute_url()

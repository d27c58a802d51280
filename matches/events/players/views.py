"""Views of players: their page and panel, and for staff the list and the desk of a player."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity import get_or_create_person, person_of
from common.error_responses import status_of_error
from common.errors import Conflict, DomainError, Invalid, Missing, NotAllowed
from common.form_refusals import errors_added_to, status_of_forms
from common.i18n import translated
from common.templatetags.common import BACK_SESSION_KEY
from common.text import fold, gettext_noop, nearest, parse_whole_number
from decks.core.text import MAX_DECK_BYTES, decode_text_file
from matches.core.names import family_name_sort_key, initial_letter
from matches.core.tournament import Permission
from matches.core.tournament.stages import MAX_TABLE_NR
from matches.events import result_services
from matches.events.bracket_queries import final_places
from matches.events.decks import services as deck_services
from matches.events.decks.verdicts import add_deck_submitted_message
from matches.events.entry import leaving
from matches.events.entry.capacity import entry_requests_of
from matches.events.entry.leaving import default_withdrawal, event_after_withdrawal
from matches.events.etag import no_content, not_modified_for_anonymous
from matches.events.forms import parse_reported_result
from matches.events.placings import elimination_placings
from matches.events.players import merging, services
from matches.events.players.queries import player_results_by_number
from matches.events.players.services import current_table_of_player
from matches.events.presenters import own_panel_context
from matches.events.queries import event_by_key, judge_notes_of, load_event, load_recent_event
from matches.events.read_models import LoadedEvent, LoadedPairing, LoadedRound
from matches.events.results_desk import device_stamp_from_form
from matches.events.rounds.planning import in_order_of_seeds
from matches.events.transactions import player_in_event
from matches.models import NAME_LENGTH, REASON_LENGTH, Event, JudgeNote, Registration, Withdrawal

# Saves a valid form, given the request, the form, and arguments for the service: person, event and player.
_DeskAct = Callable[[HttpRequest, Any, dict[str, Any]], Registration]
# A longer list of players has links by initial.
MAX_UNSORTED_PLAYERS = 60


@never_cache
@require_safe
@no_content
def players_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show all players by name. `?since=N` gets 204 if N is the newest version."""
    loaded, person = load_event(key), person_of(request)
    if not loaded.permits(person, Permission.NOTES):
        raise NotAllowed(gettext_noop("Only the organiser and helpers can see this page."))
    dropped = parse_whole_number(request.GET.get("dropped", ""))
    find = request.GET.get("find", "").strip()[:NAME_LENGTH]
    found = [
        registration
        for registration in loaded.players
        if find == str(registration.number) or fold(find) in fold(registration.name)
    ]
    players = sorted(found, key=lambda player: family_name_sort_key(player.name))
    context = {
        "view": loaded,
        "event": loaded.event,
        "players": players,
        "find": find,
        "initials": _first_player_by_initial(players),
        "notes": judge_notes_of(loaded.event),
        "asking": entry_requests_of(loaded.event),
        "seeds": in_order_of_seeds(loaded.active) if loaded.event.elimination and not loaded.rounds else [],
        "moved": parse_whole_number(request.GET.get("moved", "")),
        "gone": next((player for player in players if dropped == player.number and player.dropped), None),
    }
    return render(request, "matches/players/index.html", context)


def _first_player_by_initial(players: list[Registration]) -> dict[int, str]:
    """Return each initial by the number of its first player; empty for a short list."""
    if len(players) <= MAX_UNSORTED_PLAYERS:
        return {}
    first: dict[str, int] = {}
    for player in players:
        first.setdefault(initial_letter(player.name), player.number)
    return {number: letter for letter, number in first.items()}


class SubmitDeckForm(forms.Form):
    """A deck for a player: a file, a pasted list, or a link to a deck of the person who submits it."""

    file = forms.FileField(label=gettext_lazy("File"), required=False)
    text = forms.CharField(
        label=gettext_lazy("Or paste it"),
        required=False,
        max_length=MAX_DECK_BYTES,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )
    deck = forms.CharField(label=gettext_lazy("Or a link to a deck on this site"), required=False, max_length=200)

    @property
    def key(self) -> str:
        parts = [part for part in str(self.cleaned_data["deck"]).split("/") if part]
        return parts[-1] if parts else ""

    @property
    def submitted_list(self) -> str:
        """Return the list from the file, or else the pasted text; raises `Invalid` for a file that isn’t text."""
        file = self.cleaned_data.get("file")
        if file is not None and file.size:
            return decode_text_file(file.read(2 * MAX_DECK_BYTES + 1)).text
        return str(self.cleaned_data["text"])


class WaiveDeckForm(forms.Form):
    """Form for the reason why a player can play without a deck; an empty reason requires a deck again."""

    reason = forms.CharField(label=gettext_lazy("Why"), required=False, max_length=REASON_LENGTH)


class RenamePlayerForm(forms.Form):
    """Form to rename a player."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=NAME_LENGTH)


class MergePlayersForm(forms.Form):
    """Form to choose the entry into which an entry is merged."""

    into = forms.TypedChoiceField(label=gettext_lazy("Same player as"), coerce=int)

    def __init__(self, *args: Any, others: Sequence[Registration] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["into"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(other.number, f"{other.name} ({other.number})") for other in others]


class PlayerSeatingForm(forms.Form):
    """Form for a fixed table and for players to keep apart."""

    table = forms.IntegerField(
        label=gettext_lazy("Always at table"),
        required=False,
        min_value=1,
        max_value=MAX_TABLE_NR,
        help_text=gettext_lazy("Use this for a wheelchair or a helper. Applies from the next round."),
    )
    party = forms.CharField(
        label=gettext_lazy("Not paired with"),
        required=False,
        max_length=NAME_LENGTH,
        help_text=gettext_lazy(
            "Players with the same word here, such as a family’s name, aren’t paired before the playoff."
        ),
    )


@require_safe
@not_modified_for_anonymous
def player_page(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Show a player’s matches and rank with explanations, for everybody with the link."""
    loaded = load_event(key)
    final = next((final_row for final_row in final_places(loaded) if final_row.player.number == number), None)
    placing = (
        next((each for each in elimination_placings(loaded) if each.player.number == number), None)
        if loaded.bracket_tree
        else None
    )
    context = {
        "view": loaded,
        "event": loaded.event,
        "player_view": player_results_by_number(loaded, number),
        "final": final,
        "placing": placing,
    }
    return render(request, "matches/events/player.html", context)


@never_cache
@require_safe
def player_desk_page(request: HttpRequest, key: str, number: int) -> HttpResponse:
    return _player_desk_response(request, *_event_and_player_for_staff(request, key, number))


def _event_and_player_for_staff(request: HttpRequest, key: str, number: int) -> tuple[LoadedEvent, Registration]:
    loaded = load_event(key)
    if not loaded.permits(person_of(request), Permission.NOTES):
        raise NotAllowed(gettext_noop("Only the organiser and helpers can see this page."))
    return loaded, Registration.objects.get(pk=player_in_event(loaded, number).pk)


def _player_desk_response(
    request: HttpRequest,
    loaded: LoadedEvent,
    player: Registration,
    *,
    refusal: DomainError | None = None,
    **sent: forms.Form,
) -> HttpResponse:
    """Render the desk of a player, with errors in a `sent` form, or the `refusal` of a penalty."""
    person, other_players = person_of(request), _other_players(loaded, player)
    alike = nearest(player.name, [other_player.name for other_player in other_players], limit=1)
    twice = next((other_player.number for other_player in other_players if other_player.name in alike), None)
    place = reverse(
        "matches:event_place", args=[loaded.event.key, player.number, services.claim_key(loaded.event, player)]
    )
    context = {
        "event": loaded.event,
        "view": loaded,
        "player": player,
        "others": other_players,
        "merged": merging.last_merge_into(loaded.event, player),
        "table": current_table_of_player(loaded, player),
        "error": translated(refusal) if refusal else "",
        "forms": {
            "merge": MergePlayersForm(others=other_players, initial={"into": twice}),
            "split": forms.Form(),
            "deck": SubmitDeckForm(),
            "waive": WaiveDeckForm(initial={"reason": player.deck_waived}),
            "rename": RenamePlayerForm(initial={"name": player.name}),
            "substitute": RenamePlayerForm(auto_id="new_%s"),
            "arrange": PlayerSeatingForm(initial={"table": player.fixed_table, "party": player.party}),
            **sent,
        },
        "kinds": JudgeNote.Kind.choices,
        "is_judge": loaded.permits(person, Permission.PENALTY),
        "notes": [note for note in judge_notes_of(loaded.event) if note.registration_id == player.pk],
        "link": request.build_absolute_uri(place) if player.person_id is None else "",
        "back": loaded.event.get_absolute_url(),
        "withdrawals": _withdrawal_choices(loaded, player) if loaded.permits(person, Permission.ADMIT) else [],
    }
    status = status_of_error(refusal) if refusal else status_of_forms(*sent.values())
    return render(request, "matches/players/desk.html", context, status=status)


def _other_players(loaded: LoadedEvent, player: Registration) -> list[Registration]:
    return [other_player for other_player in loaded.players if other_player.pk != player.pk]


def _withdrawal_choices(loaded: LoadedEvent, player: Registration) -> list[dict[str, object]]:
    """Return the possible withdrawals from a league, each with the standings that would follow."""
    event = loaded.event
    if not event.is_league or event.status != Event.Status.RUNNING or player.dropped is not None:
        return []
    usual = default_withdrawal(loaded, player)
    return [
        {
            "value": how,
            "label": label,
            "usual": how == usual,
            "places": event_after_withdrawal(loaded, player, how).standings,
        }
        for how, label in Withdrawal.choices
    ]


def _make_player_desk_view(name: str, kind: type[forms.Form]) -> Callable[[_DeskAct], Callable[..., HttpResponse]]:
    """Decorate a function that saves a form of a player’s desk and returns the player whose desk is shown next."""

    def decorate(act: _DeskAct) -> Callable[..., HttpResponse]:
        @require_POST
        @wraps(act)
        def view(request: HttpRequest, key: str, number: int) -> HttpResponse:
            event, player = _event_and_player_for_staff(request, key, number)
            other_players = _other_players(event, player)
            options: dict[str, Any] = {"merge": {"others": other_players}, "substitute": {"auto_id": "new_%s"}}
            form = kind(request.POST, request.FILES, **options.get(name, {}))
            if form.is_valid():
                with errors_added_to(form):
                    row = act(request, form, {"by": person_of(request), "key": key, "number": number})
                    return redirect("matches:event_player_desk", key, row.number)
            sent: dict[str, Any] = {name: form}
            return _player_desk_response(request, event, player, **sent)

        return view

    return decorate


@_make_player_desk_view("deck", SubmitDeckForm)
def submit_deck_view(request: HttpRequest, form: Any, at: dict[str, Any]) -> Registration:
    text = form.submitted_list
    if text.strip():
        player = deck_services.submit_pasted_deck(**at, text=text)
    elif form.key:
        player = deck_services.submit_deck(**at, deck_key=form.key)
    else:
        raise Invalid(gettext_noop("Choose a file, paste a list, or link to a deck on this site."))
    add_deck_submitted_message(request, player)
    return player


@_make_player_desk_view("waive", WaiveDeckForm)
def waive_deck_view(request: HttpRequest, form: Any, at: dict[str, Any]) -> Registration:
    """Let a player play without a deck for a reason; without a reason, require a deck again."""
    player = deck_services.waive_deck(**at, **form.cleaned_data)
    done = _("%(name)s plays without a deck.") if player.deck_waived else _("%(name)s must submit a deck.")
    messages.success(request, done % {"name": player.name})
    return player


def _make_save_action(change: Callable[..., Registration], done: Any) -> _DeskAct:
    """Return a function that calls a service with the form’s answers and shows the message `done`."""

    def act(request: HttpRequest, form: Any, at: dict[str, Any]) -> Registration:
        player = change(**at, **form.cleaned_data)
        messages.success(request, done % {"name": player.name})
        return player

    return act


rename_player_view = _make_player_desk_view("rename", RenamePlayerForm)(
    _make_save_action(services.rename_player, gettext_lazy("The name is now %(name)s."))
)
arrange_player_view = _make_player_desk_view("arrange", PlayerSeatingForm)(
    _make_save_action(services.set_player_seating, gettext_lazy("Saved for %(name)s."))
)
# The next page is the desk of the remaining entry, the restored entry, or the substitute.
merge_players_view = _make_player_desk_view("merge", MergePlayersForm)(
    _make_save_action(merging.merge_players, gettext_lazy("Merged into %(name)s."))
)
split_player_view = _make_player_desk_view("split", forms.Form)(
    _make_save_action(merging.split_player, gettext_lazy("%(name)s is listed separately again."))
)
enter_substitute_view = _make_player_desk_view("substitute", RenamePlayerForm)(
    _make_save_action(leaving.add_substitute, gettext_lazy("%(name)s takes over the unplayed matches."))
)


@require_POST
def apply_penalty_view(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Apply a game loss or a match loss to the player’s table, and show what it changed."""
    at_desk, kind = _event_and_player_for_staff(request, key, number), request.POST.get("kind", "")
    try:
        done = services.apply_penalty(by=person_of(request), key=key, number=number, kind=kind)
    except DomainError as error:
        return _player_desk_response(request, *at_desk, refusal=error)
    if kind == JudgeNote.Kind.GAME_LOSS:
        messages.success(request, _("Game loss recorded. You can edit it on the match page."))
        return redirect("matches:detail", done.pairing.match_key)
    # The results desk shows the change and offers to undo it.
    query = urlencode({"round": done.round, "entered": done.pairing.row.pk, "before": done.before, "after": done.after})
    return redirect(f"{reverse('matches:event_results', args=[key])}?{query}")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take_over_page(request: HttpRequest, key: str, number: int, secret: str) -> HttpResponse:
    loaded = load_event(key)
    player = services.player_of_claim_link(loaded, number, secret)
    if request.method == "POST":
        services.take_over_entry(by=get_or_create_person(request, player.name), key=key, number=number, secret=secret)
        messages.success(request, _("This entry is yours now. You can report your results here."))
        return redirect(loaded.event)
    return render(request, "matches/players/place.html", {"event": loaded.event, "player": player})


@never_cache
@require_safe
@no_content
def own_panel_fragment(request: HttpRequest, key: str) -> HttpResponse:
    """Show the reader’s own panel. `?since=N` gets 204 if N is the newest version."""
    loaded, person = load_recent_event(key), person_of(request)
    context = own_panel_context(loaded, person, loaded.current)
    if context["player"] is None:
        return _not_in_event_response(request)
    return render(request, "matches/events/_my_event.html", context)


@require_POST
def report_result_view(request: HttpRequest, key: str) -> HttpResponse:
    """Report a result as a player at the table; return only the player’s panel, which the page inserts."""
    person, posted = person_of(request), request.POST.dict()
    table, error = None, None
    try:
        pairing, crystals = parse_reported_result(posted)
        tap = device_stamp_from_form(request, posted)
        table = result_services.report_result(by=person, key=key, pairing=pairing, crystals=crystals, tap=tap)
    except (Conflict, Invalid, Missing) as refused:
        error = refused
    loaded, round_ = _event_with_round(key, table)
    context = own_panel_context(loaded, person, round_, posted=posted if error else None, pairing=table)
    if context["player"] is None:
        return _not_in_event_response(request)
    message = translated(error) if error else ""
    return render(request, "matches/events/_my_event.html", {**context, "refusal": message})


def _not_in_event_response(request: HttpRequest) -> HttpResponse:
    """Return a panel that tells removed players so and doesn’t poll; raises `Missing` if no script asked for it."""
    if not getattr(request, "htmx", False):
        raise Missing(gettext_noop("You’re not in this event."))
    return render(request, "matches/entry/_not_in_event.html")


def _event_with_round(key: str, pairing: LoadedPairing | None) -> tuple[LoadedEvent, LoadedRound | None]:
    """Return the event and a table’s round, or the current round; an event cached before the round is reloaded."""
    loaded = load_recent_event(key)
    if pairing is None:
        return loaded, loaded.current
    pk = pairing.row.round_id
    if all(round_.row.pk != pk for round_ in loaded.rounds):
        loaded = load_event(key)
    return loaded, next((round_ for round_ in loaded.rounds if round_.row.pk == pk), loaded.current)


@require_safe
def go_to_own_decks(request: HttpRequest, key: str) -> HttpResponse:
    """Go to the reader’s decks, where every page links back to this event."""
    event = event_by_key(key)
    request.session[BACK_SESSION_KEY] = {"url": event.get_absolute_url(), "name": event.name}
    return redirect("decks:index")

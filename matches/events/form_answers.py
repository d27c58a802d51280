"""Answers to the forms of an event: where one leads when it is done, and what a refusal shows."""

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts.identity import person_of
from common.errors import DomainError, NotAllowed
from common.text import whole_number
from matches.core.tournament import Deed
from matches.events.presenters import Form, event_page
from matches.events.queries import event_view
from matches.events.results.presenters import results_page


def deed(done: Callable[[HttpRequest, str, Form], str]) -> Callable[..., HttpResponse]:
    """A view of something that is done by a form: `done` reads what was typed, calls a service, says what was done.

    What was typed is kept when it cannot be done.
    """

    @require_POST
    @wraps(done)
    def view(request: HttpRequest, key: str) -> HttpResponse:
        typed: Form = request.POST.dict()
        try:
            said = done(request, key, typed)
        except NotAllowed:
            raise
        except DomainError as error:
            return _refused(request, key, typed, error, is_result=done.__name__ == "result")
        return _led_on(request, key, typed, said, is_result=done.__name__ == "result")

    return view


def _refused(request: HttpRequest, key: str, typed: Form, error: DomainError, *, is_result: bool) -> HttpResponse:
    """The page the form stands on, with the sentence and what was typed."""
    view = event_view(key)
    at_desk = is_result and typed.get("as") != "player" and view.can(person_of(request), Deed.RESULT)
    page = results_page if at_desk or typed.get("back") == "results" else event_page
    return page(request, view, error=error, typed=typed)


def _led_on(request: HttpRequest, key: str, typed: Form, said: str, *, is_result: bool) -> HttpResponse:
    """The page that `back` names, at the place somebody came from; the results desk says itself what was entered."""
    back = typed.get("back")
    if back == "results":
        query = _place_at_results_desk(typed, is_result=is_result)
        return redirect(f"{reverse('matches:event_results', args=[key])}?{query}")
    if said:
        messages.success(request, said)
    if back == "players":
        gone = f"?dropped={typed['dropped']}" if typed.get("dropped") else ""
        return redirect(reverse("matches:event_players", args=[key]) + gone)
    number = whole_number(typed.get("number", ""))
    if back == "player" and number is not None:
        return redirect("matches:event_player_desk", key, number)
    return redirect(reverse("matches:event", args=[key]) + _place_on_event_page(typed))


def _place_at_results_desk(typed: Form, *, is_result: bool) -> str:
    """The round somebody looked at, and the table whose result was entered, with what it had before."""
    number = whole_number(typed.get("shown", ""))
    place: dict[str, object] = {} if number is None else {"round": number}
    if is_result:
        place |= {name: typed.get(name, "") for name in ("before", "after")} | {"entered": typed.get("pairing", "")}
    return urlencode(place)


def _place_on_event_page(typed: Form) -> str:
    """The round somebody looked at, and the table whose result was entered, so that the page does not jump."""
    number, table = whole_number(typed.get("shown", "")), whole_number(typed.get("table", ""))
    query = "" if number is None else f"?round={number}"
    query = next((f"?{name}={typed[name]}" for name in ("pasted", "dropped") if typed.get(name)), query)
    return query if table is None else f"{query}#table-{table}"

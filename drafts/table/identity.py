"""Identity at a table: from a request to a seat, by person, token header, or a link opened in this browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect

from accounts.identity import PERSON_ATTRIBUTE, person_of
from accounts.identity import SESSION_KEY as GUEST_KEY
from accounts.models import token_digest
from drafts.models import Seat
from drafts.table.loaded import Visitor

if TYPE_CHECKING:
    from rest_framework.request import Request

TOKEN_HEADER = "X-Seat-Token"
SEATS_SESSION_KEY = "draft_seats"
_CACHED_WHO_ATTRIBUTE = "_draft_who"
# A browser that has sat at more tables than this forgets the oldest.
MAX_REMEMBERED_SEATS = 40
# The secret itself is kept by the browser alone, for this table's pages only, so that they can show the link again.
SEAT_COOKIE = "seat"
SEAT_COOKIE_SECONDS = 60 * 24 * 3600


def visitor_of(request: HttpRequest | Request, key: str) -> Visitor:
    """Return how the sender of a request is identified at this table; read once a request."""
    known: dict[str, Visitor] = request.__dict__.setdefault(_CACHED_WHO_ATTRIBUTE, {})
    if key not in known:
        known[key] = _find_visitor(request, key)
    return known[key]


def _find_visitor(request: HttpRequest | Request, key: str) -> Visitor:
    person = person_of(request)
    digests = []
    token = request.headers.get(TOKEN_HEADER, "")
    if token:
        digests.append(token_digest(token))
    base: HttpRequest = getattr(request, "_request", request)
    digest = base.session.get(SEATS_SESSION_KEY, {}).get(key)
    if digest:
        digests.append(digest)
    return Visitor(person.pk if person else None, tuple(digests))


def visitor_of_token(token: str) -> Visitor:
    return Visitor(digests=(token_digest(token),))


def remember_seat_in_session(request: HttpRequest, key: str, token: str) -> None:
    """Let this browser sit there from now on; the session holds the digest only."""
    request.__dict__.pop(_CACHED_WHO_ATTRIBUTE, None)
    digests = {**request.session.get(SEATS_SESSION_KEY, {}), key: token_digest(token)}
    request.session[SEATS_SESSION_KEY] = dict(list(digests.items())[-MAX_REMEMBERED_SEATS:])


def log_in_guest_of_seat(request: HttpRequest, token: str) -> None:
    """Let a browser that nobody is known by be the guest who sits there, so that pool, deck and matches come along.

    A seat of a member stays a seat only: a member logs in.
    """
    if person_of(request) is not None:
        return
    seat = Seat.objects.filter(token_digest=token_digest(token)).select_related("person").first()
    if seat is not None and seat.person is not None and seat.person.user_id is None:
        request.session[GUEST_KEY] = seat.person.pk
        setattr(request, PERSON_ATTRIBUTE, seat.person)


def set_seat_cookie(request: HttpRequest, response: HttpResponseBase, key: str, token: str) -> None:
    """Give the secret of a seat to the browser that sits there; the site keeps only its digest."""
    response.set_cookie(
        SEAT_COOKIE,
        token,
        max_age=SEAT_COOKIE_SECONDS,
        path=f"/drafts/{key}/",
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )


def seat_token_in_cookie(request: HttpRequest, key: str) -> str:
    """The secret this browser keeps for that table, as long as it opens a seat; at most one query."""
    token = request.COOKIES.get(SEAT_COOKIE, "")
    valid = bool(token) and Seat.objects.filter(draft__key=key, token_digest=token_digest(token)).exists()
    return token if valid else ""


def redirect_to_seat(request: HttpRequest, key: str, token: str) -> HttpResponse:
    """The way to the table, on which the browser can now show the link to this seat."""
    response = redirect("drafts:detail", key)
    set_seat_cookie(request, response, key, token)
    return response

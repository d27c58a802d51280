"""Identity at a table: identify a request’s sender by person, token header, or a seat link opened in this browser."""

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
# A session remembers the seats of at most this many drafts.
MAX_REMEMBERED_SEATS = 40
# Only the browser stores the token, for the pages of one draft, so that they can show the seat link again.
SEAT_COOKIE = "seat"
SEAT_COOKIE_SECONDS = 60 * 24 * 3600


def visitor_of(request: HttpRequest | Request, key: str) -> Visitor:
    """Return who the sender is in this draft; cached on the request."""
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
    """Remember a seat in the session, which only holds the token’s digest."""
    request.__dict__.pop(_CACHED_WHO_ATTRIBUTE, None)
    digests = {**request.session.get(SEATS_SESSION_KEY, {}), key: token_digest(token)}
    request.session[SEATS_SESSION_KEY] = dict(list(digests.items())[-MAX_REMEMBERED_SEATS:])


def log_in_guest_of_seat(request: HttpRequest, token: str) -> None:
    """Log an unknown browser in as the guest of a seat; not for a member’s seat, as members must log in."""
    if person_of(request) is not None:
        return
    seat = Seat.objects.filter(token_digest=token_digest(token)).select_related("person").first()
    if seat is not None and seat.person is not None and seat.person.user_id is None:
        request.session[GUEST_KEY] = seat.person.pk
        setattr(request, PERSON_ATTRIBUTE, seat.person)


def set_seat_cookie(request: HttpRequest, response: HttpResponseBase, key: str, token: str) -> None:
    """Store a seat’s token in the browser; the site only has its digest."""
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
    """Return the token in this browser’s cookie, or "" if it belongs to no seat of the draft. At most one query."""
    token = request.COOKIES.get(SEAT_COOKIE, "")
    valid = bool(token) and Seat.objects.filter(draft__key=key, token_digest=token_digest(token)).exists()
    return token if valid else ""


def redirect_to_seat(request: HttpRequest, key: str, token: str) -> HttpResponse:
    """Redirect to the draft, and store the token so that the draft’s page can show the seat link."""
    response = redirect("drafts:detail", key)
    set_seat_cookie(request, response, key, token)
    return response

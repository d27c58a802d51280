"""From a request to a seat: a person, a seat token in a header, or a seat this browser has sat down on by its link."""

from __future__ import annotations

from django.http import HttpRequest
from rest_framework.request import Request

from accounts.models import token_digest
from accounts.people import person_of
from drafts.queries import Who

HEADER = "X-Seat-Token"
SESSION_KEY = "draft_seats"
# A browser that has sat at more tables than this forgets the oldest.
REMEMBERED = 40


def who_of(request: HttpRequest | Request, key: str) -> Who:
    """By what the sender of a request may be known at this table."""
    person = person_of(request)
    digests = []
    token = request.headers.get(HEADER, "")
    if token:
        digests.append(token_digest(token))
    base = request._request if isinstance(request, Request) else request
    held = base.session.get(SESSION_KEY, {}).get(key)
    if held:
        digests.append(held)
    return Who(person.pk if person else None, tuple(digests))


def holder_of(token: str) -> Who:
    """Whoever shows that token."""
    return Who(digests=(token_digest(token),))


def remember_seat(request: HttpRequest, key: str, token: str) -> None:
    """Let this browser sit there from now on; the session holds the digest only."""
    held = {**request.session.get(SESSION_KEY, {}), key: token_digest(token)}
    request.session[SESSION_KEY] = dict(list(held.items())[-REMEMBERED:])

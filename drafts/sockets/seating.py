"""Who opens a socket at which table: found for all that come at the same time in a few statements.

After a restart every phone of every table comes back at once; one by one each would cost five statements.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import SESSION_KEY as USER_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.identity import SESSION_KEY as GUEST_KEY
from accounts.models import Person
from common.errors import Missing
from common.text import gettext_noop
from drafts.table.clocks import note_presences
from drafts.table.identity import SESSION_KEY as SEATS_KEY
from drafts.table.loaded import Loaded, Who
from drafts.table.rows import load_many


@dataclass(frozen=True, slots=True)
class Arrival:
    """A socket that opens: the key of its table, the session of its browser, and the digest of a seat token."""

    key: str
    session: str = ""
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Admitted:
    """Who it is, and the draft as it stands."""

    who: Who
    loaded: Loaded


def admit(arrivals: Sequence[Arrival]) -> list[Admitted | Exception]:
    """Let them in, in their order, and note that they are present; `Missing` for those whose table does not exist."""
    sessions = _sessions({arrival.session for arrival in arrivals if arrival.session})
    people = _people(sessions.values())
    tables = load_many({arrival.key for arrival in arrivals})
    admitted: list[Admitted | Exception] = []
    for arrival in arrivals:
        loaded, session = tables.get(arrival.key), sessions.get(arrival.session, {})
        seat = session.get(SEATS_KEY, {}).get(arrival.key)
        who = Who(people.get(_named(session)), tuple(digest for digest in (arrival.digest, seat) if digest))
        if loaded is None:
            admitted.append(Missing(gettext_noop("There is no draft at this address.")))
        else:
            admitted.append(Admitted(who, loaded))
    note_presences((one.loaded, one.who) for one in admitted if isinstance(one, Admitted))
    return admitted


def _sessions(keys: set[str]) -> dict[str, dict[str, Any]]:
    """What browsers keep, by the keys of their sessions; nothing for those that have expired."""
    if not keys:
        return {}
    rows = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    return {row.session_key: row.get_decoded() for row in rows}


def _named(session: dict[str, Any]) -> tuple[str, int]:
    """By what a session names its person: an account, else a guest."""
    user, guest = session.get(USER_KEY), session.get(GUEST_KEY)
    return ("user", int(user)) if user is not None else ("guest", int(guest or 0))


def _people(sessions: Iterable[dict[str, Any]]) -> dict[tuple[str, int], int]:
    """The persons that sessions name, found as `accounts.identity` finds them."""
    named = {_named(session) for session in sessions}
    users = [key for kind, key in named if kind == "user"]
    guests = [key for kind, key in named if kind == "guest" and key]
    found: dict[tuple[str, int], int] = {}
    if users:
        members = Person.objects.filter(user_id__in=users, user__is_active=True)
        found |= {("user", int(user)): pk for pk, user in members.values_list("pk", "user_id")}
    if guests:
        found |= {
            ("guest", pk): pk for pk in Person.objects.filter(pk__in=guests, user=None).values_list("pk", flat=True)
        }
    return found

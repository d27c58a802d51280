"""Seating of sockets: identify the visitors of many new sockets in a few statements.

After a restart, all phones of all drafts come back at once; one by one, each would cost five statements.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth import SESSION_KEY as USER_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.identity import SESSION_KEY as GUEST_KEY
from accounts.models import Person, User
from common.errors import Missing, NotAllowed
from common.text import gettext_noop
from drafts.table.clocks import record_presences
from drafts.table.identity import SEATS_SESSION_KEY as SEATS_KEY
from drafts.table.loaded import LoadedDraft, Visitor
from drafts.table.rows import load_drafts

# Account or guest, their primary key, and for an account the digest of the password when the session began.
SessionIdentity = tuple[str, int, str]


@dataclass(frozen=True, slots=True)
class SocketArrival:
    """A socket that opens: the key of its draft, and its session cookie and digest of a seat token, or ""."""

    key: str
    session: str = ""
    digest: str = ""


@dataclass(frozen=True, slots=True)
class AdmittedSocket:
    """The visitor of a socket, and the draft as loaded."""

    who: Visitor
    loaded: LoadedDraft


def admit_sockets(arrivals: Sequence[SocketArrival]) -> list[AdmittedSocket | Exception]:
    """Admit sockets, in their order, and record their presence.

    Returns `Missing` for a draft that doesn’t exist, and `NotAllowed` for a seat token that opens no seat there:
    that is a mistake, not a spectator.
    """
    sessions = _session_data_by_key({arrival.session for arrival in arrivals if arrival.session})
    people = _person_ids_by_identity(sessions.values())
    tables = load_drafts({arrival.key for arrival in arrivals})
    admitted: list[AdmittedSocket | Exception] = []
    for arrival in arrivals:
        loaded, session = tables.get(arrival.key), sessions.get(arrival.session, {})
        seat = session.get(SEATS_KEY, {}).get(arrival.key)
        who = Visitor(people.get(_session_identity(session)), tuple(filter(None, (arrival.digest, seat))))
        if loaded is None:
            admitted.append(Missing(gettext_noop("We couldn’t find that draft.")))
        elif arrival.digest and Visitor(digests=(arrival.digest,)).seat_among(loaded.seats) is None:
            template = gettext_noop("This seat link no longer works. Create a new one on the draft page.")
            admitted.append(NotAllowed(template))
        else:
            admitted.append(AdmittedSocket(who, loaded))
    record_presences((seat.loaded, seat.who) for seat in admitted if isinstance(seat, AdmittedSocket))
    return admitted


def _session_data_by_key(keys: set[str]) -> dict[str, dict[str, Any]]:
    """Return the data of sessions by key, without expired ones."""
    if not keys:
        return {}
    rows = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    return {row.session_key: row.get_decoded() for row in rows}


def _session_identity(session: dict[str, Any]) -> SessionIdentity:
    user, guest = session.get(USER_KEY), session.get(GUEST_KEY)
    password = str(session.get(HASH_SESSION_KEY, ""))
    return ("user", int(user), password) if user is not None else ("guest", int(guest or 0), "")


def _person_ids_by_identity(sessions: Iterable[dict[str, Any]]) -> dict[SessionIdentity, int]:
    """Return the persons of sessions, by the rules of `accounts.identity`; none if the password has changed since."""
    named = {_session_identity(session) for session in sessions}
    users = {key for kind, key, _password in named if kind == "user"}
    guests = {key for kind, key, _password in named if kind == "guest" and key}
    people: dict[SessionIdentity, int] = {}
    if users:
        members = Person.objects.filter(user_id__in=users, user__is_active=True).select_related("user")
        by_user = {int(member.user_id or 0): member for member in members}
        for name in named:
            member = by_user.get(name[1]) if name[0] == "user" else None
            if member is not None and member.user is not None and _matches_password_hash(name[2], member.user):
                people[name] = member.pk
    if guests:
        present = Person.objects.filter(pk__in=guests, user=None, left=None).values_list("pk", flat=True)
        people |= {("guest", pk, ""): pk for pk in present}
    return people


def _matches_password_hash(typed_name: str, user: User) -> bool:
    valid = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    return any(constant_time_compare(typed_name, digest) for digest in valid)

"""Sessions of sockets: identify many in a few statements, and announce the end of a person’s sessions.

A person’s open sockets are closed when they log out, change their password or delete their account. The page then opens
a new socket, which identifies itself again. Sockets identified only by a seat token belong to no session.
"""

import time
from collections.abc import Iterable, Mapping
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth import SESSION_KEY as USER_KEY
from django.contrib.auth.signals import user_logged_out
from django.contrib.sessions.models import Session
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.http import parse_cookie
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.identity import SESSION_KEY as GUEST_KEY
from accounts.models import Person, User
from accounts.sessions import EARLIER_SESSION
from live.pubsub import notify

# Account or guest, their primary key, and for an account the digest of the password when the session began.
SessionIdentity = tuple[str, int, str]
SessionData = dict[str, Any]


def cookies_of_scope(scope: Mapping[str, Any]) -> dict[str, str]:
    cookies: dict[str, str] = {}
    for name, value in scope.get("headers", ()):
        if name == b"cookie":
            cookies |= parse_cookie(value.decode("latin-1"))
    return cookies


def session_key_of(cookies: Mapping[str, str]) -> str:
    return cookies.get(settings.SESSION_COOKIE_NAME, cookies.get(EARLIER_SESSION, ""))


def session_data_by_key(keys: set[str]) -> dict[str, SessionData]:
    keys = keys - {""}
    if not keys:
        return {}
    rows = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    return {row.session_key: row.get_decoded() for row in rows}


def login_of_session(session: SessionData) -> SessionIdentity:
    user, guest = session.get(USER_KEY), session.get(GUEST_KEY)
    password = str(session.get(HASH_SESSION_KEY, ""))
    return ("user", int(user), password) if user is not None else ("guest", int(guest or 0), "")


def person_ids_by_identity(sessions: Iterable[SessionData]) -> dict[SessionIdentity, int]:
    """Return the people of sessions, by the rules of `accounts.identity`, without sessions of an earlier password."""
    named = {login_of_session(session) for session in sessions}
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


def _matches_password_hash(digest: str, user: User) -> bool:
    valid = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    return any(constant_time_compare(digest, known) for known in valid)


def session_end_topic(person_id: int) -> str:
    """Return the topic that announces the end of a person’s sessions; nobody else can guess it."""
    # Keeps the salt of earlier versions, which may run beside this version.
    return f"session.{salted_hmac('drafts.sockets.sessions', str(person_id)).hexdigest()[:32]}"


def _end_sessions_of(user: object) -> None:
    person = Person.objects.filter(user=user).values_list("pk", flat=True).first() if isinstance(user, User) else None
    if person is not None:
        notify(session_end_topic(person), time.time_ns() // 1000)


@receiver(user_logged_out)
def _end_after_logout(sender: object, user: Any, **kwargs: object) -> None:
    _end_sessions_of(user)


@receiver(post_save, sender=User)
def _end_on_new_password(
    sender: object, instance: User, created: bool, update_fields: frozenset[str] | None, **kwargs: object
) -> None:
    if not created and (update_fields is None or update_fields & {"password", "is_active"}):
        _end_sessions_of(instance)


@receiver(post_delete, sender=UserSession)
def _end_after_session_deleted(sender: object, instance: UserSession, **kwargs: object) -> None:
    _end_sessions_of(instance.user)


@receiver(post_save, sender=Person)
def _end_after_person_left(sender: object, instance: Person, created: bool, **kwargs: object) -> None:
    if instance.left is not None and not created:
        notify(session_end_topic(instance.pk), time.time_ns() // 1000)

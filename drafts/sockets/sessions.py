"""Ended sessions: close a person’s open sockets when they log out, change their password or delete their account.

The page then opens a new socket, which identifies itself again. Sockets with a seat token only belong to no session.
"""

import time
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.utils.crypto import salted_hmac

from accounts.models import Person, User
from live.pubsub import notify


def session_end_topic(person_id: int) -> str:
    """Return the topic that announces the end of a person’s sessions; nobody else can guess it."""
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
def _end_after_leaving(sender: object, instance: Person, created: bool, **kwargs: object) -> None:
    if instance.left is not None and not created:
        notify(session_end_topic(instance.pk), time.time_ns() // 1000)

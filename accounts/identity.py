"""Identity: the person who sent a request. A guest is a `Person` whose key is in the session."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from django.contrib.auth.signals import user_logged_in
from django.db import IntegrityError, transaction
from django.db.models import ManyToOneRel, QuerySet, Value
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import Person, User
from common.database.prepared import PreparedQuery
from common.errors import NotAllowed, TooMany
from common.hooks import SingleHook
from common.rate_limits import caller_kind_and_name, require_budget, spend_budget
from common.text import gettext_noop, tidy_name

if TYPE_CHECKING:
    from rest_framework.request import Request

SESSION_KEY = "person"
CALENDAR_KEY_BYTES = 18
# The attribute in which a request caches its person.
PERSON_ATTRIBUTE = "_tenmoons_person"


@SingleHook
def waiting_requests_expression() -> Any:
    """Return the expression that counts the requests waiting for a person; the bar shows this number."""
    return Value(0)


def _annotate_waiting_count(persons: QuerySet[Person]) -> QuerySet[Person]:
    counted: dict[str, Any] = {"waiting": waiting_requests_expression()}
    return persons.annotate(**counted)


_GUEST_QUERY = PreparedQuery(lambda pk: _annotate_waiting_count(Person.objects.filter(pk=pk, user=None, left=None)), -1)
_MEMBER_QUERY = PreparedQuery(
    lambda pk: _annotate_waiting_count(Person.objects.filter(user=pk).select_related("user")), -1
)


def person_of(request: HttpRequest | Request) -> Person | None:
    """Return the person of a request, None for a visitor who has saved nothing yet. At most one query per request."""
    base: HttpRequest = getattr(request, "_request", request)
    user = request.user
    if isinstance(user, User):
        cached = getattr(base, PERSON_ATTRIBUTE, None)
        if isinstance(cached, Person) and cached.user_id == user.pk:
            return cached
        person: Person | None = _person_of_user(user, through=getattr(getattr(request, "auth", None), "acts_as", ""))
    else:
        cached = getattr(base, PERSON_ATTRIBUTE, None)
        if isinstance(cached, Person):
            return cached
        person = _guest_of_session(base)
    setattr(base, PERSON_ATTRIBUTE, person)
    return person


def own_name_of(request: HttpRequest) -> str:
    """Return the name to fill into a form for the reader; empty if they have none."""
    person = person_of(request)
    return person.display_name if person and (person.nickname or person.user) else ""


def get_or_create_person(request: HttpRequest | Request, nickname: str = "", *, making: str = "") -> Person:
    """Return the person of a request that is about to save something; create them if there is none.

    `making` is the kind of object; addresses without an account have a daily limit for each kind. Raises `NotAllowed`
    for a script without token or session, which could not find the object again.
    """
    person = person_of(request)
    if making and (person is None or person.user_id is None):
        _spend_daily_budget(request, making)
    if person is None:
        base: HttpRequest = getattr(request, "_request", request)
        if base is not request and not base.COOKIES:
            raise NotAllowed(gettext_noop("To save anything, send an API token (Authorization: Bearer …)."))
        require_budget("guest", caller_kind_and_name(base)[1])
        person = Person.objects.create(nickname=tidy_name(nickname, length=60))
        base.session[SESSION_KEY] = person.pk
        base.session.set_expiry(None)
        setattr(base, PERSON_ATTRIBUTE, person)
    else:
        set_guest_nickname(person, nickname)
    return person


def set_guest_nickname(person: Person, nickname: str) -> None:
    """Set the nickname of a guest who has none yet. Call it after their action under that name succeeded."""
    if nickname and not person.nickname and person.user_id is None:
        person.nickname = tidy_name(nickname, length=60)
        person.save(update_fields=["nickname"])


def renew_calendar_key(person: Person) -> None:
    """Give a person a new calendar link; the old one stops working."""
    Person.objects.filter(pk=person.pk).update(calendar_key=secrets.token_urlsafe(CALENDAR_KEY_BYTES))


def _spend_daily_budget(request: HttpRequest | Request, making: str) -> None:
    base: HttpRequest = getattr(request, "_request", request)
    seconds = spend_budget("create", f"{making}-{caller_kind_and_name(base)[1]}")
    if seconds:
        sentence = gettext_noop(
            "You’ve reached the daily limit without an account. Log in, or try again in %(hours)d hours."
        )
        raise TooMany(sentence, {"seconds": seconds, "hours": -(-seconds // 3600)})


def person_context(request: HttpRequest) -> dict[str, Any]:
    """Context processor: `me`, the person of the request, looked up only if the template uses it."""
    return {"me": lambda: person_of(request) if hasattr(request, "user") else None}


def _person_of_user(user: User, *, through: str) -> Person:
    person = _MEMBER_QUERY.first(user.pk)
    if person is None:
        person, _created = Person.objects.select_related("user").get_or_create(user=user)
    person.through = through
    return person


def _guest_of_session(request: HttpRequest) -> Person | None:
    key = request.session.get(SESSION_KEY) if hasattr(request, "session") else None
    return None if key is None else _GUEST_QUERY.first(key)


@receiver(user_logged_in)
def _adopt_guest_on_login(sender: object, request: HttpRequest, user: User, **kwargs: object) -> None:
    """Turn the guest into the member on sign-up; move the guest’s data to the member on log-in."""
    request.session.set_expiry(None)  # a form that waits for a log-in sets a session of an hour
    guest = _guest_of_session(request)
    if guest is not None:
        move_guest_to_account(guest, user)
        request.session.pop(SESSION_KEY, None)
    if hasattr(request, PERSON_ATTRIBUTE):
        delattr(request, PERSON_ATTRIBUTE)


@transaction.atomic
def move_guest_to_account(guest: Person, user: User) -> Person:
    """Move everything a guest has saved to an account; return the account’s person.

    A row that would break a unique constraint (a second seat at one table) stays with the guest.
    """
    member = Person.objects.filter(user=user).first()
    if member is None:
        guest.user = user
        guest.save(update_fields=["user"])
        return guest
    left_behind = False
    # Include hidden relations: if a host removed the guest, the member is removed, too.
    for relation in Person._meta.get_fields(include_hidden=True):
        if isinstance(relation, ManyToOneRel):
            left_behind |= not _move_rows_to_member(relation, guest, member)
    if not left_behind:
        guest.delete()
    return member


def _move_rows_to_member(relation: ManyToOneRel, guest: Person, member: Person) -> bool:
    """Move the rows of one relation to the member; return whether all of them could be moved."""
    every, name = True, relation.field.name
    rows: Any = relation.related_model._base_manager
    for row in rows.filter(**{name: guest}):
        try:
            with transaction.atomic():
                if relation.field.primary_key:
                    rows.filter(pk=row.pk).update(**{name: member})
                else:
                    setattr(row, name, member)
                    row.save(update_fields=[name])
        except IntegrityError:
            every = False
    return every

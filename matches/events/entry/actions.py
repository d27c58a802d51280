"""Actions of visitors, players and staff about places, by the forms of the event's page."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.identity import get_or_create_person, person_of
from common.errors import Invalid
from common.text import gettext_noop, whole_number
from matches.events.announcements import services as announcement_services
from matches.events.entry import services
from matches.events.entry.services import place_in_list
from matches.models import EntryRequest

Form = dict[str, Any]


def _register(request: HttpRequest, key: str, typed: Form) -> str:
    name = typed.get("name", "")
    asks = {"ask": typed.get("ask") == "1", "is_me": typed.get("is_me") == "1"}
    row = services.register(by=get_or_create_person(request, name), key=key, name=name, **asks)
    if not isinstance(row, EntryRequest):
        return _("You are in, as number %(number)s.") % {"number": row.number}
    if row.approved is None:
        return _("You have asked for a place. The organiser lets people in by hand.")
    return _("You wait for a place, as number %(place)s of the list.") % {"place": place_in_list(row)}


def _withdraw(request: HttpRequest, key: str, typed: Form) -> str:
    services.withdraw(by=person_of(request), key=key)
    return _("You do not wait any longer.")


def _decide(request: HttpRequest, key: str, typed: Form) -> str:
    admit = typed.get("admit") == "1"
    row = services.decide(by=person_of(request), key=key, request=_number(typed, "request"), admit=admit)
    if not admit:
        return _("%(name)s is not let in.") % {"name": row.name}
    if isinstance(row, EntryRequest):
        return _("%(name)s is let in, and waits for a place.") % {"name": row.name}
    return _("%(name)s is in, as number %(number)s.") % {"name": row.name, "number": row.number}


def _check_in(request: HttpRequest, key: str, typed: Form) -> str:
    here = typed.get("here") == "1"
    row = services.check_in(by=person_of(request), key=key, number=_number(typed, "number"), here=here)
    said = _("%(name)s has checked in.") if here else _("%(name)s is not checked in.")
    return said % {"name": row.name}


def _announce(request: HttpRequest, key: str, typed: Form) -> str:
    event = announcement_services.announce(by=person_of(request), key=key, text=typed.get("text", ""))
    return _("Announced.") if event.announcement else _("The announcement is off the pages.")


def _number(typed: Form, name: str) -> int:
    number = whole_number(typed.get(name, ""), digits=9)
    if number is None:
        raise Invalid(gettext_noop("A number is missing."))
    return number


ACTIONS: dict[str, Callable[[HttpRequest, str, Form], str]] = {
    "register": _register,
    "withdraw": _withdraw,
    "decide": _decide,
    "check_in": _check_in,
    "announce": _announce,
}

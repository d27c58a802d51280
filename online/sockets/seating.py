"""Seating of sockets: identify the players of many new sockets in a few statements."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F

from accounts.language import language_of_visit
from accounts.models import Person
from accounts.socket_sessions import (
    cookies_of_scope,
    person_ids_by_identity,
    session_data_by_key,
    session_identity,
    session_key_of,
)
from common.errors import Missing, NotAllowed
from common.text import gettext_noop
from online.games.presence import record_presences
from online.models import GameSeat


@dataclass(frozen=True, slots=True)
class GameArrival:
    """A socket that opens: the key of its game, its cookies, and the languages its browser accepts."""

    key: str
    cookies: Mapping[str, str]
    accepted: str = ""

    @classmethod
    def of_scope(cls, scope: Mapping[str, Any]) -> "GameArrival":
        headers = dict(scope.get("headers", ()))
        accepted = headers.get(b"accept-language", b"").decode("latin-1")
        return cls(scope["url_route"]["kwargs"]["key"], cookies_of_scope(scope), accepted)


@dataclass(frozen=True, slots=True)
class AdmittedPlayer:
    """The player of a socket, the seat, and the language of the visit."""

    person: Person
    seat: GameSeat
    language: str


def admit_sockets(arrivals: Sequence[GameArrival]) -> list[AdmittedPlayer | Exception]:
    """Admit sockets, in their order, and record their presence.

    Returns `Missing` for a game that doesn’t exist, and `NotAllowed` for a visitor without a seat in it.
    """
    keys = [session_key_of(arrival.cookies) for arrival in arrivals]
    sessions = session_data_by_key(set(keys))
    people = person_ids_by_identity(sessions.values())
    seats: dict[str, dict[int | None, GameSeat]] = {}
    rows = GameSeat.objects.filter(game__key__in={arrival.key for arrival in arrivals}).annotate(key=F("game__key"))
    for seat in rows.defer("cards"):
        seats.setdefault(seat.key, {})[seat.person_id] = seat
    admitted: list[AdmittedPlayer | Exception] = []
    for arrival, key in zip(arrivals, keys, strict=True):
        session = sessions.get(key, {})
        person_id = people.get(session_identity(session))
        own = seats.get(arrival.key, {}).get(person_id) if person_id is not None else None
        if arrival.key not in seats:
            admitted.append(Missing(gettext_noop("We couldn’t find that game.")))
        elif own is None:
            admitted.append(NotAllowed(gettext_noop("You don’t have a seat in this game.")))
        else:
            language = language_of_visit(arrival.cookies, session, arrival.accepted)
            admitted.append(AdmittedPlayer(Person(pk=person_id), own, language))
    record_presences([each.seat.pk for each in admitted if isinstance(each, AdmittedPlayer)])
    return admitted

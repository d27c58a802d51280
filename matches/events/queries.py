"""Queries of events: rows become the values of the core, once, and the view of a version is cached."""

from dataclasses import dataclass, replace
from time import monotonic

from django.db.models import Count, Q, QuerySet

from accounts.models import Person
from common.database.prepared import PreparedQuery
from common.errors import Missing
from common.text import gettext_noop
from common.versioned_cache import VersionedCache
from matches.core.tournament import Deed
from matches.events.read_models import EventView, PairingView, can
from matches.events.rounds.queries import MAX_NUMBER, pairing_view, players_of, rounds_of
from matches.models import Event, Game, JudgeNote, Match, Pairing, Registration, Role, Round
from matches.play.hidden_content import event_for_reader

# Of an event of so many players, spectators may be shown what was counted so many seconds ago: meanwhile results come
# in by the dozen, and counting all anew for every phone would take the processor.
LARGE_EVENT_PLAYERS, RECENT_SECONDS = 100, 3.0
# The views of the events somebody looks at are cached.
MAX_CACHED_EVENTS = 16
_ANY_VERSION = None


@dataclass(frozen=True, slots=True)
class _Cached:
    """The view of an event, the state of the event it was read at, and when."""

    view: EventView
    state: tuple[object, ...]
    at: float


def _events(key: str, code: str) -> QuerySet[Event]:
    """The event of a key or a short code."""
    return Event.objects.select_related("owner__user", "group").filter(Q(key=key) | Q(code=code))


_EVENT = PreparedQuery(_events, "key", "code")
# The last view of each event, whichever version that is, by the key of the event.
_cache = VersionedCache[_Cached](max_keys=MAX_CACHED_EVENTS)
_TABLE = PreparedQuery(
    lambda pk: Pairing.objects.filter(pk=pk).select_related("round__event", "a", "b", "match").order_by("pk"), -1
)


def event_of(match: Match) -> Event | None:
    """The event a match belongs to."""
    pairing: Pairing | None = getattr(match, "pairing", None)
    return None if pairing is None else pairing.round.event


def get_event(key: str) -> Event:
    """The event of an address, or of a short code; raises `Missing`, also where the staff have hidden it."""
    event = _EVENT.first(key, key.lower())
    if event is None:
        raise Missing(gettext_noop("There is no event at this address."))
    return event_for_reader(event)


def version_of(key: str) -> int | None:
    """How often an event has changed."""
    return Event.objects.filter(key=key).values_list("version", flat=True).first()


def event_view(key: str) -> EventView:
    """An event with its rounds and its table; the number of queries does not grow with the field.

    What was read and counted for a version is cached in this process, so nobody may change it: who writes reads anew
    by `view_of`.
    """
    event = get_event(key)
    cached, state = _cache.get(event.key, _ANY_VERSION), _state_of(event)
    if cached is not None and cached.state == state:
        return cached.view
    view = view_of(event)
    # How a draft stands is no change of its event.
    if not any(pod.pod.draft.status in pod.pod.draft.OPEN for pod in view.pods):
        _cache.put(event.key, _ANY_VERSION, _Cached(view, state, monotonic()))
    return view


def _state_of(event: Event) -> tuple[object, ...]:
    """Whatever of an event's row, which names its version, and of its owner and group is shown of it."""
    row = {name: value for name, value in vars(event).items() if name != "_state"}
    return row, event.owner.display_name, event.group.name if event.group else ""


def recent_view(key: str) -> EventView:
    """Like `event_view`, for spectators: up to `RECENT_SECONDS` old in large events."""
    cached = _cache.get(key, _ANY_VERSION)
    if cached is None or len(cached.view.players) < LARGE_EVENT_PLAYERS or monotonic() - cached.at > RECENT_SECONDS:
        return event_view(key)
    event_for_reader(cached.view.event)
    return cached.view


def view_of(event: Event) -> EventView:
    """The view of an event whose row is at hand, read for it alone; the table is counted when it is asked for."""
    players = players_of(event)
    return EventView(event, players, rounds_of(event, players), dict(event.roles.values_list("person_id", "kind")))


def events_of(person: Person | None, *, limit: int | None = 50) -> QuerySet[Event]:
    """The events somebody owns, helps at or plays in, newest first; all of them without a `limit`."""
    if person is None:
        return Event.objects.none()
    mine = Q(owner=person) | Q(pk__in=Role.objects.filter(person=person).values("event_id"))
    mine |= Q(pk__in=Registration.objects.filter(person=person).values("event_id"))
    return (
        Event.objects.filter(mine)
        .select_related("owner__user")
        .annotate(size=Count("registrations"))
        .order_by("-created", "-pk")[:limit]
    )


def notes_of(event: Event) -> list[JudgeNote]:
    """Penalties and notes, newest first."""
    return list(JudgeNote.objects.filter(registration__event=event).select_related("registration", "by__user"))


def may(event: Event, by: Person | None, deed: Deed, *, about: Registration | None = None) -> bool:
    """Whether somebody may do this in an event whose helpers are not at hand; `about` is the player it concerns."""
    return can(event, dict(event.roles.values_list("person_id", "kind")), by, deed, about=about)


def table_by(event: Event, pk: int) -> tuple[Round, PairingView]:
    """One table of an event and its round; raises `Missing` for one that is gone."""
    row = _TABLE.first(pk) if pk < MAX_NUMBER else None
    if row is None or row.round.event_id != event.pk:
        template = gettext_noop("This pairing is gone: the round was paired again. Look at it again.")
        raise Missing(template)
    row.round.event = event
    return row.round, _table(row)


def table_now(table: PairingView) -> PairingView | None:
    """A table as it is now, with the players it had; None if it is gone or others sit there."""
    row, players = _TABLE.first(table.row.pk), {player.pk for player in table.players}
    if row is None or {row.a_id, row.b_id} - {None} != players:
        return None
    return replace(_table(row), a=table.a, b=table.b)


def _table(row: Pairing) -> PairingView:
    """What came out at a table; its match and what the two say are read only as long as nothing is settled."""
    games: list[Game] = []
    if row.match is not None and row.match.status == Match.Status.FINISHED and not row.settled:
        games = list(Game.objects.filter(match=row.match).order_by("number"))
    players = {player.pk: player for player in (row.a, row.b) if player is not None}
    return pairing_view(row, players, games, match_key=row.match.key if row.match else "")

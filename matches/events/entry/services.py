"""Places of an event: entering and waiting for one, who waits, checking in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count as numbers
from itertools import cycle
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from accounts.models import Person
from common import metrics
from common.database.prepared import PreparedQuery
from common.errors import Conflict, DomainError, Invalid, Missing
from common.text import gettext_noop
from matches.core.names import NAME_LENGTH, clean_name, name_key, require_not_alike
from matches.core.tournament import Permission, check_league
from matches.core.tournament.elimination import tree_size
from matches.core.tournament.rules import ELIMINATION, MAX_PLAYERS
from matches.core.tournament.tables import MAX_TABLE
from matches.events.notifications import notify_of_place
from matches.events.queries import may, view_of
from matches.events.read_models import EventView
from matches.events.rounds.rows import seat_at
from matches.events.transactions import audit_log_entry, get_player, lock_event, lock_player, log_action, numbered
from matches.models import (
    AuditLogEntry,
    EntryRequest,
    Event,
    Match,
    Member,
    Pairing,
    Registration,
    Round,
    Side,
    Withdrawal,
)

# Players check in themselves so long before the beginning; where only the day is known, on that day.
CHECK_IN_HOURS = 3
MAX_REQUESTS = 1000
# Of a large club the others are typed.
MAX_MEMBERS_SHOWN = 100
# Of more pairs of a pasted list and a group nobody is asked whether two are the same.
_MAX_PAIRS_COMPARED = 50_000
_REQUESTS = PreparedQuery(lambda event: EntryRequest.objects.filter(event=event).select_related("person__user"), -1)
_REQUEST = PreparedQuery(lambda event, person: EntryRequest.objects.filter(event=event, person=person), -1, -2)


@dataclass(frozen=True, slots=True)
class MyRequest:
    """State of somebody's own request; `place` in the waiting list, or 0."""

    row: EntryRequest
    place: int


def place_in_list(row: EntryRequest) -> int:
    """The place of somebody who waits, from 1."""
    before = EntryRequest.objects.filter(event=row.event_id, refused=None, approved__isnull=False, pk__lt=row.pk)
    return before.count() + 1


def my_request(event: Event, person: Person | None) -> MyRequest | None:
    row = _REQUEST.first(event.pk, person.pk) if person else None
    if row is None:
        return None
    return MyRequest(row, place_in_list(row) if row.approved and not row.refused else 0)


def requests_of(event: Event) -> list[EntryRequest]:
    """Everybody who asks or waits, in their order, those who were refused last; for the desk."""
    return sorted(_REQUESTS.rows(event.pk), key=lambda row: (row.refused is not None, row.pk))


@transaction.atomic
def register(
    *, by: Person, key: str, name: str, ask: bool = False, is_me: bool = False, is_new: bool = True
) -> Registration | EntryRequest:
    """Enter an event by its link or code, or wait: for the organiser's word, or for a place.

    Who lets people in needs nobody's word. With `ask` somebody asks to come in although registration is closed, with
    `is_me` to be the entry of that name.

    Raises `Conflict` where registration is closed, the name is taken, or they have asked already; unless they are said
    to be new also for a name so like that of somebody expected that they may be the same, whom its detail suggests.
    """
    view = view_of(lock_event(key))
    if view.player_of(by) is not None:
        raise Conflict(gettext_noop("You’re already in this event."))
    _check_no_request(view.event, by)
    known = next((player for player in view.players if name_key(player.name) == name_key(name)), None)
    if is_me and known is not None:
        return _ask(view, by, known.name, is_player=known)
    if not is_new and known is None and not name_in_group(view.event, by):
        require_not_alike(clean_name(name), expected(view))
    if not view.event.registration_open and ask:
        check_enters(view, 1)
        return _ask(view, by, clean_name(name))
    if not view.event.registration_open:
        raise Conflict(gettext_noop("Registration is closed. Ask the organiser, who can still add you."))
    if not is_full(view) and (not view.event.approval or view.can(by, Permission.ADMIT)):
        return enter_players(view, [(name, by)], by=by)[0]
    return _ask(view, by, clean_name(name))


def expected(view: EventView) -> list[str]:
    """The names somebody new may mean: entries that nobody has joined as, and members of the group who are not in."""
    members = [member.name for member in members_to_enter(view) if member.person_id is None]
    return [*(player.name for player in view.players if player.person_id is None), *members]


def _ask(view: EventView, by: Person, name: str, *, is_player: Registration | None = None) -> EntryRequest:
    event = view.event
    if is_player is not None:
        row = EntryRequest.objects.create(event=event, person=by, name=name, registration=is_player)
        log_action(event, by=by, kind="asks", name=name)
        return row
    names = {*(player.name for player in view.players), *event.entry_requests.values_list("name", flat=True)}
    if name_key(name) in {name_key(other) for other in names}:
        raise taken_name(name)
    if len(names) - len(view.players) >= MAX_REQUESTS:
        raise Invalid(gettext_noop("The waiting list is full (%(most)s people)."), {"most": MAX_REQUESTS})
    approved = None if event.approval or not event.registration_open else timezone.now()
    row = EntryRequest.objects.create(event=event, person=by, name=name, approved=approved)
    log_action(event, by=by, kind="waits" if approved else "asks", name=name)
    return row


def _check_no_request(event: Event, by: Person) -> None:
    row = event.entry_requests.filter(person=by).first()
    if row is None:
        return
    if row.refused is not None:
        raise Conflict(gettext_noop("The organiser declined your request. Talk to them if you think that’s a mistake."))
    if row.approved is None:
        raise Conflict(gettext_noop("You’ve already requested a spot. The organiser decides who gets in."))
    template = gettext_noop("You’re already on the waiting list, as number %(place)s.")
    raise Conflict(template, {"place": place_in_list(row)})


@transaction.atomic
def withdraw(*, by: Person | None, key: str) -> None:
    """Wait no longer; a refusal stays. Raises `Conflict` for somebody who does not wait."""
    event = lock_event(key)
    deleted, _rows = event.entry_requests.filter(person=by, refused=None).delete() if by else (0, {})
    if not deleted:
        raise Conflict(gettext_noop("You’re not on the waiting list."))
    log_action(event, by=by, kind="withdrawn")


@transaction.atomic
def decide(*, by: Person | None, key: str, request: int, admit: bool) -> EntryRequest | Registration:
    """Admit or refuse a request; somebody admitted while all places are taken waits for one.

    Somebody who waits already gets a place by it, above the number of places.
    """
    view = view_of(lock_event(key, by=by, permission=Permission.ADMIT))
    row = view.event.entry_requests.select_related("person", "registration").filter(pk=request).first()
    if row is None:
        raise Missing(gettext_noop("There’s no request with this number. It may already have been accepted."))
    if not admit:
        row.refused = timezone.now()
        row.save(update_fields=["refused"])
        log_action(view.event, by=by, kind="refused")
        return row
    if row.registration is not None:
        player = give_place(view, row.registration, row.person, by=by)
        row.delete()
        return player
    if row.approved is None and is_full(view) and not view.rounds:
        row.approved, row.refused = timezone.now(), None
        row.save(update_fields=["approved", "refused"])
        log_action(view.event, by=by, kind="waits", name=row.name)
        return row
    return let_in(view, [row], by=by)[0]


@transaction.atomic
def check_in(*, by: Person | None, key: str, number: int, here: bool) -> Registration:
    """A player is there, or is not after all; players say it themselves from some hours before the beginning on."""
    event, player = lock_player(by=by, key=key, number=number, permission=Permission.CHECK_IN)
    if not event.check_in:
        raise Conflict(gettext_noop("This event has no check-in."))
    if here and not may(event, by, Permission.ADMIT):
        _check_time(event)
    player.checked_in = timezone.now() if here else None
    player.save(update_fields=["checked_in"])
    log_action(event, by=by, kind="checked_in" if here else "not_here", name=player.name)
    return player


def _check_time(event: Event) -> None:
    opens = check_in_opens(event)
    if opens is not None and timezone.now() < opens:
        template = gettext_noop("Check-in opens on %(day)s at %(time)s (%(zone)s).")
        local_time = opens.astimezone(ZoneInfo(event.time_zone))
        parts = {"day": f"{local_time:%Y-%m-%d}", "time": f"{local_time:%H:%M}", "zone": event.time_zone}
        raise Conflict(template, parts)


def check_in_opens(event: Event) -> datetime | None:
    """From when on players check in themselves; None where no day is known, then at any time."""
    if event.begins is not None:
        return event.begins - timedelta(hours=CHECK_IN_HOURS)
    if event.first_day is None:
        return None
    return datetime.combine(event.first_day, datetime.min.time(), ZoneInfo(event.time_zone))


@transaction.atomic
def arrange(*, by: Person | None, key: str, number: int, table: int | None, party: str) -> Registration:
    """Keep a player at one table (None: at any), and apart from who came with them in round 1 (empty: from nobody)."""
    event = lock_event(key, by=by, permission=Permission.ADMIT)
    player = get_player(event, number)
    if table is not None and not 1 <= table <= MAX_TABLE:
        raise Invalid(
            gettext_noop("Table numbers must be between 1 and %(most)s."), {"most": MAX_TABLE}, place="fixed_table"
        )
    player.fixed_table, player.party = table, clean_name(party) if party.strip() else ""
    player.save(update_fields=["fixed_table", "party"])
    log_action(event, by=by, kind="arranged", name=player.name)
    return player


@transaction.atomic
def arrange_named(*, by: Person | None, key: str, number: int, answers: Mapping[str, Any]) -> Registration:
    """Arrange what is named for a player; a `fixed_table` or `party` that is left out stays as it is."""
    player = get_player(lock_event(key, by=by, permission=Permission.ADMIT), number)
    table, party = answers.get("fixed_table", player.fixed_table), answers.get("party", player.party)
    return arrange(by=by, key=key, number=number, table=table, party=party)


def enter_players(
    view: EventView, entries: Sequence[tuple[str, Person | None]], *, by: Person | None, takes_over: bool = False
) -> list[Registration]:
    """Give places to these names with their people; raises `Conflict` for a name that is taken, and when it is late."""
    event, late = view.event, bool(view.rounds)
    if not takes_over:
        check_enters(view, len(entries))
    taken = {name_key(player.name): player.name for player in view.players}
    number = max((player.number for player in view.players), default=0)
    in_league = event.is_league
    entered = 1 if in_league else len(view.rounds) + 1
    rows: list[Registration] = []
    for text, person in entries:
        name = clean_name(text)
        if name_key(name) in taken:
            raise taken_name(taken[name_key(name)])
        taken[name_key(name)] = name
        number += 1
        there = timezone.now() if late and event.check_in else None
        rows.append(
            Registration(event=event, number=number, name=name, person=person, entered=entered, checked_in=there)
        )
    _bind_to_members(view, rows)
    Registration.objects.bulk_create(rows)
    about = [{"name": row.name, "round": entered} for row in rows]
    AuditLogEntry.objects.bulk_create(audit_log_entry(event, by, "entered", details) for details in about)
    metrics.RESULTS.labels("entered").inc(len(rows))  # written together, so that no signal counts them
    for table, other in _tables_of_late(view) if in_league and late and not takes_over else ():
        seat_at(table, *((other, rows[0]) if table.round.number % 2 else (rows[0], other)))
        event.rounds.filter(pk=table.round_id).update(status=Round.Status.PLAYING)
    return rows


def taken_name(name: str) -> Conflict:
    return Conflict(
        gettext_noop("%(name)s is already in the event. Add something to tell the two apart."), {"name": name}
    )


def name_in_group(event: Event, person: Person | None) -> str:
    """What somebody is called in the group of an event; empty for everybody who is no member."""
    if event.group_id is None or person is None:
        return ""
    return (
        Member.objects.filter(group=event.group_id, person=person, left=None).values_list("name", flat=True).first()
        or ""
    )


def near_members(view: EventView, names: Sequence[str], *, by: Person | None) -> list[Conflict]:
    """What is asked about those names that may be a member of the group under another spelling; only of who enters."""
    if view.event.group_id is None or not view.can(by, Permission.ADMIT):
        return []
    members = list(Member.objects.filter(group=view.event.group_id, left=None).values_list("name", flat=True))
    similar = []
    for name in names if len(names) * len(members) <= _MAX_PAIRS_COMPARED else ():
        try:
            require_not_alike(name, members)
        except Conflict as error:
            similar.append(error)
    return similar


def members_to_enter(view: EventView) -> list[Member]:
    """The members of the event's group who are not in it, the first by name, while somebody can still enter."""
    if view.event.group_id is None or not may_still_enter(view):
        return []
    inside = [player.member_id for player in view.players if player.member_id]
    members = Member.objects.filter(group=view.event.group_id, left=None).exclude(pk__in=inside)
    return list(members[:MAX_MEMBERS_SHOWN])


def _bind_to_members(view: EventView, rows: Sequence[Registration]) -> None:
    """Bind entries to the members of the event's group: by their person, else by a name that is nobody else's."""
    if view.event.group_id is None:
        return
    members = {member.pk: member for member in Member.objects.filter(group=view.event.group_id)}
    roots: dict[int, Member] = {}
    for pk, member in members.items():
        while member.merged_into_id in members:
            member = members[member.merged_into_id]
        roots[pk] = member
    by_person = {member.person_id: member for member in members.values() if member.person_id and member.left is None}
    by_name = {name_key(member.name): roots[pk] for pk, member in members.items()}
    inside = {player.person_id for player in view.players} | {row.person_id for row in rows}
    bound = {player.member_id for player in view.players}
    for row in rows:
        known = by_person.get(row.person_id or 0) or by_name.get(name_key(row.name))
        if known is None or known.pk in bound or row.person_id not in (None, known.person_id):
            continue
        row.member = known
        bound.add(known.pk)
        if row.person_id is None and known.left is None and known.person_id not in inside:
            row.person_id = known.person_id


def give_place(view: EventView, player: Registration, person: Person, *, by: Person | None) -> Registration:
    """Make somebody the person of an entry: from now on they report, hand in decks and drop.

    Who had it on another device has it no longer. Raises `Conflict` for the entry of a member.
    """
    mine = view.player_of(person)
    if mine is not None:
        raise Conflict(gettext_noop("You’re already in this event as %(name)s."), {"name": mine.name})
    before = player.person
    if before is not None and before.user_id is not None:
        raise Conflict(gettext_noop("Someone has already claimed this entry."))
    player.person = person
    if view.event.group_id is not None and player.member_id is None:
        player.member = Member.objects.filter(group=view.event.group_id, person=person, left=None).first()
    player.save(update_fields=["person", "member"])
    for side in Side.values:
        pairings = Pairing.objects.filter(**{side: player}).values("match")
        Match.objects.filter(pk__in=pairings, **{f"player_{side}": before}).update(**{f"player_{side}": person})
    log_action(view.event, by=by, kind="claimed", name=player.name)
    return player


def may_still_enter(view: EventView) -> bool:
    """Whether one more could be let in now, late or not."""
    try:
        check_enters(view, 1)
    except DomainError:
        return False
    return True


def check_enters(view: EventView, count: int) -> None:
    """Raise where there is no room for this many more, whatever their names are."""
    event = view.event
    if event.status in (Event.Status.CUT, Event.Status.FINISHED):
        raise Conflict(gettext_noop("It’s too late to join: the playoff has started or the event is over."))
    late = bool(view.rounds)
    size = len(view.players) + count
    if late and event.is_league and count > 1:
        raise Conflict(gettext_noop("The schedule of this league is set. Add latecomers one at a time."))
    if late and event.format in ELIMINATION:
        raise Conflict(gettext_noop("The bracket has been drawn, so it’s too late to join."))
    if size > MAX_PLAYERS:
        raise Invalid(gettext_noop("An event can have at most %(most)s players."), {"most": MAX_PLAYERS})
    if event.is_league:
        check_league(max(size, 2))
    if event.format in ELIMINATION:
        tree_size(max(size, 2))


def _tables_of_late(view: EventView) -> list[tuple[Pairing, Registration]]:
    """The tables at which somebody plays who comes late to a league, and against whom.

    They are the byes; in a league of an even number one more for everybody, by turns in the rounds that are still open.
    """
    byes = [table for table in view.tables if table.b is None and table.row.round.stage == Round.Stage.MAIN]
    if byes:
        return [(table.row, table.a) for table in byes]
    main = [each for each in view.rounds if each.row.stage == Round.Stage.MAIN]
    rounds = [each for each in main if each.missing] or main[-1:]
    last = {each.row.pk: max(table.row.table for table in each.pairings) for each in rounds}
    tables = []
    for player, each in zip(view.active * view.event.legs, cycle(rounds), strict=False):
        last[each.row.pk] += 1
        tables.append((Pairing(round=each.row, table=last[each.row.pk]), player))
    return tables


@transaction.atomic
def substitute(*, by: Person | None, key: str, number: int, name: str) -> Registration:
    """Let somebody new play the open matches of a player who has left a league; what they have played still counts.

    So everybody has as many matches as before. Raises `Conflict` for who is still there, or has nothing open.
    """
    view = view_of(lock_event(key, by=by, permission=Permission.ADMIT))
    gone = numbered(view, number)
    tables = [
        table
        for table in view.tables
        if table.b and gone in table.players and not table.row.settled
        if (table.outcome is None or table.forfeit) and not (table.row.match and table.row.match.games.exists())
    ]
    if not gone.withdrawal or not tables:
        raise Conflict(
            gettext_noop("A substitute can only take over from a player who left a league with unplayed matches.")
        )
    row = enter_players(view, [(name, None)], by=by, takes_over=True)[0]
    gone.withdrawal = Withdrawal.KEEP
    gone.save(update_fields=["withdrawal"])
    for table in tables:
        seat_at(table.row, row if table.a == gone else table.a, row if table.b == gone else table.b)
    log_action(view.event, by=by, kind="substituted", name=gone.name, other=row.name)
    return row


def is_full(view: EventView) -> bool:
    """Whether who enters now has to wait for a place."""
    return view.event.max_players is not None and len(view.active) >= view.event.max_players


def waiting_in(event: Event) -> list[EntryRequest]:
    rows = event.entry_requests.filter(refused=None, approved__isnull=False)
    return list(rows.select_related("person"))


def move_up(event: Event, *, by: Person | None) -> list[Registration]:
    """Give free places to those who wait longest, and tell them; only before round 1, while all can still come."""
    if event.status != Event.Status.REGISTRATION:
        return []
    waiting = waiting_in(event)
    if not waiting:
        return []
    if event.rounds.exists():
        return []
    view = view_of(event)
    free = len(waiting) if event.max_players is None else max(event.max_players - len(view.active), 0)
    return let_in(view, waiting[:free], by=by)


def let_in(view: EventView, requests: Sequence[EntryRequest], *, by: Person | None) -> list[Registration]:
    """Make players of these requests, under names that nobody else has, and tell them."""
    taken = {name_key(player.name) for player in view.players}
    entries: list[tuple[str, Person | None]] = []
    for request in requests:
        name = _free_name(request.name, taken)
        taken.add(name_key(name))
        entries.append((name, request.person))
    rows = enter_players(view, entries, by=by) if entries else []
    EntryRequest.objects.filter(pk__in=[request.pk for request in requests]).delete()
    notify_of_place(view.event, rows)
    return rows


def _free_name(name: str, taken: set[str]) -> str:
    """The name itself, or with the first number that makes it one nobody has."""
    if name_key(name) not in taken:
        return name
    tries = (f"{name[: NAME_LENGTH - 4]} {number}" for number in numbers(2))
    return next(text for text in tries if name_key(text) not in taken)

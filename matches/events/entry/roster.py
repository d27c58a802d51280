"""Roster of an event: entering players on time or late, from the waiting list, and claiming an entry."""

from collections.abc import Sequence
from itertools import count as numbers
from itertools import cycle

from django.utils import timezone

from accounts.models import Person
from accounts.push.kinds import Kind
from common import metrics
from common.errors import Conflict
from common.text import gettext_noop
from matches.core.names import NAME_LENGTH, clean_name, name_key
from matches.events.entry.capacity import check_players_may_enter
from matches.events.notifications import notify_players
from matches.events.queries import view_of
from matches.events.read_models import EventView
from matches.events.rounds.rows import matches_by_side, reseat_table
from matches.events.transactions import audit_log_entry, log_action
from matches.models import AuditLogEntry, EntryRequest, Event, Member, Pairing, Registration, Round


def enter_players(
    view: EventView, entries: Sequence[tuple[str, Person | None]], *, by: Person | None, takes_over: bool = False
) -> list[Registration]:
    """Enter players under these names; raises `Conflict` for a taken name, or if it is too late."""
    event, late = view.event, bool(view.rounds)
    if not takes_over:
        check_players_may_enter(view, len(entries))
    taken = {name_key(player.name): player.name for player in view.players}
    number = max((player.number for player in view.players), default=0)
    in_league = event.is_league
    entered = 1 if in_league else len(view.rounds) + 1
    rows: list[Registration] = []
    for text, person in entries:
        name = clean_name(text)
        if name_key(name) in taken:
            raise taken_name_error(taken[name_key(name)])
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
    metrics.RESULTS_COUNTER.labels("entered").inc(len(rows))  # written together, so that no signal counts them
    for table, other in _tables_of_late(view) if in_league and late and not takes_over else ():
        reseat_table(table, *((other, rows[0]) if table.round.number % 2 else (rows[0], other)))
        event.rounds.filter(pk=table.round_id).update(status=Round.Status.PLAYING)
    return rows


def _tables_of_late(view: EventView) -> list[tuple[Pairing, Registration]]:
    """Return the tables of a latecomer to a league, with their opponents.

    They are the byes; in a league with an even number of players, new tables are spread over the open rounds.
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


def _bind_to_members(view: EventView, rows: Sequence[Registration]) -> None:
    """Link new players to members of the event’s group: by person, else by name."""
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


def taken_name_error(name: str) -> Conflict:
    return Conflict(
        gettext_noop("%(name)s is already in the event. Add something to tell the two apart."), {"name": name}
    )


def give_entry_to_person(view: EventView, player: Registration, person: Person, *, by: Person | None) -> Registration:
    """Make a person the owner of an entry: from now on they report, hand in decks and drop.

    A guest who had it on another device loses it. Raises `Conflict` for the entry of an account.
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
    for side, matches in matches_by_side(player):
        matches.filter(**{f"player_{side}": before}).update(**{f"player_{side}": person})
    log_action(view.event, by=by, kind="claimed", name=player.name)
    return player


def move_up_from_waiting_list(event: Event, *, by: Person | None) -> list[Registration]:
    """Give free places to those who wait longest, before round 1, and notify them."""
    if event.status != Event.Status.REGISTRATION:
        return []
    waiting = list(event.entry_requests.filter(refused=None, approved__isnull=False).select_related("person"))
    if not waiting or event.rounds.exists():
        return []
    view = view_of(event)
    free = len(waiting) if event.max_players is None else max(event.max_players - len(view.active), 0)
    return let_in_requested(view, waiting[:free], by=by)


def let_in_requested(view: EventView, requests: Sequence[EntryRequest], *, by: Person | None) -> list[Registration]:
    """Enter the people of these requests, under names that nobody else has, and notify them."""
    taken = {name_key(player.name) for player in view.players}
    entries: list[tuple[str, Person | None]] = []
    for request in requests:
        name = _unused_name(request.name, taken)
        taken.add(name_key(name))
        entries.append((name, request.person))
    rows = enter_players(view, entries, by=by) if entries else []
    EntryRequest.objects.filter(pk__in=[request.pk for request in requests]).delete()
    notify_players(view.event, rows, Kind.PLACE)
    return rows


def _unused_name(name: str, taken: set[str]) -> str:
    """Return the name, with a number if it is taken."""
    if name_key(name) not in taken:
        return name
    tries = (f"{name[: NAME_LENGTH - 4]} {number}" for number in numbers(2))
    return next(text for text in tries if name_key(text) not in taken)

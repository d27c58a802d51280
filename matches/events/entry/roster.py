"""Roster of an event: whether there is room, entering players on time or late, and taking over an entry."""

from collections.abc import Sequence
from itertools import cycle

from django.utils import timezone

from accounts.models import Person
from common import metrics
from common.errors import Conflict, DomainError, Invalid
from common.text import gettext_noop
from matches.core.names import clean_name, name_key
from matches.core.tournament import check_league
from matches.core.tournament.elimination import tree_size
from matches.core.tournament.rules import ELIMINATION, MAX_PLAYERS
from matches.events.read_models import EventView
from matches.events.rounds.rows import seat_at
from matches.events.transactions import audit_log_entry, log_action
from matches.models import AuditLogEntry, Event, Match, Member, Pairing, Registration, Round, Side


def is_full(view: EventView) -> bool:
    """Whether all places are taken."""
    return view.event.max_players is not None and len(view.active) >= view.event.max_players


def may_still_enter(view: EventView) -> bool:
    """Whether one more player could enter now."""
    try:
        check_enters(view, 1)
    except DomainError:
        return False
    return True


def check_enters(view: EventView, count: int) -> None:
    """Raise `Conflict` or `Invalid` where this many more players can’t enter."""
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


def enter_players(
    view: EventView, entries: Sequence[tuple[str, Person | None]], *, by: Person | None, takes_over: bool = False
) -> list[Registration]:
    """Enter players under these names; raises `Conflict` for a taken name, and when it is too late."""
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


def _tables_of_late(view: EventView) -> list[tuple[Pairing, Registration]]:
    """The tables of a latecomer to a league, with their opponents.

    They are the byes; in a league with an even number of players, new tables spread over the open rounds.
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


def taken_name(name: str) -> Conflict:
    return Conflict(
        gettext_noop("%(name)s is already in the event. Add something to tell the two apart."), {"name": name}
    )


def give_place(view: EventView, player: Registration, person: Person, *, by: Person | None) -> Registration:
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
    for side in Side.values:
        pairings = Pairing.objects.filter(**{side: player}).values("match")
        Match.objects.filter(pk__in=pairings, **{f"player_{side}": before}).update(**{f"player_{side}": person})
    log_action(view.event, by=by, kind="claimed", name=player.name)
    return player

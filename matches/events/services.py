"""Services of an event: create, change and delete it, and its registration, players, notes and announcements."""

from collections.abc import Sequence
from copy import copy
from dataclasses import asdict, replace

from django.db import transaction
from django.utils import timezone

from accounts.models import Person
from accounts.push.kinds import Kind
from common.errors import Conflict, Invalid, NotAllowed
from common.fingerprints import require_unchanged
from common.text import gettext_noop
from matches.core.names import MAX_ABOUT_LENGTH, MAX_VENUE_LENGTH, clean_line, clean_name, clean_text, require_distinct
from matches.core.tournament import EventRules, Permission, check_first_day, check_round_count, check_rules
from matches.core.tournament.rules import MAX_ANNOUNCEMENT_LENGTH, MAX_PRICE_LENGTH, MAX_TITLE_LENGTH
from matches.events.entry.capacity import expected_player_names
from matches.events.entry.leaving import remove_from_event
from matches.events.entry.services import create_registrations, move_up_from_waiting_list
from matches.events.notifications import notify_of_deletion, notify_of_event
from matches.events.queries import load_event_from_row
from matches.events.rounds.fixtures import move_unplayed_rounds
from matches.events.transactions import lock_event, log_action, player_by_number
from matches.models import Announcement, Event, Group, GroupLogEntry, JudgeNote, Registration
from matches.play.permissions import may_organise_group
from matches.webhooks import notify_webhooks_of_deletion

MAX_ANNOUNCEMENTS = 200


@transaction.atomic
def create_event(*, by: Person, rules: EventRules, group: Group | None = None, is_past: bool = True) -> Event:
    """Create an event. Raises `Invalid` for unplayable settings, `Conflict` for a past day without `is_past`."""
    if not is_past:
        check_first_day(rules.first_day, timezone.localdate())
    event = Event(owner=by)
    event.group = _group_of_organiser(group, by)
    _fill_event(event, rules)
    event.save()
    log_action(event, by=by, kind="created")
    return event


@transaction.atomic
def change_event(
    *,
    by: Person | None,
    key: str,
    rules: EventRules,
    group: Group | None,
    version: int | None = None,
    seen: str | None = None,
    moves_rounds: bool = False,
) -> Event:
    """Change the rules of an event, and the group whose season counts its matches.

    With `moves_rounds`, the unplayed rounds of a league move with its first day. Raises `Conflict` for another
    `version` and for changes to rules that are fixed once rounds are paired, and `ChangedMeanwhile` unless `seen` is
    the fingerprint of the current rules.
    """
    event = lock_event(key, by=by, permission=Permission.RULES)
    _require_version(event, version)
    event_before = copy(event)
    _fill_event(event, rules)
    if group != event_before.group:
        _check_may_leave_group(event_before, by)
        event.group = _group_of_organiser(group, by)
    require_unchanged(seen, before=event_before.fingerprint, after=event.fingerprint)
    _check_rules_not_fixed(event_before, event)
    event.save()
    log_action(event, by=by, kind="changed")
    if group != event_before.group:
        _log_group_change(event_before.group, event, by)
    if moves_rounds and event.is_league and event.first_day is not None:
        move_unplayed_rounds(event, by=by)
    move_up_from_waiting_list(event, by=by)
    return event


def _check_rules_not_fixed(before: Event, event: Event) -> None:
    """Raise `Conflict` for changes to rules that are fixed because rounds are paired."""
    changed = {name for name in ("cut_double", "third_place") if getattr(event, name) != getattr(before, name)}
    cut = load_event_from_row(event).cut_rounds if changed else ()
    if "cut_double" in changed and cut and not event.elimination:
        raise Conflict(gettext_noop("The playoff has started, so it stays single or double elimination."))
    if "third_place" in changed and any(len(round_.bracket_tables) == 1 for round_ in cut):
        raise Conflict(gettext_noop("The third-place setting has been locked since the final was paired."))
    if (event.format, event.sheet) != (before.format, before.sheet) and event.rounds.exists():
        template = gettext_noop("The format and match settings have been locked since round 1 was paired.")
        raise Conflict(template, rule="MATCH-12")


def _log_group_change(former: Group | None, event: Event, by: Person | None) -> None:
    """Log an event’s change from one group to another, in both groups and in the event."""
    for group, kind in ((former, "event_out"), (event.group, "event_in")):
        if group is not None:
            GroupLogEntry.objects.create(group=group, by=by, kind=kind, about={"name": event.name})
    if event.group is not None:
        log_action(event, by=by, kind="group", group=event.group.name)
    else:
        log_action(event, by=by, kind="no_group")


@transaction.atomic
def delete_event(*, by: Person | None, key: str, version: int | None = None) -> None:
    """Delete an event and tell players and webhooks; `Conflict` once paired or in a pod, or at a new `version`."""
    event = lock_event(key, by=by, permission=Permission.RULES)
    _require_version(event, version)
    if event.rounds.exists() or event.pods.exists():
        raise Conflict(gettext_noop("You can’t delete this event: players have been paired or seated for a draft."))
    players = event.registrations.values_list("person_id", flat=True)
    waiting = event.entry_requests.filter(refused=None).values_list("person_id", flat=True)
    notify_of_deletion(event, {*players, *waiting} - {by.pk if by else None})
    notify_webhooks_of_deletion(event)
    event.delete()


def _require_version(event: Event, version: int | None) -> None:
    """Raise `Conflict` unless `version` was the event’s version before the lock raised it."""
    if version is not None and event.version != version + 1:
        template = gettext_noop(
            "Version conflict: this is now at version %(version)d. Fetch it again and reapply your change."
        )
        raise Conflict(template, {"version": event.version - 1})


@transaction.atomic
def set_round_count(*, by: Person | None, key: str, rounds: int) -> Event:
    """Set the number of rounds; raises `Invalid` out of its bounds."""
    event = lock_event(key, by=by, permission=Permission.RULES)
    check_round_count(rounds)
    event.rounds_planned = rounds
    event.save(update_fields=["rounds_planned"])
    log_action(event, by=by, kind="planned", count=rounds)
    return event


def _check_may_leave_group(event: Event, by: Person | None) -> None:
    """Raise `NotAllowed` if rounds are paired and this person doesn’t organise the event’s group."""
    if event.group is not None and event.rounds.exists() and not may_organise_group(by, event.group):
        template = gettext_noop(
            "This event’s matches count for %(group)s. Only the people who run that group can take the event out of it."
        )
        raise NotAllowed(template, {"group": event.group.name})


def _group_of_organiser(group: Group | None, by: Person | None) -> Group | None:
    if group is not None and not may_organise_group(by, group):
        raise NotAllowed(gettext_noop("Only a group’s owner can create its events."))
    return group


def _fill_event(event: Event, rules: EventRules) -> None:
    check_rules(rules)
    title = clean_name(rules.name, length=MAX_TITLE_LENGTH)
    venue = clean_name(rules.venue, length=MAX_VENUE_LENGTH) if rules.venue.strip() else ""
    about = clean_text(rules.about, length=MAX_ABOUT_LENGTH)
    price = " ".join(clean_text(rules.price, length=MAX_PRICE_LENGTH).split())
    for name, value in asdict(replace(rules, name=title, venue=venue, about=about, price=price)).items():
        setattr(event, name, value)
    event.sheet = asdict(rules.sheet)
    event.tie_breaks = list(rules.tie_breaks)


@transaction.atomic
def set_registration(*, by: Person | None, key: str, is_open: bool) -> Event:
    """Open or close registration; staff can enter players in any case."""
    event = lock_event(key, by=by, permission=Permission.ADMIT)
    event.registration_open, event.closed_by = is_open, ""
    event.save(update_fields=["registration_open", "closed_by"])
    log_action(event, by=by, kind="registration", open=is_open)
    return event


@transaction.atomic
def add_players(*, by: Person | None, key: str, names: Sequence[str], is_new: bool = True) -> list[Registration]:
    """Enter players by name as staff, even late; raises `Conflict` for unconfirmed names like expected ones."""
    loaded = load_event_from_row(lock_event(key, by=by, permission=Permission.ADMIT))
    if not is_new:
        require_distinct([clean_name(name) for name in names], expected_player_names(loaded))
    return create_registrations(loaded, [(name, None) for name in names], by=by)


@transaction.atomic
def add_judge_note(*, by: Person | None, key: str, number: int, kind: str, text: str) -> JudgeNote:
    """Add a penalty or a note about a player; a disqualified player drops."""
    event = lock_event(key, by=by, permission=Permission.PENALTY)
    player, rounds = player_by_number(event, number), event.rounds.count()
    tidied = " ".join(text.split())
    if kind not in JudgeNote.Kind.values or not tidied or len(tidied) > 300:
        template = gettext_noop("A note needs a kind and a text of at most 300 characters.")
        raise Invalid(template, field="text" if kind in JudgeNote.Kind.values else "kind")
    judge_note = JudgeNote.objects.create(registration=player, kind=kind, text=tidied, round=rounds or None, by=by)
    log_action(event, by=by, kind="note", name=player.name, text=tidied, kind_of_note=kind)
    if kind == JudgeNote.Kind.DISQUALIFIED and player.dropped is None:
        remove_from_event(event, player, by=by)
    return judge_note


@transaction.atomic
def publish_announcement(*, by: Person | None, key: str, text: str) -> Event:
    """Announce a text to everybody in the event; an empty text removes the current announcement."""
    event = lock_event(key, by=by, permission=Permission.ANNOUNCE)
    template = gettext_noop("An announcement can have at most %(most)s characters.")
    tidied = clean_line(text, length=MAX_ANNOUNCEMENT_LENGTH, template=template, field="text")
    if tidied and event.announcements.count() >= MAX_ANNOUNCEMENTS:
        raise Invalid(gettext_noop("An event can have at most %(most)s announcements."), {"most": MAX_ANNOUNCEMENTS})
    event.announcement, event.announced = tidied, timezone.now() if tidied else None
    event.save(update_fields=["announcement", "announced"])
    if tidied:
        Announcement.objects.create(event=event, text=tidied, by=by)
        log_action(event, by=by, kind="announced", text=tidied)
        players = event.registrations.filter(dropped=None).exclude(person=by)
        notify_of_event(event, players.values_list("person_id", flat=True), Kind.NEWS)
    return event

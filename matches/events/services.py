"""Writing events: open one, enter, drop, come back, hand in a deck, help, note."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace

from django.db import transaction

from accounts.models import Person
from common.errors import Conflict, Invalid, NotAllowed
from common.text import fold, gettext_noop
from matches.core.scoring import Sheet
from matches.core.scoring.score import check_sheet
from matches.core.tournament import DEFAULT_ORDER, Deed, TieBreak
from matches.core.tournament.stages import check_cut
from matches.events.queries import EventView, view_of
from matches.events.transactions import claim, clean_name, numbered, take, trail
from matches.models import Event, JudgeNote, Registration
from matches.play.services import USUAL_SHEET

MOST_PLAYERS = 4000
MOST_POINTS = 99


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What an organiser decides; everything has a usual value."""

    name: str
    format: str = Event.Format.SWISS.value
    sheet: Sheet = USUAL_SHEET
    rounds_planned: int | None = None
    cut_size: int = 0
    points_win: int = 3
    points_draw: int = 1
    points_loss: int = 0
    points_bye: int = 3
    tie_breaks: tuple[str, ...] = tuple(one.value for one in DEFAULT_ORDER)
    decks_required: bool = False
    decks_seen: str = Event.DecksSeen.STAFF.value
    round_minutes: int = 50
    first_day: object = None
    days_between: int = 7


@transaction.atomic
def create_event(*, by: Person, settings: Settings, group: object = None) -> Event:
    """Open an event; raises `Invalid` for settings nobody can play by."""
    event = Event(owner=by)
    if group is not None:
        if getattr(group, "owner_id", None) != by.pk:
            raise NotAllowed(gettext_noop("Only the owner of a group opens its events."))
        event.group = group  # type: ignore[assignment]
    _fill(event, settings)
    event.save()
    trail(event, by=by, kind="created")
    return event


@transaction.atomic
def change_event(*, by: Person | None, key: str, settings: Settings) -> Event:
    """Change what was decided. The format and what is agreed for a match are fixed once round 1 is paired."""
    view = claim(by=by, key=key, deed=Deed.RULES)
    event = view.event
    fixed = (event.format, event.sheet)
    _fill(event, settings)
    if view.rounds and (event.format, event.sheet) != fixed:
        template = gettext_noop("The format and what is agreed for each match are fixed since round 1 was paired.")
        raise Conflict(template, rule="MATCH-12")
    event.save()
    trail(event, by=by, kind="changed")
    return event


def _fill(event: Event, settings: Settings) -> None:
    _check(settings)
    for name, value in asdict(replace(settings, name=_title(settings.name))).items():
        setattr(event, name, value)
    event.sheet = asdict(settings.sheet)
    event.tie_breaks = list(settings.tie_breaks)


def _title(text: str) -> str:
    name = " ".join(text.split())
    if not name or len(name) > 80 or not name.isprintable():
        raise Invalid(gettext_noop("An event needs a name of at most 80 characters."))
    return name


def _check(settings: Settings) -> None:
    faults = [one for one in check_sheet(settings.sheet) if one.severity == "error"]
    if faults:
        raise Invalid(faults[0].template, faults[0].params, rule=faults[0].code)
    if settings.format not in Event.Format.values or settings.decks_seen not in Event.DecksSeen.values:
        raise Invalid(gettext_noop("There is no such format or rule for decks."))
    if len(set(settings.tie_breaks)) != len(settings.tie_breaks) or not set(settings.tie_breaks) <= set(TieBreak):
        raise Invalid(gettext_noop("Each tie-break stands at most once in the order."))
    points = (settings.points_win, settings.points_draw, settings.points_loss, settings.points_bye)
    if not all(0 <= one <= MOST_POINTS for one in points):
        raise Invalid(gettext_noop("Points for a match go from 0 to 99."))
    if settings.cut_size:
        check_cut(settings.cut_size, settings.cut_size)
    if settings.rounds_planned is not None and not 1 <= settings.rounds_planned <= 40:
        raise Invalid(gettext_noop("An event has from 1 to 40 rounds."))
    if not 1 <= settings.round_minutes <= 1000 or not 0 <= settings.days_between <= 365:
        raise Invalid(gettext_noop("A round takes from 1 to 1000 minutes, and rounds are at most a year apart."))


@transaction.atomic
def set_registration(*, by: Person | None, key: str, is_open: bool) -> Event:
    """Open or close registration; a closed one still lets the organiser enter somebody late."""
    view = claim(by=by, key=key, deed=Deed.ADMIT)
    view.event.registration_open = is_open
    view.event.save(update_fields=["registration_open"])
    trail(view.event, by=by, kind="registration", open=is_open)
    return view.event


@transaction.atomic
def register(*, by: Person, key: str, name: str) -> Registration:
    """Enter an event by its link or code; raises `Conflict` where registration is closed or the name is taken."""
    view = view_of(take(key))
    if view.player_of(by) is not None:
        raise Conflict(gettext_noop("You are in this event already."))
    if not view.event.registration_open:
        raise Conflict(gettext_noop("Registration is closed. Ask the organiser; he can still enter you."))
    return _enter(view, [name], by=by, person=by)[0]


@transaction.atomic
def add_players(*, by: Person | None, key: str, names: Iterable[str]) -> list[Registration]:
    """Enter people by name, before the event or late; for the organiser and his helpers."""
    return _enter(claim(by=by, key=key, deed=Deed.ADMIT), list(names), by=by, person=None)


def _enter(view: EventView, names: list[str], *, by: Person | None, person: Person | None) -> list[Registration]:
    event = view.event
    if event.status in (Event.Status.CUT, Event.Status.FINISHED):
        raise Conflict(gettext_noop("Nobody enters any more: the cut has begun, or the event is over."))
    late = bool(view.rounds)
    if late and event.format == Event.Format.ROUND_ROBIN:
        raise Conflict(gettext_noop("The calendar of this league is made; nobody can enter it late."))
    if len(view.players) + len(names) > MOST_PLAYERS:
        raise Invalid(gettext_noop("An event has at most %(most)s players."), {"most": MOST_PLAYERS})
    taken = {_folded(one.name): one.name for one in view.players}
    number = max((one.number for one in view.players), default=0)
    entered = len(view.rounds) + 1
    rows: list[Registration] = []
    for text in names:
        name = clean_name(text)
        if _folded(name) in taken:
            template = gettext_noop("%(name)s is in the event already. Add something that tells the two apart.")
            raise Conflict(template, {"name": taken[_folded(name)]})
        taken[_folded(name)] = name
        number += 1
        rows.append(Registration(event=event, number=number, name=name, person=person, entered=entered))
    Registration.objects.bulk_create(rows)
    for row in rows:
        trail(event, by=by, kind="entered", name=row.name, round=entered)
    return rows


def _folded(name: str) -> str:
    return fold(name) or name


@transaction.atomic
def drop(*, by: Person | None, key: str, number: int) -> None:
    """Leave: before round 1 the registration goes, afterwards it stays and is not paired any more."""
    view = view_of(take(key))
    player = numbered(view, number)
    if not view.can(by, Deed.LEAVE, about=player):
        raise NotAllowed(gettext_noop("Only the player himself and the organiser can do that."))
    if player.dropped is not None:
        raise Conflict(gettext_noop("%(name)s has dropped already."), {"name": player.name})
    if not view.rounds and not player.pod_id:
        trail(view.event, by=by, kind="removed", name=player.name)
        player.delete()
        return
    player.dropped = len(view.rounds) + 1
    player.save(update_fields=["dropped"])
    trail(view.event, by=by, kind="dropped", name=player.name, round=player.dropped)


@transaction.atomic
def come_back(*, by: Person | None, key: str, number: int) -> None:
    """Somebody who has dropped plays again from the next round."""
    view = view_of(take(key))
    player = numbered(view, number)
    if not view.can(by, Deed.LEAVE, about=player):
        raise NotAllowed(gettext_noop("Only the player himself and the organiser can do that."))
    if player.dropped is None:
        raise Conflict(gettext_noop("%(name)s is playing."), {"name": player.name})
    player.dropped = None
    player.save(update_fields=["dropped"])
    trail(view.event, by=by, kind="returned", name=player.name, round=len(view.rounds) + 1)


@transaction.atomic
def add_note(*, by: Person | None, key: str, number: int, kind: str, text: str) -> JudgeNote:
    """A penalty or a note about a player; who is out of the event is not paired any more."""
    view = claim(by=by, key=key, deed=Deed.PENALTY)
    player = numbered(view, number)
    said = " ".join(text.split())
    if kind not in JudgeNote.Kind.values or not said or len(said) > 300:
        raise Invalid(gettext_noop("A note says what it is and why, in at most 300 characters."))
    row = JudgeNote.objects.create(registration=player, kind=kind, text=said, round=len(view.rounds) or None, by=by)
    trail(view.event, by=by, kind="note", name=player.name, text=said, kind_of_note=kind)
    if kind == JudgeNote.Kind.DISQUALIFIED and player.dropped is None:
        player.dropped = len(view.rounds) + 1
        player.save(update_fields=["dropped"])
        trail(view.event, by=by, kind="dropped", name=player.name, round=player.dropped)
    return row

"""Draft tables of an event: seating, beginning, calling off, and who sits there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from django.db import transaction
from django.db.models import Count

from accounts.models import Person
from cards.core.facts import PEOPLES, People
from common.errors import Conflict, Invalid, Missing
from common.text import gettext_noop
from drafts.core.engine.setup import TABLE, Setup
from drafts.models import Draft, PaperTable, Seat
from drafts.paper import services as papers
from drafts.table import hosting as host_services
from drafts.table import services as drafts
from drafts.table.loaded import Who
from matches.core.tournament import Deed, pods
from matches.events.players.notifications import notify_of_begin
from matches.events.transactions import (
    event_transaction,
    let_others_write,
    lock_event_as,
    lock_for_update,
    log_action,
)
from matches.models import Event, Pod, Registration


@dataclass(frozen=True, slots=True)
class DraftTable:
    """A draft table: its seats in order and how many cards were picked."""

    pod: Pod
    seats: tuple[Seat, ...]
    picked: int

    @property
    def is_open(self) -> bool:
        """Whether it can still be called off."""
        return self.pod.draft.status in Draft.OPEN


def draft_tables(event: Event) -> list[DraftTable]:
    """The tables in their order, in a fixed number of queries."""
    rows = event.pods.select_related("draft", "paper").prefetch_related("draft__seats")
    return [
        DraftTable(pod, tuple(sorted(pod.draft.seats.all(), key=lambda seat: seat.number)), pod.picked)
        for pod in rows.annotate(picked=Count("draft__picks"))
    ]


# So many tables are opened, or called off, in one transaction, so that nobody else waits long to write.
OPENED_AT_ONCE, CALLED_OFF_AT_ONCE = 10, 30


def seat(
    *,
    by: Person | None,
    key: str,
    most: int = 6,
    pick_seconds: int | None = None,
    peoples: Sequence[str] = (),
) -> list[Pod]:
    """Seat everybody by lot and open a draft for each table, hosted by its first player with a phone.

    Registration closes. `peoples` are those of the day, all where none is named. Players entered by name only get a
    guest of their own, so that the seat and the pool are theirs; bots play their seats once the table begins. Of a
    large field some tables are opened in each transaction; where that was cut short, asking again opens the rest.
    """
    chosen, made, waiting = _chosen(peoples), list[Pod](), True
    while waiting:
        opened, waiting = _seat_some(by=by, key=key, most=most, pick_seconds=pick_seconds, chosen=chosen)
        made += opened
        if waiting:
            let_others_write()
    return made


@event_transaction
def _seat_some(
    *, by: Person | None, key: str, most: int, pick_seconds: int | None, chosen: Sequence[People]
) -> tuple[list[Pod], bool]:
    """Open the next tables; returns them, and whether players wait for more."""
    view = lock_for_update(by=by, key=key, deed=Deed.PODS)
    event, players = view.event, [player for player in view.present if not player.pod_id]
    if event.format != Event.Format.DRAFT:
        raise Conflict(gettext_noop("This event has no draft."))
    before = event.pods.count()
    if view.rounds or (before and not (players and before < _announced(event))):
        raise Conflict(gettext_noop("The draft tables are seated already."))
    lots = Random(f"{event.seed}:{before}" if before else event.seed)
    lots.shuffle(players)
    tables = [[players[place] for place in table] for table in pods(range(len(players)), most=most)]
    opened = [
        _open(event, number, table, lots, pick_seconds, chosen)
        for number, table in enumerate(tables[:OPENED_AT_ONCE], start=before + 1)
    ]
    if not before:
        event.registration_open = False
        event.save(update_fields=["registration_open"])
        log_action(event, by=by, kind="pods", count=len(tables))
    notify_of_begin(event, [player for table in tables[:OPENED_AT_ONCE] for player in table])
    return opened, len(tables) > OPENED_AT_ONCE


def _announced(event: Event) -> int:
    """The number of tables the audit log named when the last seating began."""
    about = event.trail.filter(kind="pods").values_list("about", flat=True).first()
    return int((about or {}).get("count", 0))


def _chosen(names: Sequence[str]) -> tuple[People, ...]:
    """The peoples of the day; raises `Invalid` for one that is none."""
    try:
        return tuple(dict.fromkeys(People(name) for name in names)) or PEOPLES
    except ValueError:
        raise Invalid(gettext_noop("There is no such people.")) from None


def _open(
    event: Event,
    number: int,
    players: list[Registration],
    lots: Random,
    pick_seconds: int | None,
    chosen: Sequence[People],
) -> Pod:
    by_name = [player for player in players if player.person_id is None]
    for player in by_name:
        player.person = Person.objects.create(nickname=player.name)
    needed = TABLE[len(players)].decks
    if len(chosen) < needed:
        template = gettext_noop("A table of %(players)s needs %(needed)s peoples; only %(chosen)s are chosen.")
        raise Invalid(template, {"players": len(players), "needed": needed, "chosen": len(chosen)})
    first = next((player for player in players if player not in by_name), players[0])
    order = [first, *(player for player in players if player is not first)]
    assert first.person is not None
    seated = drafts.create_draft(
        host=first.person,
        setup=Setup(len(players), tuple(lots.sample(list(chosen), needed))),
        name=f"{event.name[:60]} · {number}",
        pick_seconds=pick_seconds,
        seating=Draft.Seating.AS_SAT,
    )
    for player in order[1:]:
        assert player.person is not None
        drafts.join(seated.key, who=Who(player.person.pk), person=player.person, nickname=player.name)
    draft = Draft.objects.get(key=seated.key)
    draft.seats.filter(person__in=[player.person for player in by_name]).update(token_digest="")
    pod = Pod.objects.create(event=event, number=number, draft=draft)
    for player in players:
        player.pod = pod
        player.save(update_fields=["person", "pod"])
    return pod


@transaction.atomic
def begin(*, by: Person | None, key: str, number: int) -> None:
    """Begin a table for its host; bots play the seats of those who have no phone."""
    _event, pod = _table(by, key, number, kind="pod_begun")
    drafts.start(pod.draft.key, who=Who(pod.draft.host_id))


@transaction.atomic
def play_by_bot(*, by: Person | None, key: str, number: int, seat_number: int) -> None:
    """Let a bot go on for a player whose phone is gone."""
    _event, pod = _table(by, key, number, kind="pod_bot")
    if pod.draft.status != Draft.Status.DRAFTING:
        raise Conflict(gettext_noop("This table is not drafting."))
    host_services.leave(pod.draft.key, who=Who(pod.draft.host_id), number=seat_number)


@transaction.atomic
def call_off(*, by: Person | None, key: str, number: int) -> None:
    """Call a table off; it holds nobody up, and its players need no pool."""
    _event, pod = _table(by, key, number, kind="pod_off")
    drafts.abort(pod.draft.key, who=Who(pod.draft.host_id))


@transaction.atomic
def to_paper(*, by: Person | None, key: str, number: int) -> PaperTable:
    """Draft a table with cardboard: the site deals and says what to pass; the live draft is called off."""
    event, pod = _table(by, key, number, kind="pod_paper")
    if by is None or pod.paper_id is not None:
        raise Conflict(gettext_noop("This table drafts on paper already."))
    if pod.draft.status in Draft.OPEN:
        drafts.abort(pod.draft.key, who=Who(pod.draft.host_id))
    setup = Setup(pod.draft.players, tuple(People(name) for name in pod.draft.peoples))
    names = [player.name for player in pod.players.all()]
    pod.paper = papers.open_table(host=by, setup=setup, names=names, name=f"{event.name[:60]} · {number}")
    pod.save(update_fields=["paper"])
    return pod.paper


def seat_anew(*, by: Person | None, key: str) -> None:
    """Call every table off and free the players, so that they can be seated again; only before round 1."""
    while _call_off_some(by=by, key=key):
        let_others_write()


@transaction.atomic
def _call_off_some(*, by: Person | None, key: str) -> bool:
    """Call the last tables off; returns whether more are left."""
    event = lock_event_as(by=by, key=key, deed=Deed.PODS)
    if event.rounds.exists():
        raise Conflict(gettext_noop("Round 1 is paired; the draft tables stay."))
    last = list(event.pods.select_related("draft").order_by("-number")[: CALLED_OFF_AT_ONCE + 1])
    for pod in last[:CALLED_OFF_AT_ONCE]:
        if pod.draft.status in Draft.OPEN:
            drafts.abort(pod.draft.key, who=Who(pod.draft.host_id))
        # A guest that was made for a name goes with the table, so that the name is without a phone again.
        made = pod.draft.seats.filter(token_digest="", person__user=None).values("person")
        pod.players.filter(person__in=made).update(person=None)
        pod.players.update(pod=None)
        pod.delete()
    if len(last) > CALLED_OFF_AT_ONCE:
        return True
    log_action(event, by=by, kind="pods_off")
    return False


def _table(by: Person | None, key: str, number: int, *, kind: str) -> tuple[Event, Pod]:
    """The event, locked, and one of its tables, for who may seat them; what is done goes into the log."""
    event = lock_event_as(by=by, key=key, deed=Deed.PODS)
    pod = event.pods.select_related("draft").filter(number=number).first()
    if pod is None:
        raise Missing(gettext_noop("This event has no draft table %(number)s."), {"number": number})
    log_action(event, by=by, kind=kind, number=number)
    return event, pod

"""What every writing of events shares: who may, one writer at a time, the trail, the bell and the webhooks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import Person
from common.errors import Invalid, Missing, NotAllowed
from common.text import gettext_noop
from live.pubsub import ring
from matches.core.tournament import Deed
from matches.events.queries import EventView, can, event_of, get_event, view_of
from matches.models import NAME_LENGTH, Event, Match, Notice, Registration, Trail, Webhook

# What webhooks are told of: what happened, and what the notice says of it besides the event and its version.
TOLD: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "paired": ("A round was paired; tables and players can be asked for.", ("round",)),
    "unpaired": ("The pairings of a round were taken back before any result.", ("round",)),
    "result": ("A table has its result.", ("round", "table", "after")),
    "corrected": ("A result was changed; standings are to be asked for anew.", ("round", "table", "before", "after")),
    "reopened": ("A game was taken back, so that the table has no result any more.", ("round", "table")),
    "round_closed": ("Every table of a round has its result, and the round is closed.", ("round",)),
    "cut": ("The cut was drawn; its players by their seeds.", ("names",)),
    "finished": ("The event is over; its standings stay.", ()),
}


def claim(*, by: Person | None, key: str, deed: Deed) -> EventView:
    """The event for somebody who may do this in it, with everything in it.

    The row is taken first, so that of two who write at once the second sees what the first has done.
    """
    return view_of(take_as(by=by, key=key, deed=deed))


def take_as(*, by: Person | None, key: str, deed: Deed) -> Event:
    """The same without everything in it, for what concerns one table."""
    event = take(key)
    if not can(event, dict(event.roles.values_list("person_id", "kind")), by, deed):
        raise NotAllowed(gettext_noop("Only the organiser of this event, or whoever has the role for it, can do that."))
    return event


def take(key: str) -> Event:
    """The event, its version raised and its row held until the transaction ends."""
    event = get_event(key)
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    event.refresh_from_db(fields=["version", "status", "registration_open"])
    ring(event.topic, event.version)
    return event


def trail(event: Event, *, by: Person | None, kind: str, **about: object) -> None:
    """Keep what was done, and tell the webhooks once it is certain."""
    Trail.objects.create(event=event, by=by, kind=kind, about=about)
    if kind in TOLD:
        tell(event.webhooks.filter(off=None), {"event": event.key, "version": event.version, "kind": kind, **about})


def tell(hooks: Iterable[Webhook], body: Mapping[str, object]) -> list[Notice]:
    """Keep a notice for each address, and send it once everything is certain; a lost message is sent by the clock."""
    now = timezone.now()
    made = [Notice(hook=hook, kind=str(body["kind"]), body=dict(body), due=now) for hook in hooks]
    rows = Notice.objects.bulk_create(made)
    for pk in [row.pk for row in rows]:
        transaction.on_commit(partial(_send, pk), robust=True)
    return rows


def match_counted(match: Match, crystals: tuple[int, int], *, was_over: bool, over: bool) -> None:
    """The games of a match of an event were written: where they are its result, the event rings and keeps it."""
    pairing, event = getattr(match, "pairing", None), event_of(match)
    if pairing is None or event is None or pairing.settled or not (was_over or over):
        return
    event = take(event.key)
    about: dict[str, object] = {"round": pairing.round.number, "table": pairing.table}
    if over:
        trail(
            event, by=None, kind="result", after=f"{match.name_a} {crystals[0]} : {crystals[1]} {match.name_b}", **about
        )
    else:
        trail(event, by=None, kind="reopened", **about)


def _send(pk: int) -> None:
    from matches.tasks import send_notice

    send_notice.delay(pk)


def numbered(view: EventView, number: int) -> Registration:
    """The player with this number; raises `Missing`."""
    found = next((one for one in view.players if one.number == number), None)
    if found is None:
        raise Missing(gettext_noop("This event has no player with the number %(number)s."), {"number": number})
    return found


def clean_name(text: str) -> str:
    """A name without needless blanks; raises `Invalid` for one that is none."""
    name = " ".join(text.split())
    if not name:
        raise Invalid(gettext_noop("A name is missing."))
    if len(name) > NAME_LENGTH or not name.isprintable():
        template = gettext_noop("A name has at most %(length)s characters, and no control characters.")
        raise Invalid(template, {"length": NAME_LENGTH})
    return name

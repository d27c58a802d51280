"""Notifications of events: the event begins, a round is posted, a report needs an answer or is disputed."""

from collections.abc import Iterable, Sequence

from django.urls import reverse

from accounts.models import Person
from accounts.push.kinds import Kind
from accounts.push.outbox import notify_people
from matches.events.read_models import LoadedPairing
from matches.models import Event, Registration, Round


def notify_players(event: Event, players: Iterable[Registration], kind: Kind) -> None:
    notify_of_event(event, [player.person_id for player in players], kind)


def notify_of_round(event: Event, round_: Round, players: Sequence[Registration]) -> None:
    """Notify players of a posted round; all rounds of a league are posted at once, so only of the first."""
    if round_.number == 1:
        notify_players(event, players, Kind.BEGINS)
    if round_.number == 1 or not event.is_league:
        notify_players(event, players, Kind.ROUND)


def notify_of_deletion(event: Event, people: Iterable[int | None]) -> None:
    """Notify people of a deleted event; the notification opens the list of their events."""
    people = [person for person in people if person is not None]
    notify_people(people, Kind.CANCELLED, path=reverse("matches:events"), tag=f"event-{event.key}", about=event.name)


def notify_of_claim(event: Event, pairing: LoadedPairing, by: Person | None, *, disputed: bool) -> None:
    """Notify the opponent of a report, and the staff too if the reports differ."""
    people = {pairing.a.person_id, pairing.b.person_id if pairing.b else None}
    if disputed:
        people |= {event.owner_id, *event.roles.values_list("person_id", flat=True)}
    notify_of_event(event, people - {by.pk if by else None}, Kind.DISPUTE if disputed else Kind.RESULT)


def notify_of_fixture(pairing: LoadedPairing, kind: Kind, *, desk: bool = False, but: Person | None = None) -> None:
    """Notify the players of a league match about its day, and with `desk` also the organiser."""
    event = pairing.row.round.event
    people = {pairing.a.person_id, pairing.b.person_id if pairing.b else None, event.owner_id if desk else None}
    notify_of_event(event, people - {but.pk if but else None}, kind)


def notify_of_event(event: Event, people: Iterable[int | None], kind: Kind) -> None:
    """Notify people about an event; None stands for a player without a person."""
    people = [person for person in people if person is not None]
    if people:
        notify_people(people, kind, path=event.get_absolute_url(), tag=f"event-{event.key}", about=event.name)

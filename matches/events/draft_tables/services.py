"""The draft tables of an event: everybody seated by lot at tables of two to six, each a live draft."""

from __future__ import annotations

from random import Random

from django.db import transaction

from accounts.models import Person
from cards.core.facts import PEOPLES
from common.errors import Conflict
from common.text import gettext_noop
from drafts.core.engine.setup import TABLE, Setup
from drafts.models import Draft
from drafts.table import services as drafts
from drafts.table.loaded import Who
from matches.core.tournament import Deed, pods
from matches.events.transactions import lock_for_update, log_action
from matches.models import Event, Pod, Registration


@transaction.atomic
def seat(*, by: Person | None, key: str, most: int = 6, pick_seconds: int | None = None) -> list[Pod]:
    """Seat everybody by lot and open a draft for each table; its first player begins it when all are there.

    Whoever was entered by name only is kept as a guest, so that his seat and his pool are his. Registration closes.
    """
    view = lock_for_update(by=by, key=key, deed=Deed.PODS)
    event, players = view.event, list(view.active)
    if event.format != Event.Format.DRAFT:
        raise Conflict(gettext_noop("This event has no draft."))
    if view.rounds or any(player.pod_id for player in players):
        raise Conflict(gettext_noop("The draft tables are seated already."))
    lots = Random(event.seed)
    lots.shuffle(players)
    made = [
        _open(event, number, [players[place] for place in table], lots, pick_seconds)
        for number, table in enumerate(pods(range(len(players)), most=most), start=1)
    ]
    event.registration_open = False
    event.save(update_fields=["registration_open"])
    log_action(event, by=by, kind="pods", count=len(made))
    return made


def _open(event: Event, number: int, players: list[Registration], lots: Random, pick_seconds: int | None) -> Pod:
    for player in players:
        if player.person_id is None:
            player.person = Person.objects.create(nickname=player.name)
    peoples = tuple(lots.sample(PEOPLES, TABLE[len(players)].decks))
    host = players[0].person
    assert host is not None
    seated = drafts.create_draft(
        host=host,
        setup=Setup(len(players), peoples),
        name=f"{event.name[:60]} · {number}",
        pick_seconds=pick_seconds,
        seating=Draft.Seating.AS_SAT,
    )
    for player in players[1:]:
        assert player.person is not None
        drafts.join(seated.key, who=Who(player.person.pk), person=player.person, nickname=player.name)
    pod = Pod.objects.create(event=event, number=number, draft=Draft.objects.get(key=seated.key))
    for player in players:
        player.pod = pod
        player.save(update_fields=["person", "pod"])
    return pod

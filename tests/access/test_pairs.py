"""Actions by forms of an event and by the API are the same: the same rows, log entries and errors.

Each action of `matches/events/actions.py` is listed here once, with its API operation or the reason why it has none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import models, transaction
from django.test import Client

from accounts.models import User
from cards.core.facts import Catalogue
from matches.events import result_services, round_services
from matches.events.entry import leaving
from matches.events.entry import services as entry
from matches.events.queries import load_event
from matches.events.urls import urlpatterns
from matches.models import AuditLogEntry, Claim, EntryRequest, Event, JudgeNote, Pairing, Registration, Round
from tests.html import flat
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired
from tests.matches.events.test_entry import somebody

pytestmark = [pytest.mark.once, pytest.mark.django_db]
Prepare = Callable[[Event], object]


def nothing(_event: Event) -> None:
    """A field of four players."""


def round_1(event: Event) -> None:
    paired(event, 1, fixed=[(1, 2), (3, 4)])


def league(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(format="round_robin")
    paired(event, 1)


def knockout(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(format="knockout")


def played(event: Event) -> None:
    round_1(event)
    enter_all(event)


def entered(event: Event) -> None:
    round_1(event)
    table = load_event(event.key).rounds[0].pairings[0].row.pk
    result_services.enter_result(by=event.owner, key=event.key, pairing=table, crystals=(5, 2))


def left(event: Event) -> None:
    leaving.drop_player(by=event.owner, key=event.key, number=2)


def finished(event: Event) -> None:
    played(event)
    round_services.finish_event(by=event.owner, key=event.key)


def asked(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(approval=True)
    entry.register_player(by=somebody("zoe"), key=event.key, name="Zoe")


def waits(event: Event) -> None:
    EntryRequest.objects.create(event=event, person=event.owner, name="Roly")


def checks_in(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(check_in=True)


def drafts_first(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(format="draft")


def late(event: Event) -> None:
    leaving.drop_player(by=event.owner, key=event.key, number=4)
    paired(event, 1, fixed=[(1, 2)], byes=[3])
    leaving.reinstate_player(by=event.owner, key=event.key, number=4)


@dataclass(frozen=True)
class Pair:
    """An action: its form data, and the operation with its body; `{table}` and `{asks}` are filled in."""

    deed: str
    typed: dict[str, str]
    method: str
    path: str
    body: dict[str, Any] = field(default_factory=dict)
    prepare: Prepare = nothing


PAIRS = [
    Pair("register", {"name": "Zoe"}, "POST", "players/", {"name": "Zoe"}),
    Pair("withdraw", {}, "DELETE", "requests/", {}, waits),
    Pair("decide", {"request": "{asks}", "admit": "1"}, "POST", "requests/{asks}/", {"admit": True}, asked),
    Pair("check_in", {"number": "1", "here": "1"}, "PATCH", "players/1/", {"checked_in": True}, checks_in),
    Pair("announce", {"text": "Lunch"}, "POST", "announcements/", {"text": "Lunch"}),
    Pair("add", {"names": "Zoe\nYann"}, "POST", "players/", {"names": ["Zoe", "Yann"]}),
    Pair("unpaste", {"first": "3", "last": "4"}, "POST", "players/take-back/", {"first": 3, "last": 4}),
    Pair("registration", {"open": "0"}, "POST", "stage/", {"to": "closed"}),
    Pair("drop", {"number": "2"}, "PATCH", "players/2/", {"playing": False}),
    Pair("return", {"number": "2"}, "PATCH", "players/2/", {"playing": True}, left),
    Pair("byes", {"number": "2", "byes": "1 3"}, "PATCH", "players/2/", {"requested_byes": [1, 3]}),
    Pair("seed", {"number": "2", "to": "1"}, "PATCH", "players/2/", {"seed": 1}, knockout),
    Pair("deck", {"number": "1", "deck": "nodecknodeck"}, "PATCH", "players/1/", {"deck": "nodecknodeck"}),
    Pair("pair", {"number": "1", "fixed": "1 2\n3 4"}, "POST", "rounds/", {"number": 1, "fixed": [[1, 2], [3, 4]]}),
    Pair("unpair", {"number": "1"}, "DELETE", "rounds/1/", {}, round_1),
    Pair("result", {"pairing": "{table}", "a": "5", "b": "2"}, "PUT", "pairings/{table}/result/", {"crystals": [5, 2]},
         round_1),
    Pair("fixture", {"pairing": "{table}", "day": "2999-12-31", "link": "https://chat.example/"}, "POST",
         "pairings/{table}/", {"day": "2999-12-31", "link": "https://chat.example/"}, league),
    Pair("take_back", {"pairing": "{table}"}, "DELETE", "pairings/{table}/result/", {}, entered),
    Pair("close", {"number": "1", "unfinished": "1"}, "POST", "rounds/1/", {"closed": True, "unfinished": True},
         round_1),
    Pair("cut", {}, "POST", "stage/", {"to": "cut"}, played),
    Pair("finish", {}, "POST", "stage/", {"to": "finished"}, played),
    Pair("reopen", {}, "POST", "stage/", {"to": "reopened"}, finished),
    Pair("clock", {"number": "1", "running": "1"}, "POST", "rounds/1/", {"clock": "run"}, round_1),
    Pair("longer", {"number": "1", "minutes": "5"}, "POST", "rounds/1/", {"longer": 5}, round_1),
    Pair("give_bye", {"number": "1", "to": "4"}, "POST", "rounds/1/", {"bye_to": 4}, late),
    Pair("swap", {"number": "1", "first": "1", "second": "3"}, "POST", "rounds/1/", {"swap": [1, 3]}, round_1),
    Pair("pods", {"most": "4"}, "POST", "pods/", {"most": 4}, drafts_first),
    Pair("note", {"number": "1", "kind": "note", "text": "late"}, "POST", "notes/",
         {"number": 1, "kind": "note", "text": "late"}),
]  # fmt: skip
WITHOUT_OPERATION = {
    "plan": "the API changes rounds_planned with the other rules of the event, which the log calls so",
    "judge": "a judge is called by a person at a table, and the desk’s answer is for that person",
}


@pytest.fixture
def event(roland: User) -> Event:
    return made_event(person(roland), 4, cut_size=2)


def rows(event: Event) -> list[Any]:
    """Return everything that is stored of an event, without keys of new rows and without times."""
    of_event = {Registration: "event", Round: "event", EntryRequest: "event", AuditLogEntry: "event"}
    of_tables = {Pairing: "round__event", Claim: "pairing__round__event", JudgeNote: "registration__event"}
    kept: list[Any] = [_told(Event.objects.get(pk=event.pk))]
    for model, path in {**of_event, **of_tables}.items():
        kept.append(sorted(json.dumps(_told(row), default=str) for row in model._base_manager.filter(**{path: event})))
    return kept


def _told(row: models.Model) -> dict[str, Any]:
    new = {"id", "round_id", "match_id", "pairing_id", "seed", "a_starts", "hand", "tap", "spans", "pod_id"}
    fields = [each for each in row._meta.concrete_fields if each.attname not in new]
    return {
        each.attname: bool(value) if isinstance(each, models.DateTimeField) else value
        for each in fields
        for value in [getattr(row, each.attname)]
    }


def done(client: Client, pair: Pair, event: Event, *, by_api: bool, times: int) -> tuple[int, str, list[Any]]:
    """Return the result of an action done this often, by the form or by the API; everything is undone."""
    view = load_event(event.key)
    asks = EntryRequest.objects.filter(event=event).values_list("pk", flat=True).first()
    table = view.rounds[0].pairings[0].row.pk if view.rounds else 0
    filled = {"{asks}": str(asks), "{table}": str(table)}
    with transaction.atomic():
        for _time in range(times):
            if by_api:
                path = f"/api/v1/events/{event.key}/{_filled(pair.path, filled)}"
                answer = client.generic(pair.method, path, json.dumps(pair.body), content_type="application/json")
            else:
                typed = {name: _filled(text, filled) for name, text in pair.typed.items()}
                answer = client.post(f"/matches/events/{event.key}/do/{pair.deed}/", typed)
        outcome = answer.status_code, _said(answer), rows(event)
        transaction.set_rollback(True)
    return outcome


def _filled(text: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        text = text.replace(name, value)
    return text


def _said(answer: Any) -> str:
    """Return the message of an error, with the page around it if it is one."""
    if answer.status_code < 400:
        return ""
    return str(answer.json()["error"]["message"]) if "json" in answer["Content-Type"] else flat(answer.content)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.deed)
def test_the_form_and_the_api_do_the_same(
    pair: Pair, event: Event, roland: User, stranger: User, db_catalogue: Catalogue
) -> None:
    pair.prepare(event)
    for user in (roland, stranger):
        client = Client()
        client.force_login(user)
        # The API gets a player’s row back as it was read: unchanged values do nothing where a form is rejected.
        for times in (1,) if re.fullmatch(r"players/\d/", pair.path) else (1, 2):
            status, page, kept = done(client, pair, event, by_api=False, times=times)
            code, said, kept_by_api = done(client, pair, event, by_api=True, times=times)
            assert (status < 400) == (code < 400) and (status < 400 or status == code), (status, code, said)
            assert kept == kept_by_api
            assert code < 400 or said in page


def test_every_deed_of_an_event_has_an_operation_or_a_reason() -> None:
    deeds = {
        str(pattern.name).removeprefix("event_do_")
        for pattern in urlpatterns
        if str(pattern.name).startswith("event_do_")
    }
    assert {pair.deed for pair in PAIRS} | set(WITHOUT_OPERATION) == deeds
    assert len(PAIRS) + len(WITHOUT_OPERATION) == len(deeds)
    assert all(WITHOUT_OPERATION.values())


def test_a_report_of_a_player_is_the_same_by_page_and_api(event: Event, elinor: User) -> None:
    Registration.objects.filter(event=event, name="Elinor").update(person=person(elinor))
    round_1(event)
    client = Client()
    client.force_login(elinor)
    pair = Pair(
        "result",
        {"pairing": "{table}", "a": "2", "b": "5", "as": "player"},
        "PUT",
        "pairings/{table}/result/",
        {"crystals": [2, 5], "as_player": True},
    )
    assert done(client, pair, event, by_api=False, times=1)[2] == done(client, pair, event, by_api=True, times=1)[2]

"""Rights at an event, by role."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import Person, User
from common.errors import DomainError, NotAllowed
from matches.core.scoring import MatchSettings
from matches.core.tournament import EventRules
from matches.core.tournament.roles import ROLE_NAMES, ROLES_BY_PERMISSION, EventRole, Permission, is_allowed
from matches.events import pod_services, result_services, round_services, staff_services
from matches.events import services as events_services
from matches.events.decks import services as deck_services
from matches.events.entry import leaving
from matches.events.entry import services as entry_services
from matches.events.queries import load_event
from matches.events.rounds import clock
from matches.events.webhooks import services as event_webhooks
from matches.models import AuditLogEntry, Event, Match
from matches.play import disputes, permissions, services
from matches.play.services import GameReport, NewMatchPlayer
from tests.matches.builders import person, won
from tests.matches.events.builders import made_event, paired

# What each may do: owner, judge, scorekeeper, the player concerned, anybody.
TABLE = {
    Permission.LOOK: "ojspa",
    Permission.REGISTER: "ojspa",
    Permission.REPORT: "p",
    Permission.LEAVE: "ojsp",
    Permission.DECK: "ojsp",
    Permission.ADMIT: "ojs",
    Permission.RESULT: "ojs",
    Permission.SETTLE: "ojs",
    Permission.CLOCK: "ojs",
    Permission.NOTES: "ojs",
    Permission.ANNOUNCE: "ojs",
    Permission.CHECK_IN: "ojsp",
    Permission.PAIR: "os",
    Permission.PENALTY: "oj",
    Permission.DECKS: "ojp",
    Permission.RULES: "o",
    Permission.PODS: "o",
    Permission.FINISH: "os",
    Permission.HELPERS: "o",
    Permission.WEBHOOKS: "o",
}
LETTERS = {
    EventRole.OWNER: "o",
    EventRole.JUDGE: "j",
    EventRole.SCOREKEEPER: "s",
    EventRole.PLAYER: "p",
    EventRole.ANYBODY: "a",
}


@pytest.mark.parametrize("who", EventRole)
@pytest.mark.parametrize("permission", Permission)
def test_the_table_of_rights(permission: Permission, who: EventRole) -> None:
    assert is_allowed(permission, {who}) == (LETTERS[who] in TABLE[permission] or "a" in TABLE[permission])


def test_every_deed_has_rights_and_words() -> None:
    assert set(ROLES_BY_PERMISSION) == set(ROLE_NAMES) == set(Permission) == set(TABLE)


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


DOES: dict[Permission, Callable[[Person | None, Event], object]] = {
    Permission.LEAVE: lambda by, event: leaving.drop_player(by=by, key=event.key, number=1),
    Permission.DECK: lambda by, event: deck_services.submit_deck(by=by, key=event.key, number=1, deck_key="none"),
    Permission.ADMIT: lambda by, event: events_services.add_players(by=by, key=event.key, names=["Late Lena"]),
    Permission.RESULT: lambda by, event: result_services.enter_result(
        by=by, key=event.key, pairing=_table(event), crystals=(5, 0)
    ),
    Permission.REPORT: lambda by, event: result_services.report_result(
        by=by, key=event.key, pairing=_table(event), crystals=(5, 0)
    ),
    Permission.CLOCK: lambda by, event: clock.set_round_clock(by=by, key=event.key, number=1, running=True),
    Permission.PAIR: lambda by, event: round_services.close_round(by=by, key=event.key, number=1, unfinished=True),
    Permission.PENALTY: lambda by, event: events_services.add_judge_note(
        by=by, key=event.key, number=1, kind="note", text="x"
    ),
    Permission.RULES: lambda by, event: events_services.change_event(
        by=by, key=event.key, rules=EventRules(name="Sunday"), group=None
    ),
    Permission.PODS: lambda by, event: pod_services.seat_players_in_pods(by=by, key=event.key),
    Permission.FINISH: lambda by, event: round_services.finish_event(by=by, key=event.key),
    Permission.ANNOUNCE: lambda by, event: events_services.publish_announcement(
        by=by, key=event.key, text="Lunch at one"
    ),
    Permission.WEBHOOKS: lambda by, event: event_webhooks.add_webhook(by=by, key=event.key, url="https://example.org/"),
}


def _table(event: Event) -> int:
    return load_event(event.key).rounds[0].pairings[0].row.pk


@pytest.mark.django_db
@pytest.mark.parametrize("permission", DOES)
@pytest.mark.parametrize("who", ["judge", "scorekeeper", "anybody"])
def test_the_services_keep_to_the_table(owner: Person, elinor: User, permission: Permission, who: str) -> None:
    event, by = made_event(owner, 4), person(elinor)
    paired(event, 1)
    if who != "anybody":
        staff_services.become_helper(by=by, key=event.key, role_key=getattr(event, f"{who}_key"))
    refused = False
    try:
        DOES[permission](by, event)
    except NotAllowed:
        refused = True
    except DomainError:
        pass
    assert refused != is_allowed(permission, {EventRole(who)})


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["judge", "scorekeeper"])
def test_a_helper_settles_a_disputed_game_of_the_event(
    owner: Person, elinor: User, stranger: User, judge: User, who: str
) -> None:
    event = made_event(owner, 0)
    for user in (elinor, stranger):
        entry_services.register_player(by=person(user), key=event.key, name=user.username)
    row = paired(event, 1).rounds[0].pairings[0].row
    match = Match.objects.get(pairing=row)
    players = (match.player_a, match.player_b)
    services.record_game(by=players[0], key=match.key, version=match.version, report=GameReport("a", 1))
    match.refresh_from_db()
    disputes.dispute_game(by=players[1], key=match.key, number=1, version=match.version, report=GameReport("b", 1))
    match.refresh_from_db()
    by = person(judge)
    settle = {"by": by, "key": match.key, "number": 1, "version": match.version, "report": GameReport("b", 1)}
    with pytest.raises(NotAllowed):
        disputes.settle_game(**settle)  # type: ignore[arg-type]
    staff_services.become_helper(by=by, key=event.key, role_key=getattr(event, f"{who}_key"))
    disputes.settle_game(**settle)  # type: ignore[arg-type]
    assert match.games.get().status == "settled" and match.corrections.filter(kind="settled", by=by).exists()


@pytest.mark.django_db
def test_a_helper_is_no_judge_of_his_own_table(owner: Person, elinor: User) -> None:
    event = made_event(owner, 1)
    entry_services.register_player(by=person(elinor), key=event.key, name="Elinor herself")
    staff_services.become_helper(by=person(elinor), key=event.key, role_key=event.judge_key)
    pairing = paired(event, 1).rounds[0].pairings[0]
    with pytest.raises(NotAllowed, match="Report as a player, or ask the organiser"):
        result_services.enter_result(by=person(elinor), key=event.key, pairing=pairing.row.pk, crystals=(5, 0))
    match = Match.objects.get(pairing=pairing.row)
    assert permissions.may_record(person(elinor), match) and not permissions.may_settle_dispute(person(elinor), match)
    assert permissions.may_settle_dispute(owner, match)


@pytest.mark.django_db
def test_a_match_outside_of_events_asks_no_event(owner: Person, elinor: User) -> None:
    match = services.create_match(by=owner, players=(NewMatchPlayer("A"), NewMatchPlayer("B")), sheet=MatchSettings())
    assert not permissions.may_record(person(elinor), match) and not permissions.may_settle_dispute(
        person(elinor), match
    )


@pytest.mark.django_db
def test_a_match_that_is_won_rings_its_event_and_stands_in_the_trail(owner: Person, client: Client) -> None:
    event = made_event(owner, 2)
    pairing = paired(event, 1).rounds[0].pairings[0]
    seen = load_event(event.key).event.version
    assert pairing.row.match is not None
    match = won(pairing.row.match, "a", 3)
    assert load_event(event.key).event.version == seen
    won(match, "a", 0)
    assert load_event(event.key).event.version == seen + 1
    assert client.get(f"/matches/events/{event.key}/?since={seen}").status_code == 200
    assert AuditLogEntry.objects.get(event=event, kind="result").about["after"] == f"{pairing.a.name} 5 : 0 {pairing.b}"
    match.refresh_from_db()
    services.undo_last_game(by=owner, key=match.key, version=match.version)
    assert AuditLogEntry.objects.filter(event=event, kind="reopened").exists()
    assert load_event(event.key).rounds[0].unreported

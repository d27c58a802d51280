"""Deck duty and missing pools are about everybody who still plays, wherever something is paired."""

from __future__ import annotations

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from accounts.models import Person, User
from cards.core.facts import Catalogue, People
from common.errors import Conflict
from decks.core.building import initial_deck
from decks.core.text import format_deck
from matches.events import pod_services as pods
from matches.events import result_services, round_services, services
from matches.events.decks import services as deck_services
from matches.events.decks.queries import ProceedAnyway
from matches.events.queries import load_event
from matches.events.rounds.planning import missing_decks_for_next_step
from matches.models import AuditLogEntry, Event, Registration
from tests.html import flat
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(roland: User, db_catalogue: Catalogue) -> Person:
    return person(roland)


def owed(event: Event) -> set[str]:
    return {player.name for player in missing_decks_for_next_step(load_event(event.key)).decks}


def do(client: Client, event: Event, action: str, **data: object) -> int:
    return client.post(f"{event.get_absolute_url()}do/{action}/", data).status_code


def test_the_results_desk_pairs_all_the_same_with_one_reason_for_all(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 4, decks_required=True)
    paired(event, 1, anyway=ProceedAnyway(True))
    enter_all(event)
    page = flat(roland_client.get(f"{event.get_absolute_url()}results/").content)
    assert "4 players have no legal deck." in page and "Pair round 2 anyway" in page
    assert do(roland_client, event, "pair", number=2, back="results") == 409
    asked = {"number": 2, "back": "results", "without_decks": 1, "reason": "the printer is broken"}
    assert do(roland_client, event, "pair", **asked) == 302
    about = AuditLogEntry.objects.filter(event=event, kind="paired_without").latest("pk").about
    assert about["names"] == "Roland, Elinor, Mira, Otto" and about["reason"] == "the printer is broken"


def test_a_league_with_deck_duty_begins_from_its_page(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 4, decks_required=True, format="round_robin")
    page = flat(roland_client.get(event.get_absolute_url()).content)
    assert "Create schedule anyway" in page and "Roland, Elinor, Mira, Otto" in page
    assert do(roland_client, event, "pair", number=1, without_decks=1, reason="lent") == 302
    assert load_event(event.key).rounds


def test_a_latecomer_is_asked_for_a_deck_as_everybody_is(owner: Person) -> None:
    event = made_event(owner, 4, decks_required=True)
    paired(event, 1, anyway=ProceedAnyway(True))
    enter_all(event)
    services.add_players(by=owner, key=event.key, names=["Late"])
    for number in (1, 2, 3, 4):
        deck_services.waive_deck(by=owner, key=event.key, number=number, reason="lent")
    assert owed(event) == {"Late"}
    with pytest.raises(Conflict, match=r"Players without a legal deck \(1\): Late"):
        paired(event, 2)


def test_a_finalist_is_asked_for_a_deck_and_nobody_who_is_out(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 6, decks_required=True, rounds_planned=1, cut_size=4)
    paired(event, 1, anyway=ProceedAnyway(True))
    enter_all(event)
    assert len(owed(event)) == 4
    with pytest.raises(Conflict, match=r"Players without a legal deck \(4\): "):
        round_services.begin_playoff(by=owner, key=event.key)
    page = flat(roland_client.get(event.get_absolute_url()).content)
    assert "Start anyway" in page
    assert do(roland_client, event, "cut", without_decks=1) == 302
    enter_all(event)
    last = load_event(event.key).rounds[-1]
    assert owed(event) == {table.winner.name for table in last.pairings if table.winner}
    paired(event, 3, anyway=ProceedAnyway(True))
    enter_all(event)
    assert owed(event) == set()
    page = flat(roland_client.get(event.get_absolute_url()).content)
    assert "no deck" not in page


def test_a_knock_out_names_only_who_plays_on(owner: Person) -> None:
    event = made_event(owner, 4, decks_required=True, format="knockout")
    paired(event, 1, anyway=ProceedAnyway(True))
    enter_all(event)
    winners = {table.winner.name for table in load_event(event.key).rounds[0].pairings if table.winner}
    assert owed(event) == winners


def test_the_cut_names_its_players_the_first_one_out_and_the_lot_before_it_begins(
    owner: Person, roland_client: Client
) -> None:
    event = made_event(owner, 4, rounds_planned=1, cut_size=2, tie_breaks=("wins",))
    paired(event, 1)
    enter_all(event)
    page = flat(roland_client.get(event.get_absolute_url()).content)
    asked = page[page.index("Cut to top 2") : page.index("Start playoff")]
    view = load_event(event.key)
    for table in view.rounds[0].pairings:
        assert table.winner is not None and table.winner.name in asked
    assert "First to miss the cut:" in asked and "(tied with" in asked


def test_where_the_lot_decides_a_cut_the_page_and_the_log_say_so(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 6, rounds_planned=1, cut_size=2, tie_breaks=("wins",))
    paired(event, 1)
    enter_all(event)
    assert "Decided at random:" in flat(roland_client.get(event.get_absolute_url()).content)
    round_services.begin_playoff(by=owner, key=event.key)
    page = flat(roland_client.get(event.get_absolute_url()).content)
    assert "Tied for the last spot in the cut, decided at random:" in page
    names = AuditLogEntry.objects.get(event=event, kind="cut_lot").about["names"]
    assert len(names.split(", ")) == 3


def test_a_correction_says_who_would_be_in_a_cut_that_has_begun(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 4, rounds_planned=1, cut_size=2)
    paired(event, 1)
    enter_all(event)
    round_services.begin_playoff(by=owner, key=event.key)
    desk = reverse("matches:event_results", args=[event.key])
    pages = (event.get_absolute_url(), f"{desk}?round=1")
    says = "The cut would be different now:"
    assert all(says not in flat(roland_client.get(page).content) for page in pages)
    table = load_event(event.key).rounds[0].pairings[0]
    assert table.winner is not None and table.loser is not None
    turned = (table.crystals[1], table.crystals[0])
    result_services.enter_result(by=owner, key=event.key, pairing=table.row.pk, crystals=turned)
    for page in pages:
        assert f"{says} {table.loser.name} instead of {table.winner.name}." in flat(roland_client.get(page).content)
    final = load_event(event.key).rounds[-1].pairings[0]
    result_services.enter_result(by=owner, key=event.key, pairing=final.row.pk, crystals=(5, 0))
    assert all(says not in flat(roland_client.get(page).content) for page in pages)


def test_a_correction_says_which_round_was_paired_before_it(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 4, rounds_planned=3)
    row = paired(event, 1).rounds[0].pairings[0].row
    enter_all(event)
    tap = {"pairing": row.pk, "as": "desk", "back": "results", "shown": 1}
    does, says = f"/matches/events/{event.key}/do/", "Round 2 was paired before this change."
    assert says not in flat(roland_client.post(f"{does}result/", {**tap, "score": "2:5"}, follow=True).content)
    paired(event, 2)
    page = flat(roland_client.post(f"{does}result/", {**tap, "score": "5:2"}, follow=True).content)
    assert says in page and f'action="{does}unpair/"' in page.split(says)[1].split("</div>")[0]
    enter_all(event)
    assert says not in flat(roland_client.post(f"{does}result/", {**tap, "score": "5:1"}, follow=True).content)


def test_whose_pool_is_missing_is_asked_before_pairing(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 4, format="draft")
    pods.seat_players_in_pods(by=owner, key=event.key, most=2)
    pods.cancel_pod(by=owner, key=event.key, number=1)
    services.add_players(by=owner, key=event.key, names=["Eve"])
    pods.cancel_pod(by=owner, key=event.key, number=2)
    gone = Registration.objects.filter(event=event).count()
    page = flat(roland_client.get(event.get_absolute_url()).content)
    assert f"{gone} players have no pool:" in page and "Eve" in page
    assert do(roland_client, event, "pair", number=1) == 409
    assert do(roland_client, event, "pair", number=1, without_decks=1, reason="all brought sealed pools") == 302
    assert "Eve" in AuditLogEntry.objects.get(event=event, kind="paired_no_pool").about["names"]


def test_the_winner_is_shown_with_people_and_deck_where_decks_may_be_seen(
    owner: Person, client: Client, db_catalogue: Catalogue
) -> None:
    event = made_event(owner, 2, decks_seen="end")
    text = format_deck(initial_deck(People.VULCA, db_catalogue), db_catalogue)
    deck_services.submit_pasted_deck(by=owner, key=event.key, number=1, text=text)
    paired(event, 1)
    first = load_event(event.key).rounds[0].pairings[0]
    crystals = (5, 2) if first.a.number == 1 else (2, 5)
    result_services.enter_result(by=owner, key=event.key, pairing=first.row.pk, crystals=crystals)
    round_services.finish_event(by=owner, key=event.key)
    for path in ("", "wall/"):
        page = flat(client.get(f"/matches/events/{event.key}/{path}").content)
        assert "Winner: Roland" in page and 'class="view"' in page and "Vulca" in page
        assert ('alt="Vulca"' in page) == (not path)  # in the standings
    Event.objects.filter(pk=event.pk).update(decks_seen="staff", version=F("version") + 1)
    hidden = flat(client.get(f"/matches/events/{event.key}/").content)
    assert "Winner: Roland" in hidden and "Vulca" not in hidden


def test_a_bracket_shows_the_peoples_of_its_players_while_everybody_may_see_the_decks(
    owner: Person, client: Client, db_catalogue: Catalogue
) -> None:
    event = made_event(owner, 2, format="knockout", decks_seen="start")
    text = format_deck(initial_deck(People.VULCA, db_catalogue), db_catalogue)
    deck_services.submit_pasted_deck(by=owner, key=event.key, number=2, text=text)
    paired(event, 1)
    path = f"/matches/events/{event.key}/"
    assert flat(client.get(path).content).count('alt="Vulca"') == 1
    Event.objects.filter(pk=event.pk).update(decks_seen="end", version=F("version") + 1)
    page = flat(client.get(path).content)  # the banner's face is that of any people
    assert 'alt="Vulca"' not in page and 'data-people="vulca"' not in page

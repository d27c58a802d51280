"""Draft tables for players without phones: begun by the organiser, played by bots, on paper, or seated again."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from cards.core.facts import Catalogue
from common.errors import Conflict, Invalid
from drafts.models import Draft
from drafts.table import services as drafts
from matches.events import pod_services, round_services
from matches.events.decks.queries import ProceedAnyway
from matches.events.queries import load_event
from matches.events.webhooks import services as webhooks
from matches.models import AuditLogEntry, Event, Pod, Registration, WebhookNotice
from tests.drafts.tables import by, setup_for
from tests.matches.builders import person
from tests.matches.events.builders import made_event, paired

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(roland: User, db_catalogue: Catalogue) -> Event:
    return made_event(person(roland), 4, format="draft")


def post(client: Client, event: Event, act: str) -> int:
    return client.post(f"/matches/events/{event.key}/draft-tables/{act}/").status_code


def test_a_table_whose_players_have_no_phone_begins_and_is_played_by_bots(event: Event, roland_client: Client) -> None:
    pod_services.seat_players_in_pods(by=event.owner, key=event.key, most=2)
    page = roland_client.get(f"/matches/events/{event.key}/draft-tables/").content.decode()
    assert page.count("no phone") == 4 and "Elinor" in page and page.count('class="qr"') == 2
    for number in (1, 2):
        assert post(roland_client, event, f"{number}/begin") == 302
    assert set(Draft.objects.values_list("status", flat=True)) <= {"drafting", "done"}
    assert post(roland_client, event, "1/begin") == 409
    page = roland_client.get(f"/matches/events/{event.key}/draft-tables/").content.decode()
    assert page.count("played by a bot") == 4


def test_a_table_goes_on_with_cardboard_and_stops_nobody(event: Event, roland_client: Client) -> None:
    pod_services.seat_players_in_pods(by=event.owner, key=event.key, most=4)
    assert post(roland_client, event, "1/paper") == 302
    pod = Pod.objects.get(event=event)
    assert pod.paper is not None and pod.draft.status == Draft.Status.ABORTED
    assert sorted(seat.name for seat in pod.paper.seats.all()) == ["Elinor", "Mira", "Otto", "Roland"]
    assert (
        pod.paper.get_absolute_url() in roland_client.get(f"/matches/events/{event.key}/draft-tables/").content.decode()
    )
    paired(event, 1)


def test_tables_are_called_off_and_seated_anew(event: Event, roland_client: Client) -> None:
    pod_services.seat_players_in_pods(by=event.owner, key=event.key, most=2)
    assert post(roland_client, event, "1/call-off") == 302
    assert post(roland_client, event, "seat-anew") == 302
    assert not Pod.objects.exists() and not Registration.objects.exclude(person=None).exists()
    pod_services.seat_players_in_pods(
        by=event.owner, key=event.key, most=4, peoples=("Vulca", "Hoax", "Mimix", "Flit", "Khind", "Terrah")
    )
    draft = Draft.objects.get(pod__event=event)
    assert set(draft.peoples) <= {"Vulca", "Hoax", "Mimix", "Flit", "Khind", "Terrah"}
    with pytest.raises(Conflict, match="These pods haven’t finished drafting:"):
        round_services.pair_next_round(by=event.owner, key=event.key, number=1)
    assert post(roland_client, event, "1/call-off") == 302
    paired(event, 1, anyway=ProceedAnyway(True))
    with pytest.raises(Conflict, match="Round 1 is paired, so the pods can’t be changed"):
        pod_services.cancel_all_pods(by=event.owner, key=event.key)


def test_a_field_is_seated_and_freed_again(roland: User, db_catalogue: Catalogue) -> None:
    event = made_event(person(roland), 7, format="draft")
    made = pod_services.seat_players_in_pods(by=event.owner, key=event.key, most=3)
    assert [pod.number for pod in made] == [1, 2, 3]
    assert [len(pod.players) for pod in load_event(event.key).pods] == [3, 2, 2]
    assert [entry.about for entry in AuditLogEntry.objects.filter(kind="pods")] == [{"count": 3}]
    with pytest.raises(Conflict, match="The pods are already seated"):
        pod_services.seat_players_in_pods(by=event.owner, key=event.key, most=3)
    pod_services.cancel_all_pods(by=event.owner, key=event.key)
    assert not Pod.objects.exists() and Draft.objects.filter(status=Draft.Status.ABORTED).count() == 3
    assert AuditLogEntry.objects.filter(kind="pods_off").count() == 1


def test_too_few_peoples_are_refused_and_nothing_is_seated(event: Event) -> None:
    for peoples in (("Vulca",), ("Nobody",)):
        with pytest.raises(Invalid):
            pod_services.seat_players_in_pods(by=event.owner, key=event.key, most=4, peoples=peoples)
    assert load_event(event.key).pods == ()


def test_only_the_organiser_sees_the_tables(event: Event, roland_client: Client, stranger_client: Client) -> None:
    assert stranger_client.get(f"/matches/events/{event.key}/draft-tables/").status_code == 403
    assert post(stranger_client, event, "1/begin") == 403
    assert post(roland_client, event, "1/behead") == 404
    assert post(roland_client, event, "7/begin") == 404


def test_the_webhooks_of_the_event_are_told_of_its_tables_and_of_no_card(event: Event) -> None:
    webhooks.add_webhook(by=event.owner, key=event.key, url="https://example.org/")
    pod_services.seat_players_in_pods(by=event.owner, key=event.key, most=2)
    pod_services.begin_pod_draft(by=event.owner, key=event.key, number=1)
    pod_services.cancel_pod(by=event.owner, key=event.key, number=2)
    told = list(WebhookNotice.objects.order_by("pk").values_list("kind", "body"))
    assert [kind for kind, _body in told] == ["pods", "draft_begun", "draft_ended", "draft_called_off"]
    assert [body.get("table") for _kind, body in told] == [None, 1, 1, 2]
    assert told[2][1].keys() == {"event", "version", "kind", "table"}


def test_a_draft_of_no_event_tells_nobody(event: Event, roland: User) -> None:
    webhooks.add_webhook(by=event.owner, key=event.key, url="https://example.org/")
    alone = drafts.create_draft(host=person(roland), setup=setup_for(2))
    drafts.abort_draft(alone.key, visitor=by(person(roland)))
    assert not WebhookNotice.objects.exists()


def test_a_table_of_names_asks_before_bots_draft_and_is_reset_alone(
    roland: User, roland_client: Client, db_catalogue: Catalogue
) -> None:
    event = made_event(person(roland), 8, format="draft")
    pod_services.seat_players_in_pods(by=event.owner, key=event.key, most=4)
    address = f"/matches/events/{event.key}/draft-tables/"
    assert roland_client.get(address).content.decode().count("Start with bots") == 2
    seated = [[player.name for player in pod.players.order_by("pk")] for pod in event.pods.order_by("number")]
    pod_services.begin_pod_draft(by=event.owner, key=event.key, number=1)
    other = event.pods.get(number=2).draft
    assert event.pods.get(number=1).draft.status == "done"
    assert roland_client.post(f"{address}1/reset/").status_code == 302
    assert [[player.name for player in pod.players.order_by("pk")] for pod in event.pods.order_by("number")] == seated
    assert event.pods.get(number=1).draft.status == "lobby" and event.pods.get(number=2).draft == other
    pod_services.begin_pod_draft(by=event.owner, key=event.key, number=1)

"""Webhooks of a draft: what is told when, in which shape and language, and who sees which address."""

from __future__ import annotations

import json

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from accounts.models import User
from common.errors import Conflict, Invalid, Missing, NotAllowed
from drafts.models import Draft
from drafts.table import services as drafting
from drafts.table.host import services as hosting
from matches.draft_webhooks.services import draft_webhooks
from matches.models import Notice, Webhook
from matches.webhooks import delivery
from matches.webhooks.addresses import MAX_WEBHOOKS
from matches.webhooks.outbox import DRAFT_NOTICE_KINDS, create_notices
from tests.drafts.tables import begun, by, guest, person, play_to_the_end, setup_for
from tests.matches.events.test_api import Script
from tests.matches.webhooks.test_chat_channels import DISCORD, SLACK, taken_by_discord, taken_by_slack

pytestmark = pytest.mark.django_db


def lobby_of(roland: User, players: int = 2) -> str:
    return drafting.create_draft(host=person(roland), setup=setup_for(players)).key


def kinds() -> list[str]:
    return list(Notice.objects.order_by("pk").values_list("kind", flat=True))


def test_a_draft_tells_that_it_is_full_begun_and_over_and_never_a_card(roland: User) -> None:
    host, friend = person(roland), guest("Elinor")
    key = lobby_of(roland)
    draft_webhooks.add(by=host, key=key, url="https://example.org/")
    drafting.join(key, who=by(friend), person=friend)
    assert kinds() == ["full"]
    drafting.start(key, who=by(host))
    assert kinds() == ["full", "begun"]
    full, told = Notice.objects.order_by("pk")
    draft = Draft.objects.get(key=key)
    assert full.body == {"draft": key, "version": full.body["version"], "kind": "full", "players": 2}
    assert full.body["version"] < told.body["version"] == draft.version
    play_to_the_end(key, host, friend)
    assert kinds() == ["full", "begun", "ended"]
    assert Notice.objects.get(kind="ended").body.keys() == {"draft", "version", "kind"}


@pytest.mark.parametrize("left", [False, True])
def test_a_draft_that_is_called_off_or_left_by_all_says_so(roland: User, left: bool) -> None:
    host, key = person(roland), lobby_of(roland)
    draft_webhooks.add(by=host, key=key, url="https://example.org/")
    if left:
        hosting.leave(key, who=by(host), number=0)
    else:
        drafting.abort(key, who=by(host))
    assert kinds() == ["called_off"]


def test_an_address_of_a_draft_outlives_the_sweep_and_goes_with_the_draft(roland: User) -> None:
    key = lobby_of(roland)
    draft_webhooks.add(by=person(roland), key=key, url="https://example.org/")
    delivery.send_due(timezone.now())
    assert Webhook.objects.count() == 1
    Draft.objects.get(key=key).delete()
    assert not Webhook.objects.exists()


@pytest.mark.parametrize("kind", sorted([*DRAFT_NOTICE_KINDS, "test"]))
def test_a_channel_takes_every_kind_of_notice_of_a_draft(kind: str, roland: User) -> None:
    key = lobby_of(roland)
    fields = dict.fromkeys(DRAFT_NOTICE_KINDS.get(kind, ("", ()))[1], 6)
    for url, takes in ((DISCORD, taken_by_discord), (SLACK, taken_by_slack)):
        made = draft_webhooks.add(by=person(roland), key=key, url=url)
        (sent,) = create_notices([made], {"kind": kind, **fields})
        body = json.loads(delivery._payload(made, sent))
        assert takes(body) and "%(" not in str(body)


def test_a_channel_reads_of_a_draft_in_the_hosts_language(roland: User, settings: LazySettings) -> None:
    settings.SITE_URL = "https://moons.example"
    key = lobby_of(roland)
    made = draft_webhooks.add(by=person(roland), key=key, url=DISCORD)
    assert made.person is not None
    made.person.language = "de"
    (sent,) = create_notices([made], {"kind": "full", "players": 4})
    content = json.loads(delivery._payload(made, sent))["content"]
    assert "Der Tisch ist voll: 4 Spieler." in content and content.endswith(f"\nhttps://moons.example/drafts/{key}/")


def test_the_host_adds_addresses_and_the_next_host_does_not_see_them(roland: User, stranger: User) -> None:
    host, friend = person(roland), person(stranger)
    key = lobby_of(roland, players=3)
    made = draft_webhooks.add(by=host, key=key, url=DISCORD)
    with pytest.raises(Conflict, match="notifies that address already"):
        draft_webhooks.add(by=host, key=key, url=DISCORD)
    with pytest.raises(Invalid, match="private address"):
        draft_webhooks.add(by=host, key=key, url="http://10.0.0.1/")
    drafting.join(key, who=by(friend), person=friend)
    for nobody in (friend, None):
        with pytest.raises(NotAllowed):
            draft_webhooks.add(by=nobody, key=key, url="https://example.org/")
        with pytest.raises(NotAllowed):
            draft_webhooks.rows_of(nobody, key)
    hosting.hand_over(key, who=by(host), number=1)
    assert list(draft_webhooks.rows_of(friend, key)[1]) == []
    with pytest.raises(Missing):
        draft_webhooks.remove(by=friend, key=key, pk=made.pk)
    assert list(draft_webhooks.rows_of(host, key)[1]) == [made]
    draft_webhooks.remove(by=host, key=key, pk=made.pk)
    for number in range(MAX_WEBHOOKS):
        draft_webhooks.add(by=friend, key=key, url=f"https://example.org/{number}")
    with pytest.raises(Invalid, match="at most 5"):
        draft_webhooks.add(by=friend, key=key, url="https://example.org/another")


def test_the_lobby_leads_its_host_to_the_page_which_shows_a_secret_once(
    roland: User, roland_client: Client, stranger_client: Client
) -> None:
    key = lobby_of(roland)
    page = f"/matches/drafts/{key}/webhooks/"
    assert page in roland_client.get(f"/drafts/{key}/").content.decode()
    assert page not in stranger_client.get(f"/drafts/{key}/").content.decode()
    assert stranger_client.get(page).status_code == 403
    typed = roland_client.post(page, {"url": "http://10.0.0.1/hook"})
    assert typed.status_code == 400 and "http://10.0.0.1/hook" in typed.content.decode()
    assert roland_client.post(page, {"url": "https://example.org/hook"}).status_code == 302
    made = Webhook.objects.get()
    assert made.secret in roland_client.get(page).content.decode()
    assert made.secret not in roland_client.get(page).content.decode()
    for what, answer in (("test", 302), ("on", 302), ("juggle", 404), ("remove", 302), ("remove", 404)):
        change = f"{page}{made.pk}/"
        assert stranger_client.post(change, {"what": what}).status_code in (403, 404)
        assert roland_client.post(change, {"what": what}).status_code == answer


def test_a_script_follows_a_draft(roland: User, stranger: User) -> None:
    script, other = Script(roland), Script(stranger)
    key = begun(person(roland), players=2)
    made = script.done("POST", f"drafts/{key}/webhooks/", {"url": "https://example.org/"})
    assert made["secret"].startswith("whsec_")
    (listed,) = script.done("GET", f"drafts/{key}/webhooks/")["results"]
    assert "secret" not in listed
    address = f"drafts/{key}/webhooks/{made['id']}/"
    for what in ("test", "on"):
        script.done("POST", address, {"what": what})
    assert [row["kind"] for row in script.done("GET", address)["results"]] == ["test"]
    for method in ("GET", "POST", "DELETE"):
        assert other.call(method, address, {"what": "test"})[0] == 403
    script.done("DELETE", address)
    assert script.call("GET", address)[0] == 404

"""The coach while drafting: only at practice tables that asked for it, and never where anybody else sits."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from cards.core.facts import PEOPLES, Catalogue
from drafts.core.engine.setup import HouseDeal, Setup
from drafts.core.engine.sharing import Sharing
from drafts.models import Draft
from drafts.table import hosting, services
from tests.drafts.tables import begun, by, person, seen_by

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def cards(db_catalogue: Catalogue) -> Catalogue:
    return db_catalogue


def practised(roland: User, *, coached: bool, players: int = 2) -> str:
    setup = Setup(players, PEOPLES[:3], house=HouseDeal(5, 3))
    seated = services.create_draft(host=person(roland), setup=setup, coached=coached, seating=Draft.Seating.AS_SAT)
    services.start_draft(seated.key, visitor=by(person(roland)))
    return seated.key


def test_the_coach_says_what_an_expert_would_take(roland: User, roland_client: Client, cards: Catalogue) -> None:
    key = practised(roland, coached=True)
    assert f"/drafts/{key}/hint/" in roland_client.get(f"/drafts/{key}/").content.decode()
    page = roland_client.get(f"/drafts/{key}/hint/", headers={"HX-Target": "hint"})
    view = seen_by(key, person(roland)).view
    assert view is not None
    assert {facts.code for facts, _ in page.context["considered"]} <= set(view.packet)
    assert page.context["why"] and "simulated games" in page.content.decode()
    assert "<html" not in page.content.decode()
    assert "Back to the draft" in roland_client.get(f"/drafts/{key}/hint/").content.decode()


def test_programs_are_helped_where_the_page_helps(roland: User, roland_client: Client, cards: Catalogue) -> None:
    key = practised(roland, coached=True)
    body = roland_client.get(f"/api/v1/drafts/{key}/hint/").json()
    page = roland_client.get(f"/drafts/{key}/hint/")
    assert [card["card"] for card in body["considered"]] == [facts.code for facts, _ in page.context["considered"]]
    assert body["why"] == page.context["why"]
    silent = practised(roland, coached=False)
    assert roland_client.get(f"/api/v1/drafts/{silent}/hint/").status_code == 403


def test_it_is_off_unless_it_was_asked_for(roland: User, elinor: User, roland_client: Client) -> None:
    for key in (practised(roland, coached=False), begun(person(roland), players=2)):
        assert "/hint/" not in roland_client.get(f"/drafts/{key}/").content.decode()
        assert roland_client.get(f"/drafts/{key}/hint/").status_code == 403
    assert not Draft.objects.get(key=begun(person(roland), person(elinor))).is_coached


def test_it_falls_silent_as_soon_as_anybody_else_sits_there(
    roland: User, elinor: User, roland_client: Client, elinor_client: Client
) -> None:
    key = practised(roland, coached=True)
    assert elinor_client.get(f"/drafts/{key}/hint/").status_code == 403
    services.join_draft(key, visitor=by(person(elinor)), person=person(elinor))
    for client in (roland_client, elinor_client):
        assert client.get(f"/drafts/{key}/hint/").status_code == 403
        assert "/hint/" not in client.get(f"/drafts/{key}/").content.decode()


def test_the_practice_form_asks(roland_client: Client) -> None:
    answers = {"players": "1", "peoples": ["Vulca", "Hoax"], "packet": "5", "rounds": "3", "last_deal": "0"}
    common = {"seating": "random", "step8": "right", "action": "bots", "grace_seconds": "auto"}
    roland_client.post("/drafts/practice/", {**answers, **common, "coached": "on"})
    draft = Draft.objects.get()
    assert draft.is_coached
    again = roland_client.get(f"/drafts/practice/?again={draft.key}").content.decode()
    assert 'name="coached" id="id_coached" checked' in again
    roland_client.post("/drafts/practice/", {**answers, **common})
    assert not Draft.objects.latest("created").is_coached


@pytest.mark.parametrize("coached", [True, False])
def test_the_next_table_keeps_its_coach(roland: User, coached: bool) -> None:
    host = person(roland)
    key = hosting.repeat_draft(practised(roland, coached=coached), visitor=by(host), person=host)
    assert Draft.objects.get(key=key).is_coached is coached


@pytest.mark.parametrize("way", [Sharing.ROTISSERIE, Sharing.WINCHESTER, Sharing.WINSTON])
def test_hints_are_about_cards_not_piles(way: Sharing, roland: User, roland_client: Client) -> None:
    setup = Setup(2, PEOPLES[:3], house=HouseDeal(), sharing=way)
    key = services.create_draft(host=person(roland), setup=setup, coached=True, seating=Draft.Seating.AS_SAT).key
    services.start_draft(key, visitor=by(person(roland)))
    assert roland_client.get(f"/drafts/{key}/hint/").status_code == (403 if way.has_piles else 200)

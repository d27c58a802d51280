"""What an event tells of itself to everybody, and what only to those who judge."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from oauth2_provider.models import AccessToken, Application

from accounts.models import ApiToken, User
from matches.events import services
from tests.matches.builders import person
from tests.matches.events.builders import made_event


@pytest.mark.parametrize("path", ["/matches/events/{}/trail/", "/api/v1/events/{}/trail/"])
def test_why_a_judge_noted_something_is_not_told_to_everybody(
    path: str, roland: User, roland_client: Client, client: Client, db_catalogue: object
) -> None:
    event = made_event(person(roland))
    services.add_judge_note(by=person(roland), key=event.key, number=1, kind="warning", text="came late, twice")
    outside = client.get(path.format(event.key)).content.decode()
    assert "a judge made a note about" in outside
    assert "came late" not in outside
    assert "came late, twice" in roland_client.get(path.format(event.key)).content.decode()


def test_the_log_says_through_what_somebody_acted(
    roland: User, roland_client: Client, client: Client, db_catalogue: object
) -> None:
    """The name of an application, `API` for a token of one's own, whose name is nobody else's; nothing for a page."""
    event = made_event(person(roland))
    application = Application.objects.create(user=roland, name="Chat bot", client_type=Application.CLIENT_PUBLIC)
    AccessToken.objects.create(
        user=roland, application=application, token="lent", scope="read events", expires=timezone.now() + timedelta(1)
    )
    _row, own = ApiToken.issue(user=roland, name="Notebook in the kitchen")
    path = f"/api/v1/events/{event.key}/announcements/"
    for secret in ("lent", own):
        token = {"Authorization": f"Bearer {secret}"}
        sent = client.post(path, {"text": "Lunch"}, content_type="application/json", headers=token)
        assert sent.status_code == 201, sent.content
    assert roland_client.post(path, {"text": "Tea"}, content_type="application/json").status_code == 201
    names = [f"Player {number}" for number in (8, 9)]
    sent = client.post(
        f"/api/v1/events/{event.key}/players/",
        {"names": names, "new": True},
        content_type="application/json",
        headers={"Authorization": "Bearer lent"},
    )
    assert sent.status_code == 201, sent.content
    rows = client.get(f"/api/v1/events/{event.key}/trail/").json()["results"]
    assert [row["through"] for row in rows[:5]] == ["Chat bot", "Chat bot", "", "API", "Chat bot"]
    assert {row["by"] for row in rows[:5]} == {"Roland"}
    page = client.get(f"/matches/events/{event.key}/trail/").content.decode()
    assert "Roland via Chat bot," in page and "kitchen" not in page

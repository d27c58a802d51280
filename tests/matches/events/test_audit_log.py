"""What an event tells of itself to everybody, and what only to those who judge."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from matches.events import services
from tests.matches.builders import person
from tests.matches.events.builders import made_event


@pytest.mark.parametrize("path", ["/matches/events/{}/trail/", "/api/v1/events/{}/trail/"])
def test_why_a_judge_noted_something_is_not_told_to_everybody(
    path: str, roland: User, roland_client: Client, client: Client, db_catalogue: object
) -> None:
    event = made_event(person(roland))
    services.add_note(by=person(roland), key=event.key, number=1, kind="warning", text="came late, twice")
    outside = client.get(path.format(event.key)).content.decode()
    assert "a judge noted something" in outside
    assert "came late" not in outside
    assert "came late, twice" in roland_client.get(path.format(event.key)).content.decode()

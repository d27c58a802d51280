"""Admin of events: read only, without secrets."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from matches.events import services
from matches.events.webhooks import services as event_webhooks
from matches.webhooks import create_webhook_notices
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired

pytestmark = pytest.mark.django_db
MODELS = ("event", "registration", "pairing", "judgenote", "auditlogentry", "webhook")


def test_whoever_runs_the_site_looks_at_events_and_sees_no_secret(roland: User, judge_client: Client) -> None:
    event = made_event(person(roland), 4)
    paired(event, 1)
    enter_all(event)
    note = services.add_judge_note(by=event.owner, key=event.key, number=1, kind="note", text="fine")
    hook = event_webhooks.add_webhook(by=event.owner, key=event.key, url="https://example.org/")
    create_webhook_notices([hook], {"kind": "test"})
    event.refresh_from_db()
    rows: dict[str, Any] = {
        "event": event,
        "webhook": hook,
        "judgenote": note,
        "auditlogentry": event.audit_log.first(),
    }
    rows |= {"registration": event.registrations.first(), "pairing": event.rounds.get().pairings.first()}
    for model in MODELS:
        assert judge_client.get(f"/admin/matches/{model}/?q=a").status_code == 200
        page = judge_client.get(f"/admin/matches/{model}/{rows[model].pk}/change/").content.decode()
        for secret in (hook.secret, event.judge_key, event.scorekeeper_key):
            assert secret not in page
        assert judge_client.get(f"/admin/matches/{model}/add/").status_code == 403
        assert judge_client.post(f"/admin/matches/{model}/{rows[model].pk}/delete/", {"post": "yes"}).status_code == 403

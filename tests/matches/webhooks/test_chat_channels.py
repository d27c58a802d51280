"""Webhooks of Discord and Slack: messages that their documentation takes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.conf import LazySettings

from accounts.models import User
from common.errors import Invalid
from matches import webhooks
from matches.events.webhooks import services as event_webhooks
from matches.models import Webhook
from matches.webhooks import NOTICE_KINDS, create_webhook_notices
from tests.matches.webhooks.builders import event_of, hook

pytestmark = pytest.mark.django_db
DISCORD = "https://discord.com/api/webhooks/1/abc"
SLACK = "https://hooks.slack.com/services/T0/B0/abc"


def taken_by_discord(body: dict[str, Any]) -> bool:
    """Discord, Execute Webhook: 50006 for a message without content, 50035 above 2,000 characters or unknown types."""
    content, known = body.get("content"), {"content", "username", "allowed_mentions", "embeds", "tts", "avatar_url"}
    return isinstance(content, str) and 0 < len(content) <= 2000 and set(body) <= known


def taken_by_slack(body: dict[str, Any]) -> bool:
    """Slack, incoming webhooks: `no_text` without a text, `invalid_payload` for another type."""
    return isinstance(body.get("text"), str) and bool(body["text"]) and set(body) <= {"text", "blocks", "attachments"}


@pytest.mark.parametrize("kind", sorted([*NOTICE_KINDS, "test"]))
@pytest.mark.parametrize(("url", "takes"), [(DISCORD, taken_by_discord), (SLACK, taken_by_slack)])
def test_a_channel_takes_every_kind_of_notice(url: str, takes: Any, kind: str, roland: User) -> None:
    made = hook(roland, url)
    fields = NOTICE_KINDS.get(kind, ("", ()))[1]
    (sent,) = create_webhook_notices([made], {"kind": kind, **dict.fromkeys(fields, "x" * 3000)})
    body = json.loads(webhooks._notice_payload(sent))
    assert takes(body) and "%(" not in str(body)
    assert not takes({"id": sent.key, **sent.body})


def test_a_channel_reads_a_sentence_in_the_organisers_language(roland: User, settings: LazySettings) -> None:
    settings.SITE_URL = "https://moons.example"
    made = hook(roland, DISCORD)
    event_of(made).owner.language = "de"
    (sent,) = create_webhook_notices(
        [made], {"kind": "result", "round": 2, "table": 1, "after": "<@5> *Ann* 5 : 2 @everyone"}
    )
    body = json.loads(webhooks._notice_payload(sent))
    assert body["content"].endswith(f"\nhttps://moons.example/matches/events/{event_of(made).key}/")
    assert "Runde 2, Tisch 1: <\\@5\\> \\*Ann\\* 5 : 2 \\@everyone" in body["content"]
    assert body["allowed_mentions"] == {"parse": []}
    made.shape = Webhook.Shape.SLACK
    assert "&lt;@5&gt; *Ann*" in json.loads(webhooks._notice_payload(sent))["text"]


@pytest.mark.parametrize(
    ("url", "shape"),
    [
        (DISCORD, "discord"),
        ("https://discord.com/channels/1", "json"),
        (SLACK, "slack"),
        ("https://discord.com.example.org/api/webhooks/1/abc", "json"),
    ],
)
def test_the_shape_is_known_by_the_address_and_may_be_chosen(url: str, shape: str, roland: User) -> None:
    made = hook(roland, url)
    assert made.shape == shape
    other = event_webhooks.add_webhook(
        by=event_of(made).owner, key=event_of(made).key, url="https://chat.example/hooks/1", shape="slack"
    )
    assert other.shape == "slack"
    with pytest.raises(Invalid, match="Choose a format: JSON, Discord or Slack"):
        event_webhooks.add_webhook(
            by=event_of(made).owner, key=event_of(made).key, url="https://chat.example/2", shape="smoke"
        )

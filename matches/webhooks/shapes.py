"""Shapes of a notice: JSON for scripts, or a sentence for Discord or Slack in the language of its organiser."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from common.sentences import sentences

EscapeText = Callable[[str], str]
JSON_SHAPE, DISCORD_SHAPE, SLACK_SHAPE = "json", "discord", "slack"
# Discord rejects longer ones; Slack would cut a message later.
MAX_MESSAGE_CHARACTERS = 2000
NOTICE_SENTENCES = sentences("matches", "webhooks")
_DISCORD_MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()@-])")


def shape_for_url(url: str) -> str:
    """Return the shape of a URL, by its host and path.

    >>> shape_for_url("https://hooks.slack.com/services/T0/B0/x"), shape_for_url("https://example.org/slack")
    ('slack', 'json')
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    if host in ("discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com"):
        return DISCORD_SHAPE if parts.path.startswith("/api/webhooks/") else JSON_SHAPE
    return SLACK_SHAPE if host == "hooks.slack.com" else JSON_SHAPE


@dataclass(frozen=True, slots=True)
class NoticeSubject:
    """Subject of a notice: name and path of the event ("" if deleted), and the language of its organiser."""

    name: str
    path: str
    language: str


def webhook_payload(shape: str, key: str, body: Mapping[str, object], about: NoticeSubject) -> bytes:
    """Return the body to send: JSON with the id of the notice, by which a receiver recognises duplicates, or a
    sentence."""
    if shape == DISCORD_SHAPE:
        content = _notice_sentence(body, about, _escape_for_discord)
        # No name in a result may mention anybody.
        return _json_bytes({"username": "Ten Moons", "content": content, "allowed_mentions": {"parse": []}})
    if shape == SLACK_SHAPE:
        return _json_bytes({"text": _notice_sentence(body, about, _escape_for_slack)})
    return _json_bytes({"id": key, **body})


def _notice_sentence(body: Mapping[str, object], about: NoticeSubject, plain: EscapeText) -> str:
    """Return the notice as a sentence, after the event's name and before its address."""
    values = {name: plain(str(value)) for name, value in body.items()}
    with translation.override(about.language or settings.LANGUAGE_CODE):
        sentence = f"{plain(about.name)} · {gettext(NOTICE_SENTENCES[str(body['kind'])]) % values}"
    site = settings.SITE_URL.rstrip("/")
    link = f"\n{site}{about.path}" if site and about.path else ""
    return sentence[: MAX_MESSAGE_CHARACTERS - len(link)] + link


def _escape_for_discord(text: str) -> str:
    return _DISCORD_MARKDOWN.sub(r"\\\1", text)


def _escape_for_slack(text: str) -> str:
    """Escape the three characters that could make links, commands and mentions."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _json_bytes(body: Mapping[str, object]) -> bytes:
    return json.dumps(body, ensure_ascii=False, sort_keys=True).encode()

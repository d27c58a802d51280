"""Addresses of webhooks: validation, shape, secret."""

import base64
import ipaddress
import secrets
import socket
from urllib.parse import urlsplit

from django.conf import settings

from common.errors import Invalid
from common.outbound.http import is_private_address
from common.text import gettext_noop
from matches.models.webhooks import Webhook
from matches.webhooks import delivery as wire
from matches.webhooks.shapes import shape_for_url

MAX_WEBHOOKS = 5


def new_webhook(url: str, shape: str) -> Webhook:
    """Return an unsaved webhook with a new secret; raises `Invalid` for a forbidden or malformed URL.

    An empty `shape` is chosen by the URL.
    """
    _check_webhook_url(url)
    if shape not in ("", *Webhook.Shape.values):
        raise Invalid(gettext_noop("Choose a format: JSON, Discord or Slack."), place="shape")
    return Webhook(url=url, secret=_new_webhook_secret(), shape=shape or shape_for_url(url))


def switch_on_webhook(hook: Webhook) -> Webhook:
    """Turn a webhook on again, if it was off."""
    if hook.off is not None:
        hook.failures, hook.off = 0, None
        hook.save(update_fields=["failures", "off"])
    return hook


def _new_webhook_secret() -> str:
    """Return a secret as Standard Webhooks want it: the prefix and 24 random bytes in Base64."""
    return wire.SECRET_PREFIX + base64.b64encode(secrets.token_bytes(24)).decode()


def _check_webhook_url(url: str) -> None:
    fault = gettext_noop("A webhook URL must begin with https:// or http:// and include a host.")
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        raise Invalid(fault, place="url") from None
    plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= 300
    if parts.scheme not in ("http", "https") or not host or not plain or parts.username is not None:
        raise Invalid(fault, place="url")
    if not settings.WEBHOOK_PRIVATE and (host == "localhost" or _is_private_literal(host)):
        raise Invalid(gettext_noop("A webhook can’t go to a private address. Use a public URL."), place="url")


def _is_private_literal(host: str) -> bool:
    """Return whether a host is a private IP address, also in other forms of IPv4: 2130706433, 0x7f.1."""
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        try:
            host = socket.inet_ntoa(socket.inet_aton(host))
        except OSError:
            return False
    return is_private_address(host)

"""Telling an address of the outside what happened in an event: signed, by one attempt, never into a private network."""

from __future__ import annotations

import hashlib
import hmac
import http.client
import ipaddress
import json
import secrets
import socket
import ssl
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction

from accounts.models import Person
from common.errors import Invalid, Missing
from common.text import gettext_noop
from matches.events import Deed
from matches.events_writing import claim
from matches.models_events import Webhook

SIGNATURE = "X-Ten-Moons-Signature"
MOST = 5
SECONDS = 5


def sign(secret: str, body: bytes) -> str:
    """What the receiver compares: `sha256=` and the HMAC of the body under the secret."""
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


@transaction.atomic
def add(*, by: Person | None, key: str, url: str) -> Webhook:
    """Let an address be told of an event; the secret is made here and shown to the organiser."""
    view = claim(by=by, key=key, deed=Deed.WEBHOOKS)
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or len(url) > 300 or parts.username:
        raise Invalid(gettext_noop("An address begins with https:// or http:// and names a host."))
    if view.event.webhooks.count() >= MOST:
        raise Invalid(gettext_noop("An event tells at most %(most)s addresses."), {"most": MOST})
    return Webhook.objects.create(event=view.event, url=url, secret=secrets.token_urlsafe(24))


@transaction.atomic
def remove(*, by: Person | None, key: str, pk: int) -> None:
    """Tell an address nothing more."""
    view = claim(by=by, key=key, deed=Deed.WEBHOOKS)
    if not view.event.webhooks.filter(pk=pk).delete()[0]:
        raise Missing(gettext_noop("This event tells no such address."))


def send(pk: int, body: dict[str, object]) -> bool:
    """Send one notice; False where it should be tried again. What the address answered is kept for the organiser."""
    hook = Webhook.objects.filter(pk=pk).first()
    if hook is None:
        return True
    data = json.dumps(body, ensure_ascii=False, sort_keys=True).encode()
    try:
        status = _post(hook.url, data, {SIGNATURE: sign(hook.secret, data), "Content-Type": "application/json"})
        said, done = str(status), 200 <= status < 300
    except PrivateAddress:
        said, done = "a private address is not told anything", True
    except (OSError, http.client.HTTPException) as error:
        said, done = type(error).__name__, False
    Webhook.objects.filter(pk=pk).update(last_status=said[:80])
    return done


class PrivateAddress(Exception):
    """The host lies in a private network."""


def _post(url: str, data: bytes, headers: dict[str, str]) -> int:
    """One POST to the address that was looked up and judged, so that a second look-up cannot lead elsewhere."""
    parts = urlsplit(url)
    host, tls = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if tls else 80)
    address = _allowed(host, port)
    connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
    connection.sock = socket.create_connection((address, port), timeout=SECONDS)
    try:
        if tls:
            connection.sock = ssl.create_default_context().wrap_socket(connection.sock, server_hostname=host)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", path, data, headers)
        return connection.getresponse().status
    finally:
        connection.close()


def _allowed(host: str, port: int) -> str:
    """The address of a host; raises `PrivateAddress` for one inside, unless WEBHOOK_PRIVATE allows it."""
    address = str(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][4][0])
    if not ipaddress.ip_address(address.partition("%")[0]).is_global and not settings.WEBHOOK_PRIVATE:
        raise PrivateAddress(host)
    return address

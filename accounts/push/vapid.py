"""VAPID (RFC 8292): the key by which push services know this site, made once and kept in the folder of its data."""

from __future__ import annotations

import base64
import os
import re
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

if TYPE_CHECKING:
    from py_vapid import Vapid02

TOKEN_SECONDS = 12 * 3600
FILE_NAME = "vapid_key"
# A scheme, a name, perhaps a port, as RFC 8292 and the library want it.
_AUDIENCE = re.compile(r"https?://[^/:@]+(:\d+)?", re.IGNORECASE)


def public_key() -> str:
    """The public key in base64url, as browsers want it when they subscribe."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    key = _key().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(key).rstrip(b"=").decode()


def authorization(endpoint: str) -> dict[str, str]:
    """The header that shows a push service who sends; it holds for that service alone, and for half a day.

    Raises ValueError as `audience` does.
    """
    claims = {"aud": audience(endpoint), "exp": int(time.time()) + TOKEN_SECONDS, "sub": _contact()}
    headers: dict[str, str] = _key().sign(claims)
    return headers


def audience(endpoint: str) -> str:
    """The push service of an address: scheme, host, port. Raises ValueError where it cannot be signed for."""
    parts = urlsplit(endpoint)
    service = f"{parts.scheme}://{parts.netloc}"
    if not _AUDIENCE.fullmatch(service):
        raise ValueError("the address of the push service has no plain host")
    return service


def _contact() -> str:
    """Where the people of a push service can complain."""
    if settings.SITE_URL.startswith("https://"):
        return str(settings.SITE_URL)
    address = settings.DEFAULT_FROM_EMAIL.rpartition("<")[2].rstrip(">")
    return f"mailto:{address}"


def _key() -> Vapid02:
    return _read(settings.VAPID_KEY, str(settings.VAR_DIR))


@cache
def _read(given: str, folder: str) -> Vapid02:
    """`VAPID_KEY`, or the key in the folder, which is made there if there is none."""
    from py_vapid import Vapid02, VapidException  # with cryptography, which no start needs

    try:
        if given:
            return Vapid02.from_string(given)
        file = Path(folder) / FILE_NAME
        if not file.exists():
            _make(file)
        return Vapid02.from_pem(file.read_bytes())
    except (VapidException, ValueError, OSError) as error:
        where = "VAPID_KEY" if given else FILE_NAME
        raise ImproperlyConfigured(f"{where} is no key for web push ({error}).") from None


def _make(file: Path) -> None:
    """Write a new key whole, readable by the site alone; of two processes that do, the first one's stays."""
    from py_vapid import Vapid02

    key = Vapid02()
    key.generate_keys()
    descriptor, name = tempfile.mkstemp(dir=file.parent)  # of mode 0600
    with os.fdopen(descriptor, "wb") as made:
        made.write(key.private_pem())
    try:
        os.link(name, file)
    except FileExistsError:
        pass
    finally:
        os.unlink(name)

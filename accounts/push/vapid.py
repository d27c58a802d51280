"""VAPID (RFC 8292): the key by which push services recognise this site, created once and stored in its data folder.

`cryptography` is imported late, so that the site starts faster.
"""

from __future__ import annotations

import base64
import json
import re
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from common.random_keys import write_key_file

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

TOKEN_SECONDS = 12 * 3600
VAPID_KEY_FILE = "vapid_key"
_AUDIENCE_PATTERN = re.compile(r"https?://[^/:@]+(:\d+)?", re.IGNORECASE)


def vapid_public_key() -> str:
    """Return the public key in base64url, which browsers need to subscribe."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return _encode_base64url(_private_key().public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def vapid_authorization(endpoint: str) -> dict[str, str]:
    """Return the header that identifies this site to a push service for half a day. Raises ValueError."""
    from cryptography.hazmat.primitives.asymmetric.ec import ECDSA
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256

    claims = {"aud": audience_of_endpoint(endpoint), "exp": int(time.time()) + TOKEN_SECONDS, "sub": _contact_address()}
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    message = ".".join(_encode_base64url(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
    numbers = decode_dss_signature(_private_key().sign(message.encode(), ECDSA(SHA256())))
    signature = _encode_base64url(b"".join(number.to_bytes(32, "big") for number in numbers))
    return {"Authorization": f"vapid t={message}.{signature},k={vapid_public_key()}"}


def _encode_base64url(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def audience_of_endpoint(endpoint: str) -> str:
    """Return scheme, host and port of a push service. Raises ValueError for endpoints that RFC 8292 doesn’t allow."""
    parts = urlsplit(endpoint)
    service = f"{parts.scheme}://{parts.netloc}"
    if not _AUDIENCE_PATTERN.fullmatch(service):
        raise ValueError("the address of the push service has no plain host")
    return service


def _contact_address() -> str:
    if settings.SITE_URL.startswith("https://"):
        return str(settings.SITE_URL)
    address = settings.DEFAULT_FROM_EMAIL.rpartition("<")[2].rstrip(">")
    return f"mailto:{address}"


def _private_key() -> EllipticCurvePrivateKey:
    return _read_or_create_key(settings.VAPID_KEY, str(settings.VAR_DIR))


@cache
def _read_or_create_key(given: str, folder: str) -> EllipticCurvePrivateKey:
    """Return the key from the setting, else from the folder, where it is created if missing."""
    file = Path(folder) / VAPID_KEY_FILE
    try:
        if not given and not file.exists():
            _create_key_file(file)
        return _parse_private_key(given.encode() if given else file.read_bytes())
    except (TypeError, ValueError, OSError) as error:
        where = "VAPID_KEY" if given else VAPID_KEY_FILE
        raise ImproperlyConfigured(f"{where} is no key for web push ({error}).") from None


def _parse_private_key(text: bytes) -> EllipticCurvePrivateKey:
    """Read a P-256 key: PEM, or base64url of its number or DER. Raises ValueError or TypeError for anything else."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import load_der_private_key, load_pem_private_key

    if text.lstrip().startswith(b"-----BEGIN"):
        key = load_pem_private_key(text, None)
    else:
        raw = base64.urlsafe_b64decode(b"".join(text.split()).rstrip(b"=") + b"==")
        whole = len(raw) != 32
        key = load_der_private_key(raw, None) if whole else ec.derive_private_key(int.from_bytes(raw), ec.SECP256R1())
    if not (isinstance(key, ec.EllipticCurvePrivateKey) and isinstance(key.curve, ec.SECP256R1)):
        raise ValueError("it is of another kind than P-256")
    return key


def _create_key_file(file: Path) -> None:
    """Write a new key atomically, readable only by the site; if two processes do so, the first key stays."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = ec.generate_private_key(ec.SECP256R1())
    write_key_file(file, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))

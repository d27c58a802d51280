"""A push service of the tests' own on loopback, and a browser that subscribed there and reads its messages."""

from __future__ import annotations

import base64
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()


def base64url(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def unbase64url(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)


@dataclass
class Subscription:
    """A subscription: what a browser gives a site, and the private key with which only it reads (RFC 8291)."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    secret: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def keys(self) -> dict[str, str]:
        return {"endpoint": self.endpoint, "p256dh": base64url(self.point), "auth": base64url(self.secret)}

    def read(self, body: bytes) -> dict[str, Any]:
        salt, sender = body[:16], body[21 : 21 + body[20]]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        agreed = _derived(shared, self.secret, b"WebPush: info\0" + self.point + sender, 32)
        key = _derived(agreed, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(agreed, salt, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, body[21 + body[20] :], None).rstrip(b"\0")
        assert padded.endswith(b"\2"), "the last record ends in 2"
        data: dict[str, Any] = json.loads(padded[:-1])
        return data


def claims_of(authorization: str) -> dict[str, Any]:
    """Return the claims of a VAPID header whose signature is right; raises for another (RFC 8292)."""
    parts = dict(part.strip().split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
    head, claims, signature = parts["t"].split(".")
    raw = unbase64url(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unbase64url(parts["k"]))
    key.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    body: dict[str, Any] = json.loads(unbase64url(claims))
    return body | {"k": parts["k"]}


class PushService(ThreadingHTTPServer):
    """Answers every POST with `answer` and keeps path, headers and body."""

    heard: list[tuple[str, dict[str, str], bytes]]
    answer = 201

    def subscription(self, name: str = "one") -> Subscription:
        return Subscription(f"http://127.0.0.1:{self.server_port}/{name}")


@contextmanager
def push_service() -> Iterator[PushService]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            server.heard.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(server.answer)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    server = PushService(("127.0.0.1", 0), Handler)
    server.heard = []
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()

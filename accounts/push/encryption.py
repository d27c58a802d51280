"""Encryption of push messages for one browser (RFC 8291): `aes128gcm` (RFC 8188) in a single record."""

import os
import struct

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

# Delimiter after the last record, and bytes that the cipher adds.
_LAST_RECORD_MARK, _TAG_BYTES = b"\2", 16
_RECORD_BYTES = 4096


def encrypt_for_browser(
    body: bytes,
    *,
    point: bytes,
    secret: bytes,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Encrypt for the browser with this public point and secret; sender and salt are random unless given.

    Raises ValueError for a point that is not on the curve.
    """
    curve = ec.SECP256R1()
    sender = sender or ec.generate_private_key(curve)
    salt = salt or os.urandom(16)
    own = sender.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = sender.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(curve, point))
    agreed = _derive_key(shared, secret, b"WebPush: info\0" + point + own, 32)
    key = _derive_key(agreed, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive_key(agreed, salt, b"Content-Encoding: nonce\0", 12)
    record = max(_RECORD_BYTES, len(body) + len(_LAST_RECORD_MARK) + _TAG_BYTES)
    head = salt + struct.pack("!LB", record, len(own)) + own
    return head + AESGCM(key).encrypt(nonce, body + _LAST_RECORD_MARK, None)


def _derive_key(shared: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(shared)

"""Delivery of push messages: encrypts each message for its browser, retries, drops expired messages.

Encryption follows RFC 8291: `aes128gcm` (RFC 8188) in a single record.
"""

import json
import logging
import os
import struct
import time
from datetime import datetime, timedelta

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from accounts.models import PushDevice, PushMessage
from accounts.push import vapid
from accounts.push.devices import bytes_from_base64url, push_stop_key, remove_expired_devices
from accounts.push.kinds import PUSH_KINDS, Kind
from common import outbound_http
from common.outbound_http import acquire_slot

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
    """Encrypt for a browser’s point and secret; raises ValueError for a point that is not on the curve."""
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


logger = logging.getLogger(__name__)

MAX_DELIVERY_TRIES = 5
# Failures in a row after which a device is deleted; its browser can subscribe again.
MAX_FAILURES_IN_A_ROW = 20
# Time limit of one run of `send_due_push_messages`, so that silent services block no thread for long.
MAX_SWEEP_SECONDS = 15.0
# The pause before the second attempt; it doubles with each further attempt.
RETRY_SECONDS = 10
_CLAIM_DURATION = timedelta(seconds=60)
# The push service no longer knows the subscription (RFC 8030, 7.3).
GONE_STATUSES = (404, 410)


def send_due_push_messages() -> int:
    """Send due messages, including those that become due while sending, and delete expired ones; return the number
    of attempts.

    Devices that responded last time come first. If all slots are taken, their holders also send these messages.
    """
    PushMessage.objects.filter(expires__lte=timezone.now()).delete()
    until, made = time.monotonic() + MAX_SWEEP_SECONDS, 0
    while time.monotonic() < until:
        due = PushMessage.objects.filter(due__lte=timezone.now()).order_by("device__failures", "due")
        pk = due.values_list("pk", flat=True).first()
        if pk is None:
            break
        with acquire_slot("push") as free:
            if not free:
                break
            made += _send_push_message(pk)
    return made


def _send_push_message(pk: int) -> bool:
    now = timezone.now()
    waiting = PushMessage.objects.filter(pk=pk, due__lte=now)
    if not waiting.update(due=now + _CLAIM_DURATION, tries=F("tries") + 1):
        return False
    message = PushMessage.objects.select_related("device").filter(pk=pk).first()
    if message is None or not remove_expired_devices(PushDevice.objects.filter(pk=message.device_id)):
        return False
    _store_delivery_result(message, _deliver_push_message(message, now), tries=message.tries, lease=message.due)
    return True


def _deliver_push_message(message: PushMessage, now: datetime) -> int:
    """Send a message and return the HTTP status: 0 without a response in time, one in GONE for a forbidden address."""
    device, about = message.device, PUSH_KINDS[Kind(message.kind)]
    try:
        signed = vapid.vapid_authorization(device.endpoint)
    except ValueError as error:
        # The address is secret, so the log contains the row’s id.
        logger.warning("Push device %d is forgotten: %s.", device.pk, error)
        return GONE_STATUSES[0]
    left = max(int((message.expires - now).total_seconds()), 0)
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(left),
        "Urgency": about.urgency,
        **signed,
    }
    try:
        body = encrypt_for_browser(
            push_payload(message), point=bytes_from_base64url(device.p256dh), secret=bytes_from_base64url(device.auth)
        )
        return outbound_http.post(device.endpoint, body, headers)
    except outbound_http.PrivateAddress:
        return GONE_STATUSES[0]
    except (OSError, ValueError):
        return 0


def push_payload(message: PushMessage) -> bytes:
    """Return the notification as JSON in the device's language."""
    device, kind = message.device, Kind(message.kind)
    with translation.override(device.language or settings.LANGUAGE_CODE):
        body = {
            "title": gettext(PUSH_KINDS[kind].sentence),
            "body": message.about,
            "path": message.path,
            "tag": message.tag,
            "stop": reverse("accounts:push_stop", args=[push_stop_key(device, kind)]),
            "stop_label": gettext("Turn these off"),
        }
    return json.dumps(body, ensure_ascii=False).encode()


@transaction.atomic
def _store_delivery_result(message: PushMessage, status: int, *, tries: int, lease: datetime) -> None:
    """Delete delivered or abandoned messages; a message that was replaced stays, because it is due again."""
    device = PushDevice.objects.filter(pk=message.device_id)
    if status in GONE_STATUSES:
        device.delete()
        return
    push_messages = PushMessage.objects.filter(pk=message.pk, tries=tries, due=lease)
    if 200 <= status < 300:
        push_messages.delete()
        device.update(failures=0, last_told=timezone.now())
        return
    if tries >= MAX_DELIVERY_TRIES or (400 <= status < 500 and status != 429):
        push_messages.delete()
    else:
        push_messages.update(due=timezone.now() + timedelta(seconds=RETRY_SECONDS * 2 ** (tries - 1)))
    device.update(failures=F("failures") + 1)
    device.filter(failures__gte=MAX_FAILURES_IN_A_ROW).delete()

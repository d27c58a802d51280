"""Devices for notifications: add a device, choose its kinds of notifications, stop them; and the offer on a page."""

import base64
import binascii
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import auth
from django.contrib.sessions.models import Session
from django.core import signing
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.identity import SESSION_KEY as PERSON_KEY
from accounts.identity import person_of
from accounts.models import PUSH_DEVICE_SESSION_KEY, Person, PushDevice, token_digest
from accounts.push import vapid
from accounts.push.kinds import Kind, push_kinds_of
from common.errors import Invalid, Missing
from common.links import is_loopback_request
from common.text import gettext_noop

MAX_PUSH_DEVICES = 10
MAX_ENDPOINT_LENGTH = 1000
_AUTH_SECRET_BYTES = 16
_STOP_KEY_SALT = "accounts.push.stop"


@transaction.atomic
def save_push_device(
    *,
    person: Person,
    endpoint: str,
    p256dh: str,
    auth: str,
    kinds: Sequence[Kind],
    language: str = "",
    name: str = "",
    session: str = "",
) -> PushDevice:
    """Turn on these kinds for a browser; if another person used the browser before, it now belongs to this person.

    Raises `Invalid` for an unknown push service, for malformed keys, and above MAX_DEVICES.
    """
    _check_push_endpoint(endpoint)
    _check_push_keys(p256dh, auth)
    digest = token_digest(endpoint)
    known = PushDevice.objects.select_for_update().filter(digest=digest).first()
    before: Iterable[str] = known.kinds.split() if known is not None and known.person_id == person.pk else ()
    if known is None and len(push_devices_of(person)) >= MAX_PUSH_DEVICES:
        template = gettext_noop("You can get notifications on up to %(most)d devices. Turn one off first.")
        raise Invalid(template, {"most": MAX_PUSH_DEVICES})
    values = {
        "person": person,
        "endpoint": endpoint,
        "p256dh": p256dh,
        "auth": auth,
        "kinds": _sorted_kinds_text(push_kinds_of({*before, *kinds})),
        "language": language[:8],
        "name": name[:60],
        "failures": 0,
        "session": session,
    }
    device, _created = PushDevice.objects.update_or_create(digest=digest, defaults=values)
    if known is not None and known.person_id != person.pk:
        device.messages.all().delete()
    return device


def push_devices_of(person: Person | None) -> list[PushDevice]:
    return remove_expired_devices(person.push_devices.all()) if person is not None else []


def remove_expired_devices(rows: QuerySet[PushDevice]) -> list[PushDevice]:
    """Return the devices whose session is still valid; delete all others.

    A session ends by a log-out here or elsewhere, a new password, expiry, or deletion of the account. Checking it
    before each notification covers every way.
    """
    devices = list(rows.select_related("person__user"))
    keys = [device.session for device in devices if device.session]
    sessions = {row.pk: row for row in Session.objects.filter(pk__in=keys, expire_date__gt=timezone.now())}
    living = [
        device for device in devices if not device.session or _has_valid_session(device, sessions.get(device.session))
    ]
    if len(living) < len(devices):
        living_keys = {device.pk for device in living}
        PushDevice.objects.filter(pk__in=[device.pk for device in devices if device.pk not in living_keys]).delete()
    return living


def _has_valid_session(device: PushDevice, row: Session | None) -> bool:
    session_data = row.get_decoded() if row is not None else {}
    user = device.person.user
    if user is None:
        return session_data.get(PERSON_KEY) == device.person_id and auth.SESSION_KEY not in session_data
    mine = session_data.get(auth.SESSION_KEY) == str(user.pk) and user.is_active
    return mine and constant_time_compare(session_data.get(auth.HASH_SESSION_KEY, ""), user.get_session_auth_hash())


def push_device_of(person: Person | None, pk: object) -> PushDevice | None:
    """Return a person's device by its primary key; None if it is gone or another person’s."""
    if person is None or not isinstance(pk, int):
        return None
    return person.push_devices.filter(pk=pk).first()


def delete_push_device(pk: int) -> None:
    PushDevice.objects.filter(pk=pk).delete()


@transaction.atomic
def set_push_kinds(device: PushDevice, kinds: Sequence[Kind]) -> None:
    """Set the kinds of notifications of a device; without kinds, delete the device."""
    if not kinds:
        device.delete()
        return
    device.kinds = _sorted_kinds_text(kinds)
    device.save(update_fields=["kinds"])
    device.messages.exclude(kind__in=kinds).delete()


def remove_push_kinds(device: PushDevice, kinds: Iterable[Kind]) -> None:
    gone = set(kinds)
    set_push_kinds(device, [kind for kind in push_kinds_of(device.kinds.split()) if kind not in gone])


def push_stop_key(device: PushDevice, kind: Kind) -> str:
    """Return the signed key by which a tap on a notification turns its kind off on its device, without a log-in."""
    return signing.dumps([device.pk, kind.value], salt=_STOP_KEY_SALT)


def stop_push_by_key(key: str) -> None:
    """Turn off the notifications of a `push_stop_key`; idempotent. Raises `Missing` if the signature is invalid."""
    try:
        pk, word = signing.loads(key, salt=_STOP_KEY_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        raise Missing(
            gettext_noop("This link doesn’t turn off any notifications. Part of it may be missing.")
        ) from None
    device = PushDevice.objects.filter(pk=pk).first()
    if device is not None:
        remove_push_kinds(device, push_kinds_of([word]))


def _sorted_kinds_text(kinds: Iterable[Kind]) -> str:
    return " ".join(kind.value for kind in kinds)


def _check_push_endpoint(endpoint: str) -> None:
    try:
        parts = urlsplit(endpoint)
        host, _port = parts.hostname or "", parts.port
        vapid.audience_of_endpoint(endpoint)
    except ValueError:
        parts, host = urlsplit(""), ""
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    secure = parts.scheme == "https" or (parts.scheme == "http" and settings.WEBHOOK_PRIVATE)
    if not secure or not plain or len(endpoint) > MAX_ENDPOINT_LENGTH or parts.username is not None:
        raise Invalid(gettext_noop("That isn’t a push service URL."))
    if not any(
        host == allowed or (allowed.startswith("*.") and host.endswith(allowed[1:])) for allowed in settings.PUSH_HOSTS
    ):
        template = gettext_noop("This site doesn’t support your browser’s push service, %(host)s.")
        raise Invalid(template, {"host": host})


def _check_push_keys(p256dh: str, auth: str) -> None:
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey

    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), bytes_from_base64url(p256dh))
        right = len(bytes_from_base64url(auth)) == _AUTH_SECRET_BYTES
    except (ValueError, binascii.Error):
        right = False
    if not right:
        raise Invalid(gettext_noop("We couldn’t read this browser’s keys. Try again."))


def bytes_from_base64url(text: str) -> bytes:
    """Return the bytes of base64url without padding; raises ValueError."""
    if not text.isascii() or len(text) > 200:
        raise ValueError(text[:20])
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass(frozen=True, slots=True)
class PushOffer:
    """Offer of some kinds: `device` if all are turned on here, else `key` to subscribe; neither without HTTPS."""

    kinds: tuple[str, ...]
    device: PushDevice | None
    key: str

    @property
    def insecure(self) -> bool:
        """Return whether the page must be opened over HTTPS first."""
        return self.device is None and not self.key


def device_of_this_browser(request: HttpRequest) -> PushDevice | None:
    """Return this browser's device of its person, or None. No query if it never subscribed."""
    session = getattr(request, "session", None)
    pk = session.get(PUSH_DEVICE_SESSION_KEY) if session is not None else None
    device = push_device_of(person_of(request), pk) if pk is not None else None
    if device is not None and not device.session:
        PushDevice.objects.filter(pk=device.pk, session="").update(session=request.session.session_key)
    return device


def push_offer_for(request: HttpRequest, kinds: Sequence[Kind]) -> PushOffer:
    words = tuple(kind.value for kind in kinds)
    if not request.is_secure() and not is_loopback_request(request):
        return PushOffer(words, None, "")
    device = device_of_this_browser(request)
    is_subscribed = device is not None and set(kinds) <= set(push_kinds_of(device.kinds.split()))
    return PushOffer(words, device if is_subscribed else None, vapid.vapid_public_key())

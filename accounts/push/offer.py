"""Offer of push notifications on a page: on, available, or impossible in this browser."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest

from accounts.identity import person_of
from accounts.models import PUSH_DEVICE_SESSION_KEY, PushDevice
from accounts.push import vapid
from accounts.push.devices import push_device_of
from accounts.push.kinds import Kind, push_kinds_of
from common.links import is_loopback_request


@dataclass(frozen=True, slots=True)
class PushOffer:
    """Offer of some kinds: `device` if this browser has all of them on, else `key` to subscribe with.

    Both are empty without HTTPS, which browsers demand for push.
    """

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
    here = device_of_this_browser(request)
    is_subscribed = here is not None and set(kinds) <= set(push_kinds_of(here.kinds.split()))
    return PushOffer(words, here if is_subscribed else None, vapid.vapid_public_key())

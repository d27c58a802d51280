"""Offer of push notifications on a page: on, available, or impossible in this browser."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest

from accounts.identity import person_of
from accounts.models import PUSH_DEVICE, PushDevice
from accounts.push import vapid
from accounts.push.devices import device_of
from accounts.push.kinds import Kind, kinds_of
from common.links import is_loopback


@dataclass(frozen=True, slots=True)
class Offer:
    """Offer of some kinds: `device` if this browser has all of them on, else `key` to subscribe with.

    Both are empty without HTTPS, which browsers demand for push.
    """

    kinds: tuple[str, ...]
    device: PushDevice | None
    key: str

    @property
    def insecure(self) -> bool:
        """Return whether the page would have to be opened over HTTPS."""
        return self.device is None and not self.key


def device_here(request: HttpRequest) -> PushDevice | None:
    """Return this browser's device of its person, or None. No query if it never subscribed."""
    session = getattr(request, "session", None)
    pk = session.get(PUSH_DEVICE) if session is not None else None
    device = device_of(person_of(request), pk) if pk is not None else None
    if device is not None and not device.session:
        PushDevice.objects.filter(pk=device.pk, session="").update(session=request.session.session_key)
    return device


def offer_of(request: HttpRequest, kinds: Sequence[Kind]) -> Offer:
    words = tuple(kind.value for kind in kinds)
    if not request.is_secure() and not is_loopback(request):
        return Offer(words, None, "")
    here = device_here(request)
    is_subscribed = here is not None and set(kinds) <= set(kinds_of(here.kinds.split()))
    return Offer(words, here if is_subscribed else None, vapid.public_key())

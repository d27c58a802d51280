"""The offer on a page to be notified: whether this browser is already, may be asked, or cannot be and why."""

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
    """The switch of a page: `device` where this browser is notified of all these kinds, else `key` to subscribe with.

    Both are empty without HTTPS: browsers then have no push.
    """

    kinds: tuple[str, ...]
    device: PushDevice | None
    key: str

    @property
    def insecure(self) -> bool:
        """Whether only a page opened over HTTPS could offer it."""
        return self.device is None and not self.key


def device_here(request: HttpRequest) -> PushDevice | None:
    """This browser as a device of its person. No query where it never asked to be notified."""
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

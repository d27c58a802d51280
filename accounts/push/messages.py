"""Push messages as rows: one for each device that asked for the kind, a newer one in place of one that still waits."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from accounts.models import PushDevice, PushMessage
from accounts.push.kinds import KINDS, Kind


def queue(people: Iterable[int], kind: Kind, *, path: str, tag: str, about: str, now: datetime) -> int:
    """Write the messages for the devices of these people; returns how many. All of them are due now."""
    devices = PushDevice.objects.filter(person__in=list(people), kinds__contains=kind.value)
    expires = now + timedelta(seconds=KINDS[kind].seconds)
    values = {"kind": kind.value, "path": path[:200], "about": about[:120], "tries": 0, "due": now, "expires": expires}
    rows = [PushMessage(device=device, tag=tag[:40], **values) for device in devices]
    changed = ["kind", "path", "about", "tries", "due", "expires"]
    PushMessage.objects.bulk_create(rows, update_conflicts=True, unique_fields=["device", "tag"], update_fields=changed)
    return len(rows)

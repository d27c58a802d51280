"""Push outbox: services call it to notify people; after the commit, a task finds their devices and sends."""

from collections.abc import Iterable
from functools import partial

from django.db import transaction

from accounts.push.kinds import Kind
from accounts.push.tasks import queue_push


def notify_people(people: Iterable[int | None], kind: Kind, *, path: str, tag: str, about: str = "") -> None:
    """Notify people (primary keys; None is skipped) on devices that asked for this kind, after the commit.

    Takes no query now. `path` is what a tap opens, `about` the name of the draft or event; of messages with one `tag`
    a device shows the newest.
    """
    keys = sorted({key for key in people if key is not None})
    if keys:
        send = partial(queue_push.delay, keys, kind.value, path=path, tag=tag, about=about)
        transaction.on_commit(send, robust=True)

"""Push outbox: services call it to notify people; after the commit, a task finds their devices and sends."""

from collections.abc import Iterable
from functools import partial

from django.db import transaction

from accounts.push.kinds import Kind
from accounts.push.tasks import queue_push


def notify_people(people: Iterable[int | None], kind: Kind, *, path: str, tag: str, about: str = "") -> None:
    """Notify people (primary keys; None is skipped) on devices with this kind turned on, after the commit.

    Runs no query now. `path` is opened by a tap, `about` is the name of the draft or event; of messages with one `tag`,
    a device shows the newest.
    """
    keys = sorted({key for key in people if key is not None})
    if keys:
        send = partial(queue_push.delay, keys, kind.value, path=path, tag=tag, about=about)
        transaction.on_commit(send, robust=True)

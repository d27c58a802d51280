"""Celery tasks of web push: the messages of a notification with their first attempts, and the attempts that are due."""

from celery import shared_task
from django.utils import timezone

from accounts.push.kinds import Kind


@shared_task(name="accounts.tasks.queue_push")
def queue_push(people: list[int], kind: str, *, path: str, tag: str, about: str) -> None:
    """Write the messages for the devices of these people that asked for a kind, and send what is due."""
    from accounts.push import delivery, messages  # with the libraries that encrypt, which no start needs

    now = timezone.now()
    if messages.queue(people, Kind(kind), path=path, tag=tag, about=about, now=now):
        delivery.send_due()


@shared_task(name="accounts.tasks.send_due_pushes")
def send_due_pushes() -> int:
    """Make the attempts that are due: those that failed, and those whose task was lost."""
    from accounts.push import delivery

    return delivery.send_due()

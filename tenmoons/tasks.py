"""Celery tasks of the site: what concerns several apps at once."""

from celery import shared_task
from django.utils import timezone

from tenmoons.my_account.personal_data import delete_unreachable_guest_data


@shared_task(name="tenmoons.tasks.forget_unreachable")
def forget_unreachable() -> int:
    """Delete what only guests without a session could see; returns how many things."""
    return delete_unreachable_guest_data(timezone.now())

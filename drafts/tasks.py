"""Celery tasks of drafts."""

from celery import shared_task
from django.utils import timezone

from drafts.counts import services as counts_services
from drafts.reminders import services as reminders_services
from drafts.simulator.services import delete_old_simulations
from drafts.table import clocks, services


@shared_task(name="drafts.tasks.expire_due_picks")
def expire_due_picks() -> None:
    clocks.expire_due_picks(timezone.now())


@shared_task(name="drafts.tasks.delete_old_lobbies")
def delete_old_lobbies() -> int:
    """Delete old drafts that never started, and old simulations; return their number."""
    return services.delete_old_lobbies(timezone.now()) + delete_old_simulations(timezone.now())


@shared_task(name="drafts.tasks.remind_waiting")
def remind_waiting() -> None:
    reminders_services.send_due_reminders(timezone.now())


@shared_task(name="drafts.tasks.push_waiting")
def push_waiting() -> None:
    reminders_services.push_to_waiting_players()


@shared_task(name="drafts.tasks.count_finished_drafts")
def count_finished_drafts() -> int:
    """Count the cards of drafts that have ended; return the number of drafts."""
    return counts_services.count_finished_drafts()


@shared_task(name="drafts.tasks.count_settled_decks")
def count_settled_decks() -> int:
    """Count decks built from drafted pools, and their games, once most are played; return the number of drafts."""
    return counts_services.count_settled_decks(timezone.now())

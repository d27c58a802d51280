"""`manage.py tidy`: delete now what the beat deletes every hour or day."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts import tasks as accounts_tasks
from drafts import tasks as drafts_tasks
from tenmoons import tasks as site_tasks

SWEEPS = {
    "expired sessions": accounts_tasks.clear_sessions,
    "answers kept for an Idempotency-Key": accounts_tasks.forget_answers,
    "old entries of the log of log-ins": accounts_tasks.forget_log_ins,
    "tokens of applications that are over": accounts_tasks.forget_application_tokens,
    "guests of whom nothing is kept": accounts_tasks.forget_guests,
    "private things of guests who cannot come back": site_tasks.forget_unreachable,
    "tables that never began": drafts_tasks.delete_old_lobbies,
}


class Command(BaseCommand):
    """Run every sweep once and say what it deleted."""

    help = "Delete what nobody needs any more, as the beat does every hour or day."

    def handle(self, *args: Any, **options: Any) -> None:
        for name, sweep in SWEEPS.items():
            self.stdout.write(f"{name}: {sweep()}")

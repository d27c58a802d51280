"""`manage.py tidy`: run now the deletions that the beat runs every hour or day."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts import tasks as accounts_tasks
from drafts import tasks as drafts_tasks
from online import tasks as online_tasks
from tenmoons import tasks as site_tasks

CLEANUP_TASKS = {
    "expired sessions": accounts_tasks.clear_sessions,
    "responses stored for an Idempotency-Key": accounts_tasks.forget_answers,
    "old login records": accounts_tasks.forget_log_ins,
    "expired tokens of apps": accounts_tasks.forget_application_tokens,
    "guests without any data": accounts_tasks.forget_guests,
    "private data of guests who can’t come back": site_tasks.forget_unreachable,
    "drafts that never started": drafts_tasks.delete_old_lobbies,
    "games that no one can open any more": online_tasks.delete_old_games,
}


class Command(BaseCommand):
    """Command: Run every cleanup once and print what it deleted."""

    help = "Delete what’s no longer needed. The site also does this automatically every hour or day."

    def handle(self, *args: Any, **options: Any) -> None:
        for name, sweep in CLEANUP_TASKS.items():
            self.stdout.write(f"{name}: {sweep()}")

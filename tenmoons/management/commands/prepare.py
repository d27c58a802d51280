"""Command: bring tables, catalogue and static files up to date, before web processes, worker and beat start."""

from typing import Any

from django.core.management.base import BaseCommand

from tenmoons.serving.preparation import prepare


class Command(BaseCommand):
    """`manage.py prepare`: what `serve` does before it serves; again it does nothing that is done."""

    help = "Migrate, load the catalogue and compress static files, each only where something has changed."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare, and say what was done."""
        prepare(self.stdout.write)

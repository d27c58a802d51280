"""Command: update tables, static files and catalogue before web processes, worker and beat start."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tenmoons.serving.preparation import prepare_site


class Command(BaseCommand):
    """Command: `manage.py prepare [--beside]`: what `serve` does before it serves; repeating it does nothing."""

    help = "Migrate, compress static files and load the catalogue. Skips whatever is already up to date."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        help = "the previous version is still running: leave the catalogue to the next `prepare` or the new worker"
        parser.add_argument("--beside", action="store_true", help=help)

    def handle(self, *args: Any, **options: Any) -> None:
        prepare_site(self.stdout.write, beside=options["beside"])

"""Command: fill the site with a made-up season, or remove it again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from cards.models import Card
from common.errors import DomainError
from tenmoons.demo.season import fill, remove


class Command(BaseCommand):
    """Everything is in `tenmoons.demo.season`."""

    help = "Fill the site with a season to look at, marked as a demo everywhere; --remove takes it away again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--remove", action="store_true", help="take the demo season away, and nothing else")
        parser.add_argument("--seed", type=int, default=1, help="another number gives other results (default 1)")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["remove"]:
            self.stdout.write(f"The demo season is gone: {remove()} rows.")
            return
        if not Card.objects.exists():
            call_command("load_catalogue", verbosity=0)
        try:
            season = fill(options["seed"])
        except DomainError as error:
            raise CommandError(error.message) from error
        self.stdout.write("A demo season is there. Look at:")
        self.stdout.write("\n".join(f"  {address}" for address in season.addresses))
        self.stdout.write("Take it away with: manage.py demo_season --remove")

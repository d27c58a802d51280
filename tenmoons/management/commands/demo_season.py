"""Command: fill the site with demo content, or remove it again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from cards.models import Card
from common.errors import DomainError
from tenmoons.demo.season import create_demo_season, delete_demo_season


class Command(BaseCommand):
    """Everything is in `tenmoons.demo.season`."""

    help = "Add a made-up season to the site, clearly marked as a demo. Remove it with --remove."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--remove", action="store_true", help="remove the demo season and nothing else")
        parser.add_argument(
            "--seed", type=int, default=1, help="a different number gives different results (default: 1)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["remove"]:
            self.stdout.write(f"Demo season removed ({delete_demo_season()} rows).")
            return
        if not Card.objects.exists():
            call_command("load_catalogue", verbosity=0)
        try:
            season = create_demo_season(options["seed"])
        except DomainError as error:
            raise CommandError(error.message) from error
        self.stdout.write("Demo season added. Have a look:")
        self.stdout.write("\n".join(f"  {address}" for address in season.paths))
        self.stdout.write("To remove it: manage.py demo_season --remove")

"""`manage.py invite [--days 14]`: a link for new members if SIGN_UP requires an invitation."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.log_ins.invitations import INVITATION, invitation_path

MAX_DAYS = 365


class Command(BaseCommand):
    """Print a link with which anyone can sign up until it expires."""

    help = "Print an invitation: a link with which people can sign up where SIGN_UP is “invitation”."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=14, help="how many days the link works (default: 14)")

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.SIGN_UP != INVITATION:
            raise CommandError(f"SIGN_UP is {settings.SIGN_UP!r}. Invitations only work with SIGN_UP=invitation.")
        if not 0 < options["days"] <= MAX_DAYS:
            raise CommandError(f"--days must be a number from 1 to {MAX_DAYS}.")
        self.stdout.write(f"{settings.SITE_URL}{invitation_path(options['days'])}")
        if not settings.SITE_URL:
            self.stdout.write("Add the address of your site in front. With SITE_URL, it’s added for you.")
        self.stdout.write(f"Anyone with this link can sign up for {options['days']} days.")

"""`manage.py reset_second_step NAME`: access for members who have lost phone and recovery codes."""

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User


class Command(BaseCommand):
    """Remove the second step of one account, and log it out everywhere."""

    help = "Turn off two-step login for an account whose owner has lost their phone and recovery codes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the user name")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username__iexact=options["name"]).first()
        if user is None:
            raise CommandError(f"We couldn’t find an account called {options['name']}.")
        Authenticator.objects.filter(user=user).delete()
        for session in UserSession.objects.filter(user=user):
            session.end()
        self.stdout.write(f"{user.username} is logged out everywhere and now needs only a password to log in.")

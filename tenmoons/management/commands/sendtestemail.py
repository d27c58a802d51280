"""Django’s `sendtestemail`, which also says what the mail server answered."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands import sendtestemail

from tenmoons.doctor.outside import mail_problem


class Command(sendtestemail.Command):
    """Sends the email and ends with one sentence, whatever comes back."""

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
            raise CommandError("Emails aren’t sent yet. Set EMAIL_URL to smtp+tls://user:password@host:587.")
        server = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
        try:
            super().handle(*args, **options)
        except OSError as error:
            advice = "Fix EMAIL_URL or DEFAULT_FROM_EMAIL."
            raise CommandError(f"{server} didn’t take the email: {mail_problem(error)}. {advice}") from error
        self.stdout.write(f"{server} took the email. See whether it arrives.")

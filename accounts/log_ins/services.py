"""Services of the log-in log: write an entry for each log-in and failed attempt, email the owner about a new device."""

import logging
from collections.abc import Mapping
from smtplib import SMTPException
from typing import Any

from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.signals import user_logged_in
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authentication_failed
from django.conf import settings
from django.contrib.auth.signals import user_login_failed
from django.core.mail import EmailMessage
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseBase
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from accounts.language import use_language_of
from accounts.log_ins.devices import browser_and_system, network_of_address, remember_device
from accounts.models import LogIn, Person, User, confirmed_email_of

logger = logging.getLogger(__name__)

# Maximum failed attempts stored per account, so that guessing passwords does not fill the disk.
MAX_FAILURES_STORED = 50
# Maximum emails sent by one run of the task.
MAILS_PER_RUN = 50


def record_log_in(request: HttpRequest, user: User, way: LogIn.Way, *, succeeded: bool) -> LogIn:
    """Log a log-in; the device is new if the account has earlier log-ins, but none from this browser and system."""
    browser, system = browser_and_system(request.headers.get("User-Agent", ""))
    known = LogIn.objects.filter(user=user, succeeded=True)
    new = succeeded and way != LogIn.Way.SCRIPT and known.exists()
    log_in = LogIn.objects.create(
        user=user,
        way=way,
        succeeded=succeeded,
        new_device=new and not known.filter(browser=browser, system=system).exists(),
        browser=browser,
        system=system,
        network=network_of_address(request.META.get("REMOTE_ADDR", "")),
    )
    if not succeeded:
        failures = LogIn.objects.filter(user=user, succeeded=False).order_by("-at", "-pk").values_list("pk", flat=True)
        LogIn.objects.filter(pk__in=list(failures[MAX_FAILURES_STORED : 2 * MAX_FAILURES_STORED])).delete()
    return log_in


def mail_about_new_devices() -> int:
    """Email owners once about each log-in from a new device; return the number of emails sent."""
    waiting = LogIn.objects.filter(new_device=True, succeeded=True, told=None).select_related("user")
    sent = 0
    for log_in in waiting[:MAILS_PER_RUN]:
        # The update succeeds for one caller only.
        if LogIn.objects.filter(pk=log_in.pk, told=None).update(told=timezone.now()):
            sent += _mail_about_new_device(log_in)
    return sent


def _mail_about_new_device(log_in: LogIn) -> bool:
    person = Person.objects.filter(user=log_in.user).select_related("user").first() or Person(user=log_in.user)
    address = confirmed_email_of(person)
    if not address or not settings.SITE_URL:
        return False
    link = settings.SITE_URL.rstrip("/") + reverse("accounts:log_ins")
    with use_language_of(person):
        context = {"row": log_in, "link": link}
        subject = " ".join(render_to_string("accounts/log_ins/mail_subject.txt", context).split())
        body = render_to_string("accounts/log_ins/mail_body.txt", context).strip()
    try:
        EmailMessage(subject, body, None, [address]).send()
    except (OSError, SMTPException):
        logger.exception("The mail about a new device could not be sent.")
        return False
    return True


_WAY_BY_SECOND_FACTOR: Mapping[str, LogIn.Way] = {
    Authenticator.Type.TOTP: LogIn.Way.APP,
    Authenticator.Type.RECOVERY_CODES: LogIn.Way.RECOVERY,
    Authenticator.Type.WEBAUTHN: LogIn.Way.PASSKEY,
}


@receiver(user_logged_in)
def _record_log_in(sender: object, request: HttpRequest, user: User, **options: object) -> None:
    if isinstance(response := options.get("response"), HttpResponseBase):
        remember_device(request, response, user.username)
    steps = [record for record in get_authentication_records(request, user) if record.get("method") == "mfa"]
    way = _WAY_BY_SECOND_FACTOR.get(steps[-1].get("type", ""), LogIn.Way.PASSWORD) if steps else LogIn.Way.PASSWORD
    record_log_in(request, user, way, succeeded=True)


@receiver(user_login_failed)
def _record_wrong_password(
    sender: object, credentials: Mapping[str, Any], request: HttpRequest | None = None, **options: object
) -> None:
    user = User.objects.filter(username__iexact=str(credentials.get("username") or "")).first()
    if request is not None and user is not None:
        record_log_in(request, user, LogIn.Way.PASSWORD, succeeded=False)


@receiver(authentication_failed)
def _record_wrong_code(
    sender: object, request: HttpRequest, user: User, reauthentication: bool, **options: object
) -> None:
    if not reauthentication:
        record_log_in(request, user, LogIn.Way.APP, succeeded=False)

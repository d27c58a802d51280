"""Mail of reminders: to whom it goes, and how to stop it."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from smtplib import SMTPException

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.language import language_of
from accounts.models import Person, confirmed_email_of
from common.errors import Missing
from common.text import gettext_noop
from drafts.core.engine.clock import WaitingPacket
from drafts.models import Draft, Quiet, Seat

logger = logging.getLogger(__name__)

_STOP_KEY_SALT = "drafts.quiet"


class ReminderMailState(StrEnum):
    """State of somebody's reminders by mail: on, or why not."""

    COMES = "comes"
    QUIET = "quiet"
    UNCONFIRMED = "unconfirmed"
    GUEST = "guest"
    NO_SITE = "no_site"


@dataclass(frozen=True, slots=True)
class ReminderMail:
    """Mail switch of a page; `address` is empty unless a mail would come."""

    post: ReminderMailState
    address: str = ""


def reminder_mail_for(person: Person | None) -> ReminderMail:
    """Whether this person is reminded by mail. At most two queries."""
    if not settings.SITE_URL:
        # A mail without an address to go to helps nobody; pages tell of what waits all the same.
        return ReminderMail(ReminderMailState.NO_SITE)
    if person is None or person.user_id is None:
        return ReminderMail(ReminderMailState.GUEST)
    address = confirmed_email_of(person)
    if not address:
        return ReminderMail(ReminderMailState.UNCONFIRMED)
    quiet = Quiet.objects.filter(person=person).exists()
    return ReminderMail(ReminderMailState.QUIET) if quiet else ReminderMail(ReminderMailState.COMES, address)


def mute_reminders(person: Person, *, quiet: bool) -> None:
    if quiet:
        Quiet.objects.get_or_create(person=person)
    else:
        Quiet.objects.filter(person=person).delete()


def stop_reminders_key(person: Person) -> str:
    return signing.dumps(person.pk, salt=_STOP_KEY_SALT)


def person_by_stop_key(key: str) -> Person:
    """Whose mails such a key ends; raises `Missing` for one that the site has not signed."""
    try:
        pk = signing.loads(key, salt=_STOP_KEY_SALT)
    except signing.BadSignature:
        pk = None
    person = Person.objects.filter(pk=pk).first() if isinstance(pk, int) else None
    if person is None:
        raise Missing(gettext_noop("This link doesn’t stop any emails. Part of it may be missing."))
    return person


def send_reminder_mail(draft: Draft, seat: Seat, packet: WaitingPacket) -> bool:
    context = {"draft": draft, "seat": seat, "packet": packet}
    return send_mail_to(seat.person, "drafts/reminders", path=draft.get_absolute_url(), context=context)


def send_mail_to(person: Person | None, folder: str, *, path: str, context: Mapping[str, object]) -> bool:
    """Write to somebody, in their language, if they may and want to be; False when no mail went out.

    The folder of templates has the subject and the body, which are given the context, the `link` and how to `stop`.
    """
    mailing = reminder_mail_for(person)
    if person is None or mailing.post is not ReminderMailState.COMES:
        return False
    site = settings.SITE_URL.rstrip("/")
    stop = site + reverse("drafts:mails", args=[stop_reminders_key(person)])
    words = {**context, "link": site + path, "stop": stop}
    with language_of(person):
        subject = " ".join(render_to_string(f"{folder}/mail_subject.txt", words).split())
        body = render_to_string(f"{folder}/mail_body.txt", words).strip()
    # RFC 8058: mail programs offer a button of their own, which posts there without asking again.
    headers = {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    try:
        EmailMessage(subject, body, None, [mailing.address], headers=headers).send()
    except (OSError, SMTPException):
        logger.exception("The reminder of %s could not be sent.", path)
        return False
    return True

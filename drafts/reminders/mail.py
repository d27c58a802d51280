"""Reminders by email: who gets them, and how to stop them."""

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
    """Whether a person gets reminders by email, or why not."""

    COMES = "comes"
    QUIET = "quiet"
    UNCONFIRMED = "unconfirmed"
    GUEST = "guest"
    NO_SITE = "no_site"


@dataclass(frozen=True, slots=True)
class ReminderMail:
    """A person’s reminders by email; `address` is empty unless they get them."""

    post: ReminderMailState
    address: str = ""


def reminder_mail_for(person: Person | None) -> ReminderMail:
    """Return whether this person gets reminders by email. At most two queries."""
    if not settings.SITE_URL:
        # An email without a link to the site is no use; pages still show waiting packets.
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
    """Return the person whose reminders a key stops; raises `Missing` for a key that the site hasn’t signed."""
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
    """Send an email in the person’s language, unless they can’t or don’t want to get any; return whether it was sent.

    `folder` has the templates of subject and body, which get the context, the `link` and the link to `stop` emails.
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
    # RFC 8058: mail programs show their own unsubscribe button, which posts to this link at once.
    headers = {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    try:
        EmailMessage(subject, body, None, [mailing.address], headers=headers).send()
    except (OSError, SMTPException):
        logger.exception("The reminder of %s could not be sent.", path)
        return False
    return True

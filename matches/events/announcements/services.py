"""Writing announcements: what the desk says to everybody in an event, on every page of it and by push."""

from django.db import transaction
from django.utils import timezone

from accounts.models import Person
from common.errors import Invalid
from common.text import gettext_noop
from matches.core.tournament import Deed
from matches.core.tournament.rules import MAX_ANNOUNCEMENT_LENGTH
from matches.events.notifications import notify_of_announcement
from matches.events.transactions import lock_event, log_action
from matches.models import Announcement, Event

MAX_ANNOUNCEMENTS = 200


@transaction.atomic
def announce(*, by: Person | None, key: str, text: str) -> Event:
    """Say something to everybody in the event; empty takes the present announcement off the pages."""
    event = lock_event(key, by=by, deed=Deed.ANNOUNCE)
    said = " ".join(text.split())
    if len(said) > MAX_ANNOUNCEMENT_LENGTH or not said.isprintable():
        template = gettext_noop("An announcement has at most %(most)s characters.")
        raise Invalid(template, {"most": MAX_ANNOUNCEMENT_LENGTH}, place="text")
    if said and event.announcements.count() >= MAX_ANNOUNCEMENTS:
        raise Invalid(gettext_noop("An event has at most %(most)s announcements."), {"most": MAX_ANNOUNCEMENTS})
    event.announcement, event.announced = said, timezone.now() if said else None
    event.save(update_fields=["announcement", "announced"])
    if said:
        Announcement.objects.create(event=event, text=said, by=by)
        log_action(event, by=by, kind="announced", text=said)
        players = event.registrations.filter(dropped=None).exclude(person=by)
        notify_of_announcement(event, players.values_list("person_id", flat=True))
    return event

"""Models of entry: requests for a place in an event, and announcements to its players."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from matches.core.names import NAME_LENGTH
from matches.core.tournament.rules import MAX_ANNOUNCEMENT_LENGTH

__all__ = ["Announcement", "EntryRequest"]


class EntryRequest(models.Model):
    """Somebody who wants to enter and is not in yet: they wait for the organiser's word, or for a place.

    `approved` is when the organiser has let them in (at once where no word is asked for): then they wait for a place,
    in the order of the rows. `refused` keeps the row, so that somebody is refused only once. Who gets a place gets a
    registration, and the row goes. `registration` is the entry that they say they are.
    """

    event = models.ForeignKey("matches.Event", on_delete=models.CASCADE, related_name="entry_requests")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="entry_requests")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    registration = models.ForeignKey("matches.Registration", null=True, on_delete=models.CASCADE, related_name="+")
    approved = models.DateTimeField(_("let in"), null=True, blank=True)
    refused = models.DateTimeField(_("refused"), null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "person"], name="entry_request_once"),
        ]
        verbose_name = _("request for a place")
        verbose_name_plural = _("requests for a place")

    def __str__(self) -> str:
        return self.name


class Announcement(models.Model):
    """Announcement of the organisers to everybody in the event. Never changed; every page shows the newest."""

    event = models.ForeignKey("matches.Event", on_delete=models.CASCADE, related_name="announcements")
    text = models.CharField(_("announcement"), max_length=MAX_ANNOUNCEMENT_LENGTH)
    by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="announcements")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-pk"]
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")

    def __str__(self) -> str:
        return self.text

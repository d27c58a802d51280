"""Models of notes to oneself, and of people who may not sit down again."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Person

MAX_NOTES = 4000


class Note(models.Model):
    """Private note of a player at the table. Nobody else ever reads it, the host and the staff included."""

    seat = models.OneToOneField("drafts.Seat", on_delete=models.CASCADE, primary_key=True, related_name="note")
    text = models.TextField(_("notes"), max_length=MAX_NOTES, blank=True)

    def __str__(self) -> str:
        return f"notes of seat {self.seat_id}"


class Refusal(models.Model):
    """Somebody the host has sent away for good from a table."""

    draft = models.ForeignKey("drafts.Draft", on_delete=models.CASCADE, related_name="refusals")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["draft", "person"], name="refused_once")]

    def __str__(self) -> str:
        return f"{self.person} at {self.draft_id}"

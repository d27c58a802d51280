"""Models of staff’s texts about an event: judge notes, the audit log, announcements."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from matches.core.tournament.rules import MAX_ANNOUNCEMENT_LENGTH


class JudgeNote(models.Model):
    """A penalty or a judge’s note about a player. Rows never change; a later note may revoke one."""

    class Kind(models.TextChoices):
        NOTE = "note", _("a note")
        WARNING = "warning", _("A warning")
        GAME_LOSS = "game_loss", _("a game loss")
        MATCH_LOSS = "match_loss", _("a match loss")
        DISQUALIFIED = "disqualified", _("disqualification")

    registration = models.ForeignKey("matches.Registration", on_delete=models.CASCADE, related_name="notes")
    kind = models.CharField(_("What"), max_length=12, choices=Kind, default=Kind.NOTE)
    text = models.CharField(_("Why"), max_length=300)
    round = models.PositiveSmallIntegerField(_("Round"), null=True, blank=True)
    by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="judge_notes")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return self.text


class AuditLogEntry(models.Model):
    """Entry of an event’s audit log. Rows are only ever added."""

    event = models.ForeignKey("matches.Event", on_delete=models.CASCADE, related_name="audit_log")
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="audit_log_entries")
    kind = models.CharField(max_length=16)
    about = models.JSONField(default=dict)

    class Meta:
        ordering = ["-pk"]
        db_table = "matches_trail"  # its first name; both versions run during an update
        verbose_name_plural = _("Activity log")

    def __str__(self) -> str:
        return f"{self.event_id} · {self.kind}"


class Announcement(models.Model):
    """Announcement to everybody in the event. Rows never change; pages show the newest."""

    event = models.ForeignKey("matches.Event", on_delete=models.CASCADE, related_name="announcements")
    text = models.CharField(max_length=MAX_ANNOUNCEMENT_LENGTH)
    by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="announcements")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return self.text

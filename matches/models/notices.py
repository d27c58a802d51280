"""Models of an event’s messages: judge notes, the audit log, announcements, and notices to webhooks."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from common.random_keys import new_key
from matches.core.tournament.rules import MAX_ANNOUNCEMENT_LENGTH


class JudgeNote(models.Model):
    """A penalty or a judge’s note about a player. Rows never change; a later note may revoke an earlier note."""

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
        db_table = "matches_trail"  # the table keeps its first name, as both versions run during an update
        verbose_name_plural = _("Activity log")

    def __str__(self) -> str:
        return f"{self.event_id} · {self.kind}"


class Announcement(models.Model):
    """Announcement to everybody in the event. Rows never change; pages show the newest announcement."""

    event = models.ForeignKey("matches.Event", on_delete=models.CASCADE, related_name="announcements")
    text = models.CharField(max_length=MAX_ANNOUNCEMENT_LENGTH)
    by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="announcements")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return self.text


PRIVATE_ADDRESS_STATUS = "private"
OFF = "off"


class Webhook(models.Model):
    """A URL that gets notices about an event (rounds, results), signed with the secret.

    `failures` counts failed attempts in a row. After too many, the webhook is `off` until the organiser turns it on.
    """

    class Shape(models.TextChoices):
        JSON = "json", _("JSON (for scripts)")
        DISCORD = "discord", _("Discord")
        SLACK = "slack", _("Slack")

    # None once the event is deleted. The row stays until that notice is sent, in the organiser’s `language`.
    event = models.ForeignKey("matches.Event", null=True, on_delete=models.CASCADE, related_name="webhooks")
    language = models.CharField(max_length=8, blank=True, default="", db_default="", editable=False)
    url = models.URLField(_("URL"), max_length=300)
    secret = models.CharField(max_length=64, editable=False)
    shape = models.CharField(_("Format"), max_length=8, choices=Shape, default=Shape.JSON, db_default=Shape.JSON)
    last_status = models.CharField(_("Last response"), max_length=80, blank=True)
    failures = models.PositiveSmallIntegerField(_("failures in a row"), default=0, db_default=0)
    off = models.DateTimeField(_("turned off"), null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        return self.url


class WebhookNotice(models.Model):
    """A notice to a webhook, which exactly one process sends once it is due, and the outcome."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        TOLD = "told", _("delivered")
        GIVEN_UP = "given_up", _("failed")

    hook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="notices")
    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    kind = models.CharField(_("What"), max_length=16)
    body = models.JSONField(default=dict)
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(_("Attempts"), default=0)
    status = models.CharField(_("Last response"), max_length=80, blank=True)
    made = models.DateTimeField(_("created"), auto_now_add=True, db_index=True)
    due = models.DateTimeField(_("due"))

    class Meta:
        ordering = ["-pk"]
        db_table = "matches_notice"
        indexes = [models.Index(fields=["state", "due"], name="notice_due")]
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")

    def __str__(self) -> str:
        return f"{self.hook_id} · {self.kind}"

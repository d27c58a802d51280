"""Models: accounts, people (members and guests alike) and API tokens."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime

from allauth.account.models import EmailAddress
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from common.errors import Invalid
from common.text import gettext_noop


class User(AbstractUser):
    """An account. Decks, drafts and matches belong to a `Person`, never to an account."""

    def __str__(self) -> str:
        return self.username


class Person(models.Model):
    """Anyone who saves, plays or hosts something, with or without an account.

    A guest becomes a member when an account is attached to the same row (`accounts.identity`). The row outlives the
    account, so that matches stay readable; `left` is when the account was deleted.
    """

    user = models.OneToOneField(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="person")
    nickname = models.CharField(_("nickname"), max_length=60, blank=True)
    language = models.CharField(_("Language"), max_length=8, blank=True, default="", db_default="")
    created = models.DateTimeField(auto_now_add=True)
    left = models.DateTimeField(_("left"), null=True, blank=True, editable=False)
    name_hidden = models.DateTimeField(_("name hidden by the moderators"), null=True, blank=True, editable=False)
    # The secret in the URL of their calendar; empty until they request a calendar.
    calendar_key = models.CharField(max_length=40, blank=True, default="", db_default="", editable=False, db_index=True)

    # The program that sends the current request; "" for a browser. Not stored.
    through = ""
    # How many requests are waiting for this person’s answer; only counted for the person of a request.
    waiting = 0

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")

    def __str__(self) -> str:
        return self.display_name

    @property
    def display_name(self) -> str:
        return str(_("name hidden")) if self.name_hidden is not None else self.own_name

    @property
    def own_name(self) -> str:
        """Return the name that the person chose, even if staff have hidden it from others."""
        if self.nickname:
            return self.nickname
        if self.left is not None:
            return str(_("a former player"))
        return self.user.username if self.user else str(_("Guest"))

    @property
    def is_guest(self) -> bool:
        return self.user_id is None

    @property
    def device_digest(self) -> str:
        """Return a digest by which a device recognises whose entries it stores, without naming the person."""
        return salted_hmac("tenmoons.reader", str(self.pk)).hexdigest()[:16]


def token_digest(secret: str) -> str:
    """Return the SHA-256 of a random secret, as stored. Not for passwords, which need a slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


ALL_SCOPES = "read decks drafts matches events"
MAX_TOKENS = 20
# Distinguishes them from tokens of applications, which the library creates from letters and digits.
TOKEN_PREFIX = "tm_"


class ApiToken(models.Model):
    """An API token. Only a digest of its secret is stored; the secret is shown once."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(pgettext_lazy("thing", "Name"), max_length=60)
    prefix = models.CharField(max_length=8)
    digest = models.CharField(max_length=64, unique=True)
    # Words of `accounts.scopes`, separated by spaces; tokens older than scopes have all of them.
    scopes = models.CharField(_("Permissions"), max_length=120, default=ALL_SCOPES, db_default=ALL_SCOPES)
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField(_("expires"), null=True, blank=True)
    last_used = models.DateTimeField(null=True, blank=True)

    # Its identifier in logs, because only its owner may read its name.
    acts_as = "API"

    class Meta:
        ordering = ["-created"]
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    @property
    def expired(self) -> bool:
        return self.expires is not None and self.expires <= timezone.now()

    @classmethod
    def issue(
        cls, *, user: User, name: str, scopes: str = ALL_SCOPES, expires: datetime | None = None
    ) -> tuple[ApiToken, str]:
        """Return a new token and its secret, which is not stored. Raises `Invalid` above MAX_TOKENS."""
        if user.api_tokens.count() >= MAX_TOKENS:
            raise Invalid(gettext_noop("You can have up to %(most)d tokens. Revoke one first."), {"most": MAX_TOKENS})
        secret = f"{TOKEN_PREFIX}{secrets.token_urlsafe(32)}"
        row = cls.objects.create(
            user=user, name=name, prefix=secret[:8], digest=token_digest(secret), scopes=scopes, expires=expires
        )
        return row, secret


class LogIn(models.Model):
    """A log-in to an account, or a failed attempt: when, how, from which device and network.

    Stored for `accounts.tasks.LOG_INS_KEPT_FOR`. `told` is when the owner got an email about a new device.
    """

    class Way(models.TextChoices):
        PASSWORD = "password", _("by password")
        APP = "app", _("by password and app code")
        RECOVERY = "recovery", _("by password and recovery code")
        PASSKEY = "passkey", _("by passkey")
        SCRIPT = "script", _("by a script that created a token")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="log_ins")
    at = models.DateTimeField(auto_now_add=True, db_index=True)
    way = models.CharField(max_length=10, choices=Way.choices)
    succeeded = models.BooleanField()
    new_device = models.BooleanField(default=False)
    told = models.DateTimeField(null=True, blank=True)
    browser = models.CharField(max_length=20, blank=True, default="")
    system = models.CharField(max_length=20, blank=True, default="")
    network = models.CharField(max_length=50, blank=True, default="")

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.way}"


class KeptAnswer(models.Model):
    """The response to a POST with an `Idempotency-Key`, stored for a day; `status` is null until it is complete.

    `name` is a digest of caller, path and key, `body` a digest of the request body. As `answer` may contain a secret,
    it is encrypted with the key, which is not stored.
    """

    name = models.CharField(max_length=64, unique=True)
    body = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    answer = models.TextField(blank=True, default="")
    created = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return self.name[:8]


# Session key of the primary key of this browser's `PushDevice`.
PUSH_DEVICE_SESSION_KEY = "push_device"


class PushDevice(models.Model):
    """A browser in which a person turned on notifications: its push endpoint and encryption keys.

    `kinds` are words of `accounts.push.kinds`, separated by spaces. `session` is the key of the session that added the
    device, which ends with it; "" in rows of an earlier version. `digest` is the digest of the endpoint; that is
    secret, because anyone who knows it can reach the device.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="push_devices")
    endpoint = models.TextField(editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    p256dh = models.CharField(max_length=100, editable=False)
    auth = models.CharField(max_length=40, editable=False)
    kinds = models.CharField(max_length=120, blank=True)
    language = models.CharField(max_length=8, blank=True)
    name = models.CharField(max_length=60, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    session = models.CharField(max_length=40, blank=True, default="", db_default="", editable=False)
    created = models.DateTimeField(auto_now_add=True)
    last_told = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class PushMessage(models.Model):
    """A notification, sent to a device when it is `due`; a newer one with the same tag replaces it until then."""

    device = models.ForeignKey(PushDevice, on_delete=models.CASCADE, related_name="messages")
    tag = models.CharField(max_length=40)
    kind = models.CharField(max_length=16)
    about = models.CharField(max_length=120, blank=True)
    path = models.CharField(max_length=200)
    tries = models.PositiveSmallIntegerField(default=0)
    due = models.DateTimeField(db_index=True)
    expires = models.DateTimeField()

    class Meta:
        ordering = ["due"]
        constraints = [models.UniqueConstraint(fields=["device", "tag"], name="push_tag_once")]

    def __str__(self) -> str:
        return f"{self.device_id} · {self.kind}"


class Report(models.Model):
    """A report about something shared, identified by its kind and target (`accounts.reports.kinds`).

    `reporter` is a digest of the member or the browser, which can report a thing once.
    """

    MAX_WORDS = 500

    class Reason(models.TextChoices):
        ABUSE = "abuse", _("it insults or threatens someone")
        HATE = "hate", _("it’s hateful or obscene")
        PRIVATE = "private", _("it reveals something private about someone")
        SPAM = "spam", _("it’s advertising or a harmful link")
        COPIED = "copied", _("it’s copied without permission")
        OTHER = "other", _("something else")
        APPEAL = "appeal", _("its owner asks for a review")

    class State(models.TextChoices):
        """States of a report: open, upheld or dismissed."""

        OPEN = "open", _("awaiting review")
        UPHELD = "upheld", _("content hidden")
        DISMISSED = "dismissed", _("no problem found")

    kind = models.CharField(max_length=16)
    target = models.CharField(max_length=40)
    reporter = models.CharField(max_length=64)
    reason = models.CharField(_("Reason"), max_length=8, choices=Reason)
    words = models.CharField(max_length=MAX_WORDS, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created", "pk"]
        constraints = [models.UniqueConstraint(fields=["kind", "target", "reporter"], name="report_once")]
        indexes = [models.Index(fields=["state", "created"], name="report_open")]

    def __str__(self) -> str:
        return f"{self.kind} {self.target}"


class Moderation(models.Model):
    """Entry of the log of decisions about reported things. Rows are never changed."""

    class Did(models.TextChoices):
        HID = "hid", _("hidden")
        SHOWED = "showed", _("shown again")
        DISMISSED = "dismissed", _("dismissed")

    kind = models.CharField(max_length=16)
    target = models.CharField(max_length=40)
    title = models.CharField(max_length=120)
    did = models.CharField(max_length=10, choices=Did)
    by = models.ForeignKey(Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="moderations")
    reason = models.CharField(_("Reason"), max_length=8, choices=Report.Reason, blank=True)
    words = models.CharField(_("Message to the owner"), max_length=Report.MAX_WORDS, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["kind", "target", "-at"], name="moderation_of_thing")]

    def __str__(self) -> str:
        return f"{self.did} {self.kind} {self.target}"


class Block(models.Model):
    """A person who doesn’t want to meet another one again. Only `by` ever sees the block; it affects both alike."""

    by = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="blocks")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="blocked_by")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created", "-pk"]
        constraints = [models.UniqueConstraint(fields=["by", "person"], name="block_once")]

    def __str__(self) -> str:
        return str(self.pk)


def confirmed_email_of(person: Person | None) -> str:
    """Return a confirmed email address of a member, the primary one if possible, else "". At most one query.

    An unconfirmed address may belong to someone else.
    """
    if person is None or person.user is None or not person.user.is_active:
        return ""
    addresses = EmailAddress.objects.filter(user=person.user, verified=True).order_by("-primary", "pk")
    return addresses.values_list("email", flat=True).first() or ""

"""Models of a draft: what was agreed, who sits where, the deal, and the picks. Everything else is replayed."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from common.keys import new_key
from drafts.core.engine.bot_levels import Company, Level
from drafts.core.engine.setup import MAX_PLAYERS, MAX_PRACTICE_PLAYERS, MIN_PLAYERS, Flow, Step8


class Draft(models.Model):
    """A table: the set-up agreed for it and where it stands.

    `version` counts every change and is sent to listeners. `deadline` is the next moment at which something is due:
    the time for a packet is up (of the first seat, when packets queue), or the pause between rounds ends; null when
    nothing is. While the table is `paused` no deadline counts; they are all shifted when it goes on. `commitment` is
    the root to which the order of the cards was committed before the first pick (`drafts.core.proof`). `host_seen` is
    about when the host last gave a sign of life; it changes without a new version.
    """

    class Status(models.TextChoices):
        """States of a draft."""

        LOBBY = "lobby", _("waiting for players")
        DRAFTING = "drafting", _("drafting")
        DONE = "done", _("finished")
        ABORTED = "aborted", _("called off")

    # The states in which people still sit at the table.
    OPEN = (Status.LOBBY, Status.DRAFTING)

    class Seating(models.TextChoices):
        """Ways to assign seats when the draft begins."""

        RANDOM = "random", _("drawn by lot")
        AS_SAT = "as_sat", _("as chosen at the table")

    class LogRule(models.TextChoices):
        """Rules for when all picks may be read by everybody at the table; fixed when the draft begins."""

        END = "end", _("when the draft is over")
        EVENT = "event", _("when the host says that the match or event is over")
        NEVER = "never", _("never")

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    host = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="hosted_drafts", verbose_name=_("host"))
    name = models.CharField(_("name"), max_length=80)
    players = models.PositiveSmallIntegerField(_("players"))
    peoples = models.JSONField(_("peoples"))
    step8 = models.CharField(_("last deal"), max_length=16, default=Step8.RIGHT.value)
    flow = models.CharField(_("packets pass"), max_length=8, default=Flow.TOGETHER.value)
    house = models.JSONField(_("practice outside the rules"), null=True, blank=True)
    seating = models.CharField(_("seats"), max_length=8, choices=Seating.choices, default=Seating.RANDOM)
    company = models.CharField(_("bots"), max_length=8, default=Company.MIXED.value)
    log_rule = models.CharField(_("picks of all shown"), max_length=8, choices=LogRule.choices, default=LogRule.EVENT)
    log_opened = models.DateTimeField(_("picks of all opened"), null=True, blank=True, editable=False)
    pick_seconds = models.PositiveIntegerField(_("seconds for a pick"), null=True, blank=True)
    shrinking = models.BooleanField(_("less time for smaller packets"), default=False)
    review_seconds = models.PositiveIntegerField(_("pause between rounds"), default=0)
    # As `QuietHours` writes them: "22-8 Europe/Berlin".
    quiet_hours = models.CharField(_("quiet hours"), max_length=48, blank=True, default="", db_default="")
    grace_seconds = models.PositiveIntegerField(_("grace for a seat away"), null=True, blank=True)
    deadline = models.DateTimeField(_("deadline"), null=True, blank=True, db_index=True, editable=False)
    review_until = models.DateTimeField(null=True, blank=True, editable=False)
    paused = models.DateTimeField(_("paused since"), null=True, blank=True, editable=False)
    host_seen = models.DateTimeField(_("host last seen"), null=True, blank=True, editable=False)
    commitment = models.CharField(max_length=64, blank=True, editable=False)
    follows = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="followed_by")
    status = models.CharField(_("status"), max_length=8, choices=Status.choices, default=Status.LOBBY)
    version = models.PositiveIntegerField(default=1, editable=False)
    created = models.DateTimeField(_("created"), auto_now_add=True)
    started = models.DateTimeField(_("started"), null=True, blank=True, editable=False)
    finished = models.DateTimeField(_("finished"), null=True, blank=True, editable=False)

    class Meta:
        ordering: ClassVar = ["-created"]
        verbose_name = _("draft")
        verbose_name_plural = _("drafts")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(house__isnull=True, players__gte=MIN_PLAYERS, players__lte=MAX_PLAYERS)
                | Q(house__isnull=False, players__gte=1, players__lte=MAX_PRACTICE_PLAYERS),
                name="draft_players_in_table",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Its page, for everyone at the table."""
        return reverse("drafts:detail", args=[self.key])

    @property
    def topic(self) -> str:
        """The topic that listeners are notified of."""
        return f"draft.{self.key}"

    @property
    def log_is_open(self) -> bool:
        """Whether the picks of all may be read by those who drafted: by the rule that was agreed at the start."""
        if self.status != self.Status.DONE:
            return False
        return self.log_rule == self.LogRule.END or (
            self.log_rule == self.LogRule.EVENT and self.log_opened is not None
        )

    @property
    def is_coached(self) -> bool:
        """Whether the coach was asked to help while drafting: at practice tables alone."""
        return bool(self.house and self.house.get("coached"))

    @property
    def bot_levels(self) -> tuple[Level, ...]:
        """How strong the bot of each seat is."""
        return Company(self.company).at(self.players)


class Deal(models.Model):
    """The secret of a draft: the order of the cards, the salt of its commitment and the seed of its bots.

    A table of its own, so that no list, log, admin page or careless serializer of drafts can hold it.
    """

    draft = models.OneToOneField(Draft, on_delete=models.CASCADE, primary_key=True, related_name="deal")
    order = models.JSONField()
    seed = models.CharField(max_length=64)
    salt = models.CharField(max_length=64, blank=True)
    # Who sat where, `[{"name", "digest"}]`; empty where only the cards were committed to.
    seats = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))

    def __str__(self) -> str:
        return f"deal of {self.draft_id}"


class Seat(models.Model):
    """A place at the table. With a person it is theirs for good, also while a bot plays for them.

    A guest over the API may sit without a person: then the seat token alone says who they are. Only its digest is kept.
    `deadline` is that of its own packet, when packets queue; `away_at` the moment at which its bot plays on unless it
    has had contact by then; `reminded` the packet, by round and number, of which its owner was last notified by mail,
    `pushed` that of which their devices were.
    """

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(_("number"))
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="draft_seats")
    nickname = models.CharField(_("name"), max_length=40)
    is_bot = models.BooleanField(_("played by a bot"), default=False)
    ready = models.BooleanField(_("ready"), default=False)
    token_digest = models.CharField(max_length=64, blank=True, editable=False)
    deadline = models.DateTimeField(null=True, blank=True, editable=False)
    away_at = models.DateTimeField(null=True, blank=True, db_index=True, editable=False)
    reminded = models.CharField(max_length=12, blank=True, editable=False)
    pushed = models.CharField(max_length=12, blank=True, default="", db_default="", editable=False)
    pool = models.ForeignKey("decks.Pool", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["draft", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["draft", "person"], name="seat_person_once"),
            models.UniqueConstraint(fields=["token_digest"], condition=~Q(token_digest=""), name="seat_token_once"),
        ]

    def __str__(self) -> str:
        return self.nickname

    @property
    def is_free(self) -> bool:
        """Whether nobody owns it, so that a late comer may take it over from its bot."""
        return self.is_bot and self.person_id is None and not self.token_digest

    @property
    def is_kept(self) -> bool:
        """Whether it was kept for a person who has not come yet."""
        return self.person_id is not None and not self.token_digest and not self.ready


class Pick(models.Model):
    """One card kept; the constraints make a double pick impossible.

    A pick that is exchanged before its packet passes is deleted and written again, with a new key.
    """

    class By(models.TextChoices):
        """Chooser of a pick."""

        PLAYER = "player", _("the player")
        BOT = "bot", _("a bot")
        CLOCK = "clock", _("the clock")

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="picks")
    seat = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    card = models.CharField(max_length=40)
    by = models.CharField(max_length=8, choices=By.choices, default=By.PLAYER)
    made = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["draft", "seat", "round", "number"], name="one_pick_a_packet"),
            models.UniqueConstraint(fields=["draft", "card"], name="a_card_is_kept_once"),
        ]

    def __str__(self) -> str:
        return f"round {self.round}, pick {self.number}, seat {self.seat}"

"""Models of drafts: the table with its seats and picks, real cards, what is shown by link."""

from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from common.keys import new_key
from drafts.core.engine.bot_levels import BotCompany, BotLevel
from drafts.core.engine.setup import MAX_PLAYERS, MAX_PRACTICE_PLAYERS, MIN_PLAYERS, LastDealDirection, PassingMode

# The columns of `Draft` agreed before it begins, besides its set-up.
TERM_FIELDS = (
    "seating", "company", "log_rule", "pick_seconds", "shrinking", "review_seconds", "quiet_hours", "grace_seconds",
)  # fmt: skip


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
        ABORTED = "aborted", _("Cancelled")

    # The states in which people still sit at the table.
    OPEN = (Status.LOBBY, Status.DRAFTING)

    class Seating(models.TextChoices):
        """Ways to assign seats when the draft begins."""

        RANDOM = "random", _("at random")
        AS_SAT = "as_sat", _("as chosen in the lobby")

    class LogRule(models.TextChoices):
        """Rules for when all picks may be read by everybody at the table; fixed when the draft begins."""

        END = "end", _("after the draft")
        EVENT = "event", _("when the host says so")
        NEVER = "never", _("never")

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    host = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="hosted_drafts", verbose_name=_("host"))
    name = models.CharField(_("Draft name"), max_length=80)
    players = models.PositiveSmallIntegerField(_("Players"))
    peoples = models.JSONField(_("Peoples"))
    step8 = models.CharField(
        _("Direction of the last deal"),
        max_length=16,
        choices=[
            (LastDealDirection.RIGHT.value, _("right")),
            (LastDealDirection.ALTERNATE.value, _("continue alternating")),
        ],
        default=LastDealDirection.RIGHT.value,
    )
    flow = models.CharField(
        _("Passing"),
        max_length=8,
        choices=[
            (PassingMode.TOGETHER.value, _("when everyone has picked (standard)")),
            (PassingMode.QUEUED.value, _("right away: pick whenever a packet is waiting")),
        ],
        default=PassingMode.TOGETHER.value,
    )
    house = models.JSONField(_("custom draft"), null=True, blank=True)
    seating = models.CharField(_("Seats"), max_length=8, choices=Seating.choices, default=Seating.RANDOM)
    company = models.CharField(
        _("Bots"),
        max_length=8,
        choices=[
            (BotCompany.MIXED.value, _("a mix of levels")),
            *((level.value, _(level.called)) for level in BotLevel),
        ],
        default=BotCompany.MIXED.value,
    )
    log_rule = models.CharField(
        _("Reveal everyone’s picks"), max_length=8, choices=LogRule.choices, default=LogRule.EVENT
    )
    log_opened = models.DateTimeField(_("picks revealed"), null=True, blank=True, editable=False)
    pick_seconds = models.PositiveIntegerField(_("Time per pick"), null=True, blank=True)
    shrinking = models.BooleanField(_("Less time for smaller packets"), default=False)
    review_seconds = models.PositiveIntegerField(_("Break between rounds"), default=0)
    # As `QuietHours` writes them: "22-8 Europe/Berlin".
    quiet_hours = models.CharField(_("quiet hours"), max_length=48, blank=True, default="", db_default="")
    grace_seconds = models.PositiveIntegerField(_("A bot takes over absent players"), null=True, blank=True)
    deadline = models.DateTimeField(_("deadline"), null=True, blank=True, db_index=True, editable=False)
    review_until = models.DateTimeField(null=True, blank=True, editable=False)
    paused = models.DateTimeField(_("paused since"), null=True, blank=True, editable=False)
    host_seen = models.DateTimeField(_("host last seen"), null=True, blank=True, editable=False)
    commitment = models.CharField(max_length=64, blank=True, editable=False)
    follows = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="followed_by")
    status = models.CharField(_("Status"), max_length=8, choices=Status.choices, default=Status.LOBBY)
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
            )
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("drafts:detail", args=[self.key])

    @property
    def topic(self) -> str:
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
    def bot_levels(self) -> tuple[BotLevel, ...]:
        return BotCompany(self.company).levels_of_seats(self.players)


class Deal(models.Model):
    """The secret of a draft: the order of the cards, the salt of its commitment and the seed of its bots.

    A table of its own, so that no list, log, admin page or careless serializer of drafts can hold it.
    """

    draft = models.OneToOneField(Draft, on_delete=models.CASCADE, primary_key=True, related_name="deal")
    order = models.JSONField()
    seed = models.CharField(max_length=64)
    salt = models.CharField(max_length=64, blank=True)
    # The seats, `[{"name", "digest"}]`; empty if only the cards were committed to.
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

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField(_("number"))
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="draft_seats")
    nickname = models.CharField(_("Name"), max_length=40)
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
        return self.person_id is not None and not self.token_digest and not self.ready


class RowKey(models.BigAutoField[int, int]):
    """A key of a row; on SQLite without AUTOINCREMENT, which writes a page of its own with every row."""

    def db_type_suffix(self, connection: Any) -> str | None:
        """What makes the database draw it."""
        return None if connection.vendor == "sqlite" else super().db_type_suffix(connection)


class Pick(models.Model):
    """One card kept; the constraints make a double pick impossible.

    A pick that is exchanged before its packet passes is deleted and written again, with a new key.
    """

    class By(models.TextChoices):
        """Chooser of a pick."""

        PLAYER = "player", _("the player")
        BOT = "bot", _("a bot")
        CLOCK = "clock", _("the clock")

    id = RowKey(primary_key=True)
    # Its constraints begin with the draft; an index of its own would be written with every pick and never be needed.
    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="picks", db_index=False)
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


class Plan(models.Model):
    """The card a seat takes of a packet if its time runs out; nobody but that seat ever sees it."""

    seat = models.OneToOneField("drafts.Seat", on_delete=models.CASCADE, related_name="plan")
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    card = models.CharField(max_length=40)

    def __str__(self) -> str:
        return f"plan of seat {self.seat_id}"


MAX_NOTES = 4000


class Note(models.Model):
    """Private note of a player at the table. Nobody else ever reads it, the host and the staff included."""

    seat = models.OneToOneField("drafts.Seat", on_delete=models.CASCADE, primary_key=True, related_name="note")
    text = models.TextField(_("Notes"), max_length=MAX_NOTES, blank=True)

    def __str__(self) -> str:
        return f"notes of seat {self.seat_id}"


class Refusal(models.Model):
    """Person the host has removed from a table for good."""

    draft = models.ForeignKey("drafts.Draft", on_delete=models.CASCADE, related_name="refusals")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["draft", "person"], name="refused_once")]

    def __str__(self) -> str:
        return f"{self.person} at {self.draft_id}"


class Quiet(models.Model):
    """Person who wants no reminders by mail; pages still show their waiting packets."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, primary_key=True, related_name="+")

    def __str__(self) -> str:
        return str(self.person)


class PaperTable(models.Model):
    """A draft on paper: the set-up, and which packet goes round now.

    `round` and `number` name that packet as in `drafts.core.engine`; `ends` is when the time for the pick is over, null
    without a clock or while nobody has started it. `deal` is null where the players shuffle; where the site has dealt,
    it is the order of all cards and the salt of the commitment, for the person who sorts the packets only.
    """

    class Status(models.TextChoices):
        """States of a table with real cards."""

        DRAFTING = "drafting", _("drafting")
        ENTERING = "entering", _("entering pools")

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    host = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="paper_tables", verbose_name=_("host"))
    name = models.CharField(_("Name"), max_length=80)
    peoples = models.JSONField(_("Peoples"))
    step8 = models.CharField(_("Last deal"), max_length=16, default=LastDealDirection.RIGHT.value)
    pick_seconds = models.PositiveIntegerField(_("Seconds per pick"), null=True, blank=True)
    round = models.PositiveSmallIntegerField(default=1, editable=False)
    number = models.PositiveSmallIntegerField(default=1, editable=False)
    ends = models.DateTimeField(null=True, blank=True, editable=False)
    status = models.CharField(_("Status"), max_length=8, choices=Status.choices, default=Status.DRAFTING)
    version = models.PositiveIntegerField(default=1, editable=False)
    deal = models.JSONField(null=True, editable=False)
    commitment = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)
    created = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-created"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("drafts:paper", args=[self.key])

    @property
    def topic(self) -> str:
        return f"paper.{self.key}"


class PaperSeat(models.Model):
    """A place at such a table: a name, and once its cards have been entered, the codes of the pool.

    `person` is the person who has entered the pool; from then on nobody else reads or changes it.
    """

    table = models.ForeignKey(PaperTable, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("Name"), max_length=40)
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="paper_seats")
    codes = models.JSONField(default=list)
    entered = models.BooleanField(_("entered"), default=False)
    corrected = models.PositiveSmallIntegerField(_("times edited"), default=0, db_default=0)
    pool = models.ForeignKey("decks.Pool", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="paper_seat_number_once"),
            models.UniqueConstraint(fields=["table", "person"], name="paper_seat_person_once"),
        ]

    def __str__(self) -> str:
        return self.name


class SharedSeat(models.Model):
    """A seat whose player shows their pool to everybody who has the link, until they take the link back."""

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="shared")
    shows_picks = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.key

    def get_absolute_url(self) -> str:
        return reverse("drafts:shared", args=[self.key])


class PacketQuestion(models.Model):
    """A packet that a seat held, shown to everybody who has the link, with the question what they would take.

    The cards are read from the log each time, so nothing of the deal is kept here.
    """

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="questions")
    round = models.PositiveSmallIntegerField(_("Round"))
    number = models.PositiveSmallIntegerField(_("Pick"))
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seat", "round", "number"], name="packet_question_once")
        ]

    def __str__(self) -> str:
        return self.key

    def get_absolute_url(self) -> str:
        return reverse("drafts:question", args=[self.key])


class QuestionAnswer(models.Model):
    """Number of readers who would take a card of a packet; nothing about anybody."""

    question = models.ForeignKey(PacketQuestion, on_delete=models.CASCADE, related_name="answers")
    card = models.CharField(_("Card"), max_length=40)
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["question", "card"], name="question_answer_card_once")]

    def __str__(self) -> str:
        return f"{self.question_id} {self.card}: {self.count}"


class TodaysAnswer(models.Model):
    """Number of readers who would take a card of the packet of a day."""

    day = models.DateField(_("day"))
    card = models.CharField(_("Card"), max_length=40)
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["day", "card"], name="todays_answer_card_once")]

    def __str__(self) -> str:
        return f"{self.day} {self.card}: {self.count}"

"""Models of drafts: tables with seats and picks, card lists, pools and packets shared by link."""

from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from common.random_keys import new_key
from drafts.core.engine.bots import BotLevel, BotLineup
from drafts.core.engine.setup import MAX_PLAYERS, MAX_PRACTICE_PLAYERS, MIN_PLAYERS, LastDealDirection, PassingMode
from drafts.core.engine.sharing import Sharing
from drafts.count_models import CardBlock as CardBlock
from drafts.paper_models import PaperSeat as PaperSeat
from drafts.paper_models import PaperTable as PaperTable

# The columns of `Draft` that the host sets before it starts, in addition to the set-up.
TERM_FIELDS = (
    "seating", "company", "log_rule", "pick_seconds", "shrinking", "review_seconds", "quiet_hours", "grace_seconds",
    "watching", "teams", "open_partners",
)  # fmt: skip
MAX_NOTES = 4000
# A draft that a guest without a name starts at once; others are named after the host. `Draft.title` translates both.
BOT_DRAFT_NAME = "Draft with bots"


class CardList(models.Model):
    """A person’s own list of cards to draft with; with `shared`, everyone with the link can read it.

    `history` are its changes, the newest first: when, and the codes that came and went.
    """

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    owner = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="card_lists", verbose_name=_("owner"))
    name = models.CharField(pgettext_lazy("thing", "Name"), max_length=80)
    codes = models.JSONField(_("Cards"))
    shared = models.BooleanField(_("Anyone with the link can see and draft this list"), default=False)
    history = models.JSONField(default=list, editable=False)
    hidden = models.DateTimeField(null=True, blank=True, editable=False)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering: ClassVar = ["-changed", "-pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("drafts:list", args=[self.key])


class Draft(models.Model):
    """A draft on the site: its set-up, terms and progress.

    `version` counts every change and is sent to listeners. `deadline` is the next moment at which something is due: the
    time for a packet is up (for the first seat, if packets queue), or the break between rounds ends; null if nothing is
    due. No deadline counts while the draft is `paused`; resuming it moves all of them. `commitment` fixed the order of
    the cards before the first pick (`drafts.core.proof`). `host_seen` is roughly when the host was last seen; it
    changes without a new version.
    """

    class Status(models.TextChoices):
        LOBBY = "lobby", _("waiting for players")
        DRAFTING = "drafting", _("drafting")
        DONE = "done", _("finished")
        ABORTED = "aborted", _("Cancelled")

    # The states in which players can still act.
    OPEN = (Status.LOBBY, Status.DRAFTING)

    class Seating(models.TextChoices):
        """Ways to assign seats when the draft starts."""

        RANDOM = "random", _("at random")
        AS_SAT = "as_sat", _("as chosen in the lobby")

    class LogRule(models.TextChoices):
        """When all players may read all picks; fixed when the draft starts."""

        END = "end", _("after the draft")
        EVENT = "event", _("when the host says so")
        NEVER = "never", _("never")

    class Watching(models.TextChoices):
        """When onlookers see everyone’s picks, by a secret link; each value shows more than the value before."""

        NEVER = "never", _("never")
        AFTER = "after", _("after the draft")
        ROUND = "round", _("after each round")
        ONCE = "once", _("at once, in solo drafts")

        @property
        def shows_running(self) -> bool:
            """Return whether onlookers see cards before the draft is over."""
            return self in (Draft.Watching.ROUND, Draft.Watching.ONCE)

        def shows_no_more_than(self, other: "Draft.Watching") -> bool:
            return list(Draft.Watching).index(self) <= list(Draft.Watching).index(other)

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
    # The form has the choices, so that a new way needs no migration.
    sharing = models.CharField(
        _("Sharing the cards"), max_length=12, default=Sharing.PACKETS.value, db_default=Sharing.PACKETS.value
    )
    house = models.JSONField(_("custom draft"), null=True, blank=True)
    seating = models.CharField(_("Seats"), max_length=8, choices=Seating.choices, default=Seating.RANDOM)
    company = models.CharField(
        _("Bots"),
        max_length=8,
        choices=[
            (BotLineup.MIXED.value, _("a mix of levels")),
            *((level.value, pgettext_lazy("level", level.label)) for level in BotLevel),
        ],
        default=BotLineup.MIXED.value,
    )
    log_rule = models.CharField(
        _("Reveal everyone’s picks"), max_length=8, choices=LogRule.choices, default=LogRule.EVENT
    )
    log_opened = models.DateTimeField(_("picks revealed"), null=True, blank=True, editable=False)
    watching = models.CharField(
        _("Reveal picks to onlookers"),
        max_length=8,
        choices=Watching.choices,
        default=Watching.NEVER,
        db_default=Watching.NEVER.value,
    )
    # The key of the link for onlookers, by which `WatchLink` finds the draft. Drafts of earlier versions have none.
    watch_key = models.CharField(max_length=16, default=new_key, db_default="", editable=False)
    # How many teams play; the seats alternate between them. Partners see each other’s cards after the draft, or always.
    teams = models.PositiveSmallIntegerField(_("Teams"), null=True, blank=True)
    open_partners = models.BooleanField(
        _("Partners see each other’s cards during the draft"), default=False, db_default=False
    )
    # When the comparison of decks from the same pool was opened; after that, no deck can be submitted.
    compared = models.DateTimeField(_("decks revealed"), null=True, blank=True, editable=False)
    card_list = models.ForeignKey(
        CardList, null=True, blank=True, on_delete=models.SET_NULL, related_name="drafts", editable=False
    )
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
    # Whether its picks, and later the decks built from its pools, are in the `CardBlock` rows.
    counted = models.BooleanField(default=False, db_default=False, editable=False)
    decks_counted = models.BooleanField(null=True, editable=False)
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
    def title(self) -> str:
        """Return the name; one that the site gave is in the reader’s language."""
        host, ending, rest = self.name.partition("’s draft")
        if ending and not rest:
            return gettext("%(name)s’s draft") % {"name": host}
        return gettext("Draft with bots") if self.name == BOT_DRAFT_NAME else self.name

    @property
    def topic(self) -> str:
        return f"draft.{self.key}"

    @property
    def watch_topic(self) -> str:
        """Return the topic that onlookers follow; it has the key of their link, so it doesn’t reveal the draft’s."""
        return f"watch.{salted_hmac('drafts.watching', f'{self.key}/{self.watch_key}').hexdigest()[:32]}"

    @property
    def watch_url(self) -> str:
        """Return the page of onlookers; empty if there is none."""
        return "" if self.watching == self.Watching.NEVER else reverse("drafts:watch", args=[self.watch_key])

    @property
    def is_log_open(self) -> bool:
        """Return whether all players may read all picks, by the log rule."""
        opened = self.log_rule == self.LogRule.EVENT and self.log_opened is not None
        return self.status == self.Status.DONE and (opened or self.log_rule == self.LogRule.END)

    @property
    def is_coached(self) -> bool:
        """Return whether hints were turned on; practice drafts only."""
        return bool(self.house and self.house.get("coached"))

    @property
    def bot_levels(self) -> tuple[BotLevel, ...]:
        return BotLineup(self.company).levels_of_seats(self.players)


# `Draft.is_log_open` of a finished draft, as a query condition.
OPEN_LOG = Q(log_rule=Draft.LogRule.END) | Q(log_rule=Draft.LogRule.EVENT, log_opened__isnull=False)


class Deal(models.Model):
    """The secrets of a draft: the order of the cards, the salt of its commitment and the seed of its bots.

    They have their own table, so that no list, log, admin page or serializer of drafts includes them by mistake.
    """

    draft = models.OneToOneField(Draft, on_delete=models.CASCADE, primary_key=True, related_name="deal")
    order = models.JSONField()
    seed = models.CharField(max_length=64)
    salt = models.CharField(max_length=64, blank=True)
    # The seats, `[{"name", "digest"}]`; empty if only the cards were committed to.
    seats = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))

    def __str__(self) -> str:
        return f"deal of {self.draft_id}"


class WatchLink(models.Model):
    """The link by which onlookers find a draft; a table of its own, because no index can be added to a large one."""

    key = models.CharField(max_length=16, primary_key=True)
    draft = models.OneToOneField(Draft, on_delete=models.CASCADE, related_name="watch_link")

    def __str__(self) -> str:
        return self.key


class Seat(models.Model):
    """A seat of a draft. It always belongs to its `person`, even while a bot plays for them.

    A guest over the API may have no person; then only the seat token identifies them, stored as a digest. `deadline` is
    for the seat’s own packet, if packets queue. At `away_at` a bot takes over unless the player shows up before.
    `reminded` and `pushed` are round and number of the last packet announced by email and to devices.
    """

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField(_("number"))
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="draft_seats")
    nickname = models.CharField(_("Name"), max_length=60)
    is_bot = models.BooleanField(_("played by a bot"), default=False)
    ready = models.BooleanField(_("ready"), default=False)
    token_digest = models.CharField(max_length=64, blank=True, editable=False)
    deadline = models.DateTimeField(null=True, blank=True, editable=False)
    away_at = models.DateTimeField(null=True, blank=True, db_index=True, editable=False)
    reminded = models.CharField(max_length=12, blank=True, editable=False)
    pushed = models.CharField(max_length=12, blank=True, default="", db_default="", editable=False)
    pool = models.ForeignKey("decks.Pool", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    # The cards of the deck submitted for the comparison of the same pool.
    deck = models.JSONField(null=True, editable=False)

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
        """Return whether a bot plays and the seat is no one’s, so that a newcomer can take it."""
        return self.is_bot and self.person_id is None and not self.token_digest

    @property
    def is_kept(self) -> bool:
        return self.person_id is not None and not self.token_digest and not self.ready


class RowKey(models.BigAutoField[int, int]):
    """A primary key without SQLite’s AUTOINCREMENT, which would write another page for every row."""

    def db_type_suffix(self, connection: Any) -> str | None:
        return None if connection.vendor == "sqlite" else super().db_type_suffix(connection)


class Pick(models.Model):
    """A pick; the constraints make double picks impossible. An exchanged pick is deleted and saved with a new key."""

    class By(models.TextChoices):
        PLAYER = "player", _("the player")
        BOT = "bot", _("a bot")
        CLOCK = "clock", _("the clock")

    id = RowKey(primary_key=True)
    # The constraints’ indexes begin with the draft, so another index would only slow down every pick.
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
    """The card that a seat picks from a packet if time runs out. Only that seat may see it."""

    seat = models.OneToOneField("drafts.Seat", on_delete=models.CASCADE, related_name="plan")
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    card = models.CharField(max_length=40)

    def __str__(self) -> str:
        return f"plan of seat {self.seat_id}"


class Wishlist(models.Model):
    """If all cards lie open: codes of the cards that a seat wants, best first. Only that seat may see them."""

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, primary_key=True, related_name="wishlist")
    cards = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"wishes of seat {self.seat_id}"


class Note(models.Model):
    """Private note of a player. Nobody else may read it, not even the host or staff."""

    seat = models.OneToOneField("drafts.Seat", on_delete=models.CASCADE, primary_key=True, related_name="note")
    text = models.TextField(_("Notes"), max_length=MAX_NOTES, blank=True)

    def __str__(self) -> str:
        return f"notes of seat {self.seat_id}"


class Refusal(models.Model):
    """A person whom the host has removed from a draft for good."""

    draft = models.ForeignKey("drafts.Draft", on_delete=models.CASCADE, related_name="refusals")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["draft", "person"], name="refused_once")]

    def __str__(self) -> str:
        return f"{self.person} at {self.draft_id}"


class Quiet(models.Model):
    """A person who wants no reminders by email; pages still show their waiting packets."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, primary_key=True, related_name="+")

    def __str__(self) -> str:
        return str(self.person)


class SharedSeat(models.Model):
    """A seat whose pool everyone with the link can see, until its player removes the link."""

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="shared")
    shows_picks = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.key

    def get_absolute_url(self) -> str:
        return reverse("drafts:shared", args=[self.key])


class PacketQuestion(models.Model):
    """A packet of a seat, shared by link with the question “What would you pick?”. Its cards are read from the log."""

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
    """Number of readers who would pick a card of a shared packet; nothing about any reader."""

    question = models.ForeignKey(PacketQuestion, on_delete=models.CASCADE, related_name="answers")
    card = models.CharField(_("Card"), max_length=40)
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["question", "card"], name="question_answer_card_once")]

    def __str__(self) -> str:
        return f"{self.question_id} {self.card}: {self.count}"


class TodaysAnswer(models.Model):
    """Number of readers who would pick a card of a day’s packet."""

    day = models.DateField(_("day"))
    card = models.CharField(_("Card"), max_length=40)
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["day", "card"], name="todays_answer_card_once")]

    def __str__(self) -> str:
        return f"{self.day} {self.card}: {self.count}"

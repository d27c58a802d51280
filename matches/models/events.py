"""Models of events: rules, players, rounds and tables, requests for a place, announcements."""

from datetime import date, datetime
from secrets import choice
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from common.fingerprints import settings_fingerprint
from common.random_keys import KEY_ALPHABET, new_key
from matches.core.names import MAX_ABOUT_LENGTH, MAX_VENUE_LENGTH, NAME_LENGTH
from matches.core.scoring.match import DEFAULT_TARGET
from matches.core.standings.criteria import DEFAULT_ORDER
from matches.core.tournament.rules import (
    ELIMINATIONS,
    MAX_ANNOUNCEMENT_LENGTH,
    MAX_PRICE_LENGTH,
    MAX_TITLE_LENGTH,
    RULE_BOUNDS,
    RULE_FIELDS,
    default_for,
)
from matches.models.matches import Fixture, Withdrawal, new_seed, optional_text_field

CODE_LENGTH = 5
REASON_LENGTH = 300
_USUAL_ROUNDS, _MINUTES_BETWEEN_ROUNDS = 4, 10
HAND_LENGTH = 12


def new_code() -> str:
    """Return a short code, which players can read from a wall and type: five letters and digits."""
    return "".join(choice(KEY_ALPHABET) for _ in range(CODE_LENGTH))


def usual_order() -> list[str]:
    return list(DEFAULT_ORDER)


def _bounded_number_field(label: Any, name: str, **options: Any) -> Any:
    minimum, maximum = RULE_BOUNDS[name]
    return models.PositiveSmallIntegerField(
        label, validators=[MinValueValidator(minimum), MaxValueValidator(maximum)], **options
    )


def _match_points_field(label: Any, name: str) -> Any:
    return _bounded_number_field(label, name, default=default_for(name))


class Event(models.Model):
    """A tournament, a league or a draft day. Every change raises `version` and notifies open pages."""

    class Format(models.TextChoices):
        SWISS = "swiss", _("Swiss rounds")
        ROUND_ROBIN = "round_robin", _("round robin (league)")
        DRAFT = "draft", _("draft in pods of two to six, then Swiss rounds")
        KNOCKOUT = "knockout", _("single elimination: one loss and you’re out")
        DOUBLE = "double", _("double elimination: two losses and you’re out")

    class Status(models.TextChoices):
        REGISTRATION = "registration", _("registration")
        RUNNING = "running", _("under way")
        CUT = "cut", _("in the playoff")
        FINISHED = "finished", _("finished")

    class DecksSeen(models.TextChoices):
        STAFF = "staff", _("only the organiser and the judges")
        CUT = "cut", _("everyone in the playoff, once it starts")
        END = "end", _("everyone, once the event is over")
        START = "start", _("everyone, once round 1 is paired")

    class ByeCrystals(models.TextChoices):
        MEAN = "mean", _("the average of the player’s own matches")
        NONE = "none", _("none")

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    code = models.CharField(max_length=8, unique=True, default=new_code, editable=False)
    judge_key = models.CharField(max_length=16, default=new_key, editable=False)
    scorekeeper_key = models.CharField(max_length=16, default=new_key, editable=False)
    name = models.CharField(_("Name of the event"), max_length=MAX_TITLE_LENGTH)
    owner = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="owned_events", verbose_name=_("owner"))
    group = models.ForeignKey("matches.Group", null=True, blank=True, on_delete=models.SET_NULL, related_name="events")
    format = models.CharField(_("Format"), max_length=12, choices=Format, default=Format.SWISS)
    status = models.CharField(_("Status"), max_length=12, choices=Status, default=Status.REGISTRATION)
    registration_open = models.BooleanField(_("registration is open"), default=True)
    # The action that closed registration: `round`, `pods` or `finish`. Undoing it opens registration again.
    closed_by = models.CharField(max_length=8, blank=True, default="", db_default="", editable=False)
    sheet = models.JSONField(_("Match settings"), default=dict)
    rounds_planned = _bounded_number_field(
        _("Rounds"),
        "rounds_planned",
        null=True,
        blank=True,
        help_text=_(
            "Usually 3 for up to 8 players, 4 up to 16, 5 up to 32, 6 up to 64; one fewer with a playoff. Leave "
            "empty to decide on the day."
        ),
    )
    cut_size = _bounded_number_field(_("Playoff after the Swiss rounds"), "cut_size", default=0)
    cut_double = models.BooleanField(
        _("Double elimination"),
        default=False,
        db_default=False,
        help_text=_("Players are out of the playoff after their second loss."),
    )
    third_place = models.BooleanField(
        _("Third-place match"),
        default=False,
        db_default=False,
        help_text=_("The losing semifinalists play for third place during the final."),
    )
    take_back = models.BooleanField(
        _("Players can take moves back"),
        default=False,
        db_default=False,
        help_text=_("In games played at the site, if the opponent agrees. Judges always can."),
    )
    bots = models.BooleanField(
        _("Programs can play for players"),
        default=False,
        db_default=False,
        help_text=_("In games played at the site, by its API."),
    )
    points_win = _match_points_field(_("Points for a win"), "points_win")
    points_draw = _match_points_field(_("Points for a draw"), "points_draw")
    points_loss = _match_points_field(_("Points for a loss"), "points_loss")
    points_bye = _match_points_field(_("Points for a bye"), "points_bye")
    # Older events, from before this column, get the database default and count byes as they always did.
    bye_crystals = models.CharField(
        _("Crystals for a bye, as a tiebreaker"),
        max_length=8,
        choices=ByeCrystals,
        default=ByeCrystals.MEAN,
        db_default="none",
        help_text=_(
            "With the average, nobody drops in rank because of a bye: it counts as the average of the player’s "
            "own matches or, until they have played one, of all matches won."
        ),
    )
    tie_breaks = models.JSONField(_("tiebreakers in order"), default=usual_order)
    decks_required = models.BooleanField(_("Require a legal deck"), default=False)
    decks_seen = models.CharField(_("Decks are visible to"), max_length=8, choices=DecksSeen, default=DecksSeen.STAFF)
    round_minutes = _bounded_number_field(_("Minutes per round"), "round_minutes", default=default_for("round_minutes"))
    first_day = models.DateField(_("Date (leagues: first day)"), null=True, blank=True)
    venue = optional_text_field(
        _("Venue"), MAX_VENUE_LENGTH, help_text=_("Full address, such as Café Crystal, Harbour Street 3, Hamburg.")
    )
    start_time = models.TimeField(_("Starts at"), null=True, blank=True)
    time_zone = models.CharField(
        _("Time zone of the venue"),
        max_length=40,
        default="UTC",
        db_default="UTC",
        help_text=_("For example Europe/Berlin. Only needed with a start time."),
    )
    about = models.TextField(
        _("Information for visitors"),
        max_length=MAX_ABOUT_LENGTH,
        blank=True,
        default="",
        db_default="",
        help_text=_("Plain text, shown on the event page."),
    )
    price = optional_text_field(_("Price"), MAX_PRICE_LENGTH, help_text=_("In words, such as: 5 €, students free."))
    listed = models.BooleanField(_("Show in the public calendar"), default=False, db_default=False)
    max_players = models.PositiveIntegerField(
        _("Maximum players"),
        null=True,
        blank=True,
        validators=[MinValueValidator(RULE_BOUNDS["max_players"][0]), MaxValueValidator(RULE_BOUNDS["max_players"][1])],
        help_text=_("Later players join a waiting list and move up automatically. Leave empty for no limit."),
    )
    approval = models.BooleanField(_("I approve every player"), default=False, db_default=False)
    check_in = models.BooleanField(
        _("Require check-in"),
        default=False,
        db_default=False,
        help_text=_(
            "Players check in on the day, on their phone or with the organiser. Only checked-in players are paired."
        ),
    )
    first_table = _bounded_number_field(_("First table number"), "first_table", default=1, db_default=1)
    days_between = _bounded_number_field(_("Days between rounds"), "days_between", default=default_for("days_between"))
    legs = _bounded_number_field(_("Matches per pair in a league"), "legs", default=1, db_default=1)
    announcement = models.CharField(max_length=MAX_ANNOUNCEMENT_LENGTH, blank=True, default="", db_default="")
    announced = models.DateTimeField(null=True, blank=True, editable=False)
    hidden = models.DateTimeField(_("hidden by the moderators"), null=True, blank=True, editable=False)
    seed = models.PositiveIntegerField(default=new_seed, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created", "-pk"]
        verbose_name = _("event")
        verbose_name_plural = _("events")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("matches:event", args=[self.key])

    @property
    def fingerprint(self) -> str:
        """Return the fingerprint of rules and group. It changes only with these; `version` changes with everything."""
        return settings_fingerprint({name: getattr(self, name) for name in (*RULE_FIELDS, "group_id")})

    @property
    def is_league(self) -> bool:
        """Return whether the event is a round robin."""
        return self.format == self.Format.ROUND_ROBIN

    @property
    def target(self) -> int:
        """Return the crystals that end a match."""
        return int(self.sheet.get("target", DEFAULT_TARGET))

    @property
    def api_format(self) -> str:
        """Return the format in the API, which is `swiss` for an elimination event; `elimination` distinguishes them."""
        return self.Format.SWISS.value if self.elimination else self.format

    @property
    def elimination(self) -> str:
        """Return `single` or `double` for an elimination event, or else empty."""
        return next((name for name, format_ in ELIMINATIONS.items() if format_ == self.format), "")

    @property
    def is_double(self) -> bool:
        """Return whether the bracket of the event or its playoff is double elimination."""
        return self.format == self.Format.DOUBLE or (not self.elimination and self.cut_double)

    @property
    def has_swiss_rounds(self) -> bool:
        return self.format in (self.Format.SWISS, self.Format.DRAFT)

    @property
    def outcome_of_requested_bye(self) -> str:
        """Return the `Outcome` of a requested bye: half a win if opponents break ties, as in chess."""
        return "half" if self.tie_breaks[:1] == ["opponents"] else "zero"

    @property
    def begins(self) -> datetime | None:
        """Return when the event begins; None without a day or a time."""
        if self.first_day is None or self.start_time is None:
            return None
        return datetime.combine(self.first_day, self.start_time, ZoneInfo(self.time_zone))

    @property
    def planned_minutes(self) -> int:
        """Return how long the event takes with its playoff, or in a league, how long a match takes."""
        rounds = (self.rounds_planned or _USUAL_ROUNDS) + (self.cut_size or 1).bit_length() - 1
        return int((1 if self.is_league else rounds) * (self.round_minutes + _MINUTES_BETWEEN_ROUNDS))

    @property
    def topic(self) -> str:
        return f"event.{self.key}"


class Role(models.Model):
    """A helper of an event: a judge or a scorekeeper. The organiser is the event’s `owner`."""

    class Kind(models.TextChoices):
        JUDGE = "judge", _("Judge")
        SCOREKEEPER = "scorekeeper", _("Scorekeeper")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="roles")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="event_roles")
    kind = models.CharField(_("Role"), max_length=12, choices=Kind)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "person"], name="event_role_once")]

    def __str__(self) -> str:
        return f"{self.person} · {self.kind}"


class Pod(models.Model):
    """A pod of an event: players at a draft table. With `paper`, they draft real cards and `draft` is cancelled."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="pods")
    number = models.PositiveSmallIntegerField(_("Table"))
    draft = models.OneToOneField("drafts.Draft", on_delete=models.PROTECT, related_name="pod")
    paper = models.OneToOneField(
        "drafts.PaperTable", null=True, blank=True, on_delete=models.SET_NULL, related_name="pod"
    )

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="event_pod_once")]

    def __str__(self) -> str:
        return f"{self.event_id} · {self.number}"


class Registration(models.Model):
    """A player of an event. Once round 1 is paired, the row is never deleted, only dropped.

    `entered` is the first round in which the player can be paired. `deck` is a copy of the deck as text, with its
    verdict when submitted; `deck_frozen` is the copy for matches; `deck_waived` is the reason to play without a deck.
    `member` is the player in the event’s group. Players of a `party` aren’t paired in Swiss rounds. `withdrawal` is
    what happens to the matches of a player who left a league. Brackets have players by `seed`, then by lot.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="registrations")
    number = models.PositiveIntegerField(_("number"))
    name = models.CharField(_("Name"), max_length=NAME_LENGTH)
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="registrations")
    member = models.ForeignKey(
        "matches.Member", null=True, blank=True, on_delete=models.SET_NULL, related_name="registrations"
    )
    entered = models.PositiveSmallIntegerField(_("joined in round"), default=1)
    dropped = models.PositiveSmallIntegerField(_("dropped before round"), null=True, blank=True)
    pod = models.ForeignKey(Pod, null=True, blank=True, on_delete=models.SET_NULL, related_name="players")
    deck = models.TextField(_("Deck"), blank=True)
    deck_name = models.CharField(_("deck name"), max_length=120, blank=True)
    deck_verdict = models.CharField(_("Deck check"), max_length=8, blank=True)
    deck_faults = models.JSONField(_("issues"), default=list, blank=True)
    deck_frozen = models.JSONField(null=True, blank=True, editable=False)
    deck_at = models.DateTimeField(_("submitted"), null=True, blank=True)
    deck_waived = models.CharField(
        _("reason for playing without a deck"), max_length=REASON_LENGTH, blank=True, db_default=""
    )
    withdrawal = models.CharField(max_length=6, choices=Withdrawal, blank=True, default="", db_default="")
    checked_in = models.DateTimeField(_("Checked in"), null=True, blank=True)
    fixed_table = models.PositiveSmallIntegerField(_("Always at table"), null=True, blank=True)
    seed = models.PositiveSmallIntegerField(_("Seed"), null=True, blank=True)
    # The rounds in which the player has requested a bye.
    requested_byes = models.JSONField(
        _("Byes asked for"), default=list, blank=True, db_default=models.Value([], models.JSONField())
    )
    party = models.CharField(_("Not paired with"), max_length=NAME_LENGTH, blank=True, default="", db_default="")
    joined = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="event_number_once"),
            models.UniqueConstraint("event", Lower("name"), name="event_name_once"),
            models.UniqueConstraint(
                fields=["event", "person"], condition=Q(person__isnull=False), name="event_person_once"
            ),
        ]
        verbose_name = _("registration")
        verbose_name_plural = _("registrations")

    def __str__(self) -> str:
        return self.name


class Round(models.Model):
    """A round and its clock, as spans of seconds since 1970: `[[start, stop], [start, null]]` while it runs."""

    class Stage(models.TextChoices):
        MAIN = "main", _("Rounds")
        CUT = "cut", _("Playoff")

    class Status(models.TextChoices):
        PLAYING = "playing", _("in progress")
        CLOSED = "closed", _("closed")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    stage = models.CharField(_("stage"), max_length=4, choices=Stage, default=Stage.MAIN)
    status = models.CharField(_("Status"), max_length=7, choices=Status, default=Status.PLAYING)
    seed = models.PositiveIntegerField(default=new_seed, editable=False)
    minutes = models.PositiveSmallIntegerField(_("minutes"), default=50)
    spans = models.JSONField(default=list, editable=False)
    day = models.DateField(_("day"), null=True, blank=True)
    paired = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="event_round_once")]
        verbose_name = _("round")
        verbose_name_plural = _("rounds")

    def __str__(self) -> str:
        return f"{self.event_id} · {self.number}"


class Pairing(Fixture):
    """Two players at a table, or a player with a bye.

    `slot` is the match’s number in an elimination tree; in a playoff, only third place has it (`THIRD_PLACE`).
    """

    class Settled(models.TextChoices):
        OPEN = "", _("from the match’s games")
        AGREED = "agreed", _("reported by both players")
        STAFF = "staff", _("entered by the organiser")
        TIME = "time", _("time ran out")
        IMPORTED = "imported", _("imported from a file")
        FORFEIT = "forfeit", _("forfeit")

    RESULT_COLUMNS = ("settled", "outcome", "crystals_a", "crystals_b", "games_a", "games_b")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    table = models.PositiveIntegerField(_("Table"))
    a = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="pairings_as_a")
    b = models.ForeignKey(Registration, null=True, blank=True, on_delete=models.PROTECT, related_name="pairings_as_b")
    match = models.OneToOneField(
        "matches.Match", null=True, blank=True, on_delete=models.SET_NULL, related_name="pairing"
    )
    slot = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    by_hand = models.BooleanField(_("paired by hand"), default=False)
    a_starts = models.BooleanField(default=True)
    settled = models.CharField(_("settled"), max_length=8, choices=Settled, blank=True, default="")
    outcome = models.CharField(_("outcome"), max_length=6, blank=True)
    crystals_a = models.PositiveSmallIntegerField(default=0)
    crystals_b = models.PositiveSmallIntegerField(default=0)
    games_a = models.PositiveSmallIntegerField(null=True, blank=True)
    games_b = models.PositiveSmallIntegerField(null=True, blank=True)
    extra_minutes = models.PositiveSmallIntegerField(_("extra minutes"), default=0, db_default=0)
    # The device that last entered the result, and the time by its clock.
    hand = models.CharField(max_length=HAND_LENGTH, blank=True, default="", db_default="", editable=False)
    tap = models.BigIntegerField(default=0, db_default=0, editable=False)

    class Meta:
        ordering = ["table"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="event_table_once"),
            models.CheckConstraint(condition=Q(b=None) | ~Q(a=F("b")), name="event_pairing_two_players"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id} · {self.table}"

    @property
    def played_on(self) -> date | None:
        """Return the day of a league match: its own day, or else the day of its round."""
        return self.day or self.round.day


class Claim(models.Model):
    """Result reported by a player of a pairing. It counts once both players report the same."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="claims")
    side = models.CharField(max_length=1)
    crystals_a = models.PositiveSmallIntegerField()
    crystals_b = models.PositiveSmallIntegerField()
    tap = models.BigIntegerField(default=0, db_default=0, editable=False)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pairing", "side"], name="event_claim_once")]

    def __str__(self) -> str:
        return f"{self.pairing_id} · {self.side}"

    @property
    def crystals(self) -> tuple[int, int]:
        """Return both players’ crystals, in the order of the pairing."""
        return self.crystals_a, self.crystals_b


class EntryRequest(models.Model):
    """A request to enter an event, which waits for the organiser’s approval or for a place.

    `approved` requests (at once if no approval is needed) wait for a place in the order of the rows, which are deleted
    when they get it. `refused` requests stay, so that nobody asks twice. `registration` is the entry they claim.
    """

    event = models.ForeignKey("matches.Event", on_delete=models.CASCADE, related_name="entry_requests")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="entry_requests")
    name = models.CharField(_("Name"), max_length=NAME_LENGTH)
    registration = models.ForeignKey("matches.Registration", null=True, on_delete=models.CASCADE, related_name="+")
    approved = models.DateTimeField(null=True, blank=True)
    refused = models.DateTimeField(_("declined"), null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["event", "person"], name="entry_request_once")]

    def __str__(self) -> str:
        return self.name

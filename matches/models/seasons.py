"""Models of a group over time: invitations, log, seasons, drafts, imported results."""

from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Person
from common.fingerprints import settings_fingerprint
from common.random_keys import new_key

TEXT_LENGTH = 120
SEASON_FIELDS = ("name", "first", "last", "order", "best", "minimum")


class Invitation(models.Model):
    """Link by which people join a group. A new invitation revokes the earlier invitation."""

    group = models.ForeignKey("matches.Group", on_delete=models.CASCADE, related_name="invitations")
    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="group_invitations")
    created = models.DateTimeField(auto_now_add=True)
    revoked = models.DateTimeField(_("withdrawn"), null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-created", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["group"], condition=Q(revoked=None), name="invitation_one_open")
        ]

    def __str__(self) -> str:
        return f"{self.group_id} · {self.created:%Y-%m-%d}"


class GroupLogEntry(models.Model):
    """Entry of a group’s log: what was done, by whom and when. Rows are only ever added."""

    group = models.ForeignKey("matches.Group", on_delete=models.CASCADE, related_name="log_entries")
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="group_log_entries")
    kind = models.CharField(max_length=16)
    about = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["-pk"]
        db_table = "matches_groupdeed"  # the table keeps its first name, as both versions run during an update

    def __str__(self) -> str:
        return f"{self.group_id} · {self.kind}"


class Season(models.Model):
    """A named period of a group, whose end can be open.

    `order` ranks the season’s standings. `best` is how many evenings count if the best evenings decide. Players with
    fewer than `minimum` matches rank last.
    """

    class Order(models.TextChoices):
        MATCH = "match", _("points per match")
        EVENING = "evening", _("points per evening")
        BEST = "best", _("points from the best evenings")
        RATING = "rating", _("Rating")
        CRYSTALS = "crystals", _("total crystals won")

    group = models.ForeignKey("matches.Group", on_delete=models.CASCADE, related_name="seasons")
    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    name = models.CharField(pgettext_lazy("thing", "Name"), max_length=80)
    first = models.DateField(_("First day"))
    last = models.DateField(
        _("Last day"), null=True, blank=True, help_text=_("Leave empty while the season is running.")
    )
    # Seasons from before this column keep their order by the database default.
    order = models.CharField(_("Ranked by"), max_length=8, choices=Order, default=Order.MATCH, db_default="crystals")
    best = models.PositiveSmallIntegerField(
        _("Best evenings counted"),
        default=6,
        db_default=6,
        validators=[MinValueValidator(1), MaxValueValidator(99)],
        help_text=_("Used when ranking by best evenings: at most this many count per player."),
    )
    minimum = models.PositiveSmallIntegerField(
        _("Minimum matches"),
        default=5,
        db_default=0,
        validators=[MaxValueValidator(999)],
        help_text=_("Players with fewer rank below the others."),
    )
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-first", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint("group", Lower("name"), name="season_once_by_name"),
            models.CheckConstraint(
                condition=Q(last=None) | Q(last__gte=models.F("first")), name="season_ends_after_it_begins"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def fingerprint(self) -> str:
        return settings_fingerprint({name: getattr(self, name) for name in SEASON_FIELDS})


class GroupDraft(models.Model):
    """A draft that was added to a group; drafts of the group’s events need no row."""

    group = models.ForeignKey("matches.Group", on_delete=models.CASCADE, related_name="drafts")
    draft = models.ForeignKey("drafts.Draft", on_delete=models.CASCADE, related_name="groups")
    by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="group_drafts")
    added = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-added", "-pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["group", "draft"], name="group_draft_once")]

    def __str__(self) -> str:
        return f"{self.group_id} · {self.draft_id}"


class SeasonImport(models.Model):
    """A file imported into a group, stored unchanged. The row stays when the import is undone."""

    group = models.ForeignKey("matches.Group", on_delete=models.CASCADE, related_name="imports")
    name = models.CharField(_("File"), max_length=TEXT_LENGTH, blank=True)
    text = models.TextField()
    names = models.JSONField(default=dict)
    made = models.JSONField(default=list)
    count = models.PositiveIntegerField(_("Matches"))
    known = models.PositiveIntegerField(default=0)
    by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="season_imports")
    at = models.DateTimeField(auto_now_add=True)
    taken_back = models.DateTimeField(_("undone"), null=True, blank=True)
    taken_back_by = models.ForeignKey(
        Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="season_imports_taken_back"
    )

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.group_id} · {self.name}"


class PastResult(models.Model):
    """A match that was imported from a file. `games` are `[winner "a"/"b"/"", dragons, crystal cards]`, if known.

    `mark` is unique in the group, so that two simultaneous imports of a file store a match only once.
    """

    group = models.ForeignKey("matches.Group", on_delete=models.CASCADE, related_name="past_results")
    imported = models.ForeignKey(SeasonImport, on_delete=models.CASCADE, related_name="results")
    line = models.PositiveIntegerField(_("Line"))
    day = models.DateField(_("day"))
    a = models.ForeignKey("matches.Member", on_delete=models.PROTECT, related_name="past_as_a")
    b = models.ForeignKey("matches.Member", on_delete=models.PROTECT, related_name="past_as_b")
    crystals_a = models.PositiveSmallIntegerField()
    crystals_b = models.PositiveSmallIntegerField()
    winner = models.CharField(max_length=1, blank=True)
    games = models.JSONField(default=list)
    people_a = models.CharField(max_length=20, blank=True)
    people_b = models.CharField(max_length=20, blank=True)
    deck_a = models.CharField(max_length=TEXT_LENGTH, blank=True)
    deck_b = models.CharField(max_length=TEXT_LENGTH, blank=True)
    event = models.CharField(max_length=TEXT_LENGTH, blank=True)
    round = models.CharField(max_length=TEXT_LENGTH, blank=True)
    notes = models.CharField(max_length=TEXT_LENGTH, blank=True)
    mark = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["day", "line"]
        indexes: ClassVar = [models.Index(fields=["group", "day"], name="past_result_group_day")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["group", "mark"], name="past_result_once"),
            models.CheckConstraint(condition=~Q(a=models.F("b")), name="past_result_two_players"),
            models.CheckConstraint(condition=Q(winner__in=["", "a", "b"]), name="past_result_winner"),
        ]

    def __str__(self) -> str:
        return f"{self.group_id} · {self.day}"

"""Models of drafts with real cards; `drafts.models` has them, too."""

from typing import ClassVar

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Person
from common.random_keys import new_key
from drafts.core.engine.setup import LastDealDirection


class PaperTable(models.Model):
    """A draft with real cards: its set-up, and the `round` and `number` of the current pick.

    `ends` is when the time for the pick is up, null without a running clock. `deal` is null if the players shuffle; if
    the site deals, it has the order of all cards and the salt of the commitment, only for the packets’ sorter.
    """

    class Status(models.TextChoices):
        DRAFTING = "drafting", _("drafting")
        ENTERING = "entering", _("entering pools")

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    host = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="paper_tables", verbose_name=_("host"))
    name = models.CharField(pgettext_lazy("thing", "Name"), max_length=80)
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
    """A seat of a draft with real cards; only the `person` who entered its `codes` may read or change them."""

    table = models.ForeignKey(PaperTable, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("Name"), max_length=60)
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

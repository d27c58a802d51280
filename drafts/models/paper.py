"""Models of a table with real cards: who sits where, and what each says they kept."""

from typing import ClassVar

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from common.keys import new_key
from drafts.core.engine.setup import Step8


class PaperTable(models.Model):
    """A draft on paper: the set-up, and which packet goes round now.

    `round` and `number` name that packet as in `drafts.core.engine`; `ends` is when the time for the pick is over, null
    without a clock or while nobody has started it. `deal` is null where the players shuffle; where the site has dealt,
    it is the order of all cards and the salt of the commitment, for the person who sorts the packets only.
    """

    class Status(models.TextChoices):
        """States of a table with real cards."""

        DRAFTING = "drafting", _("drafting")
        ENTERING = "entering", _("entering the pools")

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    host = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="paper_tables", verbose_name=_("host"))
    name = models.CharField(_("name"), max_length=80)
    peoples = models.JSONField(_("peoples"))
    step8 = models.CharField(_("last deal"), max_length=16, default=Step8.RIGHT.value)
    pick_seconds = models.PositiveIntegerField(_("seconds for a pick"), null=True, blank=True)
    round = models.PositiveSmallIntegerField(default=1, editable=False)
    number = models.PositiveSmallIntegerField(default=1, editable=False)
    ends = models.DateTimeField(null=True, blank=True, editable=False)
    status = models.CharField(_("status"), max_length=8, choices=Status.choices, default=Status.DRAFTING)
    version = models.PositiveIntegerField(default=1, editable=False)
    deal = models.JSONField(null=True, editable=False)
    commitment = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)
    created = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-created"]
        verbose_name = _("paper table")
        verbose_name_plural = _("paper tables")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Its page, for everyone at the table."""
        return reverse("drafts:paper", args=[self.key])

    @property
    def topic(self) -> str:
        """The topic that listeners are notified of."""
        return f"paper.{self.key}"


class PaperSeat(models.Model):
    """A place at such a table: a name, and once its cards have been entered, the codes of the pool.

    `person` is the person who has entered the pool; from then on nobody else reads or changes it.
    """

    table = models.ForeignKey(PaperTable, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=40)
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="paper_seats")
    codes = models.JSONField(default=list)
    entered = models.BooleanField(_("entered"), default=False)
    corrected = models.PositiveSmallIntegerField(_("times corrected"), default=0, db_default=0)
    pool = models.ForeignKey("decks.Pool", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="paper_seat_number_once"),
            models.UniqueConstraint(fields=["table", "person"], name="paper_seat_person_once"),
        ]

    def __str__(self) -> str:
        return self.name

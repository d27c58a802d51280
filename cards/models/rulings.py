"""Models of rulings, errata and lists. Other modules read them as values, through `cards.rulings.queries`.

Cards are kept by code, not by row: a ruling outlives a change of the catalogue.
"""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from cards.core.rulings.facts import EDITIONS, ListKind, Trust

GAMES_LENGTH = 16


class _Entry(models.Model):
    """Base of every row of the book: its game, key, place, and whether it was added on this site.

    Loading the project's own tables leaves alone what was added or changed here.
    """

    game = models.CharField(_("game"), max_length=GAMES_LENGTH)
    key = models.CharField(_("number"), max_length=40)
    position = models.PositiveIntegerField(_("place in the table"), editable=False, default=0)
    here = models.BooleanField(_("added or changed on this site"), default=False, editable=False)

    class Meta:
        abstract = True
        ordering: ClassVar = ["game", "position", "key"]

    def __str__(self) -> str:
        return self.key


class RulingTopic(_Entry):
    """Topic of some rulings; the key is its address."""

    title = models.CharField(_("title"), max_length=120)

    class Meta(_Entry.Meta):
        verbose_name = _("topic of rulings")
        verbose_name_plural = _("topics of rulings")
        constraints: ClassVar = [models.UniqueConstraint(fields=["key"], name="topic_once")]


class RulingReading(_Entry):
    """The reading taken where sources contradict each other; the key is the number of the rule."""

    title = models.CharField(_("title"), max_length=120)
    text = models.TextField(_("reading"))

    class Meta(_Entry.Meta):
        verbose_name = _("reading of contradictory sources")
        verbose_name_plural = _("readings of contradictory sources")
        constraints: ClassVar = [models.UniqueConstraint(fields=["key"], name="reading_once")]


class Ruling(_Entry):
    """One question and its answer."""

    topic = models.CharField(_("topic"), max_length=40)
    question = models.TextField(_("question"))
    answer = models.TextField(_("answer"))
    edition = models.CharField(_("edition"), max_length=8, choices=[(key, key) for key in EDITIONS])
    cards = models.JSONField(_("cards"), default=list, blank=True)
    icons = models.JSONField(_("icons"), default=list, blank=True)
    types = models.JSONField(_("card types"), default=list, blank=True)
    timings = models.JSONField(_("timing classes"), default=list, blank=True)
    source = models.CharField(_("source"), max_length=120)
    place = models.CharField(_("place in the source"), max_length=200, blank=True)
    trust = models.CharField(_("trust"), max_length=8, choices=[(trust.value, trust.value) for trust in Trust])
    readings = models.JSONField(_("readings"), default=list, blank=True)
    see = models.JSONField(_("see also"), default=list, blank=True)
    note = models.TextField(_("note"), blank=True)

    class Meta(_Entry.Meta):
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        constraints: ClassVar = [models.UniqueConstraint(fields=["key"], name="ruling_once")]


class Erratum(_Entry):
    """One change to one card."""

    card = models.CharField(_("card"), max_length=80)
    kinds = models.JSONField(_("what it changes"), default=list, blank=True)
    text = models.TextField(_("change in our own words"))
    source = models.CharField(_("source"), max_length=120)
    place = models.CharField(_("place in the source"), max_length=200, blank=True)
    readings = models.JSONField(_("readings"), default=list, blank=True)
    note = models.TextField(_("note"), blank=True)

    class Meta(_Entry.Meta):
        verbose_name = _("erratum")
        verbose_name_plural = _("errata")
        constraints: ClassVar = [models.UniqueConstraint(fields=["key"], name="erratum_once")]


class CardList(_Entry):
    """One version of a list of restricted or banned cards; the key is the version."""

    kind = models.CharField(_("kind"), max_length=12, choices=[(kind.value, kind.value) for kind in ListKind])
    title = models.CharField(_("title"), max_length=120)
    issued = models.DateField(_("day of issue"), null=True, blank=True)
    current = models.BooleanField(_("in force"), default=False)
    rule = models.CharField(_("rule"), max_length=16, blank=True)
    source = models.CharField(_("source"), max_length=120)
    note = models.TextField(_("note"), blank=True)

    class Meta(_Entry.Meta):
        verbose_name = _("list of cards")
        verbose_name_plural = _("lists of cards")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["key"], name="list_once"),
            models.UniqueConstraint(
                fields=["game", "kind"], condition=models.Q(current=True), name="one_list_of_a_kind_in_force"
            ),
        ]


class ListEntry(_Entry):
    """One card of a list, as the list prints it; `version` is the key of the list."""

    version = models.CharField(_("list"), max_length=40)
    card = models.CharField(_("card"), max_length=80)
    printed = models.CharField(_("as printed"), max_length=120)
    set = models.CharField(_("set"), max_length=80, blank=True)
    number = models.CharField(_("number"), max_length=8, blank=True)
    note = models.TextField(_("note"), blank=True)

    class Meta(_Entry.Meta):
        verbose_name = _("entry of a list")
        verbose_name_plural = _("entries of lists")
        constraints: ClassVar = [models.UniqueConstraint(fields=["key"], name="list_entry_once")]

"""Models of the catalogue. Other modules read them as `CardFacts`, through `cards.catalogue.queries`."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from cards.core.facts import BLUE_MOON, FAMILIES, Timing

GAME = BLUE_MOON
BOOK = "rulings"


class Card(models.Model):
    """One card, or one gap: a card that is only known to exist.

    `here` names the columns that were filled on this site, by an editor or from a file. Loading the project's own
    table leaves those alone, so that what people have completed is never lost.
    """

    game = models.CharField(_("game"), max_length=16, default=GAME, editable=False)
    code = models.CharField(_("code"), max_length=80)
    slug = models.SlugField(_("address"), max_length=80, editable=False)
    position = models.PositiveIntegerField(_("place in the catalogue"), editable=False, default=0)
    slot = models.CharField(_("gap it fills"), max_length=40, blank=True)
    name = models.CharField(_("name"), max_length=80, blank=True)
    name_de = models.CharField(_("German name"), max_length=80, blank=True)
    title = models.CharField(_("title"), max_length=80, blank=True)
    people = models.CharField(_("people or faction"), max_length=24, blank=True)
    number = models.CharField(_("number"), max_length=4, blank=True)
    type = models.CharField(_("type"), max_length=16, blank=True)
    fire = models.PositiveSmallIntegerField(_("fire"), null=True, blank=True)
    earth = models.PositiveSmallIntegerField(_("earth"), null=True, blank=True)
    icons = models.JSONField(_("icons"), default=list, blank=True)
    moons = models.PositiveSmallIntegerField(_("moons"), null=True, blank=True)
    deck = models.CharField(_("deck indicator"), max_length=8, blank=True)
    family = models.CharField(_("family"), max_length=1, blank=True, choices=[(family, family) for family in FAMILIES])
    capacity = models.PositiveSmallIntegerField(_("capacity"), null=True, blank=True)
    extra_cards = models.PositiveSmallIntegerField(_("cards it prints"), null=True, blank=True)
    extra_moons = models.PositiveSmallIntegerField(_("moons it prints"), null=True, blank=True)
    emissary = models.CharField(
        _("belongs to the set of emissary"), max_length=40, blank=True, default="", db_default=""
    )
    aliases = models.JSONField(_("other names"), default=list, blank=True)
    timing = models.CharField(
        _("timing"),
        max_length=24,
        blank=True,
        choices=[(timing.value, timing.value) for timing in Timing if timing.value],
    )
    summary = models.TextField(_("power in our own words"), blank=True)
    notes = models.TextField(_("notes"), blank=True)
    # What a game has besides the columns; the facts of the game say which names it has (`cards.games`).
    attributes = models.JSONField(_("attributes"), default=dict, blank=True)
    source = models.CharField(_("source"), max_length=200, blank=True)
    known = models.BooleanField(_("known"), editable=False, default=False)
    complete = models.BooleanField(_("complete"), editable=False, default=False)
    here = models.JSONField(_("filled on this site"), default=list, editable=False)

    class Meta:
        ordering: ClassVar = ["game", "position"]
        verbose_name = _("card")
        verbose_name_plural = _("cards")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "code"], name="card_code_once_a_game"),
            models.UniqueConstraint(fields=["game", "slug"], name="card_slug_once_a_game"),
            models.CheckConstraint(
                condition=Q(fire__isnull=True) | Q(fire__lte=20), name="card_fire_within_what_is_printed"
            ),
            models.CheckConstraint(
                condition=Q(earth__isnull=True) | Q(earth__lte=20), name="card_earth_within_what_is_printed"
            ),
            models.CheckConstraint(
                condition=Q(moons__isnull=True) | Q(moons__lte=9), name="card_moons_within_what_is_printed"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["game", "position"], name="card_in_catalogue_order"),
            models.Index(fields=["game", "people", "type"], name="card_by_people_and_type"),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.name or self.name_de}".strip()


class CatalogueVersion(models.Model):
    """The number of the present catalogue of a game, or (`BOOK`) of the book of rulings: it rises with every change;
    `digest` is that of its facts."""

    game = models.CharField(max_length=16, unique=True)
    number = models.PositiveIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)
    changed = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.game} {self.number}"


class SavedSearch(models.Model):
    """A query somebody wants to ask again, under a name of their own."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="searches")
    name = models.CharField(_("name"), max_length=80)
    query = models.CharField(_("query"), max_length=1024)

    class Meta:
        ordering: ClassVar = ["name", "pk"]
        verbose_name = _("saved search")
        verbose_name_plural = _("saved searches")
        constraints: ClassVar = [models.UniqueConstraint(fields=["person", "name"], name="saved_search_name_once")]

    def __str__(self) -> str:
        return self.name

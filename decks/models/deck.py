"""Models of decks, their cards, and pools. Judged only by `decks.core.legality`."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from cards.core.facts import BLUE_MOON
from common.keys import new_key
from decks.core.legality.deck import Edition, Format
from decks.core.legality.games import GAME_RULES

MAX_NAME = 120
MAX_NOTES = 10_000
MAX_FOLDER = 40


class Pool(models.Model):
    """Cards somebody may build a deck from, such as the picks of a draft. Nobody but the owner ever sees it."""

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    owner = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="pools", verbose_name=_("owner"))
    game = models.CharField(_("game"), max_length=16, default=BLUE_MOON)
    name = models.CharField(_("name"), max_length=MAX_NAME)
    codes = models.JSONField(_("cards"))
    source = models.CharField(_("where it comes from"), max_length=80, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-created"]
        verbose_name = _("pool")
        verbose_name_plural = _("pools")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The page of the pool."""
        return reverse("decks:pool", args=[self.key])


class Deck(models.Model):
    """A deck as its owner wants it, legal or not.

    `version` rises by one with every change; who saves says which version they changed, so that two tabs cannot
    overwrite each other unseen. What lies beside the deck is kept by code, as the cards are.
    """

    class Visibility(models.TextChoices):
        """Visibility of a deck: who may look at it."""

        PRIVATE = "private", _("only me")
        LINK = "link", _("everybody who has the link")
        PUBLIC = "public", _("everybody, and it is listed")

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    owner = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="decks", verbose_name=_("owner"))
    name = models.CharField(_("name"), max_length=MAX_NAME)
    game = models.CharField(_("game"), max_length=16, default=BLUE_MOON)
    format = models.CharField(
        _("format"),
        max_length=16,
        choices=[(format_.value, format_.value) for format_ in Format],
        default=Format.CUSTOM.value,
    )
    edition = models.CharField(
        _("edition"),
        max_length=16,
        choices=[(edition.value, edition.value) for edition in Edition],
        default=Edition.LEGENDS.value,
    )
    leader = models.CharField(_("leader"), max_length=40, blank=True)
    inquisitor = models.CharField(_("inquisitor"), max_length=40, blank=True)
    emissary = models.CharField(_("emissary"), max_length=40, blank=True)
    family = models.CharField(_("Buka family"), max_length=1, blank=True)
    options = models.JSONField(_("options"), default=dict, blank=True)
    match = models.BooleanField(_("for a match"), default=False)
    notes = models.TextField(_("notes"), blank=True, max_length=MAX_NOTES)
    visibility = models.CharField(_("who may look"), max_length=8, choices=Visibility.choices, default=Visibility.LINK)
    # What it was before the staff hid it, which makes it private; empty unless they have.
    visibility_before = models.CharField(max_length=8, blank=True, default="", db_default="", editable=False)
    pool = models.ForeignKey(
        Pool, null=True, blank=True, on_delete=models.SET_NULL, related_name="decks", verbose_name=_("pool")
    )
    tags = models.JSONField(_("tags"), default=list, blank=True)
    maybe = models.JSONField(_("cards to think about"), default=list, blank=True)
    # Where its owner keeps it, by name, for nobody else to see; empty for in no folder.
    folder = models.CharField(_("folder"), max_length=MAX_FOLDER, blank=True, default="", db_default="")
    built = models.BooleanField(_("put together now"), default=False)
    forked_from = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="forks", verbose_name=_("copied from")
    )
    version = models.PositiveIntegerField(default=1, editable=False)
    # The version whose contents it shows: its own, or the one that an undo went back to.
    shows = models.PositiveIntegerField(default=1, editable=False)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        ordering: ClassVar = ["-updated"]
        verbose_name = _("deck")
        verbose_name_plural = _("decks")
        indexes: ClassVar = [
            models.Index(fields=["visibility", "-updated"], name="deck_listed"),
            models.Index(fields=["owner", "-updated"], name="deck_of_owner"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The page of the deck."""
        return reverse("decks:deck", args=[self.key])

    @property
    def is_hidden(self) -> bool:
        """Whether the staff have hidden it."""
        return bool(self.visibility_before)

    @property
    def has_leader(self) -> bool:
        """Whether a people's leader heads decks of its game, and cards cost moons."""
        return GAME_RULES[self.game].has_leader

    @property
    def has_engine(self) -> bool:
        """Whether the rules engine plays decks of its game."""
        return GAME_RULES[self.game].has_engine


class DeckCard(models.Model):
    """A line of a deck. The code is kept, not the row of the card: a deck outlives a change of the catalogue."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="cards")
    code = models.CharField(_("card"), max_length=80)
    copies = models.PositiveSmallIntegerField(_("copies"), default=1)
    position = models.PositiveSmallIntegerField(_("position"))

    class Meta:
        ordering: ClassVar = ["position", "pk"]
        verbose_name = _("card of a deck")
        verbose_name_plural = _("cards of a deck")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["deck", "code"], name="deck_card_once"),
            models.CheckConstraint(condition=Q(copies__gte=1) & Q(copies__lte=99), name="deck_card_1_to_99_copies"),
        ]

    def __str__(self) -> str:
        return f"{self.copies}x {self.code}"

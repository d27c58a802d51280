"""Models of public decks: the row each is searched by, likes, the page of an author, and guides."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from common.keys import new_key

MAX_GUIDE = 20_000
GUIDE_LANGUAGE = 8


class DeckAuthor(models.Model):
    """Somebody who has shared a deck with everybody; the key is that of their page, so no account name is in it."""

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    person = models.OneToOneField(
        Person, on_delete=models.CASCADE, related_name="deck_author", verbose_name=_("person")
    )

    class Meta:
        verbose_name = _("author of decks")
        verbose_name_plural = _("authors of decks")

    def __str__(self) -> str:
        return str(self.person)

    def get_absolute_url(self) -> str:
        """The page with their public decks."""
        return reverse("decks:author", args=[self.key])


class DeckListing(models.Model):
    """Search columns of a public deck, computed from the deck (`decks.deck.listing`) and never edited.

    `deck_version` and `catalogue` say what it was computed from; a sweep renews what is behind. `moons` is null where
    they do not count or nobody knows them. `rating` is the lower end of the interval of won games, so that few games
    do not lead a list. A deck that is no longer public keeps its row, so that `since` stays true; whether it is
    listed is decided by the deck alone.
    """

    deck = models.OneToOneField("decks.Deck", on_delete=models.CASCADE, primary_key=True, related_name="listing")
    since = models.DateTimeField(_("public since"))
    deck_version = models.PositiveIntegerField(_("version of the deck"))
    catalogue = models.PositiveIntegerField(_("version of the catalogue"))
    people = models.CharField(_("people"), max_length=16, blank=True)
    house = models.CharField(_("declared format"), max_length=16, blank=True)
    status = models.CharField(_("verdict"), max_length=8)
    size = models.PositiveSmallIntegerField(_("cards"))
    moons = models.PositiveSmallIntegerField(_("foreign moons"), null=True)
    words = models.TextField(_("words"))
    tags = models.TextField(_("tags"), blank=True)
    codes = models.TextField(_("cards by code"), blank=True)
    likes = models.PositiveIntegerField(_("likes"), default=0)
    copies = models.PositiveIntegerField(_("copies by others"), default=0)
    games = models.PositiveIntegerField(_("games"), default=0)
    wins = models.PositiveIntegerField(_("games won"), default=0)
    rating = models.FloatField(_("lower end of the share of games won"), default=0)
    counted = models.DateTimeField(_("games counted"), null=True)

    class Meta:
        verbose_name = _("listing of a deck")
        verbose_name_plural = _("listings of decks")
        indexes: ClassVar = [
            models.Index(fields=["-since"], name="listing_new"),
            models.Index(fields=["-likes", "-since"], name="listing_liked"),
            models.Index(fields=["-rating", "-since"], name="listing_record"),
        ]

    def __str__(self) -> str:
        return str(self.deck_id)


class DeckLike(models.Model):
    """One member likes one deck, once."""

    deck = models.ForeignKey("decks.Deck", on_delete=models.CASCADE, related_name="likes", verbose_name=_("deck"))
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="liked_decks", verbose_name=_("who"))
    since = models.DateTimeField(_("since"), auto_now_add=True)

    class Meta:
        verbose_name = _("like of a deck")
        verbose_name_plural = _("likes of decks")
        constraints: ClassVar = [models.UniqueConstraint(fields=["deck", "person"], name="deck_liked_once")]

    def __str__(self) -> str:
        return f"{self.person_id} · {self.deck_id}"


class DeckGuide(models.Model):
    """Guide to playing a deck, in Markdown, one per language; saving names the version that was changed."""

    deck = models.ForeignKey("decks.Deck", on_delete=models.CASCADE, related_name="guides", verbose_name=_("deck"))
    language = models.CharField(_("language"), max_length=GUIDE_LANGUAGE, choices=settings.LANGUAGES)
    text = models.TextField(_("guide"), max_length=MAX_GUIDE)
    version = models.PositiveIntegerField(default=1, editable=False)
    hidden = models.DateTimeField(_("hidden by the staff"), null=True, blank=True, editable=False)
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name = _("guide to a deck")
        verbose_name_plural = _("guides to decks")
        constraints: ClassVar = [models.UniqueConstraint(fields=["deck", "language"], name="deck_guide_once")]

    def __str__(self) -> str:
        return f"{self.deck_id} · {self.language}"

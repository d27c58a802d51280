"""Models of history: every version with its contents, who made it and when. Rows are only ever added."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Person


class DeckChange(models.Model):
    """One version of a deck, with all that was in it (`decks.deck.versions` reads the JSON).

    `shows` is the version whose contents this one has: its own, or for an undo, redo or restore the one gone back to.
    `before` is what was shown before it was made, so that undo knows where to go.
    """

    class Kind(models.TextChoices):
        """Kinds of changes."""

        CREATED = "created", _("created")
        CARDS = "cards", _("cards")
        SETTINGS = "settings", _("settings")
        WRITTEN = "written", _("written again")
        FILLED = "filled", _("filled up")
        HELPED = "helped", _("with help")
        COPIED = "copied", _("copied")
        UNDONE = "undone", _("undone")
        REDONE = "redone", _("redone")
        RESTORED = "restored", _("restored")

    deck = models.ForeignKey("decks.Deck", on_delete=models.CASCADE, related_name="changes", verbose_name=_("deck"))
    version = models.PositiveIntegerField(_("version"))
    person = models.ForeignKey(
        Person, null=True, on_delete=models.SET_NULL, related_name="deck_changes", verbose_name=_("who")
    )
    when = models.DateTimeField(_("when"), auto_now_add=True)
    kind = models.CharField(_("what"), max_length=8, choices=Kind.choices)
    contents = models.JSONField(_("contents"))
    shows = models.PositiveIntegerField()
    before = models.PositiveIntegerField(null=True)

    class Meta:
        ordering: ClassVar = ["-version"]
        verbose_name = _("change of a deck")
        verbose_name_plural = _("changes of decks")
        constraints: ClassVar = [models.UniqueConstraint(fields=["deck", "version"], name="deck_change_once")]

    def __str__(self) -> str:
        return f"{self.deck_id} v{self.version}"


class VersionName(models.Model):
    """Name the owner gave to a version of their deck."""

    deck = models.ForeignKey("decks.Deck", on_delete=models.CASCADE, related_name="version_names")
    version = models.PositiveIntegerField(_("version"))
    name = models.CharField(_("name"), max_length=60)

    class Meta:
        ordering: ClassVar = ["-version"]
        verbose_name = _("name of a version")
        verbose_name_plural = _("names of versions")
        constraints: ClassVar = [models.UniqueConstraint(fields=["deck", "version"], name="deck_version_named_once")]

    def __str__(self) -> str:
        return self.name

"""Models of editors: who builds a deck together with its owner, and the link by which one joins."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from common.keys import new_key, new_secret


class DeckEditor(models.Model):
    """Somebody who may change a deck of somebody else: its cards, its settings and its notes, and nothing about it."""

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    deck = models.ForeignKey("decks.Deck", on_delete=models.CASCADE, related_name="editors", verbose_name=_("deck"))
    person = models.ForeignKey(
        Person, on_delete=models.CASCADE, related_name="edited_decks", verbose_name=_("who edits it")
    )
    since = models.DateTimeField(_("since"), auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["since", "pk"]
        verbose_name = _("editor of a deck")
        verbose_name_plural = _("editors of decks")
        constraints: ClassVar = [models.UniqueConstraint(fields=["deck", "person"], name="deck_editor_once")]

    def __str__(self) -> str:
        return str(self.person)


class EditingLink(models.Model):
    """The secret link of a deck: those who follow it become editors. Gone with the row; a new one is another."""

    deck = models.OneToOneField(
        "decks.Deck", on_delete=models.CASCADE, related_name="editing_link", verbose_name=_("deck")
    )
    secret = models.CharField(max_length=40, unique=True, default=new_secret, editable=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("editing link")
        verbose_name_plural = _("editing links")

    def __str__(self) -> str:
        return str(self.deck_id)

"""Model of a background search for one deck: what is asked, how far it is, the best so far."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from common.keys import new_key


class SearchJob(models.Model):
    """One search or some hundreds of games for one deck. `result` is the best answer so far.

    `asked_from` is the digest of an address: addresses take turns, and each has only so many that wait.
    """

    class Kind(models.TextChoices):
        """Kinds of searches; `wishes` has the parameters."""

        COMPLETE = "complete", _("complete the deck")
        STRENGTH = "strength", _("how strong it is")
        SWAPS = "swaps", _("better by one swap")
        MATCH = "match", _("against another deck")

    class State(models.TextChoices):
        """States of a search."""

        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("searching")
        DONE = "done", _("done")
        CANCELLED = "stopped", _("stopped")
        FAILED = "failed", _("failed")

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    deck = models.ForeignKey("decks.Deck", on_delete=models.CASCADE, related_name="searches")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="deck_searches")
    asked_from = models.CharField(max_length=16, blank=True, default="", db_default="", editable=False)
    deck_version = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.COMPLETE, db_default=Kind.COMPLETE)
    wishes = models.JSONField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    percent = models.PositiveSmallIntegerField(default=0)
    cancelled = models.BooleanField(default=False)
    result = models.JSONField(null=True)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        ordering: ClassVar = ["-created"]
        verbose_name = _("search")
        verbose_name_plural = _("searches")

    def __str__(self) -> str:
        return self.key

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return self.state not in (self.State.WAITING, self.State.RUNNING)

"""Tables of card counts (`drafts.counts`); `drafts.models` has them, too."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class CardBlock(models.Model):
    """Sums for one card in one way of sharing, over blocks of drafts or decks that were filled in a month (“2026-11”).

    The columns are those of `drafts.core.archive.card_counts.CardCount`: nothing about any player. A row without a card
    sums all drafts and picks; a row without a month is the block that’s still open, which nobody sees. `list_key` is
    the key of the drafted list; empty for drafts by the rules.
    """

    month = models.CharField(max_length=7)
    sharing = models.CharField(max_length=12)
    card = models.CharField(_("Card"), max_length=40, blank=True)
    drafts = models.PositiveIntegerField(default=0, db_default=0)
    times = models.PositiveIntegerField(default=0, db_default=0)
    number_sum = models.PositiveIntegerField(default=0, db_default=0)
    square_sum = models.PositiveIntegerField(default=0, db_default=0)
    first = models.PositiveIntegerField(default=0, db_default=0)
    passed = models.PositiveIntegerField(default=0, db_default=0)
    back = models.PositiveIntegerField(default=0, db_default=0)
    decks = models.PositiveIntegerField(default=0, db_default=0)
    in_decks = models.PositiveIntegerField(default=0, db_default=0)
    played = models.PositiveIntegerField(default=0, db_default=0)
    games = models.PositiveIntegerField(default=0, db_default=0)
    won = models.PositiveIntegerField(default=0, db_default=0)
    list_key = models.CharField(max_length=16, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["list_key", "sharing", "month", "card"], name="card_block_once")
        ]

    def __str__(self) -> str:
        return f"{self.month} {self.sharing} {self.card}"

"""Model of answers to today's packet: a count for each card and day, nothing about anybody."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class TodaysAnswer(models.Model):
    """Number of readers who would take a card of the packet of a day."""

    day = models.DateField(_("day"))
    card = models.CharField(_("card"), max_length=40)
    count = models.PositiveIntegerField(_("answers"), default=0)

    class Meta:
        verbose_name = _("answer to today’s packet")
        verbose_name_plural = _("answers to today’s packet")
        constraints: ClassVar = [models.UniqueConstraint(fields=["day", "card"], name="todays_answer_card_once")]

    def __str__(self) -> str:
        return f"{self.day} {self.card}: {self.count}"

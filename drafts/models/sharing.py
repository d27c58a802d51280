"""Models of what is shown of a finished draft by link: a seat's pool, and a packet as a question."""

from typing import ClassVar

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from common.keys import new_key
from drafts.models.draft import Seat


class SharedSeat(models.Model):
    """A seat whose player shows their pool to everybody who has the link, until they take the link back."""

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="shared", verbose_name=_("seat"))
    shows_picks = models.BooleanField(_("picks shown too"), default=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("pool shown by link")
        verbose_name_plural = _("pools shown by link")

    def __str__(self) -> str:
        return self.key

    def get_absolute_url(self) -> str:
        """The page that the link leads to."""
        return reverse("drafts:shared", args=[self.key])


class PacketQuestion(models.Model):
    """A packet that a seat held, shown to everybody who has the link, with the question what they would take.

    The cards are read from the log each time, so nothing of the deal is kept here.
    """

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="questions", verbose_name=_("seat"))
    round = models.PositiveSmallIntegerField(_("round"))
    number = models.PositiveSmallIntegerField(_("pick"))
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("question about a packet")
        verbose_name_plural = _("questions about packets")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seat", "round", "number"], name="packet_question_once"),
        ]

    def __str__(self) -> str:
        return self.key

    def get_absolute_url(self) -> str:
        """The page of the question."""
        return reverse("drafts:question", args=[self.key])


class QuestionAnswer(models.Model):
    """Number of readers who would take a card of a packet; nothing about anybody."""

    question = models.ForeignKey(PacketQuestion, on_delete=models.CASCADE, related_name="answers")
    card = models.CharField(_("card"), max_length=40)
    count = models.PositiveIntegerField(_("answers"), default=0)

    class Meta:
        verbose_name = _("answer to a question about a packet")
        verbose_name_plural = _("answers to questions about packets")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["question", "card"], name="question_answer_card_once"),
        ]

    def __str__(self) -> str:
        return f"{self.question_id} {self.card}: {self.count}"

"""Models of a match besides its games: notes of the companion, decks brought, mistakes that cost crystals."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from decks.models import MAX_NAME, Deck
from matches.models.matches import NOTE_LENGTH, Side


class GameEvent(models.Model):
    """One note of the companion, never changed and never deleted: what was taken back has a note that says so.

    `client_id` is made up by the phone, so that a note sent twice is kept once; `sequence` numbers the notes of a
    match in the order in which they arrived.
    """

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="events")
    sequence = models.PositiveIntegerField(_("number"))
    client_id = models.CharField(_("id"), max_length=40)
    game = models.PositiveSmallIntegerField(_("game"))
    kind = models.CharField(_("kind"), max_length=8)
    payload = models.JSONField(_("contents"))
    by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="game_events")
    side = models.CharField(_("noted by"), max_length=1, choices=Side, blank=True)
    happened = models.BigIntegerField(_("happened (milliseconds)"))
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["sequence"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "client_id"], name="event_once"),
            models.UniqueConstraint(fields=["match", "sequence"], name="event_in_order"),
        ]
        verbose_name = _("note of the companion")
        verbose_name_plural = _("notes of the companion")

    def __str__(self) -> str:
        return f"{self.match_id} · {self.sequence} · {self.kind}"


class GameDeck(models.Model):
    """The deck a player brought to a game, from that game on: a frozen copy, judged by what the match agreed on."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="decks")
    side = models.CharField(_("player"), max_length=1, choices=Side)
    number = models.PositiveSmallIntegerField(_("from game"))
    deck = models.ForeignKey(Deck, null=True, on_delete=models.SET_NULL, related_name="brought")
    name = models.CharField(_("name"), max_length=MAX_NAME, blank=True)
    text = models.TextField(_("list"))
    report = models.JSONField(_("verdict"))
    contents = models.JSONField(_("cards"))
    pool = models.JSONField(_("pool"), null=True)
    chosen_by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="brought_decks")
    created = models.DateTimeField(auto_now=True)

    class Meta:
        ordering: ClassVar = ["number", "side"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "side", "number"], name="deck_once_a_game"),
        ]
        verbose_name = _("deck of a match")
        verbose_name_plural = _("decks of a match")

    def __str__(self) -> str:
        return f"{self.match_id} · {self.side} · {self.number}"


class MatchPenalty(models.Model):
    """A mistake that gave the opponent crystals, after so many games (MATCH-10); taken back, the row stays."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="penalties")
    side = models.CharField(_("who made the mistake"), max_length=1, choices=Side)
    after = models.PositiveSmallIntegerField(_("after game"))
    note = models.CharField(_("note"), max_length=NOTE_LENGTH, blank=True)
    by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="given_penalties")
    at = models.DateTimeField(auto_now_add=True)
    taken_back = models.DateTimeField(_("taken back"), null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["at", "pk"]
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")

    def __str__(self) -> str:
        return f"{self.match_id} · {self.side} · {self.after}"

"""Models of games played at the site: set-up and latest position, the two seats, and every action."""

import secrets
from dataclasses import fields
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from common.random_keys import new_key
from decks.models import MAX_DECK_NAME, Deck
from matches.core.names import NAME_LENGTH
from matches.models import Edition, Match
from online.core.terms import GameTerms

CHANNEL_BYTES = 16
MAX_NOTE_LENGTH = 1000
TERM_FIELDS = tuple(field.name for field in fields(GameTerms))  # what both players agree on


def new_channel() -> str:
    """Return the secret part of a seat's topic: 32 characters."""
    return secrets.token_hex(CHANNEL_BYTES)


def new_chance() -> int:
    """Return the seed of all shuffles and draws of a game: 62 bits, never shown while it is played."""
    return secrets.randbits(62)


def new_secret() -> str:
    """Return the site’s part of the seed: 64 hexadecimal digits, never shown while the game is played."""
    return secrets.token_hex(32)


class Game(models.Model):
    """A game: its terms, the position after the last action, its clock and its result.

    `version` is the number of the last action; writers compare and raise it. `position` is a text of
    `boards.core.write`, from which the engine continues; `readings` are the readings of the engine that started the
    game. `decides` is the side that must act, whose clock runs; `deadline` is when its time is up, null while no clock
    runs. `started_by` is the side that moves first. `chance` follows from `secret` and the numbers of both seats; older
    games have no secret. `answer_due` is when an order or the end of a pause passes the question; null without either.
    `hidden` is when the moderators hid it from all but its players. `hands_from` is the turn from which onlookers see
    both hands, with a delay; null unless both players agreed.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for a player")
        PLAYING = "playing", _("being played")
        OVER = "over", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Clock(models.TextChoices):
        NONE = "none", _("No clock")
        MINUTES = "minutes", _("10 minutes each, and 15 seconds for each turn")
        DAY = "day", _("One day a turn")
        THREE_DAYS = "three_days", _("Three days a turn")

    class Ending(models.TextChoices):
        PLAYED = "played", _("played to its end")
        RESIGNED = "resigned", _("resigned")
        AGREED = "agreed", _("draw agreed")
        TIME = "time", _("out of time")
        LEFT = "left", _("left the table")

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    join_key = models.CharField(max_length=16, default=new_key, editable=False)
    created_by = models.ForeignKey(
        Person, null=True, on_delete=models.SET_NULL, related_name="created_games", editable=False
    )
    match = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.SET_NULL, related_name="online_games", editable=False
    )
    rematch_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch", editable=False
    )
    edition = models.CharField(_("Edition"), max_length=8, choices=Edition, default=Edition.LEGENDS)
    mulligan = models.BooleanField(_("Mulligan"), default=False)
    crystals = models.BooleanField(_("Play with crystal cards"), default=False)
    emissary = models.BooleanField(_("Play with emissaries"), default=False)
    inquisitor = models.BooleanField(_("Play with inquisitors"), default=False)
    interference = models.BooleanField(_("Play with interference cards"), default=False, db_default=False)
    computer_finishes = models.BooleanField(
        _("The computer may finish for a player who leaves"), default=False, db_default=False
    )
    moves_final = models.BooleanField(_("No move can be taken back"), default=False, db_default=False)
    clock = models.CharField(_("Clock"), max_length=12, choices=Clock, default=Clock.NONE)
    status = models.CharField(max_length=12, choices=Status, default=Status.OPEN, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)
    readings = models.PositiveSmallIntegerField(default=0, editable=False)
    chance = models.PositiveBigIntegerField(default=new_chance, editable=False)
    secret = models.CharField(max_length=64, blank=True, default=new_secret, db_default="", editable=False)
    position = models.TextField(blank=True, default="", editable=False)
    started_by = models.PositiveSmallIntegerField(default=0, editable=False)
    decides = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    running_since = models.DateTimeField(null=True, blank=True, editable=False)
    deadline = models.DateTimeField(null=True, blank=True, editable=False)
    draw_offered_by = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    winner = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    ending = models.CharField(max_length=12, choices=Ending, blank=True, default="", editable=False)
    crystals_won = models.PositiveSmallIntegerField(default=0, editable=False)
    hidden = models.DateTimeField(null=True, blank=True, editable=False)
    answer_due = models.DateTimeField(null=True, blank=True, editable=False)
    hands_from = models.PositiveIntegerField(null=True, blank=True, editable=False)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering: ClassVar = ["-changed", "-pk"]
        verbose_name = _("game at the site")
        verbose_name_plural = _("games at the site")
        indexes: ClassVar = [
            models.Index(fields=["deadline"], condition=Q(status="playing"), name="online_deadline"),
            models.Index(fields=["status", "changed"], name="online_status_changed"),
        ]

    def __str__(self) -> str:
        return self.key

    def get_absolute_url(self) -> str:
        return reverse("online:table", args=[self.key])


class Commitment(models.Model):
    """Record that the site committed to a secret for this `purpose` before it created the game; for one game only.

    It outlives the game, as players may know the secret.
    """

    game = models.OneToOneField(Game, null=True, on_delete=models.SET_NULL, related_name="commitment")
    purpose = models.CharField(max_length=48, unique=True)

    def __str__(self) -> str:
        return self.purpose


class GameSeat(models.Model):
    """One side of a game: its player, its cards, and the version of its view.

    `place` is the player's number in the engine. `level` is the computer’s level, empty for a person. `view_version`
    rises only when what this seat sees changes, and `channel` is the secret part of its topic. `time_left_ms` is the
    time left on its clock, `bank_ms` the time left for answers in the opponent's turn. `shows_hand`: everyone sees its
    cards in the replay; `opens_hand`: it agrees that onlookers see both hands with a delay. `stand_in` is the level of
    the computer that finishes for an absent person. `number` is the side’s contribution to the shuffles,
    `rematch_number` to the rematch’s shuffles.

    `back_to` is the action that taking back its move leads to, `requested_back_to` the same for an open request.
    `refused_backs` counts requests refused since its last turn began. In turn `lets_be_until` an order answers for it.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    place = models.PositiveSmallIntegerField()
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="game_seats")
    name = models.CharField(_("Name"), max_length=NAME_LENGTH)
    level = models.CharField(max_length=12, blank=True, default="")
    deck = models.ForeignKey(Deck, null=True, blank=True, on_delete=models.SET_NULL, related_name="game_seats")
    deck_name = models.CharField(max_length=MAX_DECK_NAME, blank=True, default="")
    leader = models.CharField(max_length=40, blank=True, default="")
    inquisitor = models.CharField(max_length=40, blank=True, default="")
    cards = models.JSONField(default=list)
    channel = models.CharField(max_length=32, default=new_channel, editable=False)
    view_version = models.PositiveIntegerField(default=0, editable=False)
    time_left_ms = models.PositiveIntegerField(null=True, blank=True, editable=False)
    bank_ms = models.PositiveIntegerField(default=0, editable=False)
    seen = models.DateTimeField(null=True, blank=True, editable=False)
    draw_offered_turn = models.PositiveIntegerField(null=True, blank=True, editable=False)
    wants_rematch = models.BooleanField(default=False, editable=False)
    shows_hand = models.BooleanField(default=False, db_default=False, editable=False)
    stand_in = models.CharField(max_length=12, blank=True, default="", db_default="", editable=False)
    back_to = models.PositiveIntegerField(null=True, blank=True, editable=False)
    requested_back_to = models.PositiveIntegerField(null=True, blank=True, editable=False)
    lets_be_until = models.PositiveIntegerField(null=True, blank=True, editable=False)
    opens_hand = models.BooleanField(default=False, db_default=False, editable=False)
    refused_backs = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    number = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)
    rematch_number = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)

    class Meta:
        ordering: ClassVar = ["place"]
        verbose_name = _("seat of a game")
        verbose_name_plural = _("seats of games")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "place"], name="one_seat_per_side"),
            models.UniqueConstraint(
                fields=["game", "person"], condition=Q(person__isnull=False), name="one_seat_per_player"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def computer_level(self) -> str:
        """Return the level of the computer that decides for this seat; empty for a person."""
        return self.level or self.stand_in

    @property
    def topic(self) -> str:
        return f"game.{self.channel}"


class GameAction(models.Model):
    """An action of a game as a text of `game.records.words`, its events, and the position after it.

    Rows are never deleted: taking back adds a row that leads to an earlier position (`online.core.take_back`).

    `view_0` and `view_1` are the view versions of both seats after it; with these, a page asks for what it has missed.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="actions")
    number = models.PositiveIntegerField()
    place = models.PositiveSmallIntegerField()
    action = models.CharField(max_length=60)
    events = models.JSONField(default=list)
    position = models.TextField()
    view_0 = models.PositiveIntegerField(default=0, db_default=0)
    view_1 = models.PositiveIntegerField(default=0, db_default=0)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["number"]
        verbose_name = _("action of a game")
        verbose_name_plural = _("actions of games")
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "number"], name="one_action_per_number")]

    def __str__(self) -> str:
        return str(self.number)  # names no card, because the admin lists the actions that are deleted with a game


class StepNote(models.Model):
    """A player’s note at a step of the replay; `number` is the number of the action, 0 for the start.

    Everyone with the link sees `is_shared` notes, only the author sees others. `hidden` is when the moderators hid it
    from all but its author.
    """

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notes", editable=False)
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="step_notes", editable=False)
    number = models.PositiveIntegerField(editable=False)
    text = models.TextField(_("Note"), max_length=MAX_NOTE_LENGTH)
    is_shared = models.BooleanField(_("Everyone with the link can read it"), default=False)
    hidden = models.DateTimeField(null=True, blank=True, editable=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name = _("note at a step of a game")
        verbose_name_plural = _("notes at steps of games")

    def __str__(self) -> str:
        return self.key  # the text may be private


class Heartbeat(models.Model):
    """The one row that says when clocks last ran. A longer gap means that the server was down and they stood still."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at:%F %T}"

"""Models of matches: groups and members, games, corrections, penalties, decks brought, notes of the companion."""

from secrets import choice, randbelow
from typing import Any, ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Person
from common.fingerprints import settings_fingerprint
from common.random_keys import new_key
from decks.models import MAX_DECK_NAME, Deck
from matches.core.names import MAX_ABOUT_LENGTH, MAX_VENUE_LENGTH, NAME_LENGTH
from matches.core.scoring.match import DEFAULT_TARGET, MAX_DRAGONS, MAX_PENALTY_CRYSTALS, MAX_TARGET

NOTE_LENGTH = 200
MAX_CRYSTAL_CARDS = 6
LINK_LENGTH = 200
# Columns of `Match` with the match settings, in the order of the form.
SHEET_FIELDS = (
    "edition", "target", "crystal_cards", "game_cap", "emissary", "inquisitor", "families", "draft", "penalty",
    "penalty_crystals", "decks_shown", "deck_changes", "six_cards",
)  # fmt: skip


# Columns of `Group` with its public description.
CLUB_FIELDS = ("place", "about", "listed")


class Edition(models.TextChoices):
    """The editions with labels."""

    LEGENDS = "legends", _("Blue Moon Legends (2014)")
    FIRST = "first", _("Blue Moon (2004)")


class GameEnd(models.TextChoices):
    """`matches.core.scoring.GameEnd` with labels (MATCH-06, MATCH-09)."""

    OUT_OF_CARDS = "out_of_cards", _("Out of cards")
    FOURTH_DRAGON = "fourth_dragon", _("Fourth dragon")
    DECLINE = "decline", _("Couldn’t decline")
    CONCESSION = "concession", _("Conceded")
    PENALTY = "penalty", _("Penalty")
    ILLEGAL_DECK = "illegal_deck", _("Illegal deck")
    TIME = "time", _("Time ran out")


class Penalty(models.TextChoices):
    """`matches.core.scoring.Penalty` with labels (MATCH-09, MATCH-10)."""

    NONE = "none", _("No penalty")
    WARNING = "warning", _("A warning")
    CRYSTALS = "crystals", _("Crystals to the opponent")
    GAME_LOSS = "game_loss", _("Game loss at the maximum score")


class DecksShown(models.TextChoices):
    """`matches.core.scoring.DecksShown` with labels."""

    AFTER_MATCH = "after_match", _("After the match")
    AFTER_GAME = "after_game", _("After each game")
    ALWAYS = "always", _("At any time")


class DeckChanges(models.TextChoices):
    """`decks.core.legality.decklist.DeckChanges` with labels (MATCH-11)."""

    LOCKED = "locked", _("No deck changes")
    UNUSED_PICKS = "unused_picks", _("Swap in unused draft picks")
    FREE = "free", _("Any legal deck for each game")


class SixCardsRule(models.TextChoices):
    """`matches.core.scoring.SixCardsRule` with labels (GAME-21)."""

    COMBAT_AND_SUPPORT = "combat_and_support", _("Combat and support areas")
    COMBAT_ONLY = "combat_only", _("Combat area only")


class Withdrawal(models.TextChoices):
    """What happens to the matches of a player who leaves a league."""

    STRIKE = "strike", _("none of their results count")
    AWARD = "award", _("their results count, and unplayed matches go to their opponents")
    KEEP = "keep", _("their results count, and unplayed matches are cancelled")


class Side(models.TextChoices):
    """The two players of a match."""

    A = "a", _("First player")
    B = "b", _("Second player")


def new_seed() -> int:
    """Return the seed that breaks ties when a group’s next round is paired."""
    return randbelow(2**31)


def draw_side() -> str:
    """Draw the side that starts the first game (MATCH-04)."""
    return choice(Side.values)


def optional_text_field(label: Any, length: int, **options: Any) -> Any:
    """Return a field for a line of text, which is empty in rows that an earlier version writes."""
    return models.CharField(label, max_length=length, blank=True, default="", db_default="", **options)


class Group(models.Model):
    """People who play each other regularly; `listed` shows the group in the public list of clubs."""

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    name = models.CharField(pgettext_lazy("thing", "Name"), max_length=80)
    about = models.TextField(_("About the group"), max_length=MAX_ABOUT_LENGTH, blank=True, default="", db_default="")
    place = optional_text_field(
        _("Where you meet"), MAX_VENUE_LENGTH, help_text=_("Such as Café Crystal, Hamburg, Thursdays from 19:00.")
    )
    listed = models.BooleanField(_("Show in the public club list"), default=False, db_default=False)
    hidden = models.DateTimeField(_("hidden by the moderators"), null=True, blank=True, editable=False)
    owner = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="owned_groups", verbose_name=_("owner"))
    seed = models.PositiveIntegerField(default=new_seed, editable=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created", "-pk"]
        verbose_name = _("group")
        verbose_name_plural = _("groups")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("matches:group", args=[self.key])

    @property
    def fingerprint(self) -> str:
        return settings_fingerprint({name: getattr(self, name) for name in CLUB_FIELDS})


class Member(models.Model):
    """Somebody in a group. The row stays when they leave, because standings need it.

    An `organiser` runs the group together with its owner. A `guest` has played with the group without being a member.
    `merged_into` is the member for whom this row is another name; its matches stay with this row, so that a merge can
    be undone. `left` is set for everybody except present members: former members, guests, other names.
    """

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="members")
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="memberships")
    name = models.CharField(_("Name"), max_length=NAME_LENGTH)
    organiser = models.BooleanField(_("organiser"), default=False, db_default=False)
    guest = models.BooleanField(_("Guest"), default=False, db_default=False)
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="other_names", editable=False
    )
    joined = models.DateTimeField(auto_now_add=True)
    left = models.DateTimeField(_("left"), null=True, blank=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint("group", Lower("name"), name="member_once_by_name"),
            models.UniqueConstraint(
                fields=["group", "person"], condition=Q(person__isnull=False), name="member_once_by_person"
            ),
        ]
        verbose_name = _("member")
        verbose_name_plural = _("members")

    def __str__(self) -> str:
        return self.name


class Match(models.Model):
    """Two players and their settings (MATCH-12), which are fixed once a game is recorded.

    `status` follows from the games and is stored to filter lists. `version` grows with every change, and writers send
    the version they read. `noted` counts notes of the companion; a note changes the version only if it ends a game.
    Anybody with `join_key` may take a free seat.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("in progress")
        FINISHED = "finished", _("finished")

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    join_key = models.CharField(max_length=16, default=new_key, editable=False)
    group = models.ForeignKey(Group, null=True, blank=True, on_delete=models.CASCADE, related_name="matches")
    created_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="created_matches")
    name_a = models.CharField(_("First player"), max_length=NAME_LENGTH)
    name_b = models.CharField(_("Second player"), max_length=NAME_LENGTH)
    player_a = models.ForeignKey(Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="matches_as_a")
    player_b = models.ForeignKey(Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="matches_as_b")
    member_a = models.ForeignKey(Member, null=True, blank=True, on_delete=models.PROTECT, related_name="matches_as_a")
    member_b = models.ForeignKey(Member, null=True, blank=True, on_delete=models.PROTECT, related_name="matches_as_b")
    first_starter = models.CharField(_("starts the first game"), max_length=1, choices=Side, default=draw_side)

    edition = models.CharField(_("Edition"), max_length=8, choices=Edition, default=Edition.LEGENDS)
    target = models.PositiveSmallIntegerField(
        _("Crystals to win"), default=DEFAULT_TARGET, validators=[MinValueValidator(1), MaxValueValidator(MAX_TARGET)]
    )
    crystal_cards = models.BooleanField(_("Play with crystal cards"), default=False)
    game_cap = models.PositiveSmallIntegerField(
        _("Maximum crystals per game"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_TARGET)],
        help_text=_("Leave empty for no limit."),
    )
    emissary = models.BooleanField(_("Play with emissaries"), default=False)
    inquisitor = models.BooleanField(_("Play with inquisitors"), default=False)
    families = models.BooleanField(_("Play with Buka families"), default=False)
    draft = models.BooleanField(_("The decks come from a draft"), default=False)
    penalty = models.CharField(
        _("Penalty for a mistake that can’t be undone"), max_length=9, choices=Penalty, default=Penalty.NONE
    )
    penalty_crystals = models.PositiveSmallIntegerField(
        _("Penalty in crystals"),
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_PENALTY_CRYSTALS)],
        help_text=_("Only if the penalty is crystals."),
    )
    decks_shown = models.CharField(
        _("Show decks to the opponent"), max_length=11, choices=DecksShown, default=DecksShown.AFTER_MATCH
    )
    deck_changes = models.CharField(
        _("Deck changes between games"), max_length=12, choices=DeckChanges, default=DeckChanges.LOCKED
    )
    six_cards = models.CharField(
        _("Cards that count towards a second dragon"),
        max_length=18,
        choices=SixCardsRule,
        default=SixCardsRule.COMBAT_AND_SUPPORT,
    )

    status = models.CharField(_("Status"), max_length=8, choices=Status, default=Status.OPEN)
    version = models.PositiveIntegerField(default=1, editable=False)
    noted = models.PositiveIntegerField(default=0, editable=False)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-created", "-pk"]
        indexes = [models.Index(fields=["group", "status"], name="match_group_status")]
        constraints = [
            models.CheckConstraint(condition=Q(target__gte=1), name="match_target_positive"),
            models.CheckConstraint(condition=~Q(name_a=models.F("name_b")), name="match_two_players"),
        ]
        verbose_name = _("match")
        verbose_name_plural = _("matches")

    def __str__(self) -> str:
        return f"{self.name_a} – {self.name_b}"

    @property
    def fingerprint(self) -> str:
        """Return the fingerprint of the settings, which unlike `version` changes only with the settings."""
        return settings_fingerprint({name: getattr(self, name) for name in SHEET_FIELDS})


class Fixture(models.Model):
    """Arrangement of a league match: `day` replaces the round’s day; `day_asked` is proposed by the side `asked_by`.

    `no_answer` is the side whose opponent does not answer. `link` is where the players talk, visible to them and the
    organisers. `reminded` is the day of the last reminder that the match is overdue.
    """

    day = models.DateField(null=True, blank=True)
    day_asked = models.DateField(null=True, blank=True)
    asked_by = models.CharField(max_length=1, blank=True, default="", db_default="")
    no_answer = models.CharField(max_length=1, blank=True, default="", db_default="")
    link = models.CharField(max_length=LINK_LENGTH, blank=True, default="", db_default="")
    reminded = models.DateField(null=True, blank=True)

    class Meta:
        abstract = True


class Game(models.Model):
    """A game as reported (MATCH-01, MATCH-06).

    `fights` are the companion’s, null if only the result was reported. `claim` is the opponent’s report in a dispute.
    """

    class Status(models.TextChoices):
        REPORTED = "reported", _("reported")
        CONFIRMED = "confirmed", _("confirmed")
        DISPUTED = "disputed", _("disputed")
        SETTLED = "settled", _("settled")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField(_("number"))
    winner = models.CharField(_("winner"), max_length=1, choices=Side, blank=True)
    dragons = models.PositiveSmallIntegerField(_("dragons"))
    crystal_cards = models.PositiveSmallIntegerField(_("Crystal cards"), default=0)
    ended = models.CharField(_("How it ended"), max_length=13, choices=GameEnd, default=GameEnd.OUT_OF_CARDS)
    fights = models.JSONField(_("fights"), null=True, blank=True)
    out_first = models.CharField(_("ran out of cards first"), max_length=1, choices=Side, blank=True)
    status = models.CharField(_("Status"), max_length=9, choices=Status, default=Status.REPORTED)
    claim = models.JSONField(_("opponent’s version"), null=True, blank=True)
    recorded_by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="recorded_games")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="game_once"),
            models.CheckConstraint(condition=Q(dragons__lte=MAX_DRAGONS), name="game_at_most_three_dragons"),
            models.CheckConstraint(condition=Q(crystal_cards__lte=MAX_CRYSTAL_CARDS), name="game_crystal_cards"),
            models.CheckConstraint(
                condition=Q(winner__in=Side.values) | Q(winner="", ended=GameEnd.TIME), name="game_won_by_a_player"
            ),
        ]
        verbose_name = _("game")
        verbose_name_plural = _("games")

    def __str__(self) -> str:
        return f"{self.match_id} · {self.number}"


class GameCorrection(models.Model):
    """Correction of a game: the report `before` and `after` (null if the game was deleted).

    A change of the match settings has the number 0; `before` and `after` have the settings that changed.
    """

    class Kind(models.TextChoices):
        CORRECTED = "corrected", _("edited")
        TAKEN_BACK = "taken_back", _("undone")
        CONFIRMED = "confirmed", _("confirmed")
        DISPUTED = "disputed", _("disputed")
        SETTLED = "settled", _("settled")
        AGREED = "agreed", _("agreed on something else")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="corrections")
    number = models.PositiveSmallIntegerField(_("Game"))
    by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="game_corrections")
    at = models.DateTimeField(auto_now_add=True)
    kind = models.CharField(_("What happened"), max_length=10, choices=Kind, default=Kind.CORRECTED)
    note = models.CharField(_("Note"), max_length=NOTE_LENGTH, blank=True)
    before = models.JSONField()
    after = models.JSONField(null=True)

    class Meta:
        ordering = ["-at", "-pk"]
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")

    def __str__(self) -> str:
        return f"{self.match_id} · {self.number}"


class GameEvent(models.Model):
    """Note of the companion. Rows are never changed or deleted: an undo is another note.

    The phone chooses `client_id`, so a note sent twice is stored once. `sequence` is the order of arrival.
    """

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="events")
    sequence = models.PositiveIntegerField(_("number"))
    client_id = models.CharField(max_length=40)
    game = models.PositiveSmallIntegerField(_("Game"))
    kind = models.CharField(_("Kind"), max_length=8)
    payload = models.JSONField()
    by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="game_events")
    side = models.CharField(max_length=1, choices=Side, blank=True)
    happened = models.BigIntegerField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["sequence"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "client_id"], name="event_once"),
            models.UniqueConstraint(fields=["match", "sequence"], name="event_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} · {self.sequence} · {self.kind}"


class GameDeck(models.Model):
    """Copy of the deck that a player uses from game `number` on, checked with the match settings."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="decks")
    side = models.CharField(_("Player"), max_length=1, choices=Side)
    number = models.PositiveSmallIntegerField()
    deck = models.ForeignKey(Deck, null=True, on_delete=models.SET_NULL, related_name="brought")
    name = models.CharField(pgettext_lazy("thing", "Name"), max_length=MAX_DECK_NAME, blank=True)
    text = models.TextField(_("List"))
    report = models.JSONField(_("Deck check"))
    contents = models.JSONField(_("cards"))
    pool = models.JSONField(_("Pool"), null=True)
    chosen_by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="brought_decks")
    created = models.DateTimeField(auto_now=True)

    class Meta:
        ordering: ClassVar = ["number", "side"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "side", "number"], name="deck_once_a_game")]

    def __str__(self) -> str:
        return f"{self.match_id} · {self.side} · {self.number}"


class MatchPenalty(models.Model):
    """A penalty in crystals after `after` games (MATCH-10). The row stays when the penalty is taken back."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="penalties")
    side = models.CharField(_("who made the mistake"), max_length=1, choices=Side)
    after = models.PositiveSmallIntegerField(_("after game"))
    note = models.CharField(_("Note"), max_length=NOTE_LENGTH, blank=True)
    by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="given_penalties")
    at = models.DateTimeField(auto_now_add=True)
    taken_back = models.DateTimeField(_("undone"), null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.match_id} · {self.side} · {self.after}"

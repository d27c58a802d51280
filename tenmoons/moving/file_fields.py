"""The fields of the files, by which every file is checked. `docs/moving.md` explains them."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import models
from django.utils import timezone
from rest_framework import serializers

from common.api.model_serializers import SettingsSerializer
from common.errors import Invalid
from common.i18n import translated
from common.text import tidy_name
from decks.core.collection import MAX_BOXES_PER_SET
from decks.models import MAX_DECK_NAME, Pool
from drafts.core.engine.setup import MAX_PRACTICE_PLAYERS
from drafts.models import CardList, Draft, Pick
from matches.core.names import NAME_LENGTH, clean_name
from matches.core.standings import TIE_BREAKS, Outcome
from matches.core.tournament.rules import FIRST_DAY_BOUNDS, MAX_EVENT_PLAYERS, MAX_ROUNDS, MAX_TITLE_LENGTH, RULE_FIELDS
from matches.models import (
    SEASON_FIELDS,
    Event,
    Game,
    GameDeck,
    Group,
    Match,
    MatchPenalty,
    Member,
    Pairing,
    PastResult,
    Registration,
    Round,
    Season,
    Side,
)
from matches.play.serializers import SheetSerializer
from matches.play.services import GameReport

VERSION = 1
MAX_DECK_TEXT = 20_000
# The settings of an event that are moved. A moved event isn’t in the public calendar until its organiser lists it.
MOVED_RULES = tuple(name for name in RULE_FIELDS if name not in ("sheet", "tie_breaks", "listed"))
REPORT_COLUMNS = tuple(GameReport.__dataclass_fields__)
GAME_COLUMNS = (*REPORT_COLUMNS, "number", "status", "claim", "created")
PENALTY_COLUMNS = ("side", "after", "note", "at", "taken_back")
PLAYER_COLUMNS = (
    "number", "name", "entered", "dropped", "withdrawal", "checked_in", "fixed_table", "party", "deck_waived",
    "deck_at", "requested_byes", "seed",
)  # fmt: skip
ROUND_COLUMNS = ("number", "stage", "status", "minutes", "day", "paired")
RESULT_COLUMNS = (*Pairing.RESULT_COLUMNS, "table", "slot", "by_hand", "a_starts", "extra_minutes", "day")
MEMBER_COLUMNS = ("name", "guest", "joined", "left")
PAST_COLUMNS = (
    "line", "day", "crystals_a", "crystals_b", "winner", "games", "people_a", "people_b", "deck_a", "deck_b", "event",
    "round", "notes", "mark",
)  # fmt: skip


class _PastDateTimeField(serializers.DateTimeField):
    """A past moment in UTC that can be written in every time zone."""

    def to_internal_value(self, value: Any) -> datetime:
        moment = super().to_internal_value(value)
        if not datetime(1990, 1, 1, tzinfo=UTC) <= moment <= timezone.now() + timedelta(days=1):
            self.fail("invalid", format="YYYY-MM-DDThh:mm:ssZ")
        return moment


class _BoundedDateField(serializers.DateField):
    def to_internal_value(self, value: Any) -> Any:
        day = super().to_internal_value(value)
        if not FIRST_DAY_BOUNDS[0] <= day <= FIRST_DAY_BOUNDS[1]:
            self.fail("invalid", format="YYYY-MM-DD")
        return day


class _SingleLineField(serializers.CharField):
    """One line of visible characters."""

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        tidied = tidy_name(text, length=len(text))
        if not tidied and not self.allow_blank:
            self.fail("blank")
        return tidied


class _ColumnsSerializer(SettingsSerializer):
    """Columns of a model. Missing columns get the model’s default; lines are tidied, times and days have bounds."""

    serializer_field_mapping = {
        **SettingsSerializer.serializer_field_mapping,
        models.CharField: _SingleLineField,
        models.DateTimeField: _PastDateTimeField,
        models.DateField: _BoundedDateField,
    }

    def build_standard_field(self, field_name: str, model_field: models.Field[Any, Any]) -> Any:
        kind, kwargs = super().build_standard_field(field_name, model_field)
        if kwargs.pop("read_only", False):  # the site fills it in new rows, the file in imported rows
            kwargs["default"] = None if model_field.null else timezone.now
        elif kwargs.get("default", "") is None and not model_field.null:
            kwargs["default"] = ""
        return kind, kwargs


def _columns(model: type[models.Model], columns: Iterable[str], **declared: Any) -> Any:
    meta = type("Meta", (), {"model": model, "fields": tuple(name for name in columns if name not in declared)})
    return type(f"Moved{model.__name__}", (_ColumnsSerializer,), {"Meta": meta, **declared})


class _KeyField(serializers.RegexField):
    def __init__(self) -> None:
        super().__init__(r"\A[a-z0-9]{8,16}\Z")


class _NameField(serializers.CharField):
    """A name without invisible characters."""

    def __init__(self, length: int = NAME_LENGTH, **more: Any) -> None:
        super().__init__(**more)
        self.length = length

    def to_internal_value(self, data: Any) -> str:
        try:
            return clean_name(super().to_internal_value(data), length=self.length)
        except Invalid as error:
            raise serializers.ValidationError(translated(error), code="name") from error


class _CardCodeField(serializers.CharField):
    def __init__(self) -> None:
        super().__init__(max_length=40)


class _IntegerField(serializers.IntegerField):
    def __init__(self, maximum: int, minimum: int = 0, **more: Any) -> None:
        super().__init__(min_value=minimum, max_value=maximum, **more)


class _DeckTextField(serializers.CharField):
    """The list of a deck."""

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=MAX_DECK_TEXT, trim_whitespace=False, **more)


class _FightSerializer(serializers.Serializer[Any]):
    winner = serializers.ChoiceField(choices=Side.values)
    combat = _IntegerField(99, default=1)
    support = _IntegerField(99, default=0)
    bluff = serializers.BooleanField(default=False)
    modifier = _IntegerField(9, -9, default=0)


class _PastGameField(serializers.ListField):
    """`[winner, dragons, crystal cards]`."""

    def to_internal_value(self, data: Any) -> Any:
        winner, *counts = super().to_internal_value(data)
        if winner not in ("", *Side.values) or not all(type(count) is int and 0 <= count <= 9 for count in counts):
            self.fail("not_a_list", input_type="game")
        return [winner, *counts]


class _MatchSettingsSerializer(SheetSerializer):
    crystal_cards = serializers.BooleanField(allow_null=True, default=None)


def _name_pair_field(**options: Any) -> serializers.ListField:
    return serializers.ListField(child=_NameField(**options), min_length=2, max_length=2, default=lambda: [None, None])


def _match_side_field(**options: Any) -> serializers.ChoiceField:
    return serializers.ChoiceField(choices=["", *Side.values], **options)


_NUMBER = MAX_EVENT_PLAYERS * 10
_FIGHTS = {"fights": _FightSerializer(many=True, allow_null=True, default=None)}
_REPORT: dict[str, Any] = {"winner": _match_side_field(), "out_first": _match_side_field(default=""), **_FIGHTS}
_CLAIM = _columns(Game, REPORT_COLUMNS, **_REPORT)(allow_null=True, default=None)
_CODES = serializers.ListField(child=_CardCodeField(), allow_null=True, default=None)
# A match with its games; `members` are its players in a group.
MATCH = _columns(
    Match,
    ("first_starter", "created"),
    key=_KeyField(),
    players=_name_pair_field(),
    members=_name_pair_field(allow_null=True),
    sheet=_MatchSettingsSerializer(),
    games=_columns(Game, GAME_COLUMNS, claim=_CLAIM, **_REPORT)(many=True, default=list),
    penalties=_columns(MatchPenalty, PENALTY_COLUMNS)(many=True, default=list),
    decks=_columns(GameDeck, ("side", "number", "name"), text=_DeckTextField(), pool=_CODES)(many=True, default=list),
)
_PLAYER = _columns(
    Registration,
    PLAYER_COLUMNS,
    name=_NameField(),
    number=_IntegerField(_NUMBER, 1),
    member=_NameField(allow_null=True, default=None),
    requested_byes=serializers.ListField(child=_IntegerField(MAX_ROUNDS, 1), max_length=MAX_ROUNDS, default=list),
    deck=_DeckTextField(allow_blank=True, default=""),
    deck_name=_SingleLineField(max_length=MAX_DECK_NAME, allow_blank=True, default=""),
)
_TABLE = _columns(
    Pairing,
    RESULT_COLUMNS,
    a=_IntegerField(_NUMBER, 1),
    b=_IntegerField(_NUMBER, 1, allow_null=True, default=None),
    slot=_IntegerField(1000, allow_null=True, default=None),
    outcome=serializers.ChoiceField(choices=["", *Outcome], default=""),
    match=MATCH(allow_null=True, default=None),
)
# An event with its players, rounds and tables. Only a finished event has its `seed`.
EVENT = _columns(
    Event,
    (*MOVED_RULES, "status", "registration_open", "created"),
    key=_KeyField(),
    name=_NameField(MAX_TITLE_LENGTH),
    sheet=_MatchSettingsSerializer(),
    tie_breaks=serializers.ListField(child=serializers.ChoiceField(choices=list(TIE_BREAKS))),
    seed=_IntegerField(2**31 - 1, allow_null=True, default=None),
    players=_PLAYER(many=True),
    rounds=_columns(Round, ROUND_COLUMNS, tables=_TABLE(many=True))(many=True, default=list),
)
GROUP = _columns(
    Group,
    ("about", "place", "created"),
    key=_KeyField(),
    name=_NameField(MAX_TITLE_LENGTH),
    members=_columns(Member, MEMBER_COLUMNS, name=_NameField(), merged_into=_NameField(allow_null=True, default=None))(
        many=True
    ),
    seasons=_columns(Season, SEASON_FIELDS, key=_KeyField(), name=_NameField(MAX_TITLE_LENGTH))(
        many=True, default=list
    ),
    matches=MATCH(many=True, default=list),
    events=EVENT(many=True, default=list),
    past=_columns(
        PastResult,
        PAST_COLUMNS,
        a=_NameField(),
        b=_NameField(),
        games=serializers.ListField(child=_PastGameField(min_length=3, max_length=3), default=list),
    )(many=True, default=list),
)
# A finished draft as one seat sees it: its own picks, and the proof that the cards were dealt fairly.
DRAFT = _columns(
    Draft,
    ("name", "finished"),
    key=_KeyField(),
    players=serializers.ListField(child=serializers.CharField(max_length=60)),
    seat=_IntegerField(MAX_PRACTICE_PLAYERS - 1),
    picks=_columns(Pick, ("round", "number", "card", "by"))(many=True),
    proof=serializers.DictField(allow_null=True, default=None),
)
# What belongs to a person: decks as a deck file, pools, card lists, boxes of the collection by set, and matches played.
PERSON = _columns(
    Pool,
    (),
    decks=serializers.DictField(),
    pools=_columns(Pool, ("name", "game"), key=_KeyField(), codes=serializers.ListField(child=_CardCodeField()))(
        many=True
    ),
    lists=_columns(
        CardList, ("name",), key=_KeyField(), codes=serializers.ListField(child=_CardCodeField(), min_length=1)
    )(many=True, default=list),
    boxes=serializers.DictField(child=_IntegerField(MAX_BOXES_PER_SET)),
    matches=MATCH(many=True),
)
THINGS = {"match": MATCH, "event": EVENT, "group": GROUP, "draft": DRAFT, "person": PERSON}


def file_serializer(kind: str) -> type[serializers.Serializer[Any]]:
    """Return the fields of a whole file: its format, the site it comes from, and what was exported."""
    fields: dict[str, Any] = {
        "format": serializers.ChoiceField(choices=[format_name(kind)]),
        "site": serializers.CharField(max_length=200, allow_blank=True, default=""),
        kind: THINGS[kind](),
    }
    return type("Document", (serializers.Serializer,), fields)


def format_name(kind: str) -> str:
    return f"tenmoons-{kind}/{VERSION}"

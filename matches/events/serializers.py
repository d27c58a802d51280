"""Serializers of events."""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from common.api.fields import SentenceField
from common.api.model_serializers import SettingsSerializer
from common.api.shapes import RowSerializer, fields, shape
from matches.core import scoring
from matches.core.standings import DEFAULT_ORDER, TIE_BREAKS, Outcome, StandingRow
from matches.core.tournament import EventRules, default_match_settings
from matches.core.tournament.results import DECISIONS
from matches.core.tournament.rules import API_FORMATS, ELIMINATIONS, MAX_ANNOUNCEMENT_LENGTH, RULE_FIELDS, default_for
from matches.events.bracket_queries import final_places
from matches.events.read_models import LoadedEvent
from matches.events.row_changes import EventChanges, RemovedRows
from matches.models import LINK_LENGTH, EntryRequest, Event, JudgeNote, Pairing

# The rules in a body as the model stores them.
_RULE_MODEL_FIELDS = [name for name in RULE_FIELDS if name not in ("format", "sheet", "tie_breaks")]


class NewEventSerializer(SettingsSerializer):
    """A new event; everything but the name has a default."""

    group = serializers.CharField(required=False, allow_null=True)
    format = serializers.ChoiceField(choices=list(API_FORMATS), default=default_for("format"))
    elimination = serializers.ChoiceField(choices=list(ELIMINATIONS), default="")
    edition = serializers.ChoiceField(
        choices=[edition.value for edition in scoring.Edition], default=scoring.Edition.LEGENDS.value
    )
    target = serializers.IntegerField(min_value=1, max_value=scoring.MAX_TARGET, default=scoring.DEFAULT_TARGET)
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(choices=list(TIE_BREAKS)),
        max_length=len(TIE_BREAKS),
        default=lambda: list(DEFAULT_ORDER),
        help_text="The tiebreakers, in this order.",
    )
    is_past = serializers.BooleanField(
        default=True, help_text="With `false`, a first day long past is refused with 409."
    )

    class Meta:
        model = Event
        fields = _RULE_MODEL_FIELDS


_SHEET_FIELDS = ("format", "edition", "target")


def event_rules_from_data(data: dict[str, Any]) -> EventRules:
    """Validated answers as the service reads them."""
    given = {name: value for name, value in data.items() if name in RULE_FIELDS}
    given["format"] = ELIMINATIONS[data.get("elimination", "")] or data["format"]
    sheet = default_match_settings(data["format"], data["edition"], data["target"])
    return EventRules(**{**given, "sheet": sheet, "tie_breaks": tuple(data["tie_breaks"])})


def event_rules_with_changes(event: Event, data: dict[str, Any]) -> EventRules:
    """Return an event’s rules with the sent values; a new format, edition or target resets the match settings."""
    current: dict[str, Any] = {name: getattr(event, name) for name in RULE_FIELDS}
    sheet = scoring.MatchSettings(**event.sheet)
    current |= {"edition": sheet.edition, "target": sheet.target, "format": event.api_format}
    current["elimination"] = event.elimination
    rules = event_rules_from_data({**current, **data})
    same = all(data.get(name, current[name]) == current[name] for name in _SHEET_FIELDS)
    return replace(rules, sheet=sheet) if same else rules


class EventChangeSerializer(NewEventSerializer):
    """The rules of an event, and the version that was read."""

    is_past = None  # type: ignore[assignment]
    version = serializers.IntegerField(min_value=0, required=False)
    fingerprint = serializers.CharField(max_length=64, required=False)
    moves_rounds = serializers.BooleanField(required=False)


class EventLineSerializer(serializers.Serializer[Any]):
    """An event in a list."""

    key = serializers.CharField()
    code = serializers.CharField()
    name = serializers.CharField()
    format = serializers.CharField(source="api_format")
    status = serializers.CharField()
    version = serializers.IntegerField()
    first_day = serializers.DateField(allow_null=True)
    group = serializers.CharField(source="group.key", allow_null=True, default=None)
    created = serializers.DateTimeField()


class EntrantSerializer(RowSerializer):
    """A player of an event."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    entered = serializers.IntegerField(help_text="The first round they can be paired in.")
    dropped = serializers.IntegerField(allow_null=True, help_text="The first round they are no longer paired in.")
    deck_verdict = serializers.CharField()
    checked_in = serializers.DateTimeField(allow_null=True)


class TableSerializer(RowSerializer):
    """A table of a round. `id` is what a result names."""

    id = serializers.IntegerField(source="row.pk")
    table = serializers.IntegerField(source="row.table")
    a = serializers.IntegerField(source="a.number")
    b = serializers.IntegerField(source="b.number", allow_null=True, default=None)
    starts = serializers.IntegerField(source="starter.number")
    match = serializers.CharField(source="match_key", help_text="The key of the match; empty for a bye.")
    status = serializers.CharField(source="state", help_text="`open`, `claimed`, `disputed`, `done` or `bye`.")
    outcome = serializers.CharField(allow_null=True)
    crystals = serializers.ListField(child=serializers.IntegerField())
    games = serializers.ListField(child=serializers.IntegerField(), allow_null=True, default=None)
    extra_minutes = serializers.IntegerField(source="row.extra_minutes")
    third_place = serializers.BooleanField(source="for_third", help_text="Whether it is the match for third place.")
    day = serializers.DateField(
        allow_null=True, default=None, help_text="In a league: the day of the match, or of its round."
    )
    score = serializers.CharField(
        source="result_code", help_text="The result as text, for `before`; empty without a result."
    )


class WishSerializer(serializers.Serializer[Any]):
    """What a player, or the desk, wants of an open match of a league; what is left out stays as it is."""

    day = serializers.DateField(required=False, help_text="Another day. Players propose it, organisers set it.")
    accept = serializers.BooleanField(required=False, help_text="Whether you accept the proposed day.")
    link = serializers.CharField(required=False, allow_blank=True, max_length=LINK_LENGTH)
    no_answer = serializers.BooleanField(required=False, help_text="Whether the opponent is not replying.")
    remind = serializers.BooleanField(
        required=False, help_text="Remind both players of an overdue match, at most once a day."
    )


class FixtureSerializer(serializers.ModelSerializer[Pairing]):
    """How the day of a match of a league stands; a `day` of its own takes the place of that of its round."""

    class Meta:
        model = Pairing
        fields = read_only_fields = ("day", "day_asked", "asked_by", "no_answer", "link", "reminded")


class RoundSerializer(RowSerializer):
    """A round."""

    number = serializers.IntegerField(source="row.number")
    stage = serializers.CharField(source="row.stage")
    status = serializers.CharField(source="row.status")
    day = serializers.DateField(source="row.day", allow_null=True)
    seconds_left = serializers.IntegerField()
    running = serializers.BooleanField()
    pairings = TableSerializer(many=True)


PlaceSerializer = shape(
    "PlaceSerializer",
    StandingRow,
    __doc__="A row of the table and why it stands there.",
    of="line",
    more="difference opponents",
    without="player why",
    number=serializers.IntegerField(source="player.number"),
    name=serializers.CharField(source="player.name"),
    reason=SentenceField(source="why"),
)


class PodSerializer(serializers.Serializer[Any]):
    """A draft table: the key of its draft, and the numbers of those who sit there."""

    table = serializers.IntegerField(source="pod.number")
    draft = serializers.CharField(source="pod.draft.key")
    status = serializers.CharField(source="pod.draft.status")
    players = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_players(self, pod: Any) -> list[int]:
        """Numbers of players."""
        return [player.number for player in pod.players]


class PodsSerializer(serializers.Serializer[Any]):
    """Seating of the draft tables."""

    most = serializers.IntegerField(
        min_value=2, max_value=6, default=6, help_text="The maximum number of players in a pod."
    )
    pick_seconds = serializers.IntegerField(min_value=5, max_value=604800, allow_null=True, default=None)
    peoples = serializers.ListField(child=serializers.CharField(), required=False)


class NoteSerializer(serializers.Serializer[Any]):
    """Judge's note about a player."""

    number = serializers.IntegerField(source="registration.number")
    kind = serializers.CharField()
    text = serializers.CharField()
    round = serializers.IntegerField(allow_null=True)
    by = serializers.CharField(source="by.display_name", default="")
    at = serializers.DateTimeField()


class PlayedSerializer(serializers.Serializer[Any]):
    """A match of a player."""

    round = serializers.IntegerField(source="round.row.number")
    stage = serializers.CharField(source="round.row.stage")
    opponent = serializers.IntegerField(source="opponent.number", allow_null=True, default=None)
    outcome = serializers.CharField(help_text="`won`, `lost`, `drawn`, `bye`, `struck` (does not count) or `open`.")
    crystals = serializers.ListField(child=serializers.IntegerField())
    points = serializers.IntegerField(help_text="The points scored. Playoff matches give none.")
    after = serializers.IntegerField(help_text="The player’s points after this match.")
    theirs = serializers.IntegerField(help_text="The opponent’s current points.")


class EventPlayerSerializer(serializers.Serializer[Any]):
    """A player with their row and what it comes from."""

    place = PlaceSerializer(allow_null=True, help_text="Null for a player who is not in the standings.")
    played = PlayedSerializer(many=True)
    name = serializers.CharField(source="player.name")
    playing = serializers.SerializerMethodField(help_text="`false` after dropping out.")
    checked_in = serializers.SerializerMethodField(help_text="Whether the player has checked in.")
    fixed_table = serializers.IntegerField(source="player.fixed_table", allow_null=True)
    party = serializers.CharField(source="player.party")
    without_deck = serializers.CharField(source="player.deck_waived")
    seed = serializers.IntegerField(source="player.seed", allow_null=True)
    requested_byes = serializers.ListField(child=serializers.IntegerField(), source="player.requested_byes")

    def get_playing(self, view: Any) -> bool:
        """Whether they are paired."""
        return view.player.dropped is None

    def get_checked_in(self, view: Any) -> bool:
        """Whether they are there."""
        return view.player.checked_in is not None

    def to_representation(self, view: Any) -> dict[str, Any]:
        """Leave out the desk’s arrangements for everyone else."""
        data = super().to_representation(view)
        hidden: dict[str, Any] = {
            "fixed_table": None,
            "party": "",
            "without_deck": "",
            "requested_byes": [],
            "seed": None,
        }
        return data if self.context.get("desk") else data | hidden


class FinalSerializer(serializers.Serializer[Any]):
    """A row of the final ranking: the places `first` to `last`, shared with those who went as far in the cut."""

    first = serializers.IntegerField(source="place.first")
    last = serializers.IntegerField(source="place.last")
    decided = serializers.BooleanField(
        source="place.decided", help_text="`false` while the player is still in the playoff."
    )
    number = serializers.IntegerField(source="player.number")
    name = serializers.CharField(source="player.name")


class EventRulesSerializer(SettingsSerializer):
    """Rules of an event; PUT takes them back as they are."""

    key = serializers.CharField(source="event.key")
    code = serializers.CharField(source="event.code")
    status = serializers.ChoiceField(source="event.status", choices=Event.Status.values)
    version = serializers.IntegerField(source="event.version")
    fingerprint = serializers.CharField(source="event.fingerprint")
    registration_open = serializers.BooleanField(source="event.registration_open")
    group = serializers.CharField(source="event.group.key", allow_null=True, default=None)
    format = serializers.ChoiceField(source="event.api_format", choices=list(API_FORMATS))
    elimination = serializers.CharField(source="event.elimination")
    edition = serializers.CharField(source="event.sheet.edition")
    target = serializers.IntegerField(source="event.sheet.target")
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(choices=list(TIE_BREAKS)), source="event.tie_breaks"
    )
    announcement = serializers.CharField(source="event.announcement", read_only=True)
    announced = serializers.DateTimeField(source="event.announced", allow_null=True, read_only=True)

    class Meta:
        model = Event
        fields = read_only_fields = _RULE_MODEL_FIELDS
        of = "event"


GoneSerializer = shape("GoneSerializer", RemovedRows)


class EventSerializer(EventRulesSerializer):
    """An event with its rules, players, rounds and table."""

    event = EventLineSerializer(help_text="The event as in the list of events.")
    players = EntrantSerializer(many=True)
    rounds = RoundSerializer(many=True)
    pods = PodSerializer(many=True)
    standings = PlaceSerializer(many=True)
    final = serializers.SerializerMethodField()
    champion = serializers.IntegerField(source="champion.number", allow_null=True, default=None)
    since = serializers.IntegerField(allow_null=True, default=None)
    gone = GoneSerializer(allow_null=True, default=None, help_text="What was removed since then; null without `since`.")

    @extend_schema_field(FinalSerializer(many=True))
    def get_final(self, loaded: LoadedEvent | EventChanges) -> Any:
        """The ranking after the cut, best first; empty while there is no cut."""
        whole = loaded.whole if isinstance(loaded, EventChanges) else loaded
        return FinalSerializer(final_places(whole), many=True).data


class PairSerializer(serializers.Serializer[Any]):
    """A round to pair. `fixed` and `byes` name players by number."""

    number = serializers.IntegerField(min_value=1)
    fixed = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2), default=list
    )
    byes = serializers.ListField(child=serializers.IntegerField(), default=list)
    without_decks = serializers.BooleanField(default=False, help_text="Pair players without a legal deck or pool, too.")
    reason = serializers.CharField(
        max_length=300, allow_blank=True, default="", help_text="The reason, for the activity log."
    )


class ResultSerializer(serializers.Serializer[Any]):
    """A result: the crystals of both, in the order of the table."""

    crystals = serializers.ListField(
        child=serializers.IntegerField(min_value=-999, max_value=999), min_length=2, max_length=2
    )
    time_up = serializers.BooleanField(default=False)
    outcome = serializers.ChoiceField(
        choices=["", *(outcome.value for outcome in Outcome if not outcome.name.endswith("BYE"))],
        allow_null=True,
        default="",
    )
    forfeit = serializers.BooleanField(default=False, help_text="Whether it is a forfeit, which is not rated.")
    as_player = serializers.BooleanField(
        default=False, help_text="Report the result of your own table. It counts once both players agree."
    )
    games = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=99),
        min_length=2,
        max_length=2,
        allow_null=True,
        default=None,
        help_text="Games won by each player, for the tiebreaker `games`. Organisers only.",
    )
    tap = serializers.IntegerField(min_value=0, default=0)
    before = serializers.CharField(max_length=40, allow_blank=True, allow_null=True, default=None)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Require that the outcome agrees with the crystals, unless both lose."""
        a, b = attrs["crystals"]
        by_crystals = Outcome.DRAW if a == b else Outcome.A if a > b else Outcome.B
        if attrs["outcome"] not in (None, "", by_crystals.value, Outcome.NOBODY.value):
            raise serializers.ValidationError({"outcome": gettext("The outcome doesn’t match the crystals.")})
        return attrs | {"outcome": Outcome.NOBODY.value if attrs["outcome"] == Outcome.NOBODY.value else ""}


class DecidedSerializer(serializers.Serializer[Any]):
    """What counts at a table where the two have reported different results."""

    id = serializers.IntegerField(min_value=1, help_text="The `id` of the table.")
    counts = serializers.ChoiceField(
        choices=list(DECISIONS), help_text="Which player’s report counts, or the games played so far."
    )


class ExtraTimeSerializer(serializers.Serializer[Any]):
    """Extra time for one table."""

    id = serializers.IntegerField(min_value=1, help_text="The `id` of the table.")
    minutes = serializers.IntegerField(min_value=1, help_text="The number of extra minutes.")


class RoundChangeSerializer(serializers.Serializer[Any]):
    """Close a round, or let its clock run or pause."""

    closed = serializers.BooleanField(required=False)
    unfinished = serializers.BooleanField(default=False)
    decided = DecidedSerializer(many=True, default=list)
    clock = serializers.ChoiceField(choices=["run", "pause"], required=False)
    longer = serializers.IntegerField(min_value=1, required=False, help_text="Extra minutes for every table.")
    extra = ExtraTimeSerializer(many=True, default=list, help_text="Tables with extra time, one entry each.")
    bye_to = serializers.IntegerField(min_value=1, required=False)
    swap = serializers.ListField(
        child=serializers.IntegerField(min_value=1), min_length=2, max_length=2, required=False
    )


class StageSerializer(serializers.Serializer[Any]):
    """Change of the stage of an event."""

    to = serializers.ChoiceField(choices=["cut", "finished", "reopened", "open", "closed"])
    without_decks = serializers.BooleanField(default=False, help_text="Start the playoff even if decks are missing.")
    reason = serializers.CharField(
        max_length=300, allow_blank=True, default="", help_text="The reason, for the activity log."
    )


class NewNoteSerializer(serializers.Serializer[Any]):
    """A penalty or a note about a player."""

    number = serializers.IntegerField(min_value=1)
    kind = serializers.CharField(help_text=", ".join(JudgeNote.Kind.values))
    text = serializers.CharField(max_length=300)


class TrailSerializer(serializers.Serializer[Any]):
    """One thing that was done."""

    at = serializers.DateTimeField()
    by = serializers.CharField()
    through = serializers.CharField(help_text="The app that did it for them; API for their own token.")
    kind = serializers.CharField()
    text = SentenceField(source="*")


class AnnouncementTextSerializer(serializers.Serializer[Any]):
    """An announcement; empty takes the present one off the pages."""

    text = serializers.CharField(max_length=MAX_ANNOUNCEMENT_LENGTH, allow_blank=True)


class AnnouncementSentSerializer(serializers.Serializer[Any]):
    """An announcement that was made."""

    text = serializers.CharField()
    by = serializers.CharField(source="by.display_name", default="")
    at = serializers.DateTimeField()


class PlaceRequestSerializer(serializers.Serializer[EntryRequest]):
    """Somebody who asks or waits for a place."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    status = serializers.SerializerMethodField(help_text="`asks`, `waits` or `refused`.")
    created = serializers.DateTimeField()

    def get_status(self, entry_request: EntryRequest) -> str:
        """`asks` for the organiser's word, `waits` for a place, or `refused`."""
        if entry_request.refused is not None:
            return "refused"
        return "asks" if entry_request.approved is None else "waits"


DecisionSerializer = fields("DecisionSerializer", "The word of the organiser.", admit=serializers.BooleanField())

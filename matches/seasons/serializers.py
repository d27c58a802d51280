"""Serializers of seasons."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from common.i18n import translated
from matches.core.seasons.csv_import import CellFault, LineState
from matches.core.seasons.csv_import.columns import MAX_CHARACTERS
from matches.groups.queries import Role, role_of
from matches.models import NAME_LENGTH, Member, SeasonImport


class GroupMemberSerializer(serializers.Serializer[Any]):
    """Somebody who is or was in a group."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    role = serializers.SerializerMethodField(help_text="owner, member, name (nobody has joined as this), left")
    joined = serializers.DateTimeField()
    left = serializers.DateTimeField(allow_null=True)

    @extend_schema_field(serializers.ChoiceField(choices=[role.value for role in Role]))
    def get_role(self, member: Member) -> str:
        """The role of the caller in the group."""
        return role_of(member.group, member).value


class NewMemberSerializer(serializers.Serializer[Any]):
    """A name to take into a group."""

    name = serializers.CharField(max_length=NAME_LENGTH)


class InvitationSerializer(serializers.Serializer[Any]):
    """The link to join by; both are empty while there is none."""

    key = serializers.CharField(allow_null=True)
    url = serializers.CharField(allow_null=True, help_text="The page to join at.")


class JoinSerializer(serializers.Serializer[Any]):
    """Request to join a group: a name in the group that nobody has joined as, or a new one."""

    member = serializers.IntegerField(required=False, min_value=1)
    name = serializers.CharField(required=False, max_length=NAME_LENGTH, default="", allow_blank=True)


class OpenInvitationSerializer(serializers.Serializer[Any]):
    """Group behind an invitation."""

    group = serializers.CharField(help_text="Key of the group.")
    name = serializers.CharField()
    free = NewMemberSerializer(many=True, help_text="Names nobody has joined as.")


class OwnerSerializer(serializers.Serializer[Any]):
    """The next owner."""

    member = serializers.IntegerField(min_value=1, help_text="Id of a member who has joined.")


class SeasonSerializer(serializers.Serializer[Any]):
    """A named span of days."""

    key = serializers.CharField(read_only=True)
    name = serializers.CharField(max_length=80)
    first = serializers.DateField()
    last = serializers.DateField(allow_null=True, default=None)


class RatingSerializer(serializers.Serializer[Any]):
    """A rating; the true strength lies within twice the uncertainty, 19 times in 20."""

    value = serializers.FloatField()
    uncertainty = serializers.FloatField()


class SeasonRowSerializer(serializers.Serializer[Any]):
    """A row of the crystal table and why it stands there."""

    place = serializers.IntegerField()
    shared = serializers.BooleanField()
    player = serializers.CharField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    crystals_for = serializers.IntegerField()
    crystals_against = serializers.IntegerField()
    difference = serializers.IntegerField()
    rating = serializers.FloatField()
    uncertainty = serializers.FloatField()
    reason = serializers.CharField()


class CourseSerializer(serializers.Serializer[Any]):
    """Crystals of a player over time: a value for each of `days`, null before their first match."""

    player = serializers.CharField()
    crystals = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    ratings = RatingSerializer(many=True, help_text="After each of their matches.")


class DuelSerializer(serializers.Serializer[Any]):
    """Two players against each other; games are counted where they are known."""

    a = serializers.CharField()
    b = serializers.CharField()
    met = serializers.IntegerField()
    won_a = serializers.IntegerField()
    won_b = serializers.IntegerField()
    drawn = serializers.IntegerField()
    games_a = serializers.IntegerField()
    games_b = serializers.IntegerField()
    crystals_a = serializers.IntegerField()
    crystals_b = serializers.IntegerField()


class SeasonTableSerializer(serializers.Serializer[Any]):
    """Everything a season comes to."""

    season = SeasonSerializer(allow_null=True)
    matches = serializers.IntegerField()
    standings = SeasonRowSerializer(many=True)
    days = serializers.ListField(child=serializers.DateField(allow_null=True))
    courses = CourseSerializer(many=True)
    duels = DuelSerializer(many=True)


class EncounterSerializer(serializers.Serializer[Any]):
    """A finished match; `match` is its key where it was played on the site."""

    day = serializers.DateField(allow_null=True)
    a = serializers.CharField()
    b = serializers.CharField()
    crystals_a = serializers.IntegerField()
    crystals_b = serializers.IntegerField()
    winner = serializers.CharField(help_text="Empty for a draw.")
    event = serializers.CharField()
    round = serializers.CharField()
    match = serializers.CharField(source="key")
    notes = serializers.CharField()


class PlayedWithSerializer(serializers.Serializer[Any]):
    """A people or deck, in how many matches it was played, and how many of those were won."""

    name = serializers.CharField(source="label")
    matches = serializers.IntegerField()
    won = serializers.IntegerField()


class HeadToHeadSerializer(serializers.Serializer[Any]):
    """Two players, their matches oldest first, and what they played."""

    duel = DuelSerializer()
    played_a = PlayedWithSerializer(many=True)
    played_b = PlayedWithSerializer(many=True)
    matches = EncounterSerializer(many=True)


class GroupPlayerSerializer(serializers.Serializer[Any]):
    """One player of a group."""

    row = SeasonRowSerializer()
    ratings = RatingSerializer(many=True, help_text="After each of their matches.")
    duels = DuelSerializer(many=True, help_text="This player is a.")
    played = PlayedWithSerializer(many=True)


class StrengthSerializer(serializers.Serializer[Any]):
    """A people or a card. `percent` is null under ten games; the Wilson interval at 95 % always stands beside it."""

    what = serializers.CharField(help_text="Name of the people, or code of the card.")
    name = serializers.CharField()
    games = serializers.IntegerField()
    games_won = serializers.IntegerField()
    percent = serializers.IntegerField(allow_null=True)
    low_percent = serializers.IntegerField()
    high_percent = serializers.IntegerField()
    crystals_a_game = serializers.FloatField(allow_null=True)
    matches = serializers.IntegerField()
    matches_won = serializers.IntegerField()
    mirrors = serializers.IntegerField(help_text="Games with it on both sides, left out.")
    players = serializers.IntegerField()
    says = serializers.CharField(help_text="How little that says, as a sentence.")


class StrengthsSerializer(serializers.Serializer[Any]):
    """Peoples and cards of a season."""

    matches = serializers.IntegerField()
    games = serializers.IntegerField()
    peoples = StrengthSerializer(many=True)
    cards = StrengthSerializer(many=True)


class NewImportSerializer(serializers.Serializer[Any]):
    """A past season as CSV."""

    text = serializers.CharField(max_length=MAX_CHARACTERS, trim_whitespace=False, help_text="The file.")
    name = serializers.CharField(max_length=120, required=False, default="", allow_blank=True)
    names = serializers.DictField(
        child=serializers.CharField(allow_blank=True, max_length=NAME_LENGTH),
        default=dict,
        help_text="Who unknown names of the file are: a member's name, or empty for a new guest.",
    )
    dry_run = serializers.BooleanField(default=False, help_text="Judge every line and keep nothing.")


class ImportSerializer(serializers.Serializer[Any]):
    """A file that was read."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    count = serializers.IntegerField()
    known = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.SerializerMethodField()
    taken_back = serializers.DateTimeField(allow_null=True)

    @extend_schema_field(OpenApiTypes.STR)
    def get_by(self, row: SeasonImport) -> str:
        """The person who imported it."""
        return row.by.display_name if row.by else ""


class FaultSerializer(serializers.Serializer[Any]):
    """Fault of a cell."""

    column = serializers.CharField()
    message = serializers.SerializerMethodField()
    suggestions = serializers.ListField(child=serializers.CharField())

    @extend_schema_field(OpenApiTypes.STR)
    def get_message(self, fault: CellFault) -> str:
        """The sentence."""
        return translated(fault)


class JudgedSerializer(serializers.Serializer[Any]):
    """A line of the file and its state."""

    line = serializers.IntegerField(source="number")
    state = serializers.ChoiceField(choices=[state.value for state in LineState])
    faults = FaultSerializer(many=True)


class NameSerializer(serializers.Serializer[Any]):
    """A name of the file that nobody in the group has; `decided` is false where it is too like one of the group."""

    name = serializers.CharField()
    choice = serializers.CharField(help_text="The member it is; empty for a new guest.")
    suggestions = serializers.ListField(child=serializers.CharField())
    decided = serializers.BooleanField()


class PreviewSerializer(serializers.Serializer[Any]):
    """Preview of an import."""

    ready = serializers.BooleanField()
    new = serializers.SerializerMethodField()
    known = serializers.SerializerMethodField()
    wrong = serializers.SerializerMethodField()
    names = NameSerializer(many=True)
    lines = JudgedSerializer(many=True)

    @extend_schema_field(OpenApiTypes.INT)
    def get_new(self, preview: Any) -> int:
        """Matches that would be kept."""
        return len(preview.new)

    @extend_schema_field(OpenApiTypes.INT)
    def get_known(self, preview: Any) -> int:
        """Matches the group has already."""
        return len(preview.known)

    @extend_schema_field(OpenApiTypes.INT)
    def get_wrong(self, preview: Any) -> int:
        """Lines that cannot be right."""
        return len(preview.wrong)


class ImportAnswerSerializer(serializers.Serializer[Any]):
    """The judgement, and the import where it was kept."""

    preview = PreviewSerializer()
    kept = ImportSerializer(allow_null=True)

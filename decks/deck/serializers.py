"""Serializers of decks, pools and verdicts."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from rest_framework import serializers

from common.api.fields import PageField
from common.api.model_serializers import SettingsSerializer
from common.i18n import translated
from decks.core.legality import GAME_RULES, Agreement, Edition, FamilyRule, Play, Report
from decks.core.text import MAX_DECK_BYTES, MAX_DECK_LINES, format_deck
from decks.deck.contents_reader import unknown_card_errors
from decks.deck.judging import DeckJudge
from decks.deck.presenters import rule_url
from decks.deck.queries import decklist_with_notes
from decks.deck.services import MAX_ENTRIES, MAX_TAG, MAX_TAGS
from decks.models import MAX_DECK_NAME, Deck, Pool
from decks.permissions import editing_person


class SizeSerializer(serializers.Serializer[Any]):
    """Actual and required number of cards."""

    have = serializers.IntegerField()
    # The name of the command’s field; DRF removes it from the class, so it doesn’t shadow DRF’s own `required`.
    required = serializers.IntegerField(  # type: ignore[assignment]
        allow_null=True, help_text="Null if it depends on an unknown fact."
    )


class MoonRowSerializer(serializers.Serializer[Any]):
    """A row of the moon sum."""

    card = serializers.CharField()
    moons = serializers.IntegerField(allow_null=True, help_text="Null if unknown.")


class MoonsSerializer(serializers.Serializer[Any]):
    """Foreign moons."""

    have = serializers.IntegerField(allow_null=True)
    allowed = serializers.IntegerField(allow_null=True, help_text="Null for no limit.")
    rows = MoonRowSerializer(many=True)


class FindingSerializer(serializers.Serializer[Any]):
    """One finding."""

    code = serializers.CharField(help_text="The number of the rule.")
    severity = serializers.ChoiceField(choices=["error", "unknown", "warning", "info"])
    message = serializers.CharField()
    cards = serializers.ListField(child=serializers.CharField())
    have = serializers.IntegerField(allow_null=True)
    allowed = serializers.IntegerField(allow_null=True)
    link = serializers.CharField(help_text="The link to the rule.")


class ReportSerializer(serializers.Serializer[Any]):
    """The verdict on a deck, as `manage.py check_deck --json` prints it."""

    status = serializers.ChoiceField(choices=["legal", "illegal", "unknown"])
    size = SizeSerializer()
    moons = MoonsSerializer()
    findings = FindingSerializer(many=True)
    list = serializers.CharField(allow_null=True, help_text="The version of the restricted list used.")


def legality_report_data(report: Report) -> dict[str, object]:
    """Return the report with its sentences in the reader’s language."""
    findings = [
        finding.as_dict() | {"message": translated(finding), "link": rule_url(finding)} for finding in report.findings
    ]
    return report.as_dict() | {"findings": findings}


class EntrySerializer(serializers.Serializer[Any]):
    """A card, by code or any of its names, and its copies."""

    card = serializers.CharField(max_length=120)
    copies = serializers.IntegerField(min_value=1, max_value=99, default=1)
    note = serializers.CharField(required=False, allow_blank=True, max_length=300)


_EDITION_CHOICES = [edition.value for edition in Edition]
_PLAY_MODE_CHOICES = [play.value for play in Play]
_AGREEMENT_CHOICES = [agreement.value for agreement in Agreement]


class ContentsSerializer(SettingsSerializer):
    """A deck: as `text` in the format of `check_deck`, or field by field; cards by code or any name."""

    text = serializers.CharField(required=False, allow_blank=True, max_length=MAX_DECK_BYTES, trim_whitespace=False)
    name = serializers.CharField(required=False, allow_blank=True, max_length=MAX_DECK_NAME)
    game = serializers.ChoiceField(choices=list(GAME_RULES), required=False)
    format = serializers.CharField(required=False, max_length=60)
    edition = serializers.ChoiceField(choices=_EDITION_CHOICES, required=False)
    leader = serializers.CharField(required=False, allow_blank=True, max_length=120)
    inquisitor = serializers.CharField(required=False, allow_blank=True, max_length=120)
    emissary = serializers.CharField(required=False, allow_blank=True, max_length=120)
    family_rule = serializers.ChoiceField(choices=[rule.value for rule in FamilyRule], required=False)
    list = serializers.CharField(
        required=False, allow_blank=True, max_length=20, help_text="The version of a list, such as 4.2."
    )
    play = serializers.ChoiceField(choices=_PLAY_MODE_CHOICES, required=False)
    agreed = serializers.ListField(
        child=serializers.ChoiceField(choices=_AGREEMENT_CHOICES),
        required=False,
        allow_null=True,
        max_length=len(Agreement),
        help_text="What both players agreed before playing (DECK-23); null if unknown.",
    )
    cards = EntrySerializer(many=True, required=False, max_length=MAX_DECK_LINES)  # type: ignore[call-arg]
    pool = serializers.CharField(required=False, allow_blank=True, allow_null=True, max_length=16)

    class Meta:
        model = Deck
        optional = True
        fields: tuple[str, ...] = ("family", "match")

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the fields; if one is invalid, unknown cards are reported with it."""
        try:
            value: dict[str, Any] = super().to_internal_value(data)
        except serializers.ValidationError as error:
            faults: dict[str, Any] = dict(error.detail) if isinstance(error.detail, dict) else {}
            rows = faults.setdefault("cards", {})
            if isinstance(data, Mapping) and isinstance(rows, dict):
                for index, message in unknown_card_errors(data).items():
                    rows.setdefault(index, {}).setdefault("card", [message])
            raise serializers.ValidationError(faults if rows else error.detail) from error
        return value


class NewDeckSerializer(ContentsSerializer):
    """A deck to save."""

    tags = serializers.ListField(child=serializers.CharField(max_length=MAX_TAG), max_length=MAX_TAGS, required=False)
    maybe = serializers.ListField(child=serializers.CharField(max_length=120), max_length=MAX_ENTRIES, required=False)

    class Meta(ContentsSerializer.Meta):
        fields = (*ContentsSerializer.Meta.fields, "notes", "visibility", "folder", "built", "archived")


class DeckChangeSerializer(NewDeckSerializer):
    """A changed deck, and the version that was changed."""

    version = serializers.IntegerField(min_value=1, required=False)


class DeckSerializer(SettingsSerializer):
    """A saved deck with its verdict."""

    url = PageField("decks:deck")
    owner = serializers.CharField(source="owner.display_name")
    format = serializers.CharField(help_text="A format of the game, or the key of a house format.")
    edition = serializers.ChoiceField(choices=_EDITION_CHOICES)
    family = serializers.CharField()
    family_rule = serializers.CharField(help_text="How a family counts in a custom deck.")
    list = serializers.CharField(help_text="The version of the restricted list to use; empty for the current one.")
    play = serializers.ChoiceField(choices=_PLAY_MODE_CHOICES, help_text="Friendly or tournament play.")
    agreed = serializers.ListField(
        child=serializers.ChoiceField(choices=_AGREEMENT_CHOICES),
        allow_null=True,
        help_text="What both players agreed (DECK-23); null if unknown.",
    )
    pool = serializers.CharField(allow_null=True, help_text="The key of its pool, for its owner only.")
    cards = EntrySerializer(many=True)
    tags = serializers.ListField(child=serializers.CharField())
    maybe = serializers.ListField(
        child=serializers.CharField(), help_text="The codes of the Maybe cards, for the owner and the editors."
    )
    version = serializers.IntegerField(help_text="Send it back with a change.")
    text = serializers.CharField()
    report = ReportSerializer()

    class Meta:
        model = Deck
        fields = (
            *("key", "url", "owner", "name", "game", "format", "edition", "leader", "inquisitor", "emissary", "family"),
            *("family_rule", "match", "list", "play", "agreed", "pool", "cards", "notes", "visibility", "tags"),
            *("maybe", "folder", "built", "archived", "version", "created", "updated", "text", "report"),
        )
        read_only_fields = fields

    @cached_property
    def _judge(self) -> DeckJudge:
        """Return one judge for all decks of a list."""
        return DeckJudge(self.context["catalogue"])

    def to_representation(self, row: Deck) -> dict[str, Any]:
        """Combine the row, the list, and what only owner and editors see."""
        deck, person = decklist_with_notes(row), self.context.get("person")
        mine = person is not None and row.owner_id == person.pk
        fields = vars(row) | {
            "owner": row.owner,
            "format": deck.house.key if deck.house else deck.format.value,
            "family_rule": deck.family_rule.value,
            "list": deck.list_version,
            "play": deck.play.value,
            "agreed": None if deck.agreed is None else sorted(deck.agreed),
            "pool": row.pool.key if row.pool and mine else None,
            "cards": (),
            "maybe": row.maybe if editing_person(row, person) else [],
            "folder": row.folder if mine else "",
            "built": row.built and mine,
            "archived": row.archived and mine,
            "text": None,
            "report": None,
        }
        data = super().to_representation(fields)
        if "report" not in self.fields:
            return data
        # Plain values, which nested serializers would only copy.
        return data | {
            "cards": [{"card": card.code, "copies": card.copies, "note": card.note or ""} for card in deck.entries],
            "text": format_deck(deck, self._judge.catalogue_of(row.game)),
            "report": legality_report_data(self._judge(deck)),
        }


class DeckRowSerializer(DeckSerializer):
    """A deck in a list; its cards, notes and verdict only with `include=contents`."""

    cards = EntrySerializer(many=True, required=False)
    notes = serializers.CharField(required=False)
    maybe = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="The codes of the Maybe cards."
    )
    text = serializers.CharField(required=False)
    report = ReportSerializer(required=False)

    def get_fields(self) -> dict[str, Any]:
        """Leave out what was not requested; the API description has all of it."""
        left_out = () if self.context.get("contents", True) else ("cards", "notes", "maybe", "text", "report")
        return {name: field for name, field in super().get_fields().items() if name not in left_out}


class PoolSerializer(SettingsSerializer):
    """Cards that were drafted."""

    url = PageField("decks:pool")
    cards = serializers.ListField(child=serializers.CharField(), source="codes")

    class Meta:
        model = Pool
        fields = read_only_fields = ("key", "url", "name", "game", "cards", "source", "created")

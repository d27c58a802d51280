"""Serializers of a draft table: request bodies, and the draft as the caller sees it."""

from typing import Any

from rest_framework import serializers

from common.api.model_serializers import SettingsSerializer
from common.api.shapes import fields, shape
from drafts.core.engine.bots import BotLineup
from drafts.core.engine.setup import LastDealDirection, PassingMode, Setup, SetupFigures
from drafts.core.engine.sharing import Sharing
from drafts.models import MAX_NOTES, Draft
from drafts.table.queries import PartnerCards, PublicSeat, VisibleDraft
from drafts.table.seat_view import OwnFacts, TableFacts, TakeFacts, table_facts

BOT_COMPANY_CHOICES = [(company.value, company.value) for company in BotLineup]


class BotLineupField(serializers.ChoiceField):
    """Level of the bots; accepts the names of earlier versions, too."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=BOT_COMPANY_CHOICES, **options)

    def to_internal_value(self, data: Any) -> Any:
        try:
            return BotLineup(data).value
        except ValueError:
            return super().to_internal_value(data)


class HouseDealSerializer(serializers.Serializer[Any]):
    """The deal of a custom draft, for practice."""

    packet = serializers.IntegerField(
        default=0, help_text="Cards dealt to each player in a round; needed for packets, like `rounds`."
    )
    rounds = serializers.IntegerField(default=0)
    last_deal = serializers.IntegerField(default=0)
    cards = serializers.ListField(child=serializers.CharField(max_length=40), max_length=500, default=list)
    card_list = serializers.CharField(
        max_length=16, default="", allow_blank=True, help_text="The key of a card list, instead of `cards`."
    )


class SetupSerializer(serializers.Serializer[Any]):
    """A set-up."""

    players = serializers.IntegerField(help_text="2 to 6 players, or 1 to 10 for practice.")
    peoples = serializers.ListField(child=serializers.CharField(max_length=40), max_length=20)
    step8 = serializers.CharField(max_length=40, default=LastDealDirection.RIGHT.value)
    flow = serializers.CharField(max_length=40, default=PassingMode.TOGETHER.value)
    sharing = serializers.CharField(max_length=40, default=Sharing.PACKETS.value)
    face_down = serializers.BooleanField(default=False)
    house = HouseDealSerializer(required=False, allow_null=True, default=None)
    pick_seconds = serializers.IntegerField(
        required=False, allow_null=True, default=None, help_text="Null for no clock."
    )


class NewDraftSerializer(SettingsSerializer, SetupSerializer):
    """A draft to create."""

    name = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")
    nickname = serializers.CharField(max_length=36, required=False, allow_blank=True, default="")
    review_seconds = serializers.IntegerField(default=0, help_text="The pause between rounds, in seconds.")
    grace_seconds = serializers.IntegerField(required=False, allow_null=True, default=None)
    company = BotLineupField(default=BotLineup.MIXED.value, help_text="How well the bots draft.")

    class Meta:
        model = Draft
        fields = ("shrinking", "quiet_hours", "seating", "log_rule", "watching", "teams", "open_partners")


class TakeSeatSerializer(serializers.Serializer[Any]):
    """The name of a player who takes a seat."""

    nickname = serializers.CharField(max_length=36, required=False, allow_blank=True, default="")


class PickSerializer(serializers.Serializer[Any]):
    """The card to keep and its packet, so that a late pick never takes from another packet."""

    round = serializers.IntegerField(min_value=1, max_value=999)
    number = serializers.IntegerField(min_value=1, max_value=99)
    card = serializers.CharField(max_length=40, help_text='The code, as "Vulca 03", or another entry of `packet`.')
    instead = serializers.CharField(max_length=40, default="", allow_blank=True)


class PlanSerializer(serializers.Serializer[Any]):
    """A planned pick; an empty card clears it."""

    round = serializers.IntegerField(min_value=1, max_value=999)
    number = serializers.IntegerField(min_value=1, max_value=99)
    card = serializers.CharField(max_length=40, allow_blank=True)


PlannedPickSerializer = fields(
    "PlannedPickSerializer", "Planned picks of this seat.", card=serializers.CharField(allow_blank=True)
)


class WishlistSerializer(serializers.Serializer[Any]):
    """What a seat wants of open cards, the best first."""

    cards = serializers.ListField(
        child=serializers.CharField(max_length=40), max_length=500, help_text="Codes of cards that are still there."
    )


DraftFiguresSerializer = shape("DraftFiguresSerializer", SetupFigures)
DraftSetupSerializer = shape(
    "DraftSetupSerializer",
    Setup,
    __doc__="A set-up and its figures.",
    more="practice face_down",
    without="house sizes steps",
    sharing=serializers.ChoiceField(
        choices=[way.value for way in Sharing if way.for_api is way], source="sharing.for_api"
    ),
    peoples=serializers.ListField(child=serializers.CharField()),
    figures=DraftFiguresSerializer(),
)


SeatSerializer = shape("SeatSerializer", PublicSeat, without="has_person packets")
TakeSerializer = shape("TakeSerializer", TakeFacts)
DraftTableSerializer = shape(
    "DraftTableSerializer",
    TableFacts,
    direction=serializers.ChoiceField(choices=["right", "left"]),
    takes=TakeSerializer(many=True),
    to_representation=lambda _serializer, table: dict(table_facts(table)),
)


OwnSeatSerializer = shape("OwnSeatSerializer", OwnFacts, deadline=serializers.DateTimeField(allow_null=True))


DraftSerializer = shape(
    "DraftSerializer",
    VisibleDraft,
    __doc__="A draft as the asking seat sees it; strangers see `mine` null.",
    without="me view public pool_key owns_pool coached onlookers",
    more="can_join",
    status=serializers.CharField(),
    setup=DraftSetupSerializer(),
    seating=serializers.ChoiceField(choices=Draft.Seating.choices),
    log_rule=serializers.ChoiceField(choices=Draft.LogRule.choices),
    watching=serializers.ChoiceField(choices=Draft.Watching.choices),
    quiet_hours=serializers.CharField(allow_blank=True),
    commitment=serializers.CharField(allow_blank=True),
    company=BotLineupField(),
    seats=SeatSerializer(many=True),
    table=DraftTableSerializer(allow_null=True),
    mine=OwnSeatSerializer(allow_null=True),
    pool=serializers.CharField(source="pool_key", allow_null=True),
)


class TakenSeatSerializer(serializers.Serializer[Any]):
    """The caller’s new seat; the token is only shown here."""

    seat = serializers.IntegerField()
    seat_token = serializers.CharField(help_text="Send it as X-Seat-Token to use this seat.")
    draft = DraftSerializer()


class DraftLineSerializer(serializers.ModelSerializer[Draft]):
    """A draft in a list."""

    host = serializers.CharField(source="host.display_name")
    status = serializers.CharField(help_text="`lobby`, `drafting`, `done` or `aborted`.")
    practice = serializers.SerializerMethodField(help_text="Whether it deviates from the rules.")

    class Meta:
        model = Draft
        fields = ["key", "name", "status", "players", "practice", "host", "created"]
        read_only_fields = fields

    def get_practice(self, draft: Draft) -> bool:
        return draft.house is not None


ReadySerializer = fields("ReadySerializer", "Ready to begin, or not yet.", ready=serializers.BooleanField(default=True))
MoveSeatSerializer = fields(
    "MoveSeatSerializer", "Another place.", to=serializers.IntegerField(min_value=0, max_value=99)
)


PartnerCardsSerializer = shape("PartnerCardsSerializer", PartnerCards)


class TermsSerializer(SettingsSerializer):
    """Changes the host may make before the start; what is left out stays."""

    company = BotLineupField(required=False, help_text="How well the bots draft.")

    class Meta:
        model = Draft
        optional = True
        fields = ("log_rule", "seating")


class DraftNotesSerializer(serializers.Serializer[Any]):
    """Private notes of a seat; nobody else can read them."""

    text = serializers.CharField(max_length=MAX_NOTES, allow_blank=True, trim_whitespace=False)

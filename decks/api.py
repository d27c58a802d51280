"""Decks for programs: judge without keeping, keep, change against a version."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import generics, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import keep_person, person_of
from cards.catalogue.queries import catalogue
from cards.core.facts import FAMILIES, Catalogue
from common.errors import Detail, Invalid, Missing
from common.i18n import translated
from common.text import gettext_noop
from decks.core.legality import GAME_FORMATS, DeckList, Edition, Entry, FamilyRule, Finding, Format, House, Play, Report
from decks.core.text import MAX_LINES, MAX_SIZE, game_of, print_deck, read_deck, tidy_name
from decks.core.text.lines import CardLine, read_card
from decks.deck import services
from decks.deck.presenters import link_of
from decks.deck.queries import deck_by, decklist_of, decks_of, pool_by
from decks.house_formats.queries import house_named, verdict_on
from decks.models import GAME, MAX_NAME, MAX_NOTES, Deck, Pool


class SizeSerializer(serializers.Serializer[Any]):
    """Cards there are and cards required."""

    have = serializers.IntegerField()
    # The name of the command's field; DRF takes it out of the class before its own `required` could suffer.
    required = serializers.IntegerField(  # type: ignore[assignment]
        allow_null=True, help_text="Null where an unknown fact decides it."
    )


class MoonRowSerializer(serializers.Serializer[Any]):
    """A row of the moon sum."""

    card = serializers.CharField()
    moons = serializers.IntegerField(allow_null=True, help_text="Null where nobody knows.")


class MoonsSerializer(serializers.Serializer[Any]):
    """Foreign moons."""

    have = serializers.IntegerField(allow_null=True)
    allowed = serializers.IntegerField(allow_null=True, help_text="Null where there is no limit.")
    rows = MoonRowSerializer(many=True)


class FindingSerializer(serializers.Serializer[Any]):
    """One thing found."""

    code = serializers.CharField(help_text="The number of the rule.")
    severity = serializers.ChoiceField(choices=["error", "unknown", "warning", "info"])
    message = serializers.CharField()
    cards = serializers.ListField(child=serializers.CharField())
    have = serializers.IntegerField(allow_null=True)
    allowed = serializers.IntegerField(allow_null=True)
    link = serializers.CharField(help_text="Where the rule is written.")


class ReportSerializer(serializers.Serializer[Any]):
    """The verdict on a deck, as `manage.py check_deck --json` prints it."""

    status = serializers.ChoiceField(choices=["legal", "illegal", "unknown"])
    size = SizeSerializer()
    moons = MoonsSerializer()
    findings = FindingSerializer(many=True)
    list = serializers.CharField(allow_null=True, help_text="The version of the restricted list it was judged by.")


def report_data(report: Report) -> dict[str, object]:
    """The report with its sentences in the reader's language."""
    return report.as_dict() | {"findings": [_finding(one) for one in report.findings]}


def _finding(finding: Finding) -> dict[str, object]:
    return finding.as_dict() | {"message": translated(finding), "link": link_of(finding)}


class EntrySerializer(serializers.Serializer[Any]):
    """A card, by code or any of its names, and its copies."""

    card = serializers.CharField(max_length=120)
    copies = serializers.IntegerField(min_value=1, max_value=99, default=1)


class ContentsSerializer(serializers.Serializer[Any]):
    """A deck: as `text` in the format of `check_deck`, or field by field; cards by code or any name."""

    text = serializers.CharField(required=False, allow_blank=True, max_length=MAX_SIZE, trim_whitespace=False)
    name = serializers.CharField(required=False, allow_blank=True, max_length=MAX_NAME)
    game = serializers.ChoiceField(choices=list(GAME_FORMATS), required=False)
    format = serializers.CharField(
        required=False, max_length=60, help_text="A format of the game, or the key or name of a declared one."
    )
    edition = serializers.ChoiceField(choices=[one.value for one in Edition], required=False)
    leader = serializers.CharField(required=False, allow_blank=True, max_length=120)
    inquisitor = serializers.CharField(required=False, allow_blank=True, max_length=120)
    emissary = serializers.CharField(required=False, allow_blank=True, max_length=120)
    family = serializers.ChoiceField(choices=FAMILIES, required=False, allow_blank=True)
    family_rule = serializers.ChoiceField(choices=[one.value for one in FamilyRule], required=False)
    match = serializers.BooleanField(required=False)
    list = serializers.CharField(required=False, allow_blank=True, max_length=20, help_text="Version of a list, 4.2.")
    play = serializers.ChoiceField(choices=[one.value for one in Play], required=False)
    cards = EntrySerializer(many=True, required=False, max_length=MAX_LINES)  # type: ignore[call-arg]
    pool = serializers.CharField(
        required=False, allow_blank=True, max_length=16, help_text="The key of a pool of one's own."
    )


class DeckInputSerializer(ContentsSerializer):
    """A deck to keep."""

    notes = serializers.CharField(required=False, allow_blank=True, max_length=MAX_NOTES)
    visibility = serializers.ChoiceField(choices=Deck.Visibility.choices, required=False)


class DeckChangeSerializer(DeckInputSerializer):
    """A whole deck anew, and the version that was changed."""

    version = serializers.IntegerField(min_value=1)


class DeckSerializer(serializers.Serializer[Deck]):
    """A kept deck with its verdict."""

    key = serializers.CharField()
    url = serializers.SerializerMethodField()
    owner = serializers.CharField(source="owner.display_name")
    name = serializers.CharField()
    game = serializers.CharField()
    format = serializers.ChoiceField(choices=[one.value for one in Format])
    edition = serializers.ChoiceField(choices=[one.value for one in Edition])
    leader = serializers.CharField(allow_blank=True)
    inquisitor = serializers.CharField(allow_blank=True)
    emissary = serializers.CharField(allow_blank=True)
    family = serializers.CharField(allow_blank=True)
    family_rule = serializers.SerializerMethodField()
    match = serializers.BooleanField()
    cards = serializers.SerializerMethodField()
    notes = serializers.CharField(allow_blank=True)
    visibility = serializers.ChoiceField(choices=Deck.Visibility.choices)
    version = serializers.IntegerField(help_text="Send it back with a change.")
    created = serializers.DateTimeField()
    updated = serializers.DateTimeField()
    text = serializers.SerializerMethodField()
    report = serializers.SerializerMethodField()

    @extend_schema_field(OpenApiTypes.URI_REF)
    def get_url(self, row: Deck) -> str:
        """The page of the deck."""
        return row.get_absolute_url()

    def get_family_rule(self, row: Deck) -> str:
        """How a family enters a custom deck."""
        return decklist_of(row).family_rule.value

    @extend_schema_field(EntrySerializer(many=True))
    def get_cards(self, row: Deck) -> list[dict[str, object]]:
        """The cards in the order of the list."""
        return [{"card": card.code, "copies": card.copies} for card in row.cards.all()]

    def get_text(self, row: Deck) -> str:
        """The deck as text."""
        return print_deck(decklist_of(row), self._cards if row.game == GAME else catalogue(row.game))

    @extend_schema_field(ReportSerializer)
    def get_report(self, row: Deck) -> dict[str, object]:
        """The verdict."""
        return report_data(verdict_on(decklist_of(row), self._cards if row.game == GAME else None))

    @property
    def _cards(self) -> Catalogue:
        cards: Catalogue = self.context["catalogue"]
        return cards


class PoolSerializer(serializers.Serializer[Pool]):
    """Cards that were drafted."""

    key = serializers.CharField()
    url = serializers.SerializerMethodField()
    name = serializers.CharField()
    game = serializers.CharField()
    cards = serializers.ListField(child=serializers.CharField(), source="codes")
    source = serializers.CharField(allow_blank=True)  # type: ignore[assignment]
    created = serializers.DateTimeField()

    @extend_schema_field(OpenApiTypes.URI_REF)
    def get_url(self, row: Pool) -> str:
        """The page of the pool."""
        return reverse("decks:pool", args=[row.key])


class _Reader:
    """Turns what was sent into a deck, and collects every card that does not exist."""

    def __init__(self, said: dict[str, Any], cards: Catalogue) -> None:
        self.said, self.cards = said, cards
        self.faults: list[Detail] = []

    def code(self, text: str, field: str) -> str:
        if self.cards.cards and self.cards.cards[0].game != GAME:
            line = read_card(1, text, self.cards)  # a title is enough for a game whose cards we do not all have
            return line.code if isinstance(line, CardLine) else text
        try:
            return self.cards.find(text).code
        except Missing as error:
            close = error.details[0].suggestions if error.details else ()
            self.faults.append(Detail(translated(error), field=field, suggestions=close))
            return ""

    def one(self, name: str, before: tuple[str, ...]) -> tuple[str, ...]:
        if name not in self.said:
            return before
        return (self.code(self.said[name], name),) if self.said[name] else ()

    def deck(self) -> DeckList:
        said, start = self.said, self._from_text()
        entries = start.entries
        if "cards" in said:
            lines = enumerate(said["cards"])
            entries = tuple(Entry(self.code(one["card"], f"cards.{at}.card"), one["copies"]) for at, one in lines)
        format_, house = self._format(start)
        families = start.families if "family" not in said else ((said["family"],) if said["family"] else ())
        deck = replace(
            start,
            entries=entries,
            name=tidy_name(said.get("name", start.name)),
            format=house.base if house else Format(format_),
            house=house,
            edition=Edition(said.get("edition", start.edition)),
            leaders=self.one("leader", start.leaders),
            inquisitors=self.one("inquisitor", start.inquisitors),
            emissaries=self.one("emissary", start.emissaries),
            families=families,
            family_rule=FamilyRule(said.get("family_rule", start.family_rule)),
            match=said.get("match", start.match),
            list_version=said.get("list", start.list_version),
            play=Play(said.get("play", start.play)),
        )
        if self.faults:
            raise Invalid(gettext_noop("Some of it was not understood."), details=tuple(self.faults))
        return deck

    def _format(self, start: DeckList) -> tuple[Format, House | None]:
        """The format that was sent, of the game or declared."""
        said = self.said.get("format")
        if said is None:
            return start.format, start.house
        allowed = [one.value for one in GAME_FORMATS[start.game]]
        if said in allowed:
            return Format(said), None
        house = house_named(said) if start.game == GAME else None
        if house is None:
            message = f"“{said}” is not a format; they are {', '.join(allowed)}, and those that were declared."
            self.faults.append(Detail(message, field="format"))
        return start.format, house

    def _from_text(self) -> DeckList:
        reading, _found = read_deck(self.said.get("text", ""), self.cards, houses=house_named)
        said = (reading.notice, *reading.problems) if reading.notice and reading.problems else reading.problems
        details = (replace(one.as_detail(), message=translated(one)) for one in said)
        self.faults += [replace(one, field="text") for one in details]
        return reading.deck


def _contents(said: dict[str, Any], request: Request) -> services.Contents:
    """What was sent as contents of a deck; raises `Invalid` naming every card that does not exist."""
    pool = pool_by(said["pool"], person_of(request)) if said.get("pool") else None
    game = said.get("game") or game_of(said.get("text", ""))
    deck = _Reader(said, catalogue(game)).deck()
    return services.Contents(
        deck=replace(deck, pool=tuple(pool.codes)) if pool else deck,
        notes=said.get("notes", ""),
        visibility=said.get("visibility", Deck.Visibility.LINK.value),
        pool=pool,
    )


def _answer(row: Deck, *, code: int = status.HTTP_200_OK) -> Response:
    fresh = deck_by(row.key, row.owner)
    return Response(DeckSerializer(fresh, context={"catalogue": catalogue()}).data, status=code)


class DeckCheck(APIView):
    """The verdict on a deck that is not kept."""

    @extend_schema(tags=["decks"], operation_id="deck_check", request=ContentsSerializer, responses=ReportSerializer)
    def post(self, request: Request) -> Response:
        """Judge a deck. Needs no account; nothing is kept."""
        body = ContentsSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        contents = _contents(body.validated_data, request)
        return Response(report_data(verdict_on(contents.deck)))


class Decks(generics.ListAPIView[Deck]):
    """The decks of whoever asks."""

    serializer_class = DeckSerializer

    def get_queryset(self) -> Any:
        """One's own."""
        return decks_of(person_of(self.request))

    def get_serializer_context(self) -> dict[str, Any]:
        """With the catalogue, read once."""
        return {**super().get_serializer_context(), "catalogue": catalogue()}

    @extend_schema(tags=["decks"], operation_id="deck_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """My decks, the latest first."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        tags=["decks"], operation_id="deck_create", request=DeckInputSerializer, responses={201: DeckSerializer}
    )
    def post(self, request: Request) -> Response:
        """Keep a deck, legal or not. A browser session or a token says whose it is."""
        body = DeckInputSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        contents = _contents(body.validated_data, request)
        row = services.create_deck(owner=keep_person(request), contents=contents)
        return _answer(row, code=status.HTTP_201_CREATED)


class DeckDetail(APIView):
    """One deck."""

    @extend_schema(tags=["decks"], operation_id="deck_read", responses=DeckSerializer)
    def get(self, request: Request, key: str) -> Response:
        """A deck and its verdict, for everybody who has the key."""
        row = deck_by(key, person_of(request))
        return Response(DeckSerializer(row, context={"catalogue": catalogue()}).data)

    @extend_schema(tags=["decks"], operation_id="deck_save", request=DeckChangeSerializer, responses=DeckSerializer)
    def put(self, request: Request, key: str) -> Response:
        """Write a deck anew. Answers 409 where somebody else saved since `version`; nothing is written then."""
        body = DeckChangeSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        said = body.validated_data
        version = said["version"]
        row = services.save_deck(key=key, person=person_of(request), version=version, contents=_contents(said, request))
        return _answer(row)

    @extend_schema(tags=["decks"], operation_id="deck_delete", responses={204: None})
    def delete(self, request: Request, key: str) -> Response:
        """Delete a deck for good."""
        services.delete_deck(key=key, person=person_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class PoolDetail(APIView):
    """One pool."""

    @extend_schema(tags=["decks"], operation_id="pool_read", responses=PoolSerializer)
    def get(self, request: Request, key: str) -> Response:
        """The cards somebody has drafted, for himself alone."""
        return Response(PoolSerializer(pool_by(key, person_of(request))).data)

"""API of import and export, and of the formats that organisers declare."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from functools import partial
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import get_or_create_person, person_of
from common.api.bodies import valid_body
from common.api.fields import PageField
from common.api.operations import FileNegotiation, operation
from common.api.pagination import page_of
from common.api.shapes import shape
from common.i18n import translated
from common.links import absolute_url
from decks.core.legality.house import MAX_DEFINITION_CHARACTERS
from decks.core.text import DECK_TEXT_FORMATS, MAX_DECK_BYTES, format_deck, parse_deck_text
from decks.core.text.deck_file import deck_file_schema
from decks.core.text.result import BadLine, ParsedLine
from decks.deck.choice import resolve_deck_link
from decks.deck.contents_reader import detect_game_and_catalogue
from decks.deck.judging import house_by_name, judge_parsed_deck
from decks.deck.queries import decks_of, visible_deck
from decks.deck.serializers import ReportSerializer, legality_report_data
from decks.exchange.all_decks import MAX_DECKS
from decks.exchange.deck_files import ImportedDeck, deck_file_of, import_deck_file
from decks.exchange.deck_papers import PAPER_EXTENSIONS, deck_paper
from decks.exchange.export import deck_attachment, export_deck
from decks.house_formats.services import create_house_format, house_format_by_key, house_formats_for
from decks.models import HouseFormat


class ImportSerializer(serializers.Serializer[Any]):
    """A deck in any format, as text."""

    text = serializers.CharField(allow_blank=True, max_length=MAX_DECK_BYTES, trim_whitespace=False)
    written_as = serializers.ChoiceField(choices=list(DECK_TEXT_FORMATS), required=False)


ReadLineSerializer = shape("ReadLineSerializer", ParsedLine)


class LostLineSerializer(serializers.Serializer[Any]):
    """A line that was not read, or that needs attention."""

    line = serializers.IntegerField()
    text = serializers.CharField(allow_blank=True)
    message = serializers.CharField()
    suggestions = serializers.ListField(child=serializers.CharField())


class ImportedSerializer(serializers.Serializer[Any]):
    """Result of an import: what was read, what was not, and the verdict. Nothing is saved; save `text` to keep the
    deck."""

    written_as = serializers.ChoiceField(choices=list(DECK_TEXT_FORMATS))
    text = serializers.CharField()
    lines = ReadLineSerializer(many=True)
    aside = ReadLineSerializer(many=True, help_text="The cards below a heading like “Sideboard”, not in the deck.")
    problems = LostLineSerializer(many=True)
    marks = LostLineSerializer(many=True, help_text="The lines that were read, with warnings.")
    notice = serializers.CharField(
        help_text="Why a text that starts like another program’s file could not be read as one."
    )
    report = ReportSerializer()


class DeckImport(APIView):
    """Deck import: read a list in any format and judge it."""

    keeps_nothing = True

    @operation("decks", "decks_import", request=ImportSerializer, response=ImportedSerializer)
    def post(self, request: Request) -> Response:
        """Read a deck list and return the deck. Needs no account; nothing is saved."""
        data = valid_body(ImportSerializer, request)
        list_ = resolve_deck_link(request, data["text"], person_of(request))
        detected, cards = detect_game_and_catalogue(list_)
        detected.game_or_raise()
        reading, text_format = parse_deck_text(list_, cards, format_=data.get("written_as", ""), houses=house_by_name)
        return Response(
            {
                "written_as": text_format.key,
                "text": format_deck(reading.deck_with_notes, cards),
                "lines": [asdict(line) for line in reading.lines],
                "aside": [asdict(line) for line in reading.aside],
                "problems": _lost_lines(reading.problems),
                "marks": _lost_lines(reading.marks),
                "notice": translated(reading.notice) if reading.notice else "",
                "report": legality_report_data(judge_parsed_deck(reading, cards)),
            }
        )


def _lost_lines(lines: Iterable[BadLine]) -> list[dict[str, object]]:
    return [
        {"line": line.line, "text": line.text, "message": translated(line), "suggestions": list(line.suggestions)}
        for line in lines
    ]


class DeckExport(APIView):
    """Deck export: the deck in the format of another program."""

    content_negotiation_class = FileNegotiation

    @operation(
        "decks",
        "decks_export",
        parameters=[OpenApiParameter("format_name", str, "path", enum=list(DECK_TEXT_FORMATS))],
        response={
            (200, text_format.mime): OpenApiTypes.OBJECT if "json" in text_format.mime else OpenApiTypes.STR
            for text_format in DECK_TEXT_FORMATS.values()
        },
    )
    def get(self, request: Request, key: str, format_name: str) -> HttpResponse:
        """Return the deck as a file in this format."""
        deck = visible_deck(key, person_of(request))
        body = export_deck(deck, format_name, partial(absolute_url, request))
        return deck_attachment(
            body, deck, DECK_TEXT_FORMATS[format_name].extension, DECK_TEXT_FORMATS[format_name].mime
        )


class DeckPaper(APIView):
    """Paper of a deck."""

    content_negotiation_class = FileNegotiation

    @operation(
        "decks",
        "deck_papers_read",
        parameters=[OpenApiParameter("name", str, "path", enum=list(PAPER_EXTENSIONS))],
        # Some code generators don’t know PDF and use the first type.
        response={(200, kind): OpenApiTypes.BINARY for kind in ("application/octet-stream", "application/pdf")},
    )
    def get(self, request: Request, key: str, name: str) -> HttpResponse:
        """Return a paper of the deck as PDF: the registration sheet, the cards as text or drawn to cut out, or
        dividers and a list for the box."""
        deck = visible_deck(key, person_of(request))
        return deck_attachment(deck_paper(deck, name, partial(absolute_url, request)), deck, PAPER_EXTENSIONS[name])


BroughtInSerializer = shape("BroughtInSerializer", ImportedDeck)


class DeckFiles(APIView):
    """Deck file: all of the caller’s decks with notes, tags, cards to think about and guides, for export and import."""

    is_of_the_caller = True

    @operation("decks", "deck_file_read", response={(200, "application/json"): deck_file_schema()})
    def get(self, request: Request) -> HttpResponse:
        """Return your decks as a file, up to the latest thousand."""
        decks = decks_of(person_of(request)).prefetch_related("guides")[:MAX_DECKS]
        return HttpResponse(deck_file_of(decks), content_type="application/json; charset=utf-8")

    @operation(
        "decks",
        "deck_file_bring_in",
        request={"application/json": deck_file_schema()},
        response=BroughtInSerializer(many=True),
    )
    def post(self, request: Request) -> Response:
        """Import every deck of a file, and return what became of each. If anything is wrong, nothing is imported and
        every error is returned with its place. Sending the file twice does no harm."""
        text = request._request.body.decode("utf-8", "replace")  # the raw text, so that an error has a line
        brought = import_deck_file(text, get_or_create_person(request, making="deck"))
        return Response(BroughtInSerializer(brought, many=True).data)


class DeclarationSerializer(serializers.Serializer[Any]):
    """The declaration of a format; fields that are left out stay as in the rules."""

    base = serializers.ChoiceField(choices=["custom", "draft"], required=False)
    size = serializers.IntegerField(required=False)
    moons = serializers.IntegerField(required=False, allow_null=True, help_text="Null for no limit.")
    copies = serializers.IntegerField(required=False)
    least = serializers.DictField(child=serializers.IntegerField(), required=False)
    without = serializers.ListField(child=serializers.CharField(), required=False, help_text="The card types.")
    banned = serializers.ListField(child=serializers.CharField(), required=False, help_text="Card codes or names.")


@extend_schema_field(DeclarationSerializer)
class DeclarationField(serializers.JSONField):
    """A declaration as sent; its own parser reports every error with field and line."""


class NewHouseSerializer(serializers.Serializer[Any]):
    """A format to declare."""

    name = serializers.CharField(max_length=60)
    declaration = DeclarationField(help_text="What differs from the base format.")
    listed = serializers.BooleanField(required=False, default=False)


class HouseSerializer(serializers.Serializer[HouseFormat]):
    """A declared format."""

    key = serializers.CharField()
    url = PageField("decks:format")
    name = serializers.CharField()
    owner = serializers.CharField(source="owner.display_name")
    listed = serializers.BooleanField()
    created = serializers.DateTimeField()
    declaration = DeclarationSerializer()


class HouseFormatList(APIView):
    """Declared formats: list and declare."""

    @operation("decks", "formats_list", page=HouseSerializer)
    def get(self, request: Request) -> Response:
        """Return your house formats and the listed ones, newest first."""
        return page_of(request, house_formats_for(person_of(request)), HouseSerializer)

    @operation("decks", "formats_create", request=NewHouseSerializer, created=HouseSerializer)
    def post(self, request: Request) -> Response:
        """Create a house format and return it. Its definition never changes."""
        data = valid_body(NewHouseSerializer, request, answer=HouseSerializer)
        text = json.dumps(data["declaration"], ensure_ascii=False, indent=2)[: MAX_DEFINITION_CHARACTERS + 1]
        house = create_house_format(
            owner=get_or_create_person(request, making="format"),
            name=data["name"],
            declaration=text,
            listed=data["listed"],
        )
        return Response(HouseSerializer(house).data, status=status.HTTP_201_CREATED)


class HouseFormatDetail(APIView):
    """Declared format: read one by its key."""

    @operation("decks", "formats_read", response=HouseSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return a house format. Anyone with its key can read it."""
        return Response(HouseSerializer(house_format_by_key(key)).data)

"""API of decks: judge without keeping, keep, change against a version."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from drf_spectacular.utils import OpenApiParameter
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import get_or_create_person, person_of
from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.games import GAMES
from cards.record_registry import record_of_deck
from cards.record_serializers import SPAN, RecordSerializer, date_span_from_request
from common.api.bodies import require_etag, require_fields, valid_body, version_in_if_match, version_to_change
from common.api.etags import etag_of
from common.api.list_filters import ListFilters
from common.api.operations import operation
from common.errors import Conflict, Invalid
from decks.core.sort_orders import DeckOrder
from decks.deck import services
from decks.deck.contents_reader import DECK_LIST_FIELDS, parse_changed_deck_contents, parse_deck_contents
from decks.deck.judging import judge_deck_list
from decks.deck.queries import decks_of, editable_deck, pool_of_owner, visible_deck
from decks.deck.serializers import (
    ContentsSerializer,
    DeckChangeSerializer,
    DeckRowSerializer,
    DeckSerializer,
    NewDeckSerializer,
    PoolSerializer,
    ReportSerializer,
    legality_report_data,
)
from decks.mine.queries import DecksInOrder, deck_summaries
from decks.mine.services import archive_decks, move_decks
from decks.models import FORMATS, Deck
from decks.permissions import is_owner, require_deck_owner

# Fields that PUT requires in addition to the list.
_FIELDS_PUT_MAY_OMIT = ("notes", "visibility", "pool", "tags", "maybe", "folder", "built", "archived")
# Fields that only the owner reads and writes, with the value that others get instead.
_OWNER_DEFAULTS: Mapping[str, Any] = {"folder": "", "built": False, "archived": False}

_CONTENTS = "`contents`: also `cards`, `notes`, `maybe`, `text` and `report`."
_FILTERS = ListFilters(
    text=("name", "notes"),
    day="updated",
    exact={"game": ("game", tuple(GAMES)), "format": ("format", tuple(FORMATS)), "folder": ("folder", ())},
    orders={},  # mostly sorted in Python
)
_LIST_PARAMETERS = [
    *_FILTERS.parameters(),
    OpenApiParameter("tag", str, description="A complete tag."),
    OpenApiParameter("sort", str, description="The sort order.", enum=[order.value for order in DeckOrder]),
    OpenApiParameter("include", str, description=_CONTENTS, enum=["contents"]),
]


def _deck_response(deck: Deck, person: Person | None, *, code: int = status.HTTP_200_OK) -> Response:
    return Response(DeckSerializer(deck, context={"catalogue": catalogue(), "person": person}).data, status=code)


def _contents_to_save(data: dict[str, Any], deck: Deck, person: Person | None, version: int) -> services.DeckContents:
    """Return the contents to save; raises `Conflict` for a change of an old version that no longer fits the deck."""
    try:
        return parse_changed_deck_contents(data, deck, person)
    except Invalid as error:
        if version != deck.version:
            raise Conflict(services.DECK_SAVED_ELSEWHERE, {"version": deck.version}) from error
        raise


def _set_owner_fields(deck: Deck, data: dict[str, Any], person: Person | None) -> None:
    """Set the folder, the archive and whether the deck is built, all of which are private to the owner."""
    current = {
        name: getattr(deck, name) if is_owner(deck, person) else empty for name, empty in _OWNER_DEFAULTS.items()
    }
    changed = {name: data[name] for name, before in current.items() if data.get(name, before) != before}
    if not changed:
        return
    require_deck_owner(deck, person)
    if "built" in changed:
        services.set_built(key=deck.key, person=person, built=changed["built"])
    if "folder" in changed:
        move_decks(person=person, keys=[deck.key], folder=changed["folder"])
    if "archived" in changed:
        archive_decks(person=person, keys=[deck.key], archived=changed["archived"])


class DeckCheck(APIView):
    """Deck check: judge a deck without saving it."""

    keeps_nothing = True

    @operation("decks", "decks_check", request=ContentsSerializer, response=ReportSerializer)
    def post(self, request: Request) -> Response:
        """Check a deck and return the report. Needs no account; nothing is saved."""
        data = valid_body(ContentsSerializer, request, answer=DeckSerializer)
        contents = parse_deck_contents(data, person_of(request))
        return Response(legality_report_data(judge_deck_list(contents.deck)))


class Decks(generics.ListAPIView[Deck]):
    """Decks of the caller: list and create."""

    is_of_the_caller = True

    serializer_class = DeckRowSerializer

    def get_queryset(self) -> Any:
        """Return the caller’s decks in the requested order."""
        person, query = person_of(self.request), self.request.query_params
        rows = _FILTERS.apply(self.request, decks_of(person))
        if (tag := query.get("tag")) is not None:
            rows = rows.filter(pk__in=deck_summaries(person).tags.get(tag, ()))
        return DecksInOrder(rows, DeckOrder(query["sort"].lower())) if query.get("sort") else rows

    def get_serializer_context(self) -> dict[str, Any]:
        """Add the catalogue, read once, and the reader."""
        described = getattr(self, "swagger_fake_view", False)
        return {
            **super().get_serializer_context(),
            "catalogue": catalogue(),
            "person": person_of(self.request),
            "contents": described or "include" in self.request.query_params,
        }

    @operation("decks", "decks_list", response=DeckRowSerializer, parameters=_LIST_PARAMETERS)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Return your decks, latest change first unless you set `sort`."""
        return super().get(request, *args, **kwargs)

    @operation("decks", "decks_create", request=NewDeckSerializer, created=DeckSerializer)
    def post(self, request: Request) -> Response:
        """Save a deck, legal or not, for the account of the token or session, and return it."""
        data = valid_body(NewDeckSerializer, request, answer=DeckSerializer)
        contents = parse_deck_contents(data, person_of(request))
        person = get_or_create_person(request, making="deck")
        with transaction.atomic():
            deck = services.create_deck(owner=person, contents=contents)
            _set_owner_fields(deck, data, person)
        return _deck_response(visible_deck(deck.key, person), person, code=status.HTTP_201_CREATED)


class DeckDetail(APIView):
    """Deck: read, change and delete."""

    @operation("decks", "decks_read", response=DeckSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return a deck with its deck check. Anyone with its key can read it."""
        person = person_of(request)
        return _deck_response(visible_deck(key, person), person)

    @operation("decks", "decks_save", request=DeckChangeSerializer, response=DeckSerializer)
    def put(self, request: Request, key: str) -> Response:
        """Replace a deck: send everything you read, with your changes, and its version or If-Match. The saved deck is
        returned."""
        return self._save_changes(request, key, whole=True)

    @operation("decks", "decks_change", request=DeckChangeSerializer, response=DeckSerializer)
    def patch(self, request: Request, key: str) -> Response:
        """Change the fields you name; the rest of the deck stays the same. Send its version or If-Match. The saved
        deck is returned."""
        return self._save_changes(request, key)

    def _save_changes(self, request: Request, key: str, *, whole: bool = False) -> Response:
        person = person_of(request)
        deck = editable_deck(key, person)
        data = valid_body(DeckChangeSerializer, request, answer=DeckSerializer)
        if whole:
            require_fields(request, (*(() if "text" in data else DECK_LIST_FIELDS), *_FIELDS_PUT_MAY_OMIT))
        version = version_to_change(request, data, deck.version)
        contents = _contents_to_save(data, deck, person, version)
        with transaction.atomic():
            services.save_deck(key=key, person=person, version=version, contents=contents)
            _set_owner_fields(deck, data, person)
        return _deck_response(visible_deck(key, person), person)

    @operation("decks", "decks_delete")
    def delete(self, request: Request, key: str) -> None:
        """Delete a deck for good. With If-Match, only if it has not changed since you read it."""
        person = person_of(request)
        version = version_in_if_match(request, visible_deck(key, person).version)
        services.delete_deck(key=key, person=person, version=version)


class DeckRecord(APIView):
    """Record of a deck: matches played with it."""

    @operation("decks", "decks_record", parameters=SPAN, response=RecordSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return games, wins and crystals of all versions of a deck, from finished public matches."""
        deck = visible_deck(key, person_of(request))
        return Response(RecordSerializer(record_of_deck(deck.pk, date_span_from_request(request))).data)


class PoolDetail(APIView):
    """Drafted pool of the caller: read and delete."""

    @operation("decks", "pools_read", response=PoolSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the cards you drafted. Only for you."""
        return Response(PoolSerializer(pool_of_owner(key, person_of(request))).data)

    @operation("decks", "pools_delete")
    def delete(self, request: Request, key: str) -> None:
        """Delete one of your pools. Decks built from it stay, and so do the draft and its log."""
        person = person_of(request)
        require_etag(request, etag_of(PoolSerializer(pool_of_owner(key, person)).data))
        services.delete_pool(key=key, person=person)

"""API of one's own decks: the list by folder and order, and folders."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import person_of
from common.api.bodies import body_of
from common.api.operations import operation
from common.api.pagination import PAGE_PARAMETERS, page_of, page_schema
from common.api.shapes import fields
from decks.core.sort_orders import DeckOrder
from decks.deck.queries import decks_of
from decks.mine import services
from decks.mine.queries import DecksInOrder, deck_summaries
from decks.models import MAX_FOLDER_NAME, Deck

LIST_PARAMETERS = [
    OpenApiParameter("folder", str, description="Only your decks in this folder; empty for decks without one."),
    OpenApiParameter("sort", str, description="The sort order.", enum=[order.value for order in DeckOrder]),
]


FolderSerializer = fields(
    "FolderSerializer", "A folder.", name=serializers.CharField(), decks=serializers.IntegerField()
)


class RenameSerializer(serializers.Serializer[Any]):
    """A folder and its new name."""

    name = serializers.CharField(max_length=MAX_FOLDER_NAME)
    to = serializers.CharField(max_length=MAX_FOLDER_NAME, allow_blank=True)


class MoveSerializer(serializers.Serializer[Any]):
    """Decks and where they go."""

    decks = serializers.ListField(
        child=serializers.CharField(max_length=16),
        min_length=1,
        max_length=services.MAX_DECKS_MOVED,
        help_text="The deck keys.",
    )
    folder = serializers.CharField(max_length=MAX_FOLDER_NAME, allow_blank=True, required=False)
    archived = serializers.BooleanField(required=False, help_text="Whether to archive the decks, or restore them.")


_FOLDER_PAGE_SCHEMA = page_schema(FolderSerializer)


class Folders(APIView):
    """The folders of the person who asks."""

    is_of_the_caller = True

    @operation("decks", "deck_folders_list", parameters=PAGE_PARAMETERS, response=_FOLDER_PAGE_SCHEMA)
    def get(self, request: Request) -> Response:
        """Return your folders, sorted by name."""
        return _folders_response(request)

    @operation("decks", "deck_folders_change", request=RenameSerializer, response=_FOLDER_PAGE_SCHEMA)
    def patch(self, request: Request) -> Response:
        """Rename or delete a folder and return the folders. Its decks stay. If the new name is taken, both folders
        become one.
        """
        data = body_of(RenameSerializer, request)
        services.rename_folder(person=person_of(request), name=data["name"], to=data["to"])
        return _folders_response(request)


class MoveDecks(APIView):
    """Several decks at once."""

    @operation("decks", "decks_move", request=MoveSerializer, response=_FOLDER_PAGE_SCHEMA)
    def post(self, request: Request) -> Response:
        """Move your decks to a folder or to the archive, and return the folders. If one of them is not yours, none is
        moved.
        """
        data = body_of(MoveSerializer, request)
        person = person_of(request)
        if "folder" in data:
            services.move_decks(person=person, keys=data["decks"], folder=data["folder"])
        if "archived" in data:
            services.archive_decks(person=person, keys=data["decks"], archived=data["archived"])
        return _folders_response(request)


def requested_decks(request: Request) -> QuerySet[Deck] | DecksInOrder:
    """One's own decks, of the folder and in the order asked for; one that there is not was refused before."""
    rows = decks_of(person_of(request))
    folder, sort = (request.query_params.get(name) for name in ("folder", "sort"))
    if folder is not None:
        rows = rows.filter(folder=folder)
    return DecksInOrder(rows, DeckOrder(sort.lower())) if sort else rows


def _folders_response(request: Request) -> Response:
    folders = deck_summaries(person_of(request)).folders
    return page_of(request, [{"name": name, "decks": count} for name, count in folders.items()], FolderSerializer)

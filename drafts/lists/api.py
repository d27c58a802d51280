"""API of card lists: list, create, read, replace and delete."""

from typing import Any

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import get_or_create_person, person_of
from common.api.bodies import require_etag, valid_body
from common.api.etags import etag_of
from common.api.operations import operation
from common.api.pagination import page_of
from drafts.lists.queries import card_lists_of, own_card_list, readable_card_list
from drafts.lists.services import MAX_LISTED_CARDS, create_card_list, delete_card_list, save_card_list
from drafts.models import CardList


class NewDraftListSerializer(serializers.Serializer[Any]):
    """A list of cards to save."""

    name = serializers.CharField(max_length=80)
    cards = serializers.ListField(
        child=serializers.CharField(max_length=40),
        max_length=MAX_LISTED_CARDS,
        source="codes",
        help_text="Their codes.",
    )
    shared = serializers.BooleanField(default=False, help_text="Whether anyone with the key can read it.")


class ListChangeSerializer(serializers.Serializer[Any]):
    """A change of a list: the codes that came and went."""

    at = serializers.DateTimeField()
    added = serializers.ListField(child=serializers.CharField())
    removed = serializers.ListField(child=serializers.CharField())


class DraftListSerializer(serializers.Serializer[CardList]):
    """A list of cards to draft with."""

    key = serializers.CharField()
    name = serializers.CharField()
    owner = serializers.CharField(source="owner.display_name")
    cards = serializers.ListField(child=serializers.CharField(), source="codes")
    shared = serializers.BooleanField()
    changed = serializers.DateTimeField()
    history = ListChangeSerializer(many=True, help_text="The latest 100 changes, newest first.")


class CardLists(APIView):
    """Card lists of the caller: list and create."""

    is_of_the_caller = True

    @operation("drafts", "draft_lists_list", summary="List your card lists", page=DraftListSerializer)
    def get(self, request: Request) -> Response:
        """Return your card lists, latest change first."""
        return page_of(request, card_lists_of(person_of(request)).select_related("owner__user"), DraftListSerializer)

    @operation(
        "drafts",
        "draft_lists_create",
        summary="Save a card list",
        request=NewDraftListSerializer,
        created=DraftListSerializer,
    )
    def post(self, request: Request) -> Response:
        """Save a list of cards and return it. 400 with every card that can’t be drafted."""
        data = valid_body(NewDraftListSerializer, request, answer=DraftListSerializer)
        card_list = create_card_list(owner=get_or_create_person(request, making="list"), **data)
        return Response(DraftListSerializer(card_list).data, status=status.HTTP_201_CREATED)


class CardListDetail(APIView):
    """Card list: read, replace and delete."""

    @operation("drafts", "draft_lists_read", summary="Get a card list", response=DraftListSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return a card list with its changes. Anyone with its key can read a shared one."""
        return Response(DraftListSerializer(readable_card_list(key, person_of(request))).data)

    @operation(
        "drafts",
        "draft_lists_save",
        summary="Replace a card list",
        request=NewDraftListSerializer,
        response=DraftListSerializer,
    )
    def put(self, request: Request, key: str) -> Response:
        """Replace name, cards and sharing, and return the list. Owner only. With If-Match, only if it hasn’t changed
        since you read it.
        """
        person = person_of(request)
        require_etag(request, etag_of(DraftListSerializer(own_card_list(key, person)).data))
        data = valid_body(NewDraftListSerializer, request, answer=DraftListSerializer, whole=True)
        return Response(DraftListSerializer(save_card_list(key, person=person, **data)).data)

    @operation("drafts", "draft_lists_delete", summary="Delete a card list")
    def delete(self, request: Request, key: str) -> None:
        """Delete a card list for good. Owner only; drafts made from it stay."""
        person = person_of(request)
        require_etag(request, etag_of(DraftListSerializer(own_card_list(key, person)).data))
        delete_card_list(key, person=person)

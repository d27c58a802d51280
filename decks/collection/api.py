"""API of the collection: a person’s boxes, the decks built from them, and which of those need the same card."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import get_or_create_person, person_of
from cards.catalogue.queries import catalogue
from common.api.bodies import PUT_NEEDS_EVERY_FIELD, valid_body
from common.api.operations import operation
from decks.collection import services
from decks.collection.queries import ShelfContents, shelf_contents_of
from decks.core.collection import MAX_BOXES_PER_SET, SETS


class CollectionClashSerializer(serializers.Serializer[Any]):
    """A card that is needed more often than it is owned."""

    card = serializers.CharField()
    owned = serializers.IntegerField()
    wanted = serializers.IntegerField()
    decks = serializers.ListField(child=serializers.CharField())


class CollectionSerializer(serializers.Serializer[Any]):
    """The boxes of a collection by set, the decks built from them, and the clashes (DECK-20)."""

    boxes = serializers.DictField(child=serializers.IntegerField(min_value=0, max_value=MAX_BOXES_PER_SET))
    people = serializers.ListField(child=serializers.CharField(), read_only=True)
    built = serializers.ListField(child=serializers.CharField(), read_only=True)
    clashes = CollectionClashSerializer(many=True, read_only=True)


def _collection_response(shelf: ShelfContents) -> Response:
    clashes = [
        {
            "card": clash.card.code,
            "owned": clash.owned,
            "wanted": clash.wanted,
            "decks": [deck.name for deck in clash.decks],
        }
        for clash in shelf.clashes
    ]
    people = [person.display_name for person in shelf.people]
    boxes = {mark: shelf.boxes.get(mark, 0) for mark in SETS}
    return Response(
        {"boxes": boxes, "people": people, "built": [deck.name for deck in shelf.built], "clashes": clashes}
    )


class Collection(APIView):
    """Collection of the caller: boxes and cards owned."""

    is_of_the_caller = True

    @operation("decks", "collection_read", response=CollectionSerializer)
    def get(self, request: Request) -> Response:
        """Return your boxes, the decks built from them, and conflicts between those decks."""
        return _collection_response(shelf_contents_of(person_of(request), catalogue()))

    @operation("decks", "collection_save", request=CollectionSerializer, response=CollectionSerializer)
    def put(self, request: Request) -> Response:
        """Replace your collection: name every set with its number of boxes. The new collection is returned."""
        data = valid_body(CollectionSerializer, request)
        missing = [mark for mark in SETS if mark not in data["boxes"]]
        if missing:
            raise serializers.ValidationError({f"boxes.{mark}": [PUT_NEEDS_EVERY_FIELD] for mark in missing})
        return self._save_boxes(request, data)

    @operation("decks", "collection_change", request=CollectionSerializer, response=CollectionSerializer)
    def patch(self, request: Request) -> Response:
        """Change the number of boxes for the sets you name; the others stay. The new collection is returned."""
        return self._save_boxes(request, valid_body(CollectionSerializer, request))

    def _save_boxes(self, request: Request, data: dict[str, Any]) -> Response:
        person = get_or_create_person(request)
        services.set_boxes(person=person, boxes=data["boxes"])
        return _collection_response(shelf_contents_of(person, catalogue()))

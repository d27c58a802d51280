"""API of the history of a deck: its versions, and restoring one."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import person_of
from cards.catalogue.queries import catalogue
from common.api.bodies import valid_body
from common.api.operations import operation
from common.api.pagination import page_of
from common.api.shapes import fields
from decks.deck.queries import visible_deck
from decks.deck.serializers import DeckSerializer
from decks.deck.versions import version_difference
from decks.history import services
from decks.permissions import require_editable_deck

CopiesSerializer = fields(
    "CopiesSerializer", "A card and its copies.", card=serializers.CharField(), copies=serializers.IntegerField()
)


class DeckVersionSerializer(serializers.Serializer[Any]):
    """A version of a deck and its changes."""

    version = serializers.IntegerField()
    what = serializers.CharField()
    by = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField()
    name = serializers.CharField(allow_blank=True)
    added = CopiesSerializer(many=True)
    removed = CopiesSerializer(many=True)
    settings = serializers.ListField(child=serializers.CharField(), help_text="The changed fields.")


VersionNameSerializer = fields(
    "VersionNameSerializer", "What a version is called.", name=serializers.CharField(max_length=60, allow_blank=True)
)


class DeckHistory(APIView):
    """History of one's own deck: its versions."""

    @operation("decks", "deck_versions_list", page=DeckVersionSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the deck's latest hundred versions, newest first, each with what it changed."""
        person = person_of(request)
        deck, _editor = require_editable_deck(visible_deck(key, person), person)
        changes = list(deck.changes.select_related("person__user")[:101])
        names = dict(deck.version_names.values_list("version", "name"))
        older = [change.contents for change in changes[1:]] + [{}]
        versions = []
        for change, before in zip(changes[:100], older, strict=False):
            gap = version_difference(before, change.contents)
            versions.append(
                {
                    "version": change.version,
                    "what": change.kind,
                    "by": change.person.display_name if change.person else None,
                    "at": change.when,
                    "name": names.get(change.version, ""),
                    "added": [{"card": code, "copies": n} for code, n in gap.added],
                    "removed": [{"card": code, "copies": n} for code, n in gap.removed],
                    "settings": [name for name, _old, _new in gap.settings],
                }
            )
        return page_of(request, versions, DeckVersionSerializer)


class VersionDetail(APIView):
    """Version of one's own deck: name it."""

    @operation("decks", "deck_versions_change", request=VersionNameSerializer)
    def patch(self, request: Request, key: str, version: int) -> None:
        """Name a version in the history, for example after an event."""
        name = valid_body(VersionNameSerializer, request, answer=DeckVersionSerializer)["name"]
        services.name_version(key=key, person=person_of(request), version=version, name=name)


class RestoreVersion(APIView):
    """Restore an old version of a deck."""

    @operation("decks", "deck_versions_restore", response=DeckSerializer)
    def post(self, request: Request, key: str, version: int) -> Response:
        """Restore a version and return the deck. The current list stays in the history."""
        person = person_of(request)
        deck = services.restore_version(key=key, person=person, version=version)
        context = {"catalogue": catalogue(deck.game), "person": person}
        return Response(DeckSerializer(visible_deck(key, person), context=context).data)

"""API index: starting points, and bulk files with their dates."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cards.catalogue.queries import data_versions_with_date
from common.api.operations import operation


class BulkFileSerializer(serializers.Serializer[Any]):
    """A file with all objects of a kind."""

    holds = serializers.CharField(help_text="The contents: the cards of a game, or all rulings.")
    game = serializers.CharField()
    url = serializers.CharField(help_text="The link. Send its `ETag` back to load it only when it has changed.")
    media_type = serializers.CharField()
    version = serializers.IntegerField(help_text="Rises with every change.")
    updated = serializers.DateTimeField()


class IndexSerializer(serializers.Serializer[Any]):
    """Starting points of the API."""

    version = serializers.CharField(help_text="The version of the API.")
    description = serializers.CharField(help_text="The link to the description (OpenAPI 3).")
    docs = serializers.CharField(help_text="The link to the interactive page.")
    changes = serializers.CharField(help_text="The link to the dated list of changes.")
    sign_up = serializers.CharField(help_text="Whether people can create accounts: open, invitation or closed.")
    bulk = BulkFileSerializer(many=True)


class ApiIndex(APIView):
    """Index of the API."""

    @operation("site", "site_read", response=IndexSerializer)
    def get(self, request: Request) -> Response:
        """Return the starting points of the API: its description, changes, and the bulk files with their dates."""
        cards = reverse("cards_api:all")
        bulk = [
            {
                "holds": "cards",
                "game": game,
                "url": f"{cards}?game={game}",
                "media_type": "application/json",
                "version": number,
                "updated": changed,
            }
            for game, number, changed in data_versions_with_date()
        ]
        page = reverse("help:page", args=["api"])
        index = {"version": "1", "description": reverse("schema"), "docs": reverse("api-docs"), "bulk": bulk}
        return Response(IndexSerializer(index | {"changes": f"{page}#what-changed", "sign_up": settings.SIGN_UP}).data)

"""API of guides."""

from typing import Any

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import person_of
from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from common.api.bodies import valid_body
from common.api.operations import operation
from common.api.pagination import page_of
from common.errors import Missing
from common.text import gettext_noop
from decks.deck.queries import visible_deck
from decks.guides import services
from decks.guides.services import guides_of
from decks.markdown import markdown_as_html
from decks.models import MAX_GUIDE_TEXT, DeckGuide


class GuideSerializer(serializers.Serializer[Any]):
    """A guide in one language."""

    language = serializers.CharField()
    text = serializers.CharField(help_text="Markdown; `[[name of a card]]` becomes a link.")
    html = serializers.CharField(help_text="The same as safe HTML.")
    version = serializers.IntegerField(help_text="Send it back with a change.")
    updated = serializers.DateTimeField()


def _guide_data(guide: DeckGuide, cards: Catalogue) -> dict[str, Any]:
    return {
        "language": guide.language,
        "text": guide.text,
        "html": str(markdown_as_html(guide.text, cards)),
        "version": guide.version,
        "updated": guide.updated,
    }


class GuideTextSerializer(serializers.Serializer[Any]):
    """A new text for a guide."""

    text = serializers.CharField(max_length=MAX_GUIDE_TEXT, help_text="Markdown; `[[name of a card]]` becomes a link.")
    version = serializers.IntegerField(min_value=0, help_text="The version you read; 0 for a new guide.")


class Guides(APIView):
    """Guides of a deck: list."""

    @operation("decks", "deck_guides_list", page=GuideSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the deck's guides in every language they are written in, for anyone who can see the deck."""
        deck = visible_deck(key, person_of(request))
        cards = catalogue(deck.game)
        return page_of(request, guides_of(deck), GuideSerializer, lambda guide: _guide_data(guide, cards))


class GuideDetail(APIView):
    """Guide of a deck in one language: read, write and delete."""

    @operation("decks", "deck_guides_read", response=GuideSerializer)
    def get(self, request: Request, key: str, language: str) -> Response:
        """Return the deck's guide in one language, for anyone who can see the deck."""
        deck = visible_deck(key, person_of(request))
        guide = next((guide for guide in guides_of(deck) if guide.language == language), None)
        if guide is None:
            raise Missing(gettext_noop("This deck has no guide in that language."))
        return Response(GuideSerializer(_guide_data(guide, catalogue(deck.game))).data)

    @operation("decks", "deck_guides_save", request=GuideTextSerializer, response=GuideSerializer)
    def put(self, request: Request, key: str, language: str) -> Response:
        """Write or replace the guide in one language, and return it. Owner and editors only."""
        data = valid_body(GuideTextSerializer, request, answer=GuideSerializer)
        guide = services.save_guide(key=key, person=person_of(request), language=language, **data)
        if guide is None:  # nothing was left of the text
            return Response(status=status.HTTP_204_NO_CONTENT)
        cards = catalogue(visible_deck(key, person_of(request)).game)
        return Response(GuideSerializer(_guide_data(guide, cards)).data)

    @operation("decks", "deck_guides_delete")
    def delete(self, request: Request, key: str, language: str) -> None:
        """Delete the guide in one language. Owner and editors only."""
        person = person_of(request)
        saved = next(
            (guide for guide in guides_of(visible_deck(key, person), hidden=True) if guide.language == language), None
        )
        version = saved.version if saved else 0
        services.save_guide(key=key, person=person, language=language, text="", version=version)
        if saved is None:
            raise Missing(gettext_noop("This deck has no guide in that language."))

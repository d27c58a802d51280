"""API of public decks: finding and liking them."""

from difflib import get_close_matches
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cards.core.facts import PEOPLES
from cards.games import GAMES
from common.api.operations import operation
from common.api.pagination import page_of
from common.errors import Detail, Invalid
from common.text import gettext_noop
from decks.core.legality import Format
from decks.models import Deck, HouseFormat
from decks.public.forms import DeckSearchForm
from decks.public.queries import PublicDeckOrder, author_page_key, search_public_decks


class PublicDeckSerializer(serializers.Serializer[Deck]):
    """A public deck as a search result, its figures at most a minute old; `decks_read` has cards and verdict."""

    key = serializers.CharField()
    url = serializers.CharField(source="get_absolute_url")
    name = serializers.CharField()
    owner = serializers.CharField(source="owner.display_name")
    author = serializers.SerializerMethodField(help_text="The author’s key. Use it as `author` to find their decks.")
    game = serializers.CharField()
    format = serializers.SerializerMethodField(help_text="A format, or the key of a house format.")
    people = serializers.CharField(source="listing.people", allow_blank=True)
    status = serializers.CharField(source="listing.status", help_text="`legal`, `illegal` or `unknown`.")
    size = serializers.IntegerField(source="listing.size", help_text="The number of cards.")
    moons = serializers.IntegerField(source="listing.moons", allow_null=True)
    tags = serializers.ListField(child=serializers.CharField())
    likes = serializers.IntegerField(source="listing.likes")
    copies = serializers.IntegerField(source="listing.copies", help_text="How many people copied it.")
    games = serializers.IntegerField(source="listing.games")
    wins = serializers.IntegerField(source="listing.wins")
    published = serializers.DateTimeField(source="listing.since")
    updated = serializers.DateTimeField()

    def get_author(self, deck: Deck) -> str:
        """Return the key of the author’s page."""
        return author_page_key(deck.owner)

    def get_format(self, deck: Deck) -> str:
        """Return the value of the search parameter `format` that finds the deck."""
        return deck.listing.house or deck.format


def _query_parameter(name: str, about: str, kind: Any = OpenApiTypes.STR, **more: Any) -> OpenApiParameter:
    return OpenApiParameter(name, kind, description=about, **more)


_SEARCH_PARAMETERS = [
    _query_parameter("q", "Words in the name, tags, notes or guide."),
    _query_parameter("card", "Card names or codes, separated by commas. The decks contain all of them."),
    _query_parameter("people", "The people of the leader.", enum=[people.value for people in PEOPLES]),
    _query_parameter("tag", "A complete tag."),
    _query_parameter("game", "The game.", enum=list(GAMES)),
    _query_parameter("format", "A format, or the key of a house format."),
    _query_parameter("by", "Part of the author’s name."),
    _query_parameter("author", "The key of an author."),
    _query_parameter("moons_min", "The minimum of moons used.", OpenApiTypes.INT),
    _query_parameter("moons_max", "The maximum of moons used.", OpenApiTypes.INT),
    _query_parameter("legal", "`true` for legal decks only.", OpenApiTypes.BOOL),
    _query_parameter("sort", "The sort order; `new` by default.", enum=[order.value for order in PublicDeckOrder]),
]


class PublicDecks(APIView):
    """Public decks: search."""

    @operation("decks", "public_decks_list", parameters=[*_SEARCH_PARAMETERS], page=PublicDeckSerializer)
    def get(self, request: Request) -> Response:
        """Return the public decks that match. Needs no account."""
        form = DeckSearchForm(request.query_params)
        if not form.is_valid():
            details = tuple(Detail("; ".join(map(str, faults)), field=name) for name, faults in form.errors.items())
            raise Invalid(gettext_noop("This search isn’t valid."), details=details)
        named = form.cleaned_data["format"]
        if named and named not in tuple(Format) and not HouseFormat.objects.filter(key=named).exists():
            template, params = gettext_noop("Unknown format: “%(name)s”."), {"name": named}
            similar = tuple(get_close_matches(named, tuple(Format)))
            raise Invalid(template, params, details=(Detail(template, "format", suggestions=similar, params=params),))
        author = str(request.query_params.get("author", ""))[:16]
        return page_of(request, search_public_decks(form.deck_search(author)), PublicDeckSerializer)

"""API of editors: who builds a deck together, the secret link, joining by it, and leaving."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import get_or_create_person, person_of
from common.api.bodies import body_of
from common.api.operations import operation
from common.api.shapes import fields
from common.links import absolute_url
from decks.deck.queries import visible_deck
from decks.editors import services
from decks.models import Deck, EditingLink
from decks.permissions import is_owner, require_deck_editor


class EditorSerializer(serializers.Serializer[Any]):
    """Somebody who edits a deck of somebody else."""

    key = serializers.CharField(help_text="Identifies the editor when you remove them.")
    name = serializers.CharField()
    joined = serializers.DateTimeField()


class EditorsSerializer(serializers.Serializer[Any]):
    """Editors of a deck. The secret and its address are for the owner alone; others read null."""

    owner = serializers.CharField()
    editors = EditorSerializer(many=True)
    secret = serializers.CharField(allow_null=True)
    link = serializers.CharField(allow_null=True, help_text="The link for new editors.")


AddEditorSerializer = fields(
    "AddEditorSerializer", "A member by the name of their account.", name=serializers.CharField(max_length=150)
)


class JoinedSerializer(serializers.Serializer[Any]):
    """The deck you can now edit."""

    key = serializers.CharField()
    url = serializers.CharField()
    name = serializers.CharField()
    owner = serializers.CharField()


def _editors_response(row: Deck, request: Request, *, code: int = status.HTTP_200_OK) -> Response:
    mine = is_owner(row, person_of(request))
    link = EditingLink.objects.filter(deck=row).first() if mine else None
    rows = row.editors.select_related("person__user")
    answer = {
        "owner": row.owner.display_name,
        "editors": [{"key": row.key, "name": row.person.display_name, "joined": row.since} for row in rows],
        "secret": link.secret if link else None,
        "link": absolute_url(request, reverse("decks:edit_together", args=[link.secret])) if link else None,
    }
    return Response(EditorsSerializer(answer).data, status=code)


class Editors(APIView):
    """Editors of a deck: list, add a member, stop editing."""

    @operation("decks", "deck_editors_read", response=EditorsSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the editors of a deck. Owner and editors only."""
        person = person_of(request)
        row, _person = require_deck_editor(visible_deck(key, person), person)
        return _editors_response(row, request)

    @operation("decks", "deck_editors_create", request=AddEditorSerializer, created=EditorsSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Give a member edit access and return the editors. Owner only."""
        data = body_of(AddEditorSerializer, request)
        services.add_editor(key=key, person=person_of(request), name=data["name"])
        return _editors_response(visible_deck(key, person_of(request)), request, code=status.HTTP_201_CREATED)

    @operation("decks", "deck_editors_leave")
    def delete(self, request: Request, key: str) -> Response:
        """Stop being an editor of this deck."""
        services.leave_deck(key=key, person=person_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class EditorDetail(APIView):
    """Editor of a deck: remove one."""

    @operation("decks", "deck_editors_delete")
    def delete(self, request: Request, key: str, editor: str) -> Response:
        """Remove an editor. Owner only."""
        services.remove_editor(key=key, person=person_of(request), editor=editor)
        return Response(status=status.HTTP_204_NO_CONTENT)


class EditorsLink(APIView):
    """Invitation link for editors of a deck: make a new one, or withdraw it."""

    @operation("decks", "deck_editors_renew_link", created=EditorsSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Create a new secret link and return the editors. The old link stops working. Owner only."""
        services.create_editing_link(key=key, person=person_of(request))
        return _editors_response(visible_deck(key, person_of(request)), request, code=status.HTTP_201_CREATED)

    @operation("decks", "deck_editors_withdraw_link")
    def delete(self, request: Request, key: str) -> Response:
        """Turn off the secret link. Editors who joined through it keep their access. Owner only."""
        services.delete_editing_link(key=key, person=person_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class JoinDeck(APIView):
    """Become an editor of a deck by its invitation link."""

    @operation("decks", "deck_editors_join", response=JoinedSerializer)
    def post(self, request: Request, secret: str) -> Response:
        """Become an editor of a deck through its secret link, and return its key, name and owner."""
        row = services.join_by_editing_link(secret=secret, person=get_or_create_person(request))
        answer = {"key": row.key, "url": row.get_absolute_url(), "name": row.name, "owner": row.owner.display_name}
        return Response(JoinedSerializer(answer).data)

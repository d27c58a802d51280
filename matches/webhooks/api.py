"""API views of webhooks, the same for an event and for a draft."""

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import person_of
from common.api.bodies import body_of
from common.api.pagination import PAGES, page_of
from matches.webhooks.serializers import (
    NOTICE_PAGE,
    WEBHOOK_PAGE,
    NewWebhookSerializer,
    NoticeSerializer,
    WebhookChangeSerializer,
    WebhookMadeSerializer,
    WebhookSerializer,
)
from matches.webhooks.services import WebhookServices

View = TypeVar("View", bound="type[APIView]")
# Operation → method.
_OF_ALL = {"list": "get", "create": "post"}
_OF_ONE = {"notices": "get", "change": "post", "delete": "delete"}


def described(tag: str, prefix: str, **texts: str) -> Callable[[View], View]:
    """Give the operations of a view of webhooks their tag and ids, and texts of their own by operation."""

    def describe(view: View) -> View:
        names = _OF_ALL if issubclass(view, WebhookListView) else _OF_ONE
        operations = {
            method: extend_schema(operation_id=f"{prefix}_{name}", tags=[tag], description=texts.get(name))
            for name, method in names.items()
        }
        return extend_schema_view(**operations)(view)

    return describe


class WebhookListView(APIView):
    """Webhooks of an owner: list and add."""

    webhooks: ClassVar[WebhookServices[Any]]

    @extend_schema(parameters=PAGES, responses=WEBHOOK_PAGE)
    def get(self, request: Request, key: str) -> Response:
        """The addresses and their last answers."""
        return page_of(request, self.webhooks.rows_of(person_of(request), key)[1], WebhookSerializer)

    @extend_schema(request=NewWebhookSerializer, responses={201: WebhookMadeSerializer})
    def post(self, request: Request, key: str) -> Response:
        """Notify an address from now on. The secret is in this answer and in no other."""
        answers: dict[str, Any] = body_of(NewWebhookSerializer, request)
        made = self.webhooks.add(by=person_of(request), key=key, url=answers["url"], shape=answers.get("shape", ""))
        return Response(WebhookMadeSerializer(made).data, status=status.HTTP_201_CREATED)


class WebhookView(APIView):
    """Webhook of an owner: read its notices, test it, delete it."""

    webhooks: ClassVar[WebhookServices[Any]]

    @extend_schema(parameters=PAGES, responses=NOTICE_PAGE)
    def get(self, request: Request, key: str, pk: int) -> Response:
        """The notices of an address, newest first."""
        hook = self.webhooks.hook_of(by=person_of(request), key=key, pk=pk)
        return page_of(request, hook.notices.all(), NoticeSerializer)

    @extend_schema(request=WebhookChangeSerializer, responses=WebhookSerializer)
    def post(self, request: Request, key: str, pk: int) -> Response:
        """Send a test, or turn an address on again that refused too often."""
        by, what = person_of(request), body_of(WebhookChangeSerializer, request)["what"]
        change = self.webhooks.test if what == "test" else self.webhooks.turn_on
        change(by=by, key=key, pk=pk)
        return Response(WebhookSerializer(self.webhooks.hook_of(by=by, key=key, pk=pk)).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, key: str, pk: int) -> Response:
        """Delete an address; it is sent nothing more."""
        self.webhooks.remove(by=person_of(request), key=key, pk=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)

"""API of a draft's webhooks."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import person_of
from common.api.bodies import body_of
from common.api.pagination import PAGES, page_of
from matches.draft_webhooks import services
from matches.webhooks.serializers import (
    NOTICE_PAGE,
    WEBHOOK_PAGE,
    NewWebhookSerializer,
    NoticeSerializer,
    WebhookChangeSerializer,
    WebhookMadeSerializer,
    WebhookSerializer,
)


class DraftWebhooks(APIView):
    """Webhooks of a draft: list and add."""

    @extend_schema(operation_id="draft_webhooks_list", tags=["drafts"], parameters=PAGES, responses=WEBHOOK_PAGE)
    def get(self, request: Request, key: str) -> Response:
        """The addresses you added, and their last answers; for the host."""
        return page_of(request, services.hooks_of(by=person_of(request), key=key)[1], WebhookSerializer)

    @extend_schema(
        operation_id="draft_webhooks_create",
        tags=["drafts"],
        request=NewWebhookSerializer,
        responses={201: WebhookMadeSerializer},
    )
    def post(self, request: Request, key: str) -> Response:
        """Let an address be told of the draft: full, begun, over. The secret is in this answer and in no other."""
        answers: dict[str, Any] = body_of(NewWebhookSerializer, request)
        made = services.add(by=person_of(request), key=key, url=answers["url"], shape=answers.get("shape", ""))
        return Response(WebhookMadeSerializer(made).data, status=status.HTTP_201_CREATED)


class DraftWebhookDetail(APIView):
    """Webhook of a draft: read its notices, test it, delete it."""

    @extend_schema(operation_id="draft_webhooks_notices", tags=["drafts"], parameters=PAGES, responses=NOTICE_PAGE)
    def get(self, request: Request, key: str, pk: int) -> Response:
        """The notices of an address, newest first."""
        hook = services.hook_of(by=person_of(request), key=key, pk=pk)
        return page_of(request, hook.notices.all(), NoticeSerializer)

    @extend_schema(
        operation_id="draft_webhooks_change",
        tags=["drafts"],
        request=WebhookChangeSerializer,
        responses=WebhookSerializer,
    )
    def post(self, request: Request, key: str, pk: int) -> Response:
        """Send a test, or turn an address on again that refused too often."""
        what = body_of(WebhookChangeSerializer, request)["what"]
        if what == "test":
            services.test(by=person_of(request), key=key, pk=pk)
        else:
            services.turn_on(by=person_of(request), key=key, pk=pk)
        return Response(WebhookSerializer(services.hook_of(by=person_of(request), key=key, pk=pk)).data)

    @extend_schema(operation_id="draft_webhooks_delete", tags=["drafts"], responses={204: None})
    def delete(self, request: Request, key: str, pk: int) -> Response:
        """Delete an address; it is sent nothing more."""
        services.remove(by=person_of(request), key=key, pk=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)

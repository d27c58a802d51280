"""Operations of the API: the description of an API view’s method, in one line."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar, cast

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from common.api.pagination import PAGE_PARAMETERS, page_schema

MethodHandler = TypeVar("MethodHandler", bound=Callable[..., Any])


class FileNegotiation(DefaultContentNegotiation):
    """Negotiation for files: whatever `Accept` says, a file has its own media type, and an error is JSON."""

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> tuple[Any, str]:
        return renderers[0], renderers[0].media_type


def operation(
    tag: str,
    operation_id: str,
    *,
    request: Any = None,
    response: Any = None,
    created: Any = None,
    page: type[Serializer[Any]] | None = None,
    parameters: Sequence[OpenApiParameter] = (),
    **options: Any,
) -> Callable[[MethodHandler], MethodHandler]:
    """Describe the request and response of a method: `response` with 200, `created` with 201, else 204 without a body.
    A method that returns None sends 204.

    `page` is the serializer of a row of a paginated list. `more` is passed to `extend_schema`: `responses` if there are
    several, `summary`, `filters`.
    """
    if page is not None:
        response, parameters = page_schema(page), [*parameters, *PAGE_PARAMETERS]
    responses = {201: created} if created is not None else {204: None} if response is None else response
    described: Callable[[MethodHandler], MethodHandler] = extend_schema(
        operation_id=operation_id,
        tags=[tag],
        request=request,
        parameters=list(parameters),
        **{"responses": responses, **options},
    )

    def named(handler: MethodHandler) -> MethodHandler:
        @wraps(handler)
        def respond(*args: Any, **kwargs: Any) -> Any:
            answer = handler(*args, **kwargs)
            return Response(status=status.HTTP_204_NO_CONTENT) if answer is None else answer

        respond.operation_id = operation_id  # type: ignore[attr-defined]
        return described(cast("MethodHandler", respond))

    return named

"""API errors: the one JSON shape of every error, and DRF's exception handler that makes it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from common.errors import Detail, DomainError
from common.http import REFUSAL, headers_of, status_of
from common.i18n import detail_message, translated

# A faulty body as well: whoever may not do a thing need not send it right.
_REFUSED = (400, 401, 403)


def error_body(code: str, message: str, *, rule: str | None = None, details: tuple[Detail, ...] = ()) -> dict[str, Any]:
    """The JSON body of an error."""
    return {"error": {"code": code, "message": message, "rule": rule, "details": [one.as_dict() for one in details]}}


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler: every error in the one shape; unknown exceptions stay a plain 500."""
    response = _answer(error, context)
    request = getattr(context.get("request"), "_request", None)
    if response is not None and response.status_code in _REFUSED and (why := getattr(request, REFUSAL, "")):
        return Response(error_body("not_allowed", why), status=403)
    return response


def _answer(error: Exception, context: dict[str, Any]) -> Response | None:
    if isinstance(error, DomainError):
        details = tuple(replace(one, message=detail_message(one), params=None) for one in error.details)
        body = error_body(error.code, translated(error), rule=error.rule, details=details)
        return Response(body, status=status_of(error), headers=headers_of(error))
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    response = exception_handler(error, context)
    if response is None or not isinstance(error, exceptions.APIException):
        return response
    response.data = _framework_body(error)
    return response


_CODES = {400: "invalid", 401: "not_authenticated", 403: "not_allowed", 404: "not_found", 429: "throttled"}


def _framework_body(error: exceptions.APIException) -> dict[str, Any]:
    code = _CODES.get(error.status_code, str(error.default_code))
    if isinstance(error, exceptions.ValidationError):
        details = tuple(_flatten(error.detail))
        message = details[0].message if len(details) == 1 else str(error.default_detail)
        return error_body(code, message, details=details)
    return error_body(code, str(error.detail))


def _flatten(detail: Any, path: str = "") -> list[Detail]:
    """DRF's nested error lists as one list, each with the dotted path of its field."""
    if isinstance(detail, dict):
        return [one for key, inner in detail.items() for one in _flatten(inner, f"{path}.{key}" if path else str(key))]
    if isinstance(detail, list):
        nested = any(isinstance(inner, dict | list) for inner in detail)
        places = [f"{path}.{index}" if nested else path for index in range(len(detail))]
        return [one for inner, place in zip(detail, places, strict=True) for one in _flatten(inner, place)]
    return [Detail(str(detail), field=path.removesuffix(".non_field_errors") or None)]

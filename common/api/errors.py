"""API errors: the one JSON shape of every error, and DRF's exception handler that makes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from common.errors import Detail, DomainError
from common.http import REFUSAL, headers_of, status_of
from common.i18n import detail_message, translated

# Also with a faulty body: permission is checked before the body.
_REFUSED = (400, 401, 403)


# RFC 9457. Its members are sent together with `error`, which has more details.
MEDIA_TYPE = "application/problem+json"
# Where each code is explained.
TYPES = "/help/api/#"
# Every code, its status and when it is sent; the description of the API and docs/api.md list them.
CODES: Mapping[str, tuple[int, str]] = {
    "invalid": (400, "what was sent is wrong; `details` names every faulty field"),
    "not_authenticated": (401, "the token is unknown, revoked or too old"),
    "not_allowed": (403, "valid, but not for you, or not for this token"),
    "not_found": (404, "there is no such thing, or none that you may know of"),
    "method_not_allowed": (405, "the address has no such method; `Allow` lists those it has"),
    "not_acceptable": (406, "`Accept` asks for a form that the operation does not have"),
    "conflict": (409, "valid a moment ago, but something has changed since; read it again"),
    "precondition_failed": (412, "`If-Match` names another version than the present one"),
    "too_large": (413, "more than the site takes at once"),
    "unsupported_media_type": (415, "a body is JSON, with `Content-Type: application/json`"),
    "key_reused": (422, "an `Idempotency-Key` was sent before with another body"),
    "throttled": (429, "too often; `Retry-After` says how many seconds to wait"),
    "error": (500, "the mistake is the site's own; nothing was changed"),
    "unavailable": (503, "the site cannot reach its data just now; nothing was changed"),
}


def error_body(code: str, message: str, *, rule: str | None = None, details: tuple[Detail, ...] = ()) -> dict[str, Any]:
    """The JSON body of an error: the members of RFC 9457, and `error` with rule and faulty places."""
    status, _meaning = CODES[code]
    title = HTTPStatus(status).phrase
    problem = {"type": f"{TYPES}{code.replace('_', '-')}", "title": title, "status": status, "detail": message}
    return problem | {
        "error": {"code": code, "message": message, "rule": rule, "details": [detail.as_dict() for detail in details]}
    }


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler: every error in the one shape; unknown exceptions stay a plain 500."""
    response = _answer(error, context)
    if response is not None:
        response.content_type = MEDIA_TYPE
    request = getattr(context.get("request"), "_request", None)
    if response is not None and response.status_code in _REFUSED and (why := getattr(request, REFUSAL, "")):
        return Response(error_body("not_allowed", why), status=403, content_type=MEDIA_TYPE)
    return response


def _answer(error: Exception, context: dict[str, Any]) -> Response | None:
    if isinstance(error, DomainError):
        details = tuple(replace(detail, message=detail_message(detail), params=None) for detail in error.details)
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


_BY_STATUS = {status: code for code, (status, _meaning) in CODES.items()}


def _framework_body(error: exceptions.APIException) -> dict[str, Any]:
    code = _BY_STATUS.get(error.status_code, "invalid")
    if isinstance(error, exceptions.ValidationError):
        details = tuple(_flatten(error.detail))
        message = details[0].message if len(details) == 1 else str(error.default_detail)
        return error_body(code, message, details=details)
    return error_body(code, str(error.detail))


def _flatten(detail: Any, path: str = "") -> list[Detail]:
    """DRF's nested error lists as one list, each with the dotted path of its field."""
    if isinstance(detail, dict):
        return [
            nested for key, inner in detail.items() for nested in _flatten(inner, f"{path}.{key}" if path else str(key))
        ]
    if isinstance(detail, list):
        nested = any(isinstance(inner, dict | list) for inner in detail)
        places = [f"{path}.{index}" if nested else path for index in range(len(detail))]
        return [nested for inner, place in zip(detail, places, strict=True) for nested in _flatten(inner, place)]
    return [Detail(str(detail), field=path.removesuffix(".non_field_errors") or None)]

"""API errors: DRF's exception handler, which gives all errors the same JSON shape."""

import math
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from common.api.error_codes import ERROR_CODES, PROBLEM_TYPE, error_body
from common.error_responses import REFUSAL_ATTRIBUTE, headers_of_error, status_of_error, translated_details
from common.errors import Detail, DomainError
from common.i18n import translated
from common.text import gettext_noop

# Maximum errors of a body that are listed.
MAX_ERROR_DETAILS = 100
# The status even for an invalid body, because permissions are checked before the body.
_REFUSED = (400, 401, 403)


def api_exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Handle exceptions for DRF: every error in the same shape; unknown exceptions stay a plain 500."""
    response = _error_response(error, context)
    if response is not None:
        response.content_type = PROBLEM_TYPE
    request = getattr(context.get("request"), "_request", None)
    if response is not None and response.status_code in _REFUSED and (why := getattr(request, REFUSAL_ATTRIBUTE, "")):
        return Response(error_body("not_allowed", why), status=403, content_type=PROBLEM_TYPE)
    if response is not None and response.status_code == 403 and request is not None and _is_anonymous_request(request):
        # Callers without credentials might be allowed with credentials.
        response.data = error_body("not_authenticated", response.data["detail"]) | {
            "error": response.data["error"] | {"code": "not_authenticated"}
        }
        response.status_code = 401
        response["WWW-Authenticate"] = "Bearer"
    return response


def _is_anonymous_request(request: HttpRequest) -> bool:
    credentials = (request.headers.get(name) for name in ("Authorization", "X-Seat-Token"))
    return not any(credentials) and settings.SESSION_COOKIE_NAME not in request.COOKIES


def _error_response(error: Exception, context: dict[str, Any]) -> Response | None:
    if isinstance(error, DomainError):
        body = error_body(error.code, translated(error), rule=error.rule, details=tuple(translated_details(error)))
        return Response(body, status=status_of_error(error), headers=headers_of_error(error))
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    response = exception_handler(error, context)
    if response is None or not isinstance(error, exceptions.APIException):
        return response
    response.data = _framework_error_body(error)
    return response


_CODE_BY_STATUS = {status: code for code, (status, _meaning) in ERROR_CODES.items()}


def _framework_error_body(error: exceptions.APIException) -> dict[str, Any]:
    code = _CODE_BY_STATUS.get(error.status_code, "invalid")
    if isinstance(error, exceptions.ValidationError):
        details = tuple(flattened_details(error.detail)[:MAX_ERROR_DETAILS])
        message = (
            details[0].message if len(details) == 1 else _("Some of the data isn’t valid. Each problem is listed.")
        )
        return error_body(code, message, details=details)
    if isinstance(error, exceptions.Throttled):
        params = {"seconds": math.ceil(getattr(error, "wait", None) or 1)}
        return error_body(code, _("Too many requests. Try again in %(seconds)d seconds.") % params)
    template = _OWN_ERROR_MESSAGES.get(type(error))
    is_own = error.detail != error.default_detail and code not in ("method_not_allowed", "unsupported_media_type")
    return error_body(code, str(error.detail) if is_own or template is None else _(template))


# Messages that replace the framework’s; more specific messages of the site stay.
_OWN_ERROR_MESSAGES: Mapping[type[exceptions.APIException], str] = {
    exceptions.MethodNotAllowed: gettext_noop("This address doesn’t have that method. “Allow” lists those it has."),
    exceptions.UnsupportedMediaType: gettext_noop("Send the body as JSON, with “Content-Type: application/json”."),
    exceptions.NotFound: gettext_noop("This doesn’t exist, or you don’t have access to it."),
    exceptions.NotAcceptable: gettext_noop("This operation can’t return the media type requested in “Accept”."),
    exceptions.NotAuthenticated: gettext_noop("Log in or send a token."),
    exceptions.PermissionDenied: gettext_noop("You don’t have permission to do that."),
}


def flattened_details(errors: Any, path: str = "") -> list[Detail]:
    """Flatten DRF's nested error lists, each error with the dotted path of its field."""
    if isinstance(errors, dict):
        return [
            nested
            for key, inner in errors.items()
            for nested in flattened_details(inner, f"{path}.{key}" if path else str(key))
        ]
    if isinstance(errors, list):
        nested = any(isinstance(inner, dict | list) for inner in errors)
        field_paths = [f"{path}.{index}" if nested else path for index in range(len(errors))]
        return [
            nested
            for inner, field_path in zip(errors, field_paths, strict=True)
            for nested in flattened_details(inner, field_path)
        ]
    return [Detail(str(errors), field=path.removesuffix(".non_field_errors") or None)]

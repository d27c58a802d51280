"""Problem details: the one JSON shape of every error, and the list of codes; knows no framework of the API."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from common.errors import Detail

# RFC 9457. Its members are sent together with `error`, which has more details.
MEDIA_TYPE = "application/problem+json"
# Where each code is explained.
TYPES = "/help/api/#"
# Every code, its status and when it is sent; the description of the API and docs/api.md list them.
CODES: Mapping[str, tuple[int, str]] = {
    "invalid": (400, "what was sent is wrong; `details` names every faulty field"),
    "not_authenticated": (
        401,
        "nobody knows who asks: no token or session, or a token that is unknown, revoked or too old",
    ),
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
    problem = {"type": f"{TYPES}{code}", "title": title, "status": status, "detail": message}
    return problem | {
        "error": {"code": code, "message": message, "rule": rule, "details": [detail.as_dict() for detail in details]}
    }

"""Error codes: every code with its status, and the JSON body of errors; independent of the API framework."""

import tomllib
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.http import JsonResponse

from common.errors import Detail

# RFC 9457. Responses have its members and `error`, which has more details.
PROBLEM_TYPE = "application/problem+json"
# URL at which each code is explained.
PROBLEM_TYPES_URL = "/help/api/#"
# Every code, its status and when it is sent.
ERROR_CODES: Mapping[str, tuple[int, str]] = {
    code: (entry["status"], entry["meaning"])
    for code, entry in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")).items()
}


def error_body(code: str, message: str, *, rule: str | None = None, details: tuple[Detail, ...] = ()) -> dict[str, Any]:
    """Return the JSON body of an error: the members of RFC 9457, and `error` with rule and details."""
    status, _meaning = ERROR_CODES[code]
    title = HTTPStatus(status).phrase
    problem = {"type": f"{PROBLEM_TYPES_URL}{code}", "title": title, "status": status, "detail": message}
    return problem | {
        "error": {"code": code, "message": message, "rule": rule, "details": [detail.as_dict() for detail in details]}
    }


def problem_response(
    code: str, message: str, *, details: tuple[Detail, ...] = (), headers: Mapping[str, str] | None = None
) -> JsonResponse:
    """Return the JSON response of an error, where the API framework isn’t involved."""
    body = error_body(code, message, details=details)
    return JsonResponse(body, status=body["status"], headers=headers, content_type=PROBLEM_TYPE)

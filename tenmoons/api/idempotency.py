"""Middleware: carries out a POST with an `Idempotency-Key` once; if it is sent again, the response is repeated.

The response is stored for a day, encrypted with the key that only its client knows, because it may contain a secret (a
seat token).
"""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import KeptAnswer
from accounts.scopes import API_PATH
from accounts.tasks import IDEMPOTENCY_LIFETIME
from common.api.error_codes import problem_response

MAX_IDEMPOTENCY_KEY_LENGTH, MAX_STORED_ANSWER_BYTES = 200, 262_144
# Bytes per network address and day. Above, responses aren’t stored; the action still isn’t repeated.
MAX_STORED_BY_ADDRESS, SECONDS_PER_DAY = 50_000_000, 86_400
# A process that died during a request blocks its key no longer than this.
CLAIM_DURATION = timedelta(minutes=5)
_STORED_HEADERS = ("Content-Type", "Location", "Preference-Applied")


class IdempotencyMiddleware:
    """Middleware for POST below `/api/v1/` with the header; everything else passes through."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key = request.headers.get("Idempotency-Key")
        if key is None or request.method != "POST" or not request.path.startswith(API_PATH):
            return self.get_response(request)
        if not 1 <= len(key) <= MAX_IDEMPOTENCY_KEY_LENGTH or not key.isascii():
            return problem_response("invalid", _("An Idempotency-Key must be 1 to 200 ASCII characters."))
        name, body = _digest_of_request(request, key), _body_digest(request.body, key)
        saved_answer = _reserve_key(name, body)
        if saved_answer is None:
            return _repeat_response(request, name, body, key)
        try:
            response = self.get_response(request)
        except BaseException:
            saved_answer.delete()
            raise
        _store_response(saved_answer, response, key, str(request.META.get("REMOTE_ADDR", "")))
        return response


def _reserve_key(name: str, body: str) -> KeptAnswer | None:
    """Create a row for this request; None if there is one already."""
    now = timezone.now()
    stale = KeptAnswer.objects.filter(name=name, created__lt=now - IDEMPOTENCY_LIFETIME)
    dead = KeptAnswer.objects.filter(name=name, status=None, created__lt=now - CLAIM_DURATION)
    try:
        with transaction.atomic():
            stale.delete()
            dead.delete()
            return KeptAnswer.objects.create(name=name, body=body)
    except IntegrityError:
        return None


def _repeat_response(request: HttpRequest, name: str, body: str, key: str) -> HttpResponse:
    saved_answer = KeptAnswer.objects.filter(name=name).first()
    if saved_answer is not None and saved_answer.body != body:
        message = _("This Idempotency-Key was already sent with a different body. Use a new one.")
        return problem_response("key_reused", message)
    if saved_answer is None or saved_answer.status is None:
        message = _("The same request is still being processed. Try again in a moment.")
        return problem_response("conflict", message, headers={"Retry-After": "1"})
    stored = _decrypt_response(saved_answer, key)
    if stored is None:
        message = _("This request was completed, but its response has expired. Fetch the current state instead.")
        return problem_response("conflict", message)
    answer = HttpResponse(base64.b64decode(stored["content"]), status=saved_answer.status)
    for header, value in stored["headers"].items():
        answer[header] = value
    answer["Idempotent-Replay"] = "true"
    return answer


def _store_response(saved_answer: KeptAnswer, response: HttpResponse, key: str, address: str) -> None:
    """Store the response; a request that was too early, rate limited or failed can be sent again."""
    if response.status_code >= 500 or response.status_code in (401, 429):
        saved_answer.delete()
        return
    content = response.content if not response.streaming and len(response.content) <= MAX_STORED_ANSWER_BYTES else None
    saved_answer.status = response.status_code
    if content is not None:
        headers = {name: response[name] for name in _STORED_HEADERS if response.has_header(name)}
        stored = {"content": base64.b64encode(content).decode(), "headers": headers}
        answer = _response_cipher(saved_answer.name, key).encrypt(json.dumps(stored).encode()).decode()
        saved_answer.answer = answer if _has_room_to_store(len(answer), address) else ""
    saved_answer.save(update_fields=["status", "answer"])


def _has_room_to_store(size: int, address: str) -> bool:
    """Count bytes of an address; return whether it has room for them today. Without the cache there is no limit."""
    name = f"kept-answers:{address}:{int(time.time()) // SECONDS_PER_DAY}"
    try:
        cache.add(name, 0, SECONDS_PER_DAY)
        total: int | None = cache.incr(name, size)
    except Exception:
        total = None
    return total is None or total <= MAX_STORED_BY_ADDRESS


def _decrypt_response(saved_answer: KeptAnswer, key: str) -> dict[str, Any] | None:
    try:
        answer: dict[str, Any] = json.loads(
            _response_cipher(saved_answer.name, key).decrypt(saved_answer.answer.encode())
        )
    except InvalidToken:
        return None
    return answer


def _response_cipher(name: str, key: str) -> Fernet:
    secret = hmac.digest(settings.SECRET_KEY.encode(), f"{name}{key}".encode(), "sha256")
    return Fernet(base64.urlsafe_b64encode(secret))


def _digest_of_request(request: HttpRequest, key: str) -> str:
    cookie = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    caller = request.headers.get("Authorization") or cookie or str(request.META.get("REMOTE_ADDR", ""))
    parts = (caller, request.headers.get("X-Seat-Token", ""), request.path, key)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _body_digest(body: bytes, key: str) -> str:
    """Return a digest of a body, keyed with two secrets: a plain digest would reveal a password in it."""
    return hmac.digest(settings.SECRET_KEY.encode() + key.encode(), body, "sha256").hex()

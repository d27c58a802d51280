"""Known devices: a signed cookie says which accounts were logged in to from this browser before."""

from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import get_random_string, salted_hmac

COOKIE = f"device_{settings.COOKIE_MARK}"
PATH = "/accounts/"
MAX_ACCOUNTS = 8
_SALT = "accounts.known_devices"


def known_device(request: HttpRequest, login: str) -> str:
    """The id of a device from which somebody has logged in under this name before; "" for any other."""
    device, accounts = _read(request)
    return device if _account(login) in accounts else ""


def remember(request: HttpRequest, response: HttpResponseBase, login: str) -> None:
    """Know this device from now on; with the answer to a right password and code."""
    device, accounts = _read(request)
    accounts = [_account(login), *(account for account in accounts if account != _account(login))][:MAX_ACCOUNTS]
    response.set_cookie(
        COOKIE,
        signing.dumps([device or get_random_string(16), accounts], salt=_SALT),
        max_age=settings.SESSION_COOKIE_AGE,
        path=PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    try:
        pairs: Any = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=settings.SESSION_COOKIE_AGE)
    except signing.BadSignature:
        return "", []
    return pairs[0], pairs[1]


def _account(login: str) -> str:
    return salted_hmac(_SALT, login.strip().lower()).hexdigest()[:16]

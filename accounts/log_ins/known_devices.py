"""Known devices: a signed cookie lists the accounts that this browser has logged in to."""

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
    """Return the id of this device if it has logged in under this name before, else ""."""
    device, accounts = _read(request)
    return device if _account(login) in accounts else ""


def remember(request: HttpRequest, response: HttpResponseBase, login: str) -> None:
    """Add the account to the cookie; call it after a complete log-in."""
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

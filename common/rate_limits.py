"""Rate limits: a fixed window for each budget (`settings.LIMITS`) and each caller, for pages and the API alike.

A caller is a token, else a member, else a network address: guests count by address, because a browser without its
cookie is a new guest. While the cache is unavailable, nothing is limited.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac

from common.errors import TooMany
from common.headers import rate_limit_address
from common.text import gettext_noop, parse_whole_number

if TYPE_CHECKING:
    from rest_framework.request import Request

_SECONDS_BY_UNIT = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def parse_rate(rate: str) -> tuple[int, int]:
    """Return count and window in seconds of a rate: `30/min` is (30, 60). Raises ValueError."""
    text, slash, period = rate.partition("/")
    count = parse_whole_number(text)
    if not slash or count is None or period[:1] not in _SECONDS_BY_UNIT:
        raise ValueError(rate)
    return count, _SECONDS_BY_UNIT[period[0]]


def caller_kind_and_name(request: HttpRequest | Request) -> tuple[str, str]:
    """Return the kind of a caller (`token`, `member` or `anonymous`) and the name to count under."""
    token = getattr(getattr(request, "auth", None), "pk", None)
    if token is not None:
        return "token", f"token-{token}"
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return "member", f"user-{user.pk}"
    return "anonymous", f"from-{rate_limit_address(request.META.get('REMOTE_ADDR', ''))}"


def client_address_digest(request: HttpRequest | Request) -> str:
    """Return an anonymous digest of the client’s address, for counts in the database."""
    return salted_hmac("common.address", rate_limit_address(request.META.get("REMOTE_ADDR", ""))).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class BudgetUse:
    """The state of a budget after a request."""

    budget: str
    limit: int
    window: int  # seconds
    left: int
    reset: int  # seconds until the next window
    over: bool


# The request attribute with the remaining budgets, for response headers.
LIMITS_ATTRIBUTE = "_tenmoons_limits_spent"


def count_request(budget: str, name: str) -> BudgetUse:
    limit, period = parse_rate(settings.LIMITS[budget])
    now = int(time.time())
    key = f"limit:{budget}:{name}:{now // period}"
    reset = period - now % period
    try:
        cache.add(key, 0, period + 1)
        spent: int | None = cache.incr(key)  # None while Redis is unreachable
    except Exception:
        spent = None
    return BudgetUse(budget, limit, period, max(limit - (spent or 0), 0), reset, spent is not None and spent > limit)


def spend_budget(budget: str, name: str) -> int:
    """Count one request; return 0 if it is allowed, else the seconds until the next window."""
    spent = count_request(budget, name)
    return spent.reset if spent.over else 0


def require_budget(budget: str, name: str) -> None:
    """Count one request; raises `TooMany` above the budget."""
    if seconds := spend_budget(budget, name):
        raise TooMany(gettext_noop("Too many attempts. Try again in %(seconds)d seconds."), {"seconds": seconds})


def rate_limited(budget: str, *methods: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorate a view: raises `TooMany` above the budget; without `methods` for every method."""

    def decorator(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not methods or request.method in methods:
                require_budget(budget, caller_kind_and_name(request)[1])
            return view(request, *args, **kwargs)

        return counted

    return decorator

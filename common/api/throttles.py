"""API throttle: counts each request against its caller’s budgets (`common.rate_limits`)."""

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from common.rate_limits import LIMITS_ATTRIBUTE, caller_kind_and_name, count_request


class BudgetThrottle(BaseThrottle):
    """DRF throttle: counts each request for its caller, and for its view’s `budget`, if any."""

    seconds = 0

    def allow_request(self, request: Request, view: Any) -> bool:
        kind, name = caller_kind_and_name(request)
        own = getattr(view, "budget", "") if request.method not in ("HEAD", "OPTIONS") else ""
        spent = tuple(count_request(budget, name) for budget in (kind, own) if budget)
        setattr(request._request, LIMITS_ATTRIBUTE, spent)
        self.seconds = max(limit.reset if limit.over else 0 for limit in spent)
        return self.seconds == 0

    def wait(self) -> float:
        return self.seconds

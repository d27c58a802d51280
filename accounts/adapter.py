"""Adapter of allauth: how people sign up and log in on this site."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from django.conf import settings
from django.http import HttpRequest
from django.shortcuts import render

from accounts.log_ins.devices import known_device_id, network_of_address
from accounts.log_ins.invitations import INVITATION, can_sign_up
from common.text import remove_invisible


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Account adapter: limits wrong passwords without locking the owner out; refuses a malformed `next`."""

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return the key that counts wrong passwords: account and network, or account and known device."""
        where = _known_device_of(request, credentials) or network_of_address(request.META.get("REMOTE_ADDR", ""))
        return f"{super()._get_login_attempts_cache_key(request, **credentials)}:{where}"

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Also limit unknown devices of all networks together, so that many devices guess no faster than one."""
        super().pre_authenticate(request, **credentials)
        if _known_device_of(request, credentials):
            return
        key = super()._get_login_attempts_cache_key(request, **credentials)
        self._everywhere = ratelimit.consume(request, app="allauth.account", action="login_failed_everywhere", key=key)
        if not self._everywhere:
            raise self.validation_error("too_many_login_attempts")

    def _rollback_login_failed_rl_usage(self) -> None:
        super()._rollback_login_failed_rl_usage()
        if everywhere := getattr(self, "_everywhere", None):
            everywhere.rollback()

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return True, or raise a response: the page that says why this visitor can’t sign up."""
        if not can_sign_up(request):
            reason = {"by_invitation": settings.SIGN_UP == INVITATION, "tried": INVITATION in request.GET}
            raise ImmediateHttpResponse(render(request, "account/signup_closed.html", reason, status=403))
        return True

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Reject a name that is taken or has invisible characters."""
        if remove_invisible(username) != username:
            raise self.validation_error("username_blacklisted")
        return str(super().clean_username(username, shallow))

    def is_safe_url(self, url: str | None) -> bool:
        """Return whether to redirect to this address after log-in; False if malformed, such as `https://[::1`."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False


def _known_device_of(request: HttpRequest, credentials: dict[str, Any]) -> str:
    return known_device_id(request, str(credentials.get("username", "")))

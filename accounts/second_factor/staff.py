"""Second step of staff: without one, the admin and the catalogue’s forms redirect to its set-up."""

from collections.abc import Callable
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.models import User

SECOND_FACTOR_TYPES = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]


def has_second_factor(user: User) -> bool:
    """Return whether an account has a second step. One query."""
    return bool(is_mfa_enabled(user, SECOND_FACTOR_TYPES))


def needs_second_factor(request: HttpRequest) -> bool:
    """Return whether this is a member of staff without a second step, on a site that requires it."""
    user = request.user
    if not settings.STAFF_SECOND_FACTOR or not isinstance(user, User):
        return False
    return user.is_active and (user.is_staff or user.is_superuser) and not has_second_factor(user)


def redirect_to_second_factor(request: HttpRequest) -> HttpResponseBase:
    messages.info(
        request, _("Staff accounts need two-step login. Choose a second step below; you only have to do this once.")
    )
    return redirect("mfa_index")


def login_with_second_step(login: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap the admin’s log-in view, which logged-in staff without a second step also reach."""

    def guarded(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        return redirect_to_second_factor(request) if needs_second_factor(request) else login(request, extra_context)

    return guarded


def permission_requiring_second_factor(has_permission: Callable[[HttpRequest], bool]) -> Callable[[HttpRequest], bool]:
    def guarded(request: HttpRequest) -> bool:
        return has_permission(request) and not needs_second_factor(request)

    return guarded

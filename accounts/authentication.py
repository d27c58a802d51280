"""API authentication: a script by token, a member or a guest by session."""

from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.models import ApiToken, User, token_digest

_SCHEME = "Bearer "


class TokenAuthentication(BaseAuthentication):
    """Authentication by the header `Authorization: Bearer tm_…`."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """The account of the token, None without one; raises `AuthenticationFailed` for an unknown or expired token."""
        header = request.headers.get("Authorization", "")
        if not header.startswith(_SCHEME):
            return None
        digest = token_digest(header.removeprefix(_SCHEME).strip())
        token = ApiToken.objects.select_related("user").filter(digest=digest, user__is_active=True).first()
        if token is None:
            raise AuthenticationFailed(_("This token is not valid. Make a new one on your page."))
        if token.expired:
            raise AuthenticationFailed(_("The time of this token is over. Make a new one on your page."))
        now = timezone.now()
        # Once a minute is exact enough, and saves one write a call.
        if token.last_used is None or (now - token.last_used).total_seconds() > 60:
            ApiToken.objects.filter(pk=token.pk).update(last_used=now)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """The value of `WWW-Authenticate`, which makes DRF answer a refused token with 401, not 403."""
        return "Bearer"


class SessionOrGuestAuthentication(SessionAuthentication):
    """Authentication by session; checks CSRF for guests too, because a guest's session can own decks and seats."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        """The member of the session; None for a guest or an unknown visitor."""
        authenticated = super().authenticate(request)
        if authenticated is None and settings.SESSION_COOKIE_NAME in request._request.COOKIES:
            self.enforce_csrf(request)
        return authenticated


class _TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "accounts.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class _SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "accounts.authentication.SessionOrGuestAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}

"""Access to the API: authentication by token or session, permission by the token's scopes."""

from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from accounts.applications.tokens import ApplicationToken, application_token_by_secret
from accounts.identity import person_of
from accounts.models import TOKEN_PREFIX, ApiToken, User, token_digest
from accounts.scopes import ANY_TOKEN, scope_for_path
from common.error_responses import REFUSAL_ATTRIBUTE

_BEARER_PREFIX = "Bearer "
SentToken = ApiToken | ApplicationToken


class TokenAuthentication(BaseAuthentication):
    """Authentication by the header `Authorization: Bearer …`, with a token of the account or of an application."""

    def authenticate(self, request: Request) -> tuple[User, SentToken] | None:
        """Return account and token, None without a token; raises `AuthenticationFailed` for an invalid token."""
        header = request.headers.get("Authorization", "")
        if not header.startswith(_BEARER_PREFIX):
            return None
        secret = header.removeprefix(_BEARER_PREFIX).strip()
        if not secret.startswith(TOKEN_PREFIX):
            lent = application_token_by_secret(secret)
            if lent is None:
                raise AuthenticationFailed(_("This token is invalid or has expired. Get a new one."))
            return lent.row.user, lent
        digest = token_digest(secret)
        token = ApiToken.objects.select_related("user").filter(digest=digest, user__is_active=True).first()
        if token is None:
            raise AuthenticationFailed(_("This token is invalid. Create a new one on your page."))
        if token.expired:
            raise AuthenticationFailed(_("This token has expired. Create a new one on your page."))
        now = timezone.now()
        # Saved at most once a minute.
        if token.last_used is None or (now - token.last_used).total_seconds() > 60:
            ApiToken.objects.filter(pk=token.pk).update(last_used=now)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """Return the value of `WWW-Authenticate`, with which DRF answers a rejected token with 401, not 403."""
        return "Bearer"


class SessionOrGuestAuthentication(SessionAuthentication):
    """Authentication by session; checks CSRF for guests too, because a guest's session can own decks and seats."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        """Return the member of the session; None for a guest or an unknown visitor."""
        authenticated = super().authenticate(request)
        if authenticated is None and settings.SESSION_COOKIE_NAME in request._request.COOKIES:
            self.enforce_csrf(request)
        return authenticated


class KnownCaller(BasePermission):
    """Permission: the caller’s own data (`is_of_the_caller`) can only be read by a known caller."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return whether the request may continue; raises `NotAuthenticated` (401) otherwise."""
        own = request.method in ("GET", "HEAD") and getattr(view, "is_of_the_caller", False)
        if own and not isinstance(request.user, User) and person_of(request) is None:
            raise NotAuthenticated
        return True


class _TokenSecurityScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "accounts.api_access.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class _SessionSecurityScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "accounts.api_access.SessionOrGuestAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}


class TokenScope(BasePermission):
    """Permission: limits a token to its scopes; sessions always pass.

    A token never allows less than no token: a write outside its scopes continues as a stranger’s. A refusal then names
    the missing scope (`common.api.errors`). A view with `keeps_nothing` counts as reading with any method.
    """

    message = ""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return whether the request may continue; refuse reading outside the scopes at once."""
        token = request.auth
        if not isinstance(token, SentToken):
            return True
        area = scope_for_path(request.path)
        reads = request.method in SAFE_METHODS or getattr(view, "keeps_nothing", False)
        granted = token.scopes.split()
        if area in ("", ANY_TOKEN) or area in granted or (area is not None and "read" in granted and reads):
            return True
        self.message = gettext(
            "This token doesn’t have the permission “%(scope)s”. Create another one on your page."
        ) % {"scope": area or "-"}
        if request.method in SAFE_METHODS:
            return False
        setattr(request._request, REFUSAL_ATTRIBUTE, self.message)
        # The token's request must not gain rights from a cookie sent with it.
        request._request.COOKIES = {}
        request._request.session = import_module(settings.SESSION_ENGINE).SessionStore()
        request.user = AnonymousUser()
        return True

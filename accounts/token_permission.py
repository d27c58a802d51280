"""API permission: a token does no more than its scopes allow, and never less than no token."""

from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from accounts.models import ApiToken
from accounts.scopes import ANY_TOKEN, area_of
from common.error_responses import REFUSAL


class TokenScope(BasePermission):
    """Permission: keeps a token within its scopes. Sessions always pass.

    A token may never do less than no token: a writing request outside its scopes continues as a stranger's would, and
    what is refused then names the missing scope (`common.api.errors`). A view with `keeps_nothing` only reads,
    whatever its method.
    """

    message = ""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether the request may continue; reading outside the scopes is refused at once."""
        token = request.auth
        if not isinstance(token, ApiToken):
            return True
        area = area_of(request.path)
        reads = request.method in SAFE_METHODS or getattr(view, "keeps_nothing", False)
        held = token.scopes.split()
        if area in ("", ANY_TOKEN) or area in held or (area is not None and "read" in held and reads):
            return True
        self.message = _("This token may not do that: it was made without “%(scope)s”. Make another on your page.") % {
            "scope": area or "-"
        }
        if request.method in SAFE_METHODS:
            return False
        setattr(request._request, REFUSAL, self.message)
        # A cookie that is sent along must not lend its rights to a token that has none.
        request._request.COOKIES = {}
        request._request.session = import_module(settings.SESSION_ENGINE).SessionStore()
        request.user = AnonymousUser()
        return True

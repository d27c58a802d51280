"""Scopes of API tokens: which scope opens which part of the API, by the first word of the path below /api/v1/."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from accounts.models import ApiToken
from common.http import REFUSAL

# What the form offers. `read` reads everything its owner may see; the others read and write one area.
SCOPES: Mapping[str, Any] = {
    "read": gettext_lazy("Read everything I may see"),
    "decks": gettext_lazy("Decks: read and change"),
    "drafts": gettext_lazy("Drafts: take part and host"),
    "matches": gettext_lazy("Matches and groups: record and manage"),
    "events": gettext_lazy("Events: run them"),
}
# Open to every token, and to nobody without one.
ANY_TOKEN = "any"
# "" is public: it holds nothing personal. A word that is missing here is closed to every token.
AREAS: Mapping[str, str] = {
    "cards": "",
    "catalogue": "",
    "rulings": "",
    "errata": "",
    "lists": "",
    "glossary": "",
    "power": "",
    "decks": "decks",
    "pools": "decks",
    "collection": "decks",
    "shelf": "decks",
    "drafts": "drafts",
    "papers": "drafts",
    "matches": "matches",
    "groups": "matches",
    "seasons": "matches",
    "events": "events",
    "tokens": ANY_TOKEN,
}
PREFIX = "/api/v1/"


def area_of(path: str) -> str | None:
    """The scope a path needs; "" for a public one, None for one that no token opens."""
    return AREAS.get(path.removeprefix(PREFIX).partition("/")[0])


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

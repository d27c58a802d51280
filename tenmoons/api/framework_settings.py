"""Settings of Django REST framework, drf-spectacular and OAuth; none of them is read from the environment."""

from typing import Any

from accounts.scopes import SCOPES

FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api_access.TokenAuthentication",
        "accounts.api_access.SessionOrGuestAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["accounts.api_access.TokenScope"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer", "common.api.lines.LinesRenderer"],
    # `format` is a parameter like others: the search of decks has one.
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_PARSER_CLASSES": ["common.api.parsers.BoundedJSONParser"],
    "DEFAULT_PAGINATION_CLASS": "common.api.pagination.Pages",
    "PAGE_SIZE": 100,
    "DEFAULT_SCHEMA_CLASS": "common.api.openapi.Schema",
    "EXCEPTION_HANDLER": "common.api.errors.answer_error",
    "DEFAULT_THROTTLE_CLASSES": ["common.api.throttles.Budgets"],
    "NUM_PROXIES": 0,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
DESCRIPTION: dict[str, Any] = {
    "TITLE": "Ten Moons",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "RENDERER_WHITELIST": ["rest_framework.renderers.JSONRenderer"],
    "ENUM_NAME_OVERRIDES": {
        "AgreementEnum": ["emissary", "inquisitor", "family", "match"],
        "BoardAreaEnum": ["combat", "support", "covered", "leadership"],
        "CardListKindEnum": ["restricted", "banned"],
        "DecidedResultEnum": ["a", "b", "played"],
        "ElementEnum": ["fire", "earth"],
        "EventStageEnum": ["cut", "finished", "reopened", "open", "closed"],
        "GameStatusEnum": "matches.models.matches.Game.Status",
        "HouseBaseEnum": ["custom", "draft"],
        "ImportLineStatusEnum": ["new", "known", "joined", "wrong"],
        "PickedByEnum": ["player", "bot", "clock"],
        "PowerChangeEnum": ["add", "multiply", "subtract", "divide"],
        "SideEnum": "matches.models.Side",
        "StrengthKindEnum": ["strength", "swaps", "match"],
        "StrengthStatusEnum": ["waiting", "running", "done", "stopped", "failed"],
        "WebhookActEnum": ["test", "on"],
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "tenmoons.api.description.complete",
    ],
}
# What is called compliant here is the best practice of today (RFC 9700); the library will make it the rule later.
_BEST_PRACTICE = (
    "IMPLICIT_GRANT", "PASSWORD_GRANT", "PKCE_METHOD", "ACCESS_TOKEN_TRANSPORT", "AUTHZ_RESPONSE_ISS", "TOKEN_STORAGE",
    "REFRESH_TOKEN", "REDIRECT_URI_SCHEME", "REDIRECT_URI_MATCHING", "PKCE_REQUIRED",
)  # fmt: skip
APPLICATIONS: dict[str, Any] = {
    "SCOPES": SCOPES,
    "DEFAULT_SCOPES": ["read"],
    "ACCESS_TOKEN_EXPIRE_SECONDS": 60 * 60,
    # After the last call that renewed it.
    "REFRESH_TOKEN_EXPIRE_SECONDS": 60 * 60 * 24 * 90,
    "REFRESH_TOKEN_REUSE_PROTECTION": True,
    # Our own form lets in more (accounts/applications/forms.py), and our own view leads there.
    "ALLOWED_REDIRECT_URI_SCHEMES": ["https"],
    "OAUTH2_RESPONSE_TYPES_SUPPORTED": ["code"],
    "OAUTH2_GRANT_TYPES_SUPPORTED": ["authorization_code", "refresh_token"],
    "OAUTH2_TOKEN_ENDPOINT_AUTH_METHODS_SUPPORTED": ["none", "client_secret_basic", "client_secret_post"],
    **{f"COMPLIANT_BCP_RFC9700_{name}": True for name in _BEST_PRACTICE},
}

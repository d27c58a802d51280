"""Settings of Django REST framework and of drf-spectacular; none of them is read from the environment."""

from typing import Any

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

"""Log settings: what is logged, where to and in which form, as `logging.config.dictConfig` takes it."""

from typing import Any

# What Django takes for an attack, each with a logger of its own name.
SUSPICIOUS = (
    "BadRequest",
    "DisallowedHost",
    "DisallowedRedirect",
    "InvalidSessionKey",
    "RequestDataTooBig",
    "SuspiciousFileOperation",
    "SuspiciousMultipartForm",
    "SuspiciousOperation",
    "SuspiciousSession",
    "TooManyFieldsSent",
    "TooManyFilesSent",
)
_LOGGERS: dict[str, dict[str, Any]] = {
    # Django's own handlers would write addresses, and mail them; what it logs goes the way of everything else.
    "django": {"handlers": [], "propagate": True},
    "django.request": {"filters": ["visitors_fault"]},
    **{f"django.security.{kind}": {"filters": ["visitors_fault"]} for kind in SUSPICIOUS},
    # Whole addresses with the keys in them; the site writes its own line of every request.
    "uvicorn.access": {"handlers": [], "level": "CRITICAL", "propagate": False},
    # A page asks the cache several times; while Redis is unreachable one line a minute is enough.
    "tenmoons.cache": {"filters": ["once_a_minute"]},
    # What they tell at DEBUG has codes and tokens in it.
    "oauth2_provider": {"level": "WARNING"},
    "oauthlib": {"level": "WARNING"},
    # One line a tick, every second, tells nobody anything.
    "celery": {"level": "WARNING"},
    "kombu": {"level": "ERROR"},
}


def log_settings(*, form: str, level: str) -> dict[str, Any]:
    """The settings of the log: lines in the form `text` or `json`, from this level on."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "route_only": {"()": "tenmoons.monitoring.logs.RouteOnlyFilter"},
            "visitors_fault": {"()": "tenmoons.monitoring.logs.VisitorsFault"},
            "once_a_minute": {"()": "tenmoons.monitoring.logs.OnceAMinute"},
        },
        "formatters": {
            "text": {
                "()": "tenmoons.monitoring.logs.TextFormatter",
                "format": "%(asctime)s %(levelname)s %(name)s%(trace_id)s: %(message)s",
            },
            "json": {"()": "tenmoons.monitoring.logs.JsonFormatter"},
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": form,
                "filters": ["route_only"],
            },
            "errors": {"class": "tenmoons.monitoring.logs.ErrorCounter", "level": "ERROR"},
        },
        "root": {
            "handlers": ["console", "errors"],
            "level": level,
        },
        "loggers": _LOGGERS,
    }

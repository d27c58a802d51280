"""The settings: one file, configured by the environment, works without any. `docs/operations.md` lists each one."""

import tomllib
from pathlib import Path
from typing import Any

import django_stubs_ext
import environ
from csp.constants import NONE, SELF
from whitenoise.compress import Compressor

from accounts.scopes import TOKEN_SCOPES
from tenmoons import environment as env

# Lets classes such as ModelAdmin take a type parameter at run time, for the type checker.
django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent


def _settings_from_file(file: str) -> dict[str, Any]:
    return tomllib.loads((BASE_DIR / "tenmoons" / file).read_text(encoding="utf-8"))


VAR_DIR = env.env_folder("VAR_DIR", str(BASE_DIR / "var"))
if env.env_text("PROMETHEUS_MULTIPROC_DIR"):
    env.env_folder("PROMETHEUS_MULTIPROC_DIR")

DEBUG = env.env_flag("DEBUG", False)
SECRET_KEY = env.get_or_create_secret_key(VAR_DIR, debug=DEBUG)
COOKIE_MARK = env.cookie_name_mark(SECRET_KEY)
SITE_URL = env.env_text("SITE_URL", shape=env.SITE).rstrip("/")
# By default, only this machine can reach the site; `serve --share` adds the machine’s private addresses.
ALLOWED_HOSTS = env.env_list("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]", env.HOSTS)
SHARED_URL = ""
CSRF_TRUSTED_ORIGINS = env.env_list("CSRF_TRUSTED_ORIGINS", SITE_URL, env.ORIGINS)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "tenmoons.apps.SiteStaticFilesConfig",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "channels",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "oauth2_provider",
    "common",
    "live",
    "accounts",
    "cards",
    "game",
    "boards",
    "decks",
    "drafts",
    "matches",
    "online",
    "tenmoons",
]

MIDDLEWARE = [
    "common.headers.HeadersMiddleware",
    "tenmoons.monitoring.middleware.MonitoringMiddleware",
    "tenmoons.middleware.http_cache.HttpCacheMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "tenmoons.serving.static_storage.CollectedFilesMiddleware",
    "csp.middleware.CSPMiddleware",
    "tenmoons.middleware.database_unavailable.DatabaseUnavailableMiddleware",
    "accounts.sessions.EarlierCookiesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "accounts.language.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    # After CommonMiddleware in this list, which counts the bytes of the finished page.
    "tenmoons.middleware.isolated_names.IsolatedNamesMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.reader.ReaderMiddleware",
    "common.error_responses.DomainErrorMiddleware",
    "tenmoons.middleware.form_recovery.FormRecoveryMiddleware",
    "tenmoons.api.middleware.ApiMiddleware",
    "tenmoons.api.idempotency.IdempotencyMiddleware",
]

ROOT_URLCONF = "tenmoons.urls"
ASGI_APPLICATION = "tenmoons.asgi.application"

# Every template has all of these tags, because their names are unique.
OWN_TAGS = [f"{path.parts[-3]}.templatetags.{path.stem}" for path in BASE_DIR.glob("*/templatetags/[!_]*.py")]
TEMPLATES = [
    {
        "BACKEND": "tenmoons.serving.template_engine.SiteTemplates",
        "NAME": "django",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["tenmoons.serving.template_engine.PageLoader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "builtins": ["django.templatetags.i18n", "django.templatetags.static", *OWN_TAGS],
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.identity.person_context",
                "common.links.local_access_context",
            ],
        },
    }
]

FORM_RENDERER = "tenmoons.serving.template_engine.FormRenderer"

# --- Data ------------------------------------------------------------------------------------------------------------

SQLITE_SYNCHRONOUS = env.env_choice("SQLITE_SYNCHRONOUS", "FULL", ("NORMAL", "FULL"))


def _database_settings() -> dict[str, Any]:
    """Return SQLite in `var/` unless DATABASE_URL names another; an invalid URL stops the start."""
    address = env.env_url("DATABASE_URL", f"sqlite:///{VAR_DIR / 'tenmoons.sqlite3'}", env.DATABASE)
    database: dict[str, Any] = environ.Env.db_url_config(address)
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database["OPTIONS"] = {
            # A transaction that reads and then writes must hold the write lock from its start: with the default
            # (deferred), two of them fail with "database is locked" whatever the timeout is.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": f"PRAGMA journal_mode=WAL; PRAGMA synchronous={SQLITE_SYNCHRONOUS};",
        }
        # Browser tests and threads need a database in a file.
        database["TEST"] = {"NAME": env.env_text("TEST_DATABASE_FILE") or None}
    database["CONN_MAX_AGE"] = env.env_number("CONN_MAX_AGE", 60)
    database["CONN_HEALTH_CHECKS"] = True
    return database


DATABASES = {"default": _database_settings()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = env.env_url("REDIS_URL", "", env.REDIS)
SQLITE_SHARED = env.env_flag("SQLITE_SHARED", False)
GROUP_COMMIT = env.env_flag("GROUP_COMMIT", True)
WEBHOOK_PRIVATE = env.env_flag("WEBHOOK_PRIVATE", False)
# Empty: created once in VAR_DIR. The services are those of Chrome, Firefox, Safari and Edge.
VAPID_KEY = env.env_secret("VAPID_KEY", env.P256_KEY)
PUSH_HOSTS = env.env_list(
    "PUSH_HOSTS",
    "fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com",
    env.PUSH_HOSTS,
)


def _disk_cache_settings(folder: str, max_entries: int) -> dict[str, Any]:
    return {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": VAR_DIR / "pictures" / folder,
        "TIMEOUT": 60 * 60 * 24 * 30,
        "OPTIONS": {"MAX_ENTRIES": max_entries},
    }


def _cache_settings() -> dict[str, Any]:
    if not REDIS_URL:
        return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    from tenmoons.redis_settings import REDIS_CACHE_OPTIONS

    return {
        "BACKEND": "django_redis.cache.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "tenmoons",
        "OPTIONS": REDIS_CACHE_OPTIONS,
    }


CACHES = {
    "default": _cache_settings(),
    # Pictures that took long to paint, on this machine’s disk: about 60 kB a card and 1 MB a sheet of cards.
    "card_faces": _disk_cache_settings("faces", 4000),
    "card_sheets": _disk_cache_settings("sheets", 64),
}
DJANGO_REDIS_LOG_IGNORED_EXCEPTIONS = True
DJANGO_REDIS_LOGGER = "tenmoons.cache"

CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
    "default": (
        {"BACKEND": "live.redis_layer.ReconnectingLayer", "CONFIG": {"hosts": [{"address": REDIS_URL}]}}
        if REDIS_URL
        else {"BACKEND": "channels.layers.InMemoryChannelLayer"}
    )
}

# --- Tasks: Celery, in the serving process unless REDIS_URL is set ---------------------------------------------------

CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    # A hanging connection is dropped; a dead worker’s task is given to another after ten minutes.
    {"socket_connect_timeout": 2, "socket_timeout": 10, "visibility_timeout": 600}
    if REDIS_URL
    else {"polling_interval": 0.2}  # seconds
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
if REDIS_URL:
    # The queue may become available again later, and nobody must restart a worker for that.
    CELERY_BROKER_CONNECTION_MAX_RETRIES = None
    # A task is acknowledged when it is finished, not when it begins: a killed worker loses none.
    CELERY_TASK_ACKS_LATE = CELERY_TASK_REJECT_ON_WORKER_LOST = True
    CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BEAT_SCHEDULER = "celery.beat.Scheduler"  # no file that could be corrupted
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = _settings_from_file("beat_schedule.toml")
EMBEDDED_WORKER = not REDIS_URL

# --- People ----------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "mine"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_USERNAME_MIN_LENGTH = 2
# Even if an address is not confirmed, a form does not reveal whether it belongs to an account.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_FORMS = {
    "change_password": "accounts.forms.ChangePassword",
    "reset_password_from_key": "accounts.forms.ResetPassword",
}
ACCOUNT_SESSION_REMEMBER = True
MFA_ADAPTER = "accounts.second_factor.adapter.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True  # an address is optional
MFA_TOTP_TOLERANCE = 1  # phones’ clocks are up to half a minute wrong
MFA_FORMS = {
    "authenticate": "accounts.second_factor.forms.SecondFactorCodeForm",
    "authenticate_webauthn": "accounts.second_factor.forms.PasskeyAnswerForm",
    "login_webauthn": "accounts.second_factor.forms.PasskeyLoginForm",
    "reauthenticate_webauthn": "accounts.second_factor.forms.PasskeyConfirmForm",
    "add_webauthn": "accounts.second_factor.forms.AddPasskeyForm",
}
SIGN_UP = env.env_choice("SIGN_UP", "open", ("open", "invitation", "closed"))
STAFF_SECOND_FACTOR = env.env_flag("STAFF_SECOND_FACTOR", True)
ACCOUNT_USERNAME_BLACKLIST = ["admin", "bot", "judge", "tenmoons"]
EMAIL_CONFIG = environ.Env.email_url_config(env.env_url("EMAIL_URL", "consolemail://", env.MAIL))
globals().update(EMAIL_CONFIG)
DEFAULT_FROM_EMAIL = env.env_text("DEFAULT_FROM_EMAIL", "Ten Moons <tenmoons@localhost>", env.SENDER)

# --- Language, time, static files ------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
# Each in its own language, so that readers find theirs.
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("nl", "Nederlands"), ("ru", "Русский")]
LANGUAGE_COOKIE_NAME = f"language_{COOKIE_MARK}"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True
FORMAT_MODULE_PATH = "common.formats"

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)  # WhiteNoise warns about a missing folder
# The pictures of the documents, which the help shows.
STATICFILES_DIRS = [BASE_DIR / "static", ("pictures", BASE_DIR / "docs" / "pictures")]
WHITENOISE_USE_FINDERS = DEBUG
# Source maps are for developers; compressing them takes most of a first start.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "tenmoons.serving.static_storage.GzippedManifestStorage"
        )
    },
}

# --- Security --------------------------------------------------------------------------------------------------------

HTTPS = env.env_flag("HTTPS", not DEBUG and bool(env.env_text("ALLOWED_HOSTS")))
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        # Anything not listed here is blocked: nothing inline, nothing from other sites.
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
# `common.headers.HeadersMiddleware` only sends it where browsers heed it.
SECURE_CROSS_ORIGIN_OPENER_POLICY = None
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = env.env_number("HSTS_SECONDS", 31_536_000 if HTTPS else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env.env_flag("BEHIND_PROXY", False) else None
DEFAULT_EXCEPTION_REPORTER = "common.error_responses.ScrubbedReporter"
CSRF_FAILURE_VIEW = "tenmoons.pages.errors.csrf_failure"
TRUSTED_PROXIES = env.env_number("TRUSTED_PROXIES", 1 if SECURE_PROXY_SSL_HEADER else 0, maximum=20)
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_NAME = f"sessionid_{COOKIE_MARK}"
CSRF_COOKIE_NAME = f"csrftoken_{COOKIE_MARK}"
THEME_COOKIE_NAME = f"theme_{COOKIE_MARK}"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 180
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
DATA_UPLOAD_MAX_NUMBER_FILES = 4
FILE_UPLOAD_MOST = 2_000_000  # bytes of all files of one request together
FILE_UPLOAD_HANDLERS = [
    "common.uploads.BoundedUploadHandler",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]
SECURITY_CONTACT = env.env_text("SECURITY_CONTACT", shape=env.CONTACT)
ALARM_CONTACT = env.env_secret("ALARM_CONTACT", env.CONTACT)

# --- Limits: how often, for each token, member or address of the network ----------------------------------------------

LIMITS = {
    "anonymous": env.env_rate("API_RATE_ANONYMOUS", "600/min"),
    "member": env.env_rate("API_RATE_MEMBER", "3000/min"),
    "token": env.env_rate("API_RATE_TOKEN", "3000/min"),
    # Tokens created by password; wrong passwords and codes count with wrong ones on the page.
    "log_in": env.env_rate("LIMIT_LOG_IN", "30/min"),
    # Data of visitors without an account: rejected forms are stored for an hour, guests for good.
    "held": env.env_rate("LIMIT_HELD", "30/min"),
    "guest": env.env_rate("LIMIT_GUEST", "600/hour"),
    # Decks, drafts, matches, groups and events, each counted separately, of one address without an account.
    "create": env.env_rate("LIMIT_CREATE", "300/day"),
    "report": env.env_rate("LIMIT_REPORT", "20/day"),
    # Phrases that a seat sends at its table; not configurable, because the others at the table rely on it.
    "words": "3/min",
}
# Open sockets per web process. A hall of two thousand phones behind one router is one address, with two sockets each.
SOCKETS_PER_ADDRESS = env.env_number("SOCKETS_PER_ADDRESS", 4_000, minimum=1)
# Processor seconds a minute, at one web process.
SECONDS_PER_ADDRESS = env.env_number("SECONDS_PER_ADDRESS", 20, minimum=1)
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    # Counted by account and network, or known device; unknown ones also by account alone.
    "login_failed": "10/m/ip,5/5m/key",
    "login_failed_everywhere": "50/5m/key",
    "signup": "20/m/ip",
    "reset_password": "10/m/ip,3/m/key",
    "reset_password_from_key": "20/m/ip",
    "change_password": "5/m/user",
    "reauthenticate": "10/m/user",
    "manage_email": "10/m/user",
    "confirm_email": "1/3m/key",
}

# --- API -------------------------------------------------------------------------------------------------------------

_FRAMEWORK_SETTINGS = _settings_from_file("api/framework_settings.toml")
# `format` is an ordinary parameter: the search of decks has one.
REST_FRAMEWORK = _FRAMEWORK_SETTINGS["rest_framework"] | {"URL_FORMAT_OVERRIDE": None}
SPECTACULAR_SETTINGS = _FRAMEWORK_SETTINGS["spectacular"]
OAUTH2_PROVIDER = _FRAMEWORK_SETTINGS["oauth"] | {"SCOPES": TOKEN_SCOPES}

# --- Monitoring and log ----------------------------------------------------------------------------------------------

METRICS_TOKEN = env.env_secret("METRICS_TOKEN", env.TOKEN)
SLOW_QUERY_MS = env.env_number("SLOW_QUERY_MS", 500)
SLOW_TRANSACTION_MS = env.env_number("SLOW_TRANSACTION_MS", 1000)
LOGGING = _settings_from_file("monitoring/log_settings.toml")
LOGGING["handlers"]["console"]["formatter"] = env.env_choice("LOG_FORMAT", "text", ("text", "json"))
LOGGING["root"]["level"] = env.env_choice("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR"))

env.env_number("WEB_CONCURRENCY", 1, minimum=1)  # read by uvicorn
env.refuse_misspelt_variables()

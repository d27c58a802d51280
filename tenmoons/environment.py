"""Reading the environment: every setting has a default, and an invalid value stops the start."""

import hmac
import os
import re
from difflib import get_close_matches
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

from common.random_keys import write_key_file
from common.text import parse_whole_number

_TRUE_WORDS, _FALSE_WORDS = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}
_HOST = r"(?:[a-zA-Z0-9.-]+|\[[0-9a-fA-F:.]+\])"
_LOGIN_HOST = rf"(?:[^@/?#\s]*@)?{_HOST}(?::\d+)?"
# Shapes of values: the pattern, and its description in messages.
HOSTS = (
    rf"\*|\.?{_HOST}",
    "host names separated by commas, such as moons.example or [2001:db8::1], without https:// or port",
)
PUSH_HOSTS = rf"(?:\*\.)?{_HOST}", "host names separated by commas, such as *.push.apple.com, without https:// or port"
SITE = rf"https?://{_HOST}(?::\d+)?/?", "a URL such as https://moons.example, without a path"
ORIGINS = (
    rf"https?://(?:\*\.)?{_HOST}(?::\d+)?",
    "URLs separated by commas, such as https://moons.example, without a path",
)
SENDER = r"[^<>@\s]+@[^<>@\s]+|[^<>]*<[^<>@\s]+@[^<>@\s]+>", "an email address, such as Ten Moons <moons@moons.example>"
CONTACT = r"mailto:[^@\s]+@[^@\s]+|https://\S+", "mailto:you@moons.example or a URL that begins with https://"
# Shapes of secrets, which messages never show.
TOKEN = r"\S{20,}", "at least 20 characters without spaces"
P256_KEY = r"[A-Za-z0-9_\-\s]{43,}=*|-----BEGIN [\s\S]+", "a private key (P-256, base64url or PEM)"
DATABASE = (
    rf"sqlite:///.+|postgres(?:ql)?://(?:{_LOGIN_HOST}|[^@/?#\s]*@%2F[^@/?#\s]*|/(?=/))/[^@#\s]+",
    "postgres://user:password@host/name or sqlite:////folder/file",
)
REDIS = rf"rediss?://{_LOGIN_HOST}(?:/\d*)?(?:\?[^@#\s]*)?", "redis://host:6379/0"
MAIL = (
    rf"smtp(?:s|\+tls|\+ssl)?://{_LOGIN_HOST}(?:[/?][^@#\s]*)?|(?:console|memory|dummy)mail://|filemail:///.+",
    "smtp+tls://user:password@host:587",
)
Shape = tuple[str, str]
_ANYTHING: Shape = r"[\s\S]*", ""
_known_names = {"TEN_MOONS_SETTINGS", "TEST_DATABASE_URL", "TEST_REDIS_URL"}


def env_text(name: str, default: str = "", shape: Shape = _ANYTHING) -> str:
    """Read a variable without surrounding spaces; empty means not set, and a wrong shape stops the start."""
    _known_names.add(name)
    raw = os.environ.get(name, "").strip()
    if raw and not _has_shape(raw, shape):
        raise ImproperlyConfigured(f"{name} is {raw!r}, but must be {shape[1]}.")
    return raw or default


def env_secret(name: str, shape: Shape) -> str:
    """Read a text that no message shows; a wrong shape stops the start."""
    raw = env_text(name)
    if raw and not _has_shape(raw, shape):
        raise ImproperlyConfigured(f"{name} is a text of {len(raw)} characters, but must be {shape[1]}.")
    return raw


def env_url(name: str, default: str, shape: Shape) -> str:
    """Read a URL that may contain a password, so messages only show its scheme; a wrong shape stops the start."""
    raw = env_text(name)
    scheme, mark, rest = raw.partition("://")
    if not raw or _has_shape(raw, shape):
        return raw or default
    if re.search("[@/?#]", rest.rpartition("@")[0]):
        raise ImproperlyConfigured(
            f"{name} holds one of @ / ? # in its user name or password. Write %40, %2F, %3F or %23 instead."
        )
    problem = f"is {scheme}://…" if mark else "has no “://”"
    raise ImproperlyConfigured(f"{name} {problem}, but must look like {shape[1]}.")


def _has_shape(raw: str, shape: Shape) -> bool:
    """Return whether a text has this shape and, if it’s a URL, a valid port."""
    if shape is _ANYTHING or not re.fullmatch(shape[0], raw):
        return shape is _ANYTHING
    try:
        return "://" not in raw or urlsplit(raw).port != 0
    except ValueError:
        return False


def refuse_misspelt_variables() -> None:
    """Stop the start for a variable whose name is very similar to a setting’s: its value would have no effect.

    Other unknown names belong to other programs, which share the environment.
    """
    for name in sorted(os.environ.keys() - _known_names):
        for known in get_close_matches(name.upper(), _known_names, 1, 0.86):
            raise ImproperlyConfigured(f"{name} isn’t a setting. Did you mean {known}?")


def env_flag(name: str, default: bool) -> bool:
    """Read a yes or no; anything else stops the start."""
    raw = env_text(name).lower()
    if not raw:
        return default
    if raw in _TRUE_WORDS | _FALSE_WORDS:
        return raw in _TRUE_WORDS
    raise ImproperlyConfigured(f"{name} is {raw!r}, but must be yes or no.")


def env_number(name: str, default: int, *, minimum: int = 0, maximum: int = 2**31 - 1) -> int:
    """Read a whole number from `minimum` to `maximum`; anything else stops the start."""
    raw = env_text(name)
    if not raw:
        return default
    parsed = parse_whole_number(raw, maximum=maximum)
    if parsed is None or parsed < minimum:
        raise ImproperlyConfigured(f"{name} is {raw!r}, but must be a whole number from {minimum} to {maximum}.")
    return parsed


def env_list(name: str, default: str, shape: Shape) -> list[str]:
    """Read values separated by commas; a value of a wrong shape stops the start."""
    parts = [part.strip() for part in env_text(name, default).split(",") if part.strip()]
    for part in parts:
        if not _has_shape(part, shape):
            raise ImproperlyConfigured(f"{name} holds {part!r}, but must be {shape[1]}.")
    return parts


def env_choice(name: str, default: str, allowed: tuple[str, ...]) -> str:
    """Read one of a few words; anything else stops the start."""
    raw = env_text(name, default)
    if raw not in allowed:
        raise ImproperlyConfigured(f"{name} is {raw!r}, but must be one of {', '.join(allowed)}.")
    return raw


def env_rate(name: str, default: str) -> str:
    """Read a rate such as 30/min (second, minute, hour or day); anything else stops the start."""
    raw = env_text(name, default)
    if not re.fullmatch(r"[0-9]{1,7}/(s|sec|m|min|h|hour|d|day)", raw):
        raise ImproperlyConfigured(f"{name} is {raw!r}, but must look like 30/min.")
    return raw


def env_folder(name: str, default: str = "") -> Path:
    """Create a folder if needed; an unwritable one stops the start."""
    path = Path(env_text(name, default))
    if not path.is_absolute():
        raise ImproperlyConfigured(
            f"{name} is {str(path)!r}, but must be the full path of a folder, such as /srv/moons."
        )
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"We couldn’t create the folder {path} ({error.strerror}). Choose another one with {name}."
        raise ImproperlyConfigured(message) from None
    if not os.access(path, os.W_OK):
        raise ImproperlyConfigured(f"We can’t write to the folder {path}. Choose another one with {name}.")
    return path


def get_or_create_secret_key(folder: Path, *, debug: bool) -> str:
    """Return `SECRET_KEY`, or a key created at the first start and stored in the site’s data folder."""
    given = env_text("SECRET_KEY")
    if given:
        if not debug and len(given) < 50:
            raise ImproperlyConfigured("SECRET_KEY is too short. It must have at least 50 characters.")
        return given
    file = folder / "secret_key"
    try:
        if not file.exists():
            write_key_file(file, get_random_secret_key().encode())
    except OSError as error:
        raise ImproperlyConfigured(
            f"We can’t write to the folder {folder} ({error.strerror}). Choose another one with VAR_DIR."
        ) from None
    key = file.read_text(encoding="ascii").strip()
    if not key:
        raise ImproperlyConfigured(f"{file.name} is empty. Delete it and start again.")
    return key


def cookie_name_mark(secret: str) -> str:
    """Return `COOKIE_MARK`, or a mark derived from the secret key; it keeps cookies of sites apart.

    Browsers share the cookies of a machine between ports. The key stays with a site wherever its data is moved, and all
    processes of a deployment share it; with another key, no session could be read anyway.
    """
    mark = env_text("COOKIE_MARK") or hmac.digest(secret.encode(), b"names of cookies", "sha256").hex()[:8]
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,32}", mark):
        raise ImproperlyConfigured("COOKIE_MARK must be up to 32 letters, digits, dashes and underscores.")
    return mark

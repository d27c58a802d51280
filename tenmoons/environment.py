"""Reading the environment: every setting has a default, and a value that makes no sense stops the start."""

import hmac
import os
import re
import tempfile
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

from common.text import parse_whole_number

_TRUE_WORDS, _FALSE_WORDS = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}


def text(name: str, default: str = "") -> str:
    """Read a variable without the spaces around it; an empty one counts as not set."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool) -> bool:
    """Read a yes or no; anything else stops the start."""
    raw = text(name).lower()
    if not raw:
        return default
    if raw in _TRUE_WORDS | _FALSE_WORDS:
        return raw in _TRUE_WORDS
    raise ImproperlyConfigured(f"{name} is {raw!r}, but must be yes or no.")


def number(name: str, default: int, *, least: int = 0) -> int:
    """Read a whole number of at least `least`; anything else stops the start."""
    raw = text(name)
    if not raw:
        return default
    parsed = parse_whole_number(raw)
    if parsed is None or parsed < least:
        raise ImproperlyConfigured(f"{name} is {raw!r}, but must be a whole number of at least {least}.")
    return parsed


def listed(name: str, default: str = "") -> list[str]:
    return [part.strip() for part in text(name, default).split(",") if part.strip()]


def choice(name: str, default: str, allowed: tuple[str, ...]) -> str:
    """Read one of a few words; anything else stops the start."""
    raw = text(name, default)
    if raw not in allowed:
        raise ImproperlyConfigured(f"{name} is {raw!r}, but must be one of {', '.join(allowed)}.")
    return raw


def rate(name: str, default: str) -> str:
    """Read a rate such as 30/min (second, minute, hour or day); anything else stops the start."""
    raw = text(name, default)
    if not re.fullmatch(r"[0-9]{1,7}/(s|sec|m|min|h|hour|d|day)", raw):
        raise ImproperlyConfigured(f"{name} is {raw!r}, but must look like 30/min.")
    return raw


def folder(name: str, default: str = "") -> Path:
    """Create a folder if needed; one that cannot be written to stops the start."""
    path = Path(text(name, default))
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"We couldn’t create the folder {path} ({error.strerror}). Choose another one with {name}."
        raise ImproperlyConfigured(message) from None
    if not os.access(path, os.W_OK):
        raise ImproperlyConfigured(f"We can’t write to the folder {path}. Choose another one with {name}.")
    return path


def _write_file_once(file: Path, words: str) -> None:
    """Write a file that only its owner may read, whole or not at all; of several writers the first counts."""
    number, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")
    part = Path(name)
    try:
        with os.fdopen(number, "w", encoding="ascii") as opened:
            opened.write(words)
        _publish_file(part, file)
    finally:
        part.unlink(missing_ok=True)


def _publish_file(part: Path, file: Path) -> None:
    try:
        os.link(part, file)
    except FileExistsError:
        pass
    except OSError:  # a file system without links
        part.replace(file)


def secret_key(folder: Path, *, debug: bool) -> str:
    """Return `SECRET_KEY`, or a key made at the first start and stored in the folder of the site's data."""
    given = text("SECRET_KEY")
    if given:
        if not debug and len(given) < 50:
            raise ImproperlyConfigured("SECRET_KEY is too short. It must have at least 50 characters.")
        return given
    file = folder / "secret_key"
    try:
        if not file.exists():
            _write_file_once(file, get_random_secret_key())
    except OSError as error:
        raise ImproperlyConfigured(
            f"We can’t write to the folder {folder} ({error.strerror}). Choose another one with VAR_DIR."
        ) from None
    key = file.read_text(encoding="ascii").strip()
    if not key:
        raise ImproperlyConfigured(f"{file.name} is empty. Delete it and start again.")
    return key


def cookie_mark(secret: str) -> str:
    """`COOKIE_MARK`, or one made from the secret key: what tells the cookies of this site from those of another one.

    Browsers keep the cookies of a machine together, whatever the port. The key is what a site keeps wherever its data
    goes, and what all processes of a deployment share; with another key no session could be read anyway.
    """
    mark = text("COOKIE_MARK") or hmac.digest(secret.encode(), b"names of cookies", "sha256").hex()[:8]
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,32}", mark):
        raise ImproperlyConfigured("COOKIE_MARK must be up to 32 letters, digits, dashes and underscores.")
    return mark

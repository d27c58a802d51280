"""Offline pages: which pages and files the service worker may store, and for whom.

A page is only stored if its path is in `OFFLINE_PATHS` (the service worker tests the same patterns), its response has
the `Offline-Copy` header (`common.headers`), and nobody else has used this browser since.
"""

import hashlib
import re
from functools import cache
from pathlib import Path

from django.contrib.staticfiles.finders import find
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest
from django.templatetags.static import static
from django.utils.crypto import salted_hmac

from accounts.identity import person_of
from cards.core.facts import People
from common.random_keys import KEY_ALPHABET, KEY_LENGTH

_KEY_PATTERN = f"[{KEY_ALPHABET}]{{{KEY_LENGTH}}}"
# Paths of pages, without a query except for boards; both Python and JavaScript read these patterns.
OFFLINE_PATHS = (
    r"^/$",
    r"^/cards/$",
    r"^/cards/(peoples|rulings|errata|lists|help)/$",
    r"^/cards/(peoples|rulings|lists)/[a-zA-Z0-9_.-]+/$",
    r"^/cards/(?!keeping/|texts/|searches/|suggest/)[a-z0-9-]+/$",
    r"^/help/([a-z-]+/){0,2}$",
    r"^/board/((learn|turn|readings|(cards|learn|peoples|rules)/[a-z0-9-]+)/)?$",
    r"^/game/peoples/$",
    r"^/decks/$",
    rf"^/decks/{_KEY_PATTERN}/$",
    rf"^/matches/{_KEY_PATTERN}/table/$",
    rf"^/matches/events/{_KEY_PATTERN}/(results/)?$",
)
# Drawn cards are below this path; a URL names its content, and only the newest of each people is stored.
TILES = "/cards/tiles/"
# After a POST to one of these, the reader or the language has changed, so all copies are deleted.
FORGET_AFTER_POST = (r"^/accounts/(login|logout|signup|language)/$", r"^/mine/leave/$", r"^/admin/logout/$")
# Fetched in advance from the second page on, so that the whole catalogue is readable offline.
PREFETCHED_PATHS = (
    "/",
    "/cards/",
    "/cards/peoples/",
    *(f"/cards/peoples/{people.value.lower()}/" for people in People),
    "/cards/rulings/",
    "/help/rules/",
    "/decks/",
)
_SHELL_FILES = (
    "css/site.css", "css/cards.css", "css/decks.css", "css/matches.css", "css/companion.css", "css/search.css",
    "css/peoples.css", "css/charts.css", "css/banner.css", "css/board.css", "css/events.css", "css/results.css",
    "js/events.js", "js/matches.js", "js/results.js", "js/result-queue.js", "js/board.js", "js/clipboard.js",
    "js/live.js", "js/offline.js", "js/site.js", "js/cards.js", "js/companion.js", "js/outbox.js",
    "js/companion-replay.js", "fonts/serif-latin.woff2", "fonts/serif-cyrillic.woff2", "img/moon.svg",
    "img/icons.svg", "django_htmx/htmx-2.min.js",
)  # fmt: skip


def may_store_offline(path: str) -> bool:
    """Return whether the page at a path may be stored offline, if its response agrees."""
    return any(re.search(pattern, path) for pattern in OFFLINE_PATHS)


def reader_digest(request: HttpRequest) -> str:
    """Return a digest of the reader: the same for the same person, different for others and after a log-out."""
    account = request.user.pk if hasattr(request, "user") else None
    guest = person_of(request) if account is None and hasattr(request, "user") else None
    return salted_hmac("tenmoons.offline", f"{account or ''}.{guest.pk if guest else ''}").hexdigest()[:16]


def shell_urls() -> list[str]:
    return [static(name) for name in _SHELL_FILES if find(name)]


@cache
def files_hash() -> str:
    """Return a version that changes with any static file: the manifest’s hash, or one of the files."""
    known: str | None = getattr(staticfiles_storage, "manifest_hash", None)
    if known:
        return known
    whole = hashlib.sha256()
    for name in _SHELL_FILES:
        file = find(name)
        if isinstance(file, str):
            whole.update(Path(file).read_bytes())
    return whole.hexdigest()[:12]

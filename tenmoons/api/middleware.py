"""Middleware for `/api/`: CORS, ETags, unknown parameters, rate limit and deprecation headers, and `Location`."""

import threading
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import http_date
from django.utils.translation import gettext as _

from accounts.scopes import API_PATH, scope_for_path
from common.api.error_codes import problem_response
from common.api.etags import etag_of
from common.errors import Detail
from common.headers import GetResponse, conditional_response
from common.rate_limits import LIMITS_ATTRIBUTE, BudgetUse

# drf-spectacular loads its extensions at first use, and two threads that do so at once fail.
DESCRIPTION_LOCK = threading.RLock()


def _parameter_errors(query: Iterable[tuple[str, list[str]]], known: Mapping[str, Sequence[str]]) -> Iterator[Detail]:
    """Yield each unknown parameter, and each invalid value with the allowed ones."""
    for name, given in query:
        if name not in known:
            yield Detail(_unknown_parameter_message(name, known), field=name[:120])
            continue
        values = known[name]
        for value in (value for value in given if values and not {value, value.lower()} & set(values)):
            close = tuple(get_close_matches(value, values, n=3))
            params = {"value": value[:40], "wanted": ", ".join(values)}
            yield Detail(_("“%(value)s” isn’t one of: %(wanted)s.") % params, field=name, suggestions=close)


def _unknown_parameter_message(name: str, known: Iterable[str]) -> str:
    close = get_close_matches(name, sorted(known), n=1)
    if close:
        params = {"name": name[:40], "close": close[0]}
        return _("Unknown parameter “%(name)s”. Did you mean “%(close)s”?") % params
    return _("Unknown parameter “%(name)s”.") % {"name": name[:40]}


@lru_cache(maxsize=512)
def parameters_of_view(view: Callable[..., Any], route: str, method: str) -> Mapping[str, Sequence[str]]:
    """Return an operation’s query parameters, each with its allowed values, from its description."""
    from drf_spectacular.generators import SchemaGenerator  # loaded with the API, not at every start

    generator: Any = SchemaGenerator()  # type: ignore[no-untyped-call]
    with DESCRIPTION_LOCK:
        made = generator.create_view(view, method.upper())
        names: dict[str, tuple[str, ...]] = made.schema.query_parameters(f"/{route}", method)
    return names


DESCRIPTION_FILE = Path(__file__).with_name("description.toml")
DEPRECATED: Mapping[str, Mapping[str, Any]] = tomllib.loads(DESCRIPTION_FILE.read_text(encoding="utf-8"))["deprecated"]


def deprecation_headers(request: HttpRequest) -> Mapping[str, str]:
    """Return the deprecation headers of a resolved request; none for an operation that isn’t deprecated."""
    view = getattr(request.resolver_match and request.resolver_match.func, "cls", None)
    handler = getattr(view, str(request.method).lower(), None)
    deprecation = DEPRECATED.get(getattr(handler, "operation_id", ""))
    if deprecation is None:
        return {}
    return {
        "Deprecation": f"@{_timestamp_of_day(deprecation['since'])}",
        "Sunset": http_date(_timestamp_of_day(deprecation["until"])),
        "Link": '</help/api/#what-changed>; rel="deprecation"',
    }


def _timestamp_of_day(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp())


SCHEMA_PATH = "/api/schema/"
EXPOSED_HEADERS = "Deprecation, ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, Sunset"
PREFLIGHT_CACHE_SECONDS = 86400
_READING_METHODS = ("GET", "HEAD")
# Headers with credentials.
CREDENTIAL_HEADERS = ("Cookie", "Authorization", "X-Seat-Token")


class ApiMiddleware:
    """Middleware that rejects unknown parameters and completes API responses; other paths pass through."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith("/api/"):
            return self.get_response(request)
        path = request.path
        same_for_all = path == SCHEMA_PATH or (path.startswith(API_PATH) and scope_for_path(path) == "")
        for_others = _cross_origin_methods(request, same_for_all)
        if for_others and request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            return _preflight_response(for_others)
        response = self.get_response(request)
        if request.method in for_others:
            response.headers.setdefault("Access-Control-Allow-Origin", "*")
            response.headers.setdefault("Access-Control-Expose-Headers", EXPOSED_HEADERS)
        if same_for_all and request.method in ("GET", "HEAD"):
            response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        _add_rate_limit_headers(response, getattr(request, LIMITS_ATTRIBUTE, ()))
        for name, value in deprecation_headers(request).items():
            response.headers[name] = value
        if response.status_code == 201 and not response.has_header("Location"):
            response.headers["Location"] = location_of_created(request.path, getattr(response, "data", None))
        if request.method in ("GET", "HEAD") and isinstance(response, HttpResponse) and response.status_code == 200:
            return _with_etag(request, response)
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Return 400 for unknown parameters or values, with the nearest name; None if all are known."""
        method = (request.method or "").lower()
        if not request.GET or not request.path.startswith(API_PATH) or not hasattr(getattr(view, "cls", None), method):
            return None
        known = parameters_of_view(view, request.resolver_match.route if request.resolver_match else "", method)
        details = tuple(_parameter_errors(request.GET.lists(), known))
        return problem_response("invalid", details[0].message, details=details) if details else None


def _cross_origin_methods(request: HttpRequest, same_for_all: bool) -> Sequence[str]:
    """Return the methods that a page of another site may send: reading public data, and requests that store nothing.

    A request without cookies and tokens gets public data. A response for a person has no CORS headers, so that no
    browser hands it to another site from its cache.
    """
    known = any(request.headers.get(name) for name in CREDENTIAL_HEADERS)
    if not same_for_all and (known or not request.path.startswith(API_PATH)):
        return ()
    try:
        view = getattr(resolve(request.path).func, "cls", None)
    except Resolver404:
        return _READING_METHODS if same_for_all else ()
    if not same_for_all and (view is None or getattr(view, "is_of_the_caller", False)):
        return ()
    return (*_READING_METHODS, "POST") if getattr(view, "keeps_nothing", False) else _READING_METHODS


def _preflight_response(methods: Sequence[str]) -> HttpResponse:
    """Return a response that says which requests a page of another site may send, without cookies."""
    response = HttpResponse(status=204)
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Allow-Methods"] = ", ".join(methods)
    response["Access-Control-Allow-Headers"] = "Accept, Accept-Language, Content-Type, If-None-Match"
    response["Access-Control-Max-Age"] = str(PREFLIGHT_CACHE_SECONDS)
    return response


def _add_rate_limit_headers(response: HttpResponseBase, spent: tuple[BudgetUse, ...]) -> None:
    """Add `RateLimit-Policy` and `RateLimit`: how much is allowed, how much is left, seconds to the reset."""
    if spent:
        response.headers["RateLimit-Policy"] = ", ".join(
            f'"{use.budget}";q={use.limit};w={use.window}' for use in spent
        )
        response.headers["RateLimit"] = ", ".join(f'"{use.budget}";r={use.left};t={use.reset}' for use in spent)


def _with_etag(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Add the ETag; return 304 if the client has this version."""
    if "no-store" in response.get("Cache-Control", ""):
        return response
    patch_vary_headers(response, ("Authorization", "Cookie", "Accept-Language"))
    if not response.has_header("Cache-Control"):
        patch_cache_control(response, private=True, no_cache=True)
    if not response.has_header("ETag"):
        response["ETag"] = etag_of(getattr(response, "data", None), response.content)
    return conditional_response(request, response)


def location_of_created(path: str, data: Any) -> str:
    """Return the URL of what a POST to `path` has created: its own, or that of its parent."""
    for name in (*_object_keys_in_response(data), ""):
        address = f"{path}{name}/" if name else path
        if _is_readable_url(address):
            return address
    parts = path.removeprefix(API_PATH).strip("/").split("/")
    while len(parts) > 1:
        parts.pop()
        if _is_readable_url(address := f"{API_PATH}{'/'.join(parts)}/"):
            return address
    return path


def _object_keys_in_response(data: Any) -> list[str]:
    """Return the keys or numbers in a response: at the top level, or in its only object."""
    if isinstance(data, list):
        data = data[0] if len(data) == 1 else None
    if not isinstance(data, dict):
        return []
    inner = (value for value in data.values() if isinstance(value, dict))
    return [
        str(value[name])
        for value in (data, *inner)
        for name in ("key", "id", "number")
        if value.get(name) not in (None, "")
    ]


def _is_readable_url(address: str) -> bool:
    try:
        resolved = resolve(address)
    except Resolver404:
        return False
    return hasattr(getattr(resolved.func, "cls", None), "get")

"""Links: absolute URLs for sharing, with an address that other devices can open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.http import url_has_allowed_host_and_scheme

if TYPE_CHECKING:
    from rest_framework.request import Request

_LOOPBACK_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})


def is_loopback_request(request: HttpRequest | Request) -> bool:
    """Return whether the page was opened at a loopback address."""
    return split_domain_port(request.get_host())[0] in _LOOPBACK_HOSTS


def absolute_url(request: HttpRequest | Request, path: str) -> str:
    """Return a path as a URL; on a shared site (`serve --share`) with the address in the local network."""
    if settings.SHARED_URL and is_loopback_request(request):
        return f"{settings.SHARED_URL}{path}"
    return str(request.build_absolute_uri(path))


def safe_local_path(request: HttpRequest, given: str) -> str:
    """Return a path of this site that was sent as the next page; empty for anything else."""
    safe = url_has_allowed_host_and_scheme(given, {request.get_host()}, require_https=request.is_secure())
    # Return only paths, because `redirect` takes other values for names of pages.
    return given if safe and given.startswith("/") and not given.startswith("//") else ""


def local_access_context(request: HttpRequest) -> dict[str, Callable[[], bool]]:
    return {"this_machine_only": lambda: not settings.SHARED_URL and is_loopback_request(request)}

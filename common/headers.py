"""Headers: security headers on every response, the client's address behind proxies, and the `Offline-Copy` mark."""

import ipaddress
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.http.request import split_domain_port
from django.utils.cache import get_conditional_response

GetResponse = Callable[[HttpRequest], HttpResponseBase]
IPV6_NETWORK_BITS = 64
# The site uses no device features; it only writes to the clipboard, for buttons that copy a link.
_UNUSED_FEATURES = (
    "accelerometer", "autoplay", "camera", "display-capture", "encrypted-media", "geolocation", "gyroscope",
    "hid", "magnetometer", "microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking",
)  # fmt: skip
PERMISSIONS_POLICY = ", ".join(f"{name}=()" for name in _UNUSED_FEATURES)


def client_ip_address(forwarded: str, connected: str) -> str:
    """Return the client's address: from `X-Forwarded-For` behind TRUSTED_PROXIES, else the connected address.

    Each proxy appends the address that connected to it: with n proxies, the client is the n-th from the end.
    """
    count = settings.TRUSTED_PROXIES
    named = [part.strip() for part in forwarded.split(",") if part.strip()] if count else []
    return str(named[-count]) if count and len(named) >= count else connected


def rate_limit_address(address: str) -> str:
    """Return the address for rate limits: IPv4 unchanged, IPv6 as its network of 64 bits, "" for no address."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return ""
    parsed = getattr(parsed, "ipv4_mapped", None) or parsed
    if parsed.version == 4:
        return str(parsed)
    return str(ipaddress.ip_network((parsed, IPV6_NETWORK_BITS), strict=False))


def conditional_response(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return 304 with the headers of the response if the client has its ETag, otherwise the response."""
    answer = get_conditional_response(request, etag=response["ETag"], response=response)
    assert isinstance(answer, HttpResponse)
    if answer is not response:
        for name, value in response.items():
            if name.lower() not in {"content-length", "content-type", "content-encoding"}:
                answer.headers.setdefault(name, value)
    return answer


def allow_other_sites(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Decorate a view whose response other sites may show: it is the same for everyone and contains no secret."""

    @wraps(view)
    def open_to_all(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        response.headers["Access-Control-Allow-Origin"] = "*"
        return response

    return open_to_all


# Marks a response that the service worker may store for offline use. Its value identifies the reader.
OFFLINE_COPY_HEADER = "Offline-Copy"
AnyResponse = TypeVar("AnyResponse", bound=HttpResponseBase)


def allow_offline_copy(response: AnyResponse) -> AnyResponse:
    """Mark a personal page for offline use; only for pages without secrets of a running game."""
    response.headers[OFFLINE_COPY_HEADER] = "yes"
    return response


# For files whose URL names their content.
CACHE_FOREVER = "public, max-age=31536000, immutable"
# For responses made before the middleware that usually sets these headers.
_HEADERS_OF_EVERY_RESPONSE = {
    "Permissions-Policy": PERMISSIONS_POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
# Only pages need these. Files are small and many: the headers were a third of the bytes of a drawn card.
_PAGE_ONLY_HEADERS = ("Permissions-Policy", "Referrer-Policy", "X-Frame-Options", "Cross-Origin-Opener-Policy")


# Parts of URLs that grant access. Browsers send such a page’s origin with the next request, but never its URL, which
# would appear in logs. With `no-referrer`, it would not send the origin of forms, which would then be rejected.
SECRET_URL_PARAMETERS = frozenset({"secret", "token", "join_key", "invite_key", "role_key", "uidb36"})


class HeadersMiddleware:
    """Outermost middleware: sets REMOTE_ADDR to the client's address, and adds security headers that are missing."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
        request.META["REMOTE_ADDR"] = client_ip_address(forwarded, request.META.get("REMOTE_ADDR", ""))
        response = self.get_response(request)
        for name, value in _HEADERS_OF_EVERY_RESPONSE.items():
            response.headers.setdefault(name, value)
        if request.resolver_match and SECRET_URL_PARAMETERS & request.resolver_match.kwargs.keys():
            response.headers["Referrer-Policy"] = "strict-origin"
        if _is_secure_origin(request):
            response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        if "immutable" in response.get("Cache-Control", ""):  # a file: its URL names its content
            response.headers["Content-Security-Policy"] = _HEADERS_OF_EVERY_RESPONSE["Content-Security-Policy"]
            for name in _PAGE_ONLY_HEADERS:
                del response.headers[name]
        return response


def _is_secure_origin(request: HttpRequest) -> bool:
    """Return whether browsers trust the origin (https or this machine); elsewhere they log the policy."""
    host, _port = split_domain_port(request.META.get("HTTP_HOST") or request.META.get("SERVER_NAME", ""))
    return request.is_secure() or host in ("localhost", "127.0.0.1", "[::1]")

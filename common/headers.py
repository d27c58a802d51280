"""What every answer says to the browser beside its contents, and where a request really comes from."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

Handler = Callable[[HttpRequest], HttpResponseBase]
# Nothing of a device is ever asked for; the clipboard is written by the buttons that copy a link.
_NOT_USED = (
    "accelerometer",
    "autoplay",
    "camera",
    "display-capture",
    "encrypted-media",
    "geolocation",
    "gyroscope",
    "hid",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "publickey-credentials-get",
    "serial",
    "usb",
    "xr-spatial-tracking",
)
PERMISSIONS = ", ".join(f"{one}=()" for one in _NOT_USED)


class ClientAddress:
    """Takes the address of a client from the proxies the operator says there are, and from nobody else.

    Each proxy writes at the end of `X-Forwarded-For` who asked it; with n of them the n-th from the end is the client,
    and what stands before it anybody may have made up.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Put it where everything looks for it."""
        count = settings.TRUSTED_PROXIES
        if count:
            said = [one.strip() for one in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if one.strip()]
            if len(said) >= count:
                request.META["REMOTE_ADDR"] = said[-count]
        return self.get_response(request)


# For an answer that was given before the middleware that sets these, and for what that does not know.
_ALWAYS = {
    "Permissions-Policy": PERMISSIONS,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}


class Headers:
    """The headers that every answer has, whoever gives it."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Add them."""
        response = self.get_response(request)
        for name, value in _ALWAYS.items():
            response.headers.setdefault(name, value)
        return response

"""Devices: browser, system and network of a request, and the cookie by which an account recognises a device."""

import ipaddress
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import get_random_string, salted_hmac

# The first match decides, because browsers also name other browsers in their header.
BROWSER_MARKS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("FxiOS", "Firefox"),
    ("Firefox", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
    ("curl", "curl"),
    ("Python", "Python"),
    ("python", "Python"),
)
SYSTEM_MARKS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)
IPV4_NETWORK_BITS, IPV6_NETWORK_BITS = 24, 48


def browser_and_system(user_agent: str) -> tuple[str, str]:
    """Return browser and system; "" for unknown ones.

    >>> browser_and_system("Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0")
    ('Firefox', 'Linux')
    >>> browser_and_system("curl/8.5.0")
    ('curl', '')
    """
    browser = next((name for word, name in BROWSER_MARKS if word in user_agent), "")
    system = next((name for word, name in SYSTEM_MARKS if word in user_agent), "")
    return browser, system


def network_of_address(address: str) -> str:
    """Return the network of an IP address; "" for anything else.

    >>> network_of_address("203.0.113.77"), network_of_address("2001:db8:1:2::7"), network_of_address("nowhere")
    ('203.0.113.0/24', '2001:db8:1::/48', '')
    """
    try:
        ip_address = ipaddress.ip_address(address)
    except ValueError:
        return ""
    bits = IPV4_NETWORK_BITS if ip_address.version == 4 else IPV6_NETWORK_BITS
    return str(ipaddress.ip_network((ip_address, bits), strict=False))


COOKIE = f"device_{settings.COOKIE_MARK}"
COOKIE_PATH = "/accounts/"
MAX_COOKIE_ACCOUNTS = 8
_SALT = "accounts.known_devices"


def known_device_id(request: HttpRequest, login: str) -> str:
    """Return the id of this device if it has logged in under this name before, else ""."""
    device, accounts = _read_device_cookie(request)
    return device if _account_digest(login) in accounts else ""


def remember_device(request: HttpRequest, response: HttpResponseBase, login: str) -> None:
    """Add the account to the cookie; call it after a complete log-in."""
    device, accounts = _read_device_cookie(request)
    accounts = [_account_digest(login), *(account for account in accounts if account != _account_digest(login))][
        :MAX_COOKIE_ACCOUNTS
    ]
    response.set_cookie(
        COOKIE,
        signing.dumps([device or get_random_string(16), accounts], salt=_SALT),
        max_age=settings.SESSION_COOKIE_AGE,
        path=COOKIE_PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _read_device_cookie(request: HttpRequest) -> tuple[str, list[str]]:
    try:
        pairs: Any = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=settings.SESSION_COOKIE_AGE)
    except signing.BadSignature:
        return "", []
    return pairs[0], pairs[1]


def _account_digest(login: str) -> str:
    return salted_hmac(_SALT, login.strip().lower()).hexdigest()[:16]

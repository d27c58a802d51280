"""Checks from outside: the running site over HTTP, the proxy in front of it, mail."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ssl import SSLCertVerificationError
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urljoin, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from django.conf import settings
from django.core.mail import get_connection
from django.http.request import validate_host
from django.utils import timezone

from common.management.problems import server_answer_in_error
from tenmoons.doctor.findings import DoctorFinding, failing, hint, passing
from tenmoons.doctor.installation import MAX_CLOCK_DRIFT_SECONDS
from tenmoons.doctor.stores import clocks_finding
from tenmoons.monitoring.vitals import HEALTH_CHECKS

REQUEST_TIMEOUT_SECONDS = 10
MAX_RESPONSE_BYTES = 1_000_000
_STYLESHEET_LINK = re.compile(r'<link rel="stylesheet" href="([^"]+)"')
_QUEUE_AGE_METRIC = re.compile(r"^tenmoons_queue_age_seconds ([0-9.e+-]+)$", re.MULTILINE)
_ADVICE_BY_CHECK = {
    "database": "Start the database, or fix DATABASE_URL.",
    "migrations": "Run manage.py migrate.",
    "redis": "Start Redis, or fix REDIS_URL.",
}


@dataclass(frozen=True, slots=True)
class SiteResponse:
    """Response of the site: status, headers in lower case, text."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    text: str = ""


class _NoRedirectHandler(HTTPRedirectHandler):
    def redirect_request(self, *_about: Any) -> None:
        """Follow no redirect: its target is checked itself."""


def send_get(url: str, **headers: str) -> SiteResponse:
    """Send one GET without following redirects. Raises `OSError` if there is no response."""
    request = Request(url, headers={name.replace("_", "-"): value for name, value in headers.items()})
    try:
        answer = build_opener(_NoRedirectHandler).open(request, timeout=REQUEST_TIMEOUT_SECONDS)
    except HTTPError as error:
        answer = error
    with answer:
        data = {name.lower(): value for name, value in answer.headers.items()}
        return SiteResponse(answer.status, data, answer.read(MAX_RESPONSE_BYTES).decode("utf-8", "replace"))


def check_running_site(url: str) -> Iterator[DoctorFinding]:
    """Check that the site responds at this URL, is ready, keeps time and serves its styles."""
    try:
        answer = send_get(urljoin(url, "/readyz"))
    except (URLError, HTTPException, OSError) as error:
        message = f"no response from {url} ({getattr(error, 'reason', error)})"
        yield failing("running site", message, "Start the web processes, or give their address with --url.")
        return
    try:
        body = json.loads(answer.text)
        failed = [name for name, well in body["checks"].items() if not well]
        sweep = body["sweep"]["age_seconds"]
    except (ValueError, KeyError, TypeError, AttributeError):
        message = f"{urljoin(url, '/readyz')} responds with {answer.status}, but it isn’t this site"
        yield failing(
            "running site", message, "Find out what is listening there. A proxy must pass /readyz on to the site."
        )
        return
    for name in failed:
        yield failing("running site", f"not ready: {name}", _ADVICE_BY_CHECK.get(name, "See its log."))
    if not failed:
        yield passing("running site", f"ready at {url}")
    yield clocks_finding(sweep)
    yield from _check_clock_of_site(answer)
    yield from _check_queue_of_site(url)
    yield from _check_styles_of_site(url)


def _check_clock_of_site(answer: SiteResponse) -> Iterator[DoctorFinding]:
    if "date" in answer.headers:
        drift = (timezone.now() - parsedate_to_datetime(answer.headers["date"])).total_seconds()
        if abs(drift) > MAX_CLOCK_DRIFT_SECONDS + 1:  # the header has whole seconds
            message = f"the site’s clock is {abs(drift):.0f} s {'behind' if drift > 0 else 'ahead of'} this machine’s"
            yield failing("clock", message, "Use NTP on both (timedatectl set-ntp true).")


def _check_queue_of_site(url: str) -> Iterator[DoctorFinding]:
    """Check the queue inside a site of one process, which only its own metrics show."""
    if settings.REDIS_URL:
        return
    headers = {"Authorization": f"Bearer {settings.METRICS_TOKEN}"} if settings.METRICS_TOKEN else {}
    match = _QUEUE_AGE_METRIC.search(send_get(urljoin(url, "/metrics"), **headers).text)
    if match and not HEALTH_CHECKS["queue"].is_well(float(match[1])):
        message = f"the oldest task has been waiting for {float(match[1]):.0f} s"
        yield failing("queue", message, "Restart the site. Its log says where the worker got stuck.")


def _check_styles_of_site(url: str) -> Iterator[DoctorFinding]:
    hint = _https_proxy_headers()
    page = send_get(urljoin(url, "/"), **hint)
    match = _STYLESHEET_LINK.search(page.text)
    if page.status != 200 or not match:
        yield failing(
            "running site", f"the home page responds with {page.status}", "Look up the request ID in the site’s log."
        )
        return
    style = send_get(urljoin(url, match[1]), **hint)
    if style.status != 200:
        advice = "Run manage.py prepare."
        yield failing("static files", f"the running site responds with {style.status} to {match[1]}", advice)


def _https_proxy_headers() -> dict[str, str]:
    if not settings.SECURE_PROXY_SSL_HEADER:
        return {}
    host = urlsplit(settings.SITE_URL).netloc
    return {"X-Forwarded-Proto": "https", **({"Host": host} if host else {})}


def check_proxy() -> Iterator[DoctorFinding]:
    """Check that the proxy passes on scheme, host and WebSocket upgrades."""
    if not settings.SITE_URL:
        message = "SITE_URL isn’t set, so emails can’t link to the site and the proxy can’t be checked"
        server = settings.HTTPS or settings.SECURE_PROXY_SSL_HEADER
        yield hint("proxy", message, "Set SITE_URL=https://your.name.") if server else passing("proxy", "none expected")
        return
    host = urlsplit(settings.SITE_URL).hostname or ""
    if not validate_host(host, settings.ALLOWED_HOSTS):
        yield failing("proxy", f"{host} from SITE_URL isn’t in ALLOWED_HOSTS", f"Add {host} to ALLOWED_HOSTS.")
    try:
        page = send_get(urljoin(settings.SITE_URL, "/"))
    except (URLError, HTTPException, OSError) as error:
        reason = getattr(error, "reason", error)
        advice = "Start the proxy, or fix SITE_URL. Some networks don’t allow this check from inside."
        if isinstance(reason, SSLCertVerificationError):
            advice = "Give the proxy a certificate that browsers trust."
        yield failing("proxy", f"no response from {settings.SITE_URL} ({reason})", advice)
        return
    yield from _check_forwarded_headers(page)


def _check_forwarded_headers(page: SiteResponse) -> Iterator[DoctorFinding]:
    leads = page.headers.get("location", "")
    if page.status in (301, 302, 308) and leads.rstrip("/") == settings.SITE_URL.rstrip("/"):
        message = "every page redirects to itself, because the site doesn’t know that the visitor used HTTPS"
        yield failing("proxy", message, "Make the proxy set X-Forwarded-Proto, and set BEHIND_PROXY=yes.")
    elif page.status == 400:
        message = "the site refuses the host name"
        yield failing("proxy", message, "Make the proxy pass Host on unchanged, and add the host to ALLOWED_HOSTS.")
    elif page.status != 200:
        message = f"through it, the home page responds with {page.status}"
        yield failing("proxy", message, "See the logs of the proxy and the site.")
    elif settings.SECURE_HSTS_SECONDS and "strict-transport-security" not in page.headers:
        message = "pages lack Strict-Transport-Security, because the site doesn’t know that the visitor used HTTPS"
        yield failing("proxy", message, "Make the proxy set X-Forwarded-Proto, and set BEHIND_PROXY=yes.")
    else:
        yield passing("proxy", f"serves pages at {settings.SITE_URL}")
        yield from _check_websockets()


def _check_websockets() -> Iterator[DoctorFinding]:
    """Check that an upgrade gets through: without it, the proxy requests a page (404)."""
    parts = urlsplit(settings.SITE_URL)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    line = kind(parts.netloc, timeout=REQUEST_TIMEOUT_SECONDS)
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Origin": settings.SITE_URL.rstrip("/")}
    upgrade |= {"Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGVuIG1vb25zIGRvY3Rvcg=="}
    try:
        line.request("GET", "/ws/doctor/", headers=upgrade)
        status = line.getresponse().status
    except (HTTPException, OSError) as error:
        message = f"WebSockets couldn’t be checked ({error})"
        yield hint("proxy", message, "Open a draft and see whether it updates automatically.")
        return
    finally:
        line.close()
    if status == 404:
        message = "it blocks WebSockets, so pages only update every few seconds"
        yield failing("proxy", message, "Make the proxy pass on Upgrade and Connection, as deploy/nginx.conf does.")


def check_mail() -> Iterator[DoctorFinding]:
    """Check that password resets are delivered."""
    backend = settings.EMAIL_BACKEND.rpartition(".")[0].rpartition(".")[2]
    if backend in ("console", "dummy", "locmem", "filebased"):
        message = f"emails aren’t sent ({backend}), so no one can reset their password"
        for_others = settings.HTTPS or settings.SITE_URL
        yield hint("mail", message, "Set EMAIL_URL.") if for_others else passing("mail", "printed to the terminal")
        return
    if "localhost" in settings.DEFAULT_FROM_EMAIL:
        message = f"the sender is {settings.DEFAULT_FROM_EMAIL}, which other servers reject"
        yield hint("mail", message, "Set DEFAULT_FROM_EMAIL to your own address.")
    line = get_connection(timeout=REQUEST_TIMEOUT_SECONDS)
    try:
        line.open()
    except OSError as error:
        message = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT} doesn’t accept emails: {server_answer_in_error(error)}"
        yield failing("mail", message, "Fix EMAIL_URL. Your email provider can tell you the host, port and password.")
        return
    line.close()
    yield passing("mail", f"{settings.EMAIL_HOST} accepts emails")

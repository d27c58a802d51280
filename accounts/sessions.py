"""Sessions in the database, read by a prepared query because each request needs one; cookies under earlier names.

Two requests of one browser that change a session at the same time keep what each has changed.
"""

from typing import Any

from django.conf import settings
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from accounts.models import PUSH_DEVICE_SESSION_KEY, PushDevice
from common.database.prepared import PreparedQuery
from common.headers import GetResponse

# Names of the cookies before each site on a machine had its own names.
EARLIER_SESSION = "sessionid"
EARLIER_COOKIE_NAMES = {
    settings.SESSION_COOKIE_NAME: EARLIER_SESSION,
    settings.CSRF_COOKIE_NAME: "csrftoken",
    settings.LANGUAGE_COOKIE_NAME: "language",
    settings.THEME_COOKIE_NAME: "theme",
}

_SESSION_QUERY = PreparedQuery(lambda key: Session.objects.filter(session_key=key), "key")


class SessionStore(db.SessionStore):
    """Session in the database, read by a prepared query, and saved without undoing what another request has saved."""

    _loaded_data = ""  # as in the database when it was read; empty for a new session

    def load(self) -> dict[str, Any]:
        """Return the session’s data; Django clears the key of an expired or deleted session."""
        row = _SESSION_QUERY.first(self.session_key or "")
        if row is None or row.expire_date <= timezone.now():
            return super().load()
        self._loaded_data = row.session_data
        return self.decode(row.session_data)

    def save(self, must_create: bool = False) -> None:
        """Save the session; if another request has changed it since it was read, only change the keys changed here."""
        if must_create or not self._loaded_data:
            super().save(must_create)
            return
        data = dict(self.items())
        encoded, rows = self.encode(data), Session.objects.filter(session_key=self.session_key)
        if rows.filter(session_data=self._loaded_data).update(session_data=encoded, expire_date=self.get_expiry_date()):
            self._loaded_data = encoded
            return
        with transaction.atomic():
            if (row := rows.select_for_update().first()) is not None:
                before, now = self.decode(self._loaded_data), self.decode(row.session_data)
                changed = {key: value for key, value in data.items() if key not in before or before[key] != value}
                self._session_cache = {key: now[key] for key in now if key in data or key not in before} | changed
            super().save()

    def create(self) -> None:
        """Start a new session."""
        self._loaded_data = ""
        super().create()

    def cycle_key(self) -> None:
        """Change the key after a log-in or new password, also in this browser's push device."""
        before = self.session_key
        super().cycle_key()
        if before and PUSH_DEVICE_SESSION_KEY in self:
            PushDevice.objects.filter(session=before).update(session=self.session_key)


class EarlierCookiesMiddleware:
    """Middleware that reads cookies under their earlier names and sets them under the current ones.

    Earlier cookies stay: they may belong to another site on the same machine. Only this site’s sessions are used.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        found = {
            name: request.COOKIES[earlier]
            for name, earlier in EARLIER_COOKIE_NAMES.items()
            if name not in request.COOKIES and earlier in request.COOKIES
        }
        session = found.get(settings.SESSION_COOKIE_NAME)
        if session is not None and not SessionStore(session).exists(session):
            del found[settings.SESSION_COOKIE_NAME]
        request.COOKIES |= found
        response = self.get_response(request)
        if "public" in response.get("Cache-Control", ""):
            return response
        for name, value in found.items():
            if name not in response.cookies:
                response.set_cookie(
                    name,
                    value,
                    max_age=settings.SESSION_COOKIE_AGE,
                    secure=settings.SESSION_COOKIE_SECURE,
                    httponly=name != settings.THEME_COOKIE_NAME,
                    samesite="Lax",
                )
        return response

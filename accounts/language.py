"""Language of a request: from the cookie, else saved with the account, else from the browser."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.middleware.locale import LocaleMiddleware
from django.utils import translation

from accounts.identity import person_of
from accounts.models import Person, User

LANGUAGE_SESSION_KEY = "language"
LANGUAGE_CODES: tuple[str, ...] = tuple(code for code, _name in settings.LANGUAGES)


class LanguageMiddleware(LocaleMiddleware):
    """Middleware: chooses by cookie, then by the language that a member chose on another device, then by browser."""

    def process_request(self, request: HttpRequest) -> None:
        """Set the language of this request. Reads the session only if the browser sends its cookie."""
        super().process_request(request)
        if settings.LANGUAGE_COOKIE_NAME in request.COOKIES or settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return
        chosen = request.session.get(LANGUAGE_SESSION_KEY)
        if chosen in LANGUAGE_CODES:
            translation.activate(chosen)
            request.LANGUAGE_CODE = translation.get_language()


def language_of_visit(cookies: Mapping[str, str], session: Mapping[str, Any], accepted: str) -> str:
    """Return the language of a socket, by the rules of the middleware; `accepted` is the browser’s header."""
    chosen = session.get(LANGUAGE_SESSION_KEY)
    if settings.LANGUAGE_COOKIE_NAME not in cookies and chosen in LANGUAGE_CODES:
        return str(chosen)
    request = HttpRequest()
    request.COOKIES, request.META["HTTP_ACCEPT_LANGUAGE"] = dict(cookies), accepted
    return translation.get_language_from_request(request)


def save_language(request: HttpRequest, response: HttpResponse, code: str) -> None:
    """Save a language in this browser's cookie, and with the person for their other devices."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    person = person_of(request)
    if person is not None and person.language != code:
        person.language = code
        person.save(update_fields=["language"])


def use_language_of(person: Person | None) -> AbstractContextManager[None]:
    """Activate the language a person chose, for emails and notifications written outside their requests."""
    code = person.language if person is not None else ""
    return translation.override(code or settings.LANGUAGE_CODE)


@receiver(user_logged_in)
def _apply_language_of_member(sender: object, request: HttpRequest, user: User, **kwargs: object) -> None:
    code = Person.objects.filter(user=user).values_list("language", flat=True).first()
    if code in LANGUAGE_CODES:
        request.session[LANGUAGE_SESSION_KEY] = code

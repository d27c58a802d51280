"""ETag of an event’s pages: it needs only the event’s version, before anything else is read or counted."""

from collections.abc import Callable
from functools import wraps
from hashlib import blake2b
from http import HTTPStatus
from pathlib import Path

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import condition

from matches.events.queries import LARGE_EVENT_PLAYERS, event_version
from matches.events.read_models import LoadedEvent
from matches.models import Event

_TEMPLATES_FOLDER = Path(__file__).resolve().parents[2] / "templates"
# The ETag changes with the templates, and is the same in every process of a release.
NEWEST_TEMPLATE_TIME = max(int(path.stat().st_mtime) for path in _TEMPLATES_FOLDER.rglob("*.html"))


def _is_personal_response(request: HttpRequest) -> bool:
    """Return whether the response is for one reader: the request has a session or a token."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES or "Authorization" in request.headers


def _etag_for_anonymous(request: HttpRequest, key: str, *args: object, **more: object) -> str | None:
    """Return the ETag for anonymous requests; None if the response is personal."""
    return None if _is_personal_response(request) else _etag_of_version(request, event_version(key))


def _etag_for_everyone(request: HttpRequest, key: str, *args: object, **more: object) -> str | None:
    """Return the ETag of a response for everybody; None for draft events: drafts change without a new version."""
    is_draft = Q(format=Event.Format.DRAFT)
    return _etag_of_version(request, Event.objects.filter(~is_draft, key=key).values_list("version", flat=True).first())


def _etag_of_version(request: HttpRequest, version: int | None) -> str | None:
    if version is None:
        return None
    request_key = (
        f"{request.get_full_path()} {request.headers.get('Accept', '')} {request.headers.get('HX-Request', '')}"
    )
    others = {name: value for name, value in request.COOKIES.items() if name != settings.SESSION_COOKIE_NAME}
    tag_text = f"{NEWEST_TEMPLATE_TIME} {get_language()} {request_key} {sorted(others.items())}"
    return f'W/"{version}-{blake2b(tag_text.encode(), digest_size=9).hexdigest()}"'


not_modified_for_anonymous = condition(etag_func=_etag_for_anonymous)
not_modified_for_everyone = condition(etag_func=_etag_for_everyone)


def no_content(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Return a view of an event that answers 204 if `?since=N` is the newest version."""

    @wraps(view)
    def answer(request: HttpRequest, key: str) -> HttpResponse:
        since = request.GET.get("since")
        if since is not None and str(event_version(key)) == since:
            return HttpResponse(status=HTTPStatus.NO_CONTENT)
        return view(request, key)

    return answer


def with_etag_of_event(request: HttpRequest, answer: HttpResponse, loaded: LoadedEvent) -> HttpResponse:
    """Return the response; if its event was read some seconds ago, give it another ETag than the newest version."""
    is_large = len(loaded.players) >= LARGE_EVENT_PLAYERS
    if is_large and not _is_personal_response(request) and event_version(loaded.event.key) != loaded.event.version:
        answer["ETag"] = f'W/"{loaded.event.version}-seen"'
    return answer

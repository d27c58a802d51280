"""Views of the results desk."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from common.headers import allow_offline_copy
from matches.events.etag import newest_only
from matches.events.queries import event_view
from matches.events.results.presenters import results_page


@cache_control(private=True, no_cache=True)  # not `no-store`: an offline copy is stored
@require_safe
@newest_only
def results_desk_page(request: HttpRequest, key: str) -> HttpResponse:
    """The tables of a round. `?since=N` is answered only when there is something newer."""
    return allow_offline_copy(results_page(request, event_view(key)))

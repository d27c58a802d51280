"""Views of the results desk."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from common.offline_header import allow_offline_copy
from matches.events.queries import event_view, version_of
from matches.events.results.presenters import results_page
from matches.play.view_helpers import NOTHING_NEW


@never_cache
@require_safe
def desk(request: HttpRequest, key: str) -> HttpResponse:
    """Every table of a round, to be entered by thumb. `?since=N` is answered only when there is something newer."""
    since = request.GET.get("since")
    if since is not None and str(version_of(key)) == since:
        return HttpResponse(status=NOTHING_NEW)
    return allow_offline_copy(results_page(request, event_view(key)))

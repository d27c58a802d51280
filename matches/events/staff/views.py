"""Views of the staff of an event: helper links, the helpers, and the table of permissions."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity import get_or_create_person, own_name_of, person_of
from common.errors import Missing, NotAllowed
from common.text import gettext_noop
from matches.core.tournament import ROLES_BY_PERMISSION, Permission, Who
from matches.core.tournament.roles import ROLE_NAMES
from matches.events.queries import event_by_key
from matches.events.read_models import has_permission
from matches.events.staff import services


@require_http_methods(["GET", "HEAD", "POST"])
def become_helper_page(request: HttpRequest, key: str, role_key: str) -> HttpResponse:
    """Become a judge or a scorekeeper by the link of the organiser."""
    event = event_by_key(key)
    if role_key not in (event.judge_key, event.scorekeeper_key):
        raise Missing(gettext_noop("This link isn’t valid. Ask the organiser for a new one."))
    if request.method != "POST":
        context = {"event": event, "is_judge": role_key == event.judge_key, "my_name": own_name_of(request)}
        return render(request, "matches/staff/join.html", context)
    services.become_helper(by=get_or_create_person(request, request.POST.get("name", "")), key=key, role_key=role_key)
    messages.success(request, _("You’re now a helper at this event."))
    return redirect(event)


@require_safe
@never_cache
def helpers_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show links for helpers, the helpers, and the table of permissions."""
    event = event_by_key(key)
    if not has_permission(event, {}, person_of(request), Permission.HELPERS):
        raise NotAllowed(gettext_noop("Only the organiser of this event can see this page."))
    roles_shown = (Who.OWNER, Who.JUDGE, Who.SCOREKEEPER, Who.PLAYER, Who.ANYBODY)
    rights = [
        (_(ROLE_NAMES[permission]), [who in may or Who.ANYBODY in may for who in roles_shown])
        for permission, may in ROLES_BY_PERMISSION.items()
    ]
    roles = list(event.roles.select_related("person__user"))
    return render(request, "matches/staff/index.html", {"event": event, "roles": roles, "rights": rights})


@require_POST
def dismiss_helper_view(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Dismiss a helper, whose link no longer works."""
    services.dismiss_helper(by=person_of(request), key=key, pk=pk)
    messages.success(request, _("Helper removed. The links for helpers are new."))
    return redirect("matches:event_helpers", key)


@require_POST
def renew_helper_links_view(request: HttpRequest, key: str) -> HttpResponse:
    services.renew_helper_links(by=person_of(request), key=key)
    messages.success(request, _("New links created. The old ones no longer work."))
    return redirect("matches:event_helpers", key)

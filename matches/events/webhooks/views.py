"""Page of an event's webhooks: the list with its form, and the buttons of an address."""

from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.identity import person_of
from common.error_responses import status_of_error
from common.errors import DomainError
from common.i18n import translated
from matches.events.webhooks import services
from matches.models import Notice, Webhook
from matches.webhooks import delivery

MAX_NOTICES_SHOWN = 20
_SECRET_SESSION_KEY = "webhook-secret"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def webhooks_page(request: HttpRequest, key: str) -> HttpResponse:
    """The addresses with their last notices; a POST adds one and shows its secret once."""
    person = person_of(request)
    event, hooks = services.event_and_webhooks(person, key)
    url, error = request.POST.get("url", "").strip(), None
    if request.method == "POST":
        try:
            made = services.add_webhook(by=person, key=key, url=url, shape=request.POST.get("shape", ""))
            request.session[_SECRET_SESSION_KEY] = [made.pk, made.secret]
            messages.success(request, _("Webhook added. Copy its secret now: you won’t be able to see it again."))
            return redirect("matches:event_hooks", key)
        except DomainError as caught:
            error = caught
    fresh, secret = request.session.pop(_SECRET_SESSION_KEY, (0, "")) if request.method == "GET" else (0, "")
    rows = list(hooks.prefetch_related(Prefetch("notices", Notice.objects.order_by("-pk"))))
    context = {
        "event": event,
        "hooks": [(hook, hook.notices.all()[:MAX_NOTICES_SHOWN], secret if hook.pk == fresh else "") for hook in rows],
        "url": url,
        "shapes": Webhook.Shape.choices,
        "error": translated(error) if error else "",
        "most_failures": delivery.MAX_FAILURES_IN_A_ROW,
    }
    return render(request, "matches/staff/webhooks.html", context, status=status_of_error(error) if error else 200)


@require_POST
def test_webhook_view(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    services.send_test_notice(by=person_of(request), key=key, pk=pk)
    messages.success(request, _("Test sent. The response will appear below in a moment."))
    return redirect("matches:event_hooks", key)


@require_POST
def turn_on_webhook_view(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Notify an address again that was turned off after too many failures."""
    services.turn_on_webhook(by=person_of(request), key=key, pk=pk)
    messages.success(request, _("Webhook turned on again."))
    return redirect("matches:event_hooks", key)


@require_POST
def remove_webhook_view(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    services.remove_webhook(by=person_of(request), key=key, pk=pk)
    messages.success(request, _("Webhook removed."))
    return redirect("matches:event_hooks", key)

"""Views of a table besides picking: being ready, changing places, hosting, and notes to oneself."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from common.text import whole_number
from drafts.table.host import services
from drafts.table.identity import who_of
from drafts.table.notes import save_note


@require_POST
def ready(request: HttpRequest, key: str) -> HttpResponse:
    """Ready to begin, or not yet."""
    services.set_ready(key, who=who_of(request, key), ready=request.POST.get("ready") == "yes")
    return redirect("drafts:detail", key)


@require_POST
def move(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Another place for a seat."""
    to = whole_number(request.POST.get("to", ""), digits=2)
    services.move(key, who=who_of(request, key), number=number, to=-1 if to is None else to)
    return redirect("drafts:detail", key)


@require_POST
def draw_lots(request: HttpRequest, key: str) -> HttpResponse:
    """The host shuffles the seats where they are not drawn by lot at the beginning."""
    services.draw_lots(key, who=who_of(request, key))
    messages.success(request, _("The seats were shuffled."))
    return redirect("drafts:detail", key)


@require_POST
def send_away(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """The host sends someone away for good."""
    services.send_away(key, who=who_of(request, key), number=number)
    messages.success(request, _("The seat is free; anyone who sat there cannot come back to this table."))
    return redirect("drafts:detail", key)


@require_POST
def hand_over(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Somebody else becomes the host."""
    seen = services.hand_over(key, who=who_of(request, key), number=number)
    messages.success(request, _("%(name)s is the host now.") % {"name": seen.host})
    return redirect("drafts:detail", key)


@require_POST
def step_in(request: HttpRequest, key: str) -> HttpResponse:
    """Become the host in the place of one who has left."""
    services.step_in(key, who=who_of(request, key))
    messages.success(request, _("You are the host now."))
    return redirect("drafts:detail", key)


@require_POST
def notes(request: HttpRequest, key: str) -> HttpResponse:
    """Keep the notes of one's own seat."""
    save_note(key, who=who_of(request, key), text=request.POST.get("text", "").replace("\r\n", "\n"))
    if getattr(request, "htmx", False):
        return HttpResponse(_("Kept."), content_type="text/plain; charset=utf-8")
    messages.success(request, _("Your notes are kept."))
    return redirect("drafts:detail", key)

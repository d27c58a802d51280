"""Views of editors: the owner’s page with link and names, the invitation, and leaving."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.identity import get_or_create_person, person_of
from common.error_responses import status_of_error
from common.errors import DomainError, Invalid
from common.i18n import translated
from common.links import absolute_url
from common.text import gettext_noop
from decks.deck.queries import visible_deck
from decks.editors import services
from decks.models import EditingLink
from decks.permissions import editing_person, is_owner, require_deck_owner


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def editors_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the editors of a deck to its owner only, because the page contains the secret link."""
    person = person_of(request)
    row = require_deck_owner(visible_deck(key, person), person)
    refusal, status = "", 200
    if request.method == "POST":
        try:
            _run_editors_action(request, key)
        except DomainError as error:
            refusal, status = translated(error), status_of_error(error)
        else:
            return redirect("decks:editors", key)
    link = EditingLink.objects.filter(deck=row).first()
    address = reverse("decks:edit_together", args=[link.secret]) if link else ""
    context = {
        "row": row,
        "editors": row.editors.select_related("person__user"),
        "link": absolute_url(request, address) if link else "",
        "refusal": refusal,
        "typed": request.POST.get("name", "") if refusal else "",
    }
    return render(request, "decks/editors/index.html", context, status=status)


def _run_editors_action(request: HttpRequest, key: str) -> None:
    person, act = person_of(request), request.POST.get("act", "")
    if act == "open":
        services.create_editing_link(key=key, person=person)
    elif act == "close":
        services.delete_editing_link(key=key, person=person)
        messages.success(request, _("Edit link removed."))
    elif act == "add":
        added = services.add_editor(key=key, person=person, name=request.POST.get("name", ""))
        messages.success(request, _("%(name)s can now edit this deck with you.") % {"name": added.person.display_name})
    elif act == "remove":
        services.remove_editor(key=key, person=person, editor=request.POST.get("editor", ""))
    else:
        raise Invalid(gettext_noop("Unknown action."))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_editors_page(request: HttpRequest, secret: str) -> HttpResponse:
    if request.method == "POST":
        row = services.join_by_editing_link(secret=secret, person=get_or_create_person(request))
        return redirect("decks:edit", row.key)
    row, person = services.deck_of_editing_link(secret), person_of(request)
    if editing_person(row, person) is not None:
        return redirect("decks:editors" if is_owner(row, person) else "decks:edit", row.key)
    return render(request, "decks/editors/join.html", {"row": row})


@require_POST
def leave_deck_view(request: HttpRequest, key: str) -> HttpResponse:
    services.leave_deck(key=key, person=person_of(request))
    messages.success(request, _("You no longer edit this deck."))
    return redirect("decks:index")

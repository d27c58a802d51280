"""Views that turn reminders by email on and off: by the link in each email, and on the site’s pages."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.identity import person_of
from common.errors import NotAllowed
from common.text import gettext_noop
from drafts.reminders.services import mute_reminders, person_by_stop_key


# Mail programs post here without a CSRF token; the signed key can do nothing else.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def reminder_emails_page(request: HttpRequest, key: str) -> HttpResponse:
    """Turn off or on the reminders of the person in the key; opening the link alone changes nothing."""
    person = person_by_stop_key(key)
    if request.method == "POST":
        mute_reminders(person, quiet=request.POST.get("again") != "yes")
    context = {"key": key, "done": request.method == "POST", "again": request.POST.get("again") == "yes"}
    return render(request, "drafts/reminders/settings.html", context)


@require_POST
def set_reminders_view(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    if person is None:
        raise NotAllowed(gettext_noop("Reminders go to members with a confirmed email address."))
    wanted = request.POST.get("wanted") == "yes"
    mute_reminders(person, quiet=not wanted)
    messages.success(
        request,
        _("You’ll get reminders by email.")
        if wanted
        else _("You won’t get emails. Packets that are waiting are shown on your page."),
    )
    return redirect("drafts:index")

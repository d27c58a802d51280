"""Views of private card texts, which no cache stores."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.identity import get_or_create_person, person_of
from cards.editing.forms import TableFileForm
from cards.text_packs import services as service
from common.error_responses import status_of_error
from common.errors import Detail, DomainError
from common.i18n import translated
from common.links import absolute_url
from common.text import parse_whole_number


class TextPackForm(TableFileForm):
    """Form for a new text pack: its name and its table."""

    name = forms.CharField(max_length=80, label=gettext_lazy("Pack name"))
    field_order = ("name", "file", "text")


@sensitive_post_parameters("text")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def text_packs_page(request: HttpRequest) -> HttpResponse:
    form, status = TextPackForm(), 200
    faults: tuple[Detail, ...] = ()
    if request.method == "POST":
        form = TextPackForm(request.POST, request.FILES)
        status = 400
        if form.is_valid():
            data = form.cleaned_data
            try:
                pack = service.create_text_pack(
                    owner=get_or_create_person(request, making="pack"), name=data["name"], text=data["text"]
                )
            except DomainError as error:
                form.add_error(None, translated(error))
                status, faults = status_of_error(error), tuple(error.details)
            else:
                return HttpResponseRedirect(reverse("cards:text_pack", args=[pack.key]))
    own, read = service.text_packs_of(person_of(request))
    context = {"form": form, "own": own, "read": read, "faults": faults}
    return render(request, "cards/text_packs/index.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def text_pack_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show a pack: its owner invites readers and removes them or the pack; a reader can leave."""
    person = person_of(request)
    text_pack = service.visible_text_pack(person, key)
    owned = person is not None and text_pack.owner_id == person.pk
    if request.method == "POST":
        return _text_pack_action(request, key)
    context = {
        "pack": text_pack,
        "owned": owned,
        "texts": text_pack.texts.order_by("code"),
        "readers": text_pack.readers.select_related("person__user") if owned else [],
        "link": absolute_url(request, reverse("cards:join_texts", args=[text_pack.secret])) if owned else "",
    }
    return render(request, "cards/text_packs/detail.html", context)


def _text_pack_action(request: HttpRequest, key: str) -> HttpResponse:
    person, act = person_of(request), request.POST.get("act", "")
    if act == "leave" and person is not None:
        service.leave_text_pack(service.visible_text_pack(person, key), reader=person.pk)
        return HttpResponseRedirect(reverse("cards:text_packs"))
    text_pack = service.visible_text_pack(person, key, owned=True)
    if act == "remove":
        service.delete_text_pack(text_pack)
        messages.success(request, _("Pack and all its texts deleted."))
        return HttpResponseRedirect(reverse("cards:text_packs"))
    reader = parse_whole_number(request.POST.get("reader", ""))
    if act == "renew":
        service.renew_invitation(text_pack)
    elif act == "send_away" and reader is not None:
        service.leave_text_pack(text_pack, reader=reader)
    return HttpResponseRedirect(reverse("cards:text_pack", args=[key]))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_text_pack_page(request: HttpRequest, secret: str) -> HttpResponse:
    text_pack = service.pack_by_invitation(secret)
    if request.method == "POST":
        service.join_text_pack(person=get_or_create_person(request), secret=secret)
        return HttpResponseRedirect(reverse("cards:text_pack", args=[text_pack.key]))
    return render(request, "cards/text_packs/join.html", {"pack": text_pack})

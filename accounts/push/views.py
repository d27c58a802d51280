"""Views of notifications: turn them on and off for this browser and a person's other devices."""

from django.contrib import messages
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.identity import get_or_create_person, person_of
from accounts.log_ins.devices import device_of
from accounts.models import PUSH_DEVICE, PushDevice
from accounts.push import devices
from accounts.push.kinds import KINDS, Kind, kinds_of
from accounts.push.offer import device_here, offer_of
from common.errors import Invalid, Missing
from common.links import local_path
from common.text import gettext_noop


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def push(request: HttpRequest) -> HttpResponse:
    """Show all devices; a POST turns on the chosen kinds for this browser's subscription."""
    if request.method == "POST":
        return _begin(request)
    here = device_here(request)
    every = [(device, _kind_checkboxes(device)) for device in devices.devices_of(person_of(request))]
    context = {
        "offer": offer_of(request, tuple(Kind)),
        "here": here,
        "devices": sorted(every, key=lambda pair: pair[0] != here),
    }
    return render(request, "accounts/push/index.html", context)


def _kind_checkboxes(device: PushDevice) -> list[tuple[str, str, bool]]:
    chosen = kinds_of(device.kinds.split())
    return [(kind.value, _(about.label), kind in chosen) for kind, about in KINDS.items()]


def _begin(request: HttpRequest) -> HttpResponse:
    kinds = kinds_of(request.POST.getlist("kinds"))
    if not kinds:
        raise Invalid(gettext_noop("Choose at least one notification for this device."))
    person = get_or_create_person(request)
    if request.session.session_key is None:
        request.session.save()
    device = devices.keep_device(
        person=person,
        session=request.session.session_key or "",
        endpoint=request.POST.get("endpoint", ""),
        p256dh=request.POST.get("p256dh", ""),
        auth=request.POST.get("auth", ""),
        kinds=kinds,
        language=get_language() or "",
        name=", ".join(filter(None, device_of(request.headers.get("User-Agent", "")))),
    )
    request.session[PUSH_DEVICE] = device.pk
    messages.success(request, _("Notifications are on for this device."))
    return _redirect_back(request)


@require_POST
def push_device(request: HttpRequest, pk: int) -> HttpResponse:
    """Notify one of my devices of just the ticked kinds, or, if `act` is `stop`, no more of those."""
    device = devices.device_of(person_of(request), pk)
    if device is None:
        raise Missing(gettext_noop("We couldn’t find that device. Its notifications may already be off."))
    kinds = kinds_of(request.POST.getlist("kinds"))
    if request.POST.get("act") == "stop":
        devices.stop_kinds(device, kinds)
        messages.success(request, _("Notifications off. You can turn them back on at any time."))
    else:
        devices.choose_kinds(device, kinds)
        messages.success(request, _("Saved."))
    return _redirect_back(request)


# No CSRF token: a notification posts without a page of ours, and the key is signed and can do only this.
@csrf_exempt
@never_cache
@require_POST
def push_stop(request: HttpRequest, key: str) -> HttpResponse:
    """End a kind on a device by the `stop_key` of its notification."""
    devices.stop_by_key(key)
    return HttpResponse(status=204)


def _redirect_back(request: HttpRequest) -> HttpResponse:
    return redirect(local_path(request, request.POST.get("next", "")) or "accounts:push")


@receiver(user_logged_out)
def _stop_push_on_logout(sender: object, request: HttpRequest | None, **kwargs: object) -> None:
    """Signal handler: end notifications in a browser that logs out."""
    pk = request.session.get(PUSH_DEVICE) if request is not None else None
    if pk is not None:
        PushDevice.objects.filter(pk=pk).delete()

"""Views of notifications: turning them on and off for this browser and a person’s other devices."""

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
from accounts.log_ins.devices import browser_and_system
from accounts.models import PUSH_DEVICE_SESSION_KEY, PushDevice
from accounts.push import devices
from accounts.push.devices import device_of_this_browser, push_offer_for
from accounts.push.kinds import PUSH_KINDS, Kind, push_kinds_of
from common.errors import Invalid, Missing
from common.links import safe_local_path
from common.text import gettext_noop


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def push_devices_page(request: HttpRequest) -> HttpResponse:
    """Show all devices; a POST turns on the chosen kinds for this browser's subscription."""
    if request.method == "POST":
        return _turn_on_push(request)
    here = device_of_this_browser(request)
    every = [(device, _kind_checkboxes(device)) for device in devices.push_devices_of(person_of(request))]
    context = {
        "offer": push_offer_for(request, tuple(Kind)),
        "here": here,
        "devices": sorted(every, key=lambda pair: pair[0] != here),
    }
    return render(request, "accounts/push/index.html", context)


def _kind_checkboxes(device: PushDevice) -> list[tuple[str, str, bool]]:
    chosen = push_kinds_of(device.kinds.split())
    return [(kind.value, _(about.label), kind in chosen) for kind, about in PUSH_KINDS.items()]


def _turn_on_push(request: HttpRequest) -> HttpResponse:
    kinds = push_kinds_of(request.POST.getlist("kinds"))
    if not kinds:
        raise Invalid(gettext_noop("Choose at least one notification for this device."))
    person = get_or_create_person(request)
    if request.session.session_key is None:
        request.session.save()
    device = devices.save_push_device(
        person=person,
        session=request.session.session_key or "",
        endpoint=request.POST.get("endpoint", ""),
        p256dh=request.POST.get("p256dh", ""),
        auth=request.POST.get("auth", ""),
        kinds=kinds,
        language=get_language() or "",
        name=", ".join(filter(None, browser_and_system(request.headers.get("User-Agent", "")))),
    )
    request.session[PUSH_DEVICE_SESSION_KEY] = device.pk
    messages.success(request, _("Notifications are on for this device."))
    return _redirect_back(request)


@require_POST
def change_push_device_view(request: HttpRequest, pk: int) -> HttpResponse:
    """Set the kinds of notifications of one of the reader’s devices, or turn all off if `act` is `stop`."""
    device = devices.push_device_of(person_of(request), pk)
    if device is None:
        raise Missing(gettext_noop("We couldn’t find that device. Its notifications may already be off."))
    kinds = push_kinds_of(request.POST.getlist("kinds"))
    if request.POST.get("act") == "stop":
        devices.remove_push_kinds(device, kinds)
        messages.success(request, _("Notifications off. You can turn them back on at any time."))
    else:
        devices.set_push_kinds(device, kinds)
        messages.success(request, _("Saved."))
    return _redirect_back(request)


# No CSRF token: a notification posts without a page of the site, and the signed key can do nothing else.
@csrf_exempt
@never_cache
@require_POST
def stop_push_page(request: HttpRequest, key: str) -> HttpResponse:
    """Turn off a kind on a device by the key (`push_stop_key`) of its notification."""
    devices.stop_push_by_key(key)
    return HttpResponse(status=204)


def _redirect_back(request: HttpRequest) -> HttpResponse:
    return redirect(safe_local_path(request, request.POST.get("next", "")) or "accounts:push")


@receiver(user_logged_out)
def _stop_push_on_logout(sender: object, request: HttpRequest | None, **kwargs: object) -> None:
    """Turn off notifications in a browser that logs out."""
    pk = request.session.get(PUSH_DEVICE_SESSION_KEY) if request is not None else None
    if pk is not None:
        devices.delete_push_device(pk)

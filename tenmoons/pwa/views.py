"""Views of the installable app: manifest, service worker, offline page."""

import json
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import find
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from tenmoons.pwa.offline_pages import FORGET_AFTER_POST, OFFLINE_PATHS, PREFETCHED_PATHS, TILES, files_hash, shell_urls


@require_safe
@vary_on_headers("Accept-Language")
def web_app_manifest(request: HttpRequest) -> JsonResponse:
    icons = [("icon-192", 192, "any"), ("icon-512", 512, "any"), ("maskable-512", 512, "maskable")]
    doors = [
        (_("Find a card"), "cards:index"),
        (_("Check a deck"), "decks:check"),
        (_("Start a draft"), "drafts:create"),
        (_("Write down a result"), "matches:create"),
    ]
    body = {
        "id": "/",
        "name": "Ten Moons",
        "short_name": "Ten Moons",
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#0b1020",
        "theme_color": "#0b1020",
        "icons": [
            {"src": static(f"img/{name}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for name, size, purpose in icons
        ],
        "shortcuts": [{"name": name, "url": reverse(door)} for name, door in doors],
    }
    headers = {"Cache-Control": "max-age=3600"}
    return JsonResponse(body, content_type="application/manifest+json", headers=headers)


@require_safe
def service_worker_script(request: HttpRequest) -> HttpResponse:
    """Serve the service worker with its tables from the root, so that its scope is the whole site."""
    file = find("js/worker.js")
    assert isinstance(file, str)
    tables = {
        "version": files_hash(),
        "fixed": hasattr(staticfiles_storage, "manifest_hash"),
        "static": f"{settings.STATIC_URL}",
        "tiles": TILES,
        "shell": shell_urls(),
        "offline": reverse("offline"),
        "kept": OFFLINE_PATHS,
        "forgetting": FORGET_AFTER_POST,
        "ahead": PREFETCHED_PATHS,
        "icon": static("img/icon-192.png"),
    }
    body = f"const POCKET = {json.dumps(tables)};\n{Path(file).read_text()}"
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": "/"}
    return HttpResponse(body, content_type="text/javascript; charset=utf-8", headers=headers)


@require_safe
def offline_page(request: HttpRequest) -> HttpResponse:
    """Show the page for no network; it is the same for everyone, so rendered without the request."""
    return HttpResponse(render_to_string("offline.html"))

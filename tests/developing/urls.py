"""URLs of `make dev`: those of the site, the toolbar’s, and the reload notices."""

from __future__ import annotations

from django.urls import include, path

from tenmoons import urls

urlpatterns = [
    path("__debug__/", include("debug_toolbar.urls")),
    path("__reload__/", include("django_browser_reload.urls")),
    *urls.urlpatterns,
]
handler400, handler403, handler404 = urls.handler400, urls.handler403, urls.handler404
handler429, handler500 = urls.handler429, urls.handler500

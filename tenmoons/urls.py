"""Every address of the site."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from tenmoons import held, style_page, views, views_own, views_pocket
from tenmoons.watching import health, scrape
from tenmoons.watching.status import status

urlpatterns = [
    path("", views.home, name="home"),
    path("cards/", include("cards.urls")),
    path("decks/", include("decks.urls")),
    path("drafts/", include("drafts.urls")),
    path("matches/", include("matches.urls")),
    path("mine/", views.mine, name="mine"),
    path("again/", held.again, name="again"),
    path("mine/data/", views_own.my_data, name="my_data"),
    path("mine/data/download/", views_own.download, name="my_data_download"),
    path("mine/leave/", views_own.leave_for_good, name="leave"),
    path("help/style/", style_page.style, name="style"),
    path("help/", include("tenmoons.help_urls")),
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/devices/", include("allauth.usersessions.urls")),
    path("api/", include("tenmoons.api_urls")),
    path("admin/", admin.site.urls),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("status/", status, name="status"),
    path("metrics", scrape.metrics_page, name="metrics"),
    path(".well-known/security.txt", views.security_txt, name="security-txt"),
    path("manifest.webmanifest", views_pocket.manifest, name="manifest"),
    path("worker.js", views_pocket.worker, name="worker"),
    path("offline/", views_pocket.offline, name="offline"),
    path("favicon.ico", views.favicon, name="favicon"),
]

handler400 = "tenmoons.views.bad_request"
handler403 = "tenmoons.views.not_allowed"
handler429 = "tenmoons.views.too_often"
handler404 = "tenmoons.views.not_found"
handler500 = "tenmoons.views.broken"

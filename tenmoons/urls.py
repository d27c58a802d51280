"""URLs of the whole site."""

from django.contrib import admin
from django.urls import include, path

from tenmoons.help_site import views as help_site
from tenmoons.lazy_urls import LazyView
from tenmoons.middleware import form_recovery
from tenmoons.monitoring import prometheus, vitals
from tenmoons.monitoring.status_page import status_page
from tenmoons.my_account import views as my_account
from tenmoons.pages import new, views
from tenmoons.pages import today as packets
from tenmoons.pwa import views as pwa

help_urls = [
    path("", help_site.help_index, name="index"),
    path("rules/", help_site.rules_page, name="rules"),
    path("glossary/", help_site.glossary_page, name="glossary"),
    path("search/", help_site.help_search_page, name="search"),
    path("readings.atom", help_site.interpretations_feed, name="readings_feed"),
    path("<path:slug>/", help_site.help_page, name="page"),
]
# Under the names that the library looks up, and loaded at the first request.
oauth_urls = [
    path("oauth/authorize/", LazyView("accounts.applications.oauth_views.AuthorizeApplication"), name="authorize"),
    path("oauth/token/", LazyView("accounts.applications.oauth_views.OAuthToken"), name="token"),
    path("oauth/revoke/", LazyView("accounts.applications.oauth_views.RevokeOAuthToken"), name="revoke-token"),
    path(
        ".well-known/oauth-authorization-server",
        LazyView("oauth2_provider.views.OAuthServerMetadataView"),
        name="oauth-server-metadata",
    ),
]
urlpatterns = [
    path("", views.home_page, name="home"),
    path("play/", include(([path("", views.play_page, name="index")], "play"))),
    path("play/", include("online.urls")),
    path("today/", packets.todays_packet_page, name="today"),
    path("today/archive/", packets.packet_archive_page, name="today_archive"),
    path("today/<str:day>/", packets.packet_of_day_page, name="today_past"),
    path("new/", new.news_page, name="new"),
    path("new/<slug:kind>.atom", new.news_feed, name="new_feed"),
    path("search/", views.site_search_page, name="search"),
    path("cards/", include("cards.urls")),
    path("decks/", include("decks.urls")),
    path("board/", include("boards.urls")),
    path("game/", include("game.urls")),
    path("drafts/demo/", views.redirect_to_demo_draft, name="demo-draft"),
    path("drafts/", include("drafts.urls")),
    path("matches/", include("matches.urls")),
    path("mine/", my_account.dashboard_page, name="mine"),
    path("again/", form_recovery.resubmit_form_page, name="again"),
    path("mine/data/", my_account.my_data_page, name="my_data"),
    path("mine/data/download/", LazyView("tenmoons.moving.views.download_my_data"), name="my_data_download"),
    path("moving/", LazyView("tenmoons.moving.views.import_page"), name="moving"),
    path("moving/<slug:kind>/<slug:key>/", LazyView("tenmoons.moving.views.export_view"), name="export"),
    path("mine/leave/", my_account.delete_account_page, name="leave"),
    path("help/style/", views.style_guide_page, name="style"),
    path("help/", include((help_urls, "help"))),
    path("reports/", include("accounts.reports.urls")),
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/two-steps/", include("allauth.mfa.urls")),
    path("accounts/devices/", include("allauth.usersessions.urls")),
    path("api/", include("tenmoons.api_urls")),
    path("admin/", admin.site.urls),
    path("healthz", vitals.healthz, name="healthz"),
    path("readyz", vitals.readyz, name="readyz"),
    path("status/", status_page, name="status"),
    path("metrics", prometheus.metrics_page, name="metrics"),
    path("", include((oauth_urls, "oauth2_provider"))),
    path(".well-known/security.txt", views.security_txt, name="security-txt"),
    path("manifest.webmanifest", pwa.web_app_manifest, name="manifest"),
    path("worker.js", pwa.service_worker_script, name="worker"),
    path("offline/", pwa.offline_page, name="offline"),
    path("favicon.ico", views.redirect_to_favicon, name="favicon"),
]

handler400 = "tenmoons.pages.errors.bad_request"
handler403 = "tenmoons.pages.errors.not_allowed"
handler429 = "tenmoons.pages.errors.too_many_requests"
handler404 = "tenmoons.pages.errors.not_found"
handler500 = "tenmoons.pages.errors.server_error"

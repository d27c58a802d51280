"""URLs of the API: its schema, its documentation, and the operations of each app."""

from __future__ import annotations

from django.urls import include, path

from tenmoons.api import docs

urlpatterns = [
    path("schema/", docs.Description.as_view(), name="schema"),
    path("docs/", docs.ApiDocs.as_view(), name="api-docs"),
    path("v1/", include("accounts.api_urls")),
    path("v1/", include("cards.api_urls")),
    path("v1/", include("decks.api_urls")),
    path("v1/", include("drafts.api_urls")),
    path("v1/", include("matches.api_urls")),
    path("", docs.api_not_found),
    path("<path:rest>", docs.api_not_found),
]

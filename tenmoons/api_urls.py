"""URLs of the API: its schema, its documentation, and the operations of each app."""

from __future__ import annotations

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from tenmoons.pages import api_docs

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("docs/", api_docs.ApiDocs.as_view(), name="api-docs"),
    path("v1/", include("cards.api_urls")),
    path("v1/", include("decks.api_urls")),
    path("v1/", include("drafts.api_urls")),
    path("v1/", include("matches.api_urls")),
    path("", api_docs.api_not_found),
    path("<path:rest>", api_docs.api_not_found),
]

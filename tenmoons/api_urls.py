"""URLs of the API: its schema, its documentation, and the operations of each app."""

from django.urls import path

from tenmoons.lazy_urls import LazyURLs, LazyView
from tenmoons.pages.errors import api_not_found

urlpatterns = [
    path("schema/", LazyView("tenmoons.api.views.ApiDescription"), name="schema"),
    path("docs/", LazyView("tenmoons.api.views.ApiDocs"), name="api-docs"),
    path("v1/", LazyView("tenmoons.api.views.ApiIndex"), name="api-index"),
    *(
        LazyURLs("v1/", f"{app}.api_urls", f"{app}_api")
        for app in ("accounts", "boards", "cards", "decks", "drafts", "matches", "online")
    ),
    path("", api_not_found),
    path("<path:rest>", api_not_found),
]

"""Addresses of the API of this floor."""

from __future__ import annotations

from django.urls import path

from decks import api

app_name = "decks_api"
urlpatterns = [
    path("decks/", api.Decks.as_view(), name="decks"),
    path("decks/check/", api.DeckCheck.as_view(), name="check"),
    path("decks/<slug:key>/", api.DeckDetail.as_view(), name="deck"),
    path("pools/<slug:key>/", api.PoolDetail.as_view(), name="pool"),
]

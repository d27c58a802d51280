"""Addresses of the catalogue in the API."""

from __future__ import annotations

from django.urls import path

from cards import api

app_name = "cards_api"
urlpatterns = [
    path("cards/", api.CardList.as_view(), name="cards"),
    path("cards/all.json", api.AllCards.as_view(), name="all"),
    path("cards/<str:card>/", api.CardDetail.as_view(), name="card"),
]

"""Addresses of the catalogue in the API."""

from __future__ import annotations

from django.urls import path

from cards import api, api_keeping, ruling_api

app_name = "cards_api"
urlpatterns = [
    path("catalogue/", api_keeping.CatalogueDetail.as_view(), name="catalogue"),
    path("catalogue/changes/", api_keeping.ChangeList.as_view(), name="catalogue_changes"),
    path("cards/", api.CardList.as_view(), name="cards"),
    path("cards/all.json", api.AllCards.as_view(), name="all"),
    path("cards/<str:card>/", api.CardDetail.as_view(), name="card"),
    path("rulings/", ruling_api.RulingList.as_view(), name="rulings"),
    path("rulings/<str:ruling>/", ruling_api.RulingDetail.as_view(), name="ruling"),
    path("errata/", ruling_api.ErratumList.as_view(), name="errata"),
    path("lists/", ruling_api.ListList.as_view(), name="lists"),
    path("lists/<str:version>/", ruling_api.ListDetail.as_view(), name="list"),
]

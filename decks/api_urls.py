"""Addresses of the API of this floor."""

from __future__ import annotations

from django.urls import path

from decks import api, api_editors, api_exchange, api_help

app_name = "decks_api"
urlpatterns = [
    path("decks/", api.Decks.as_view(), name="decks"),
    path("decks/check/", api.DeckCheck.as_view(), name="check"),
    path("decks/import/", api_exchange.DeckImport.as_view(), name="import"),
    path("decks/formats/", api_exchange.HouseFormats.as_view(), name="formats"),
    path("decks/formats/<slug:key>/", api_exchange.HouseFormatDetail.as_view(), name="format"),
    path("decks/<slug:key>/export/<slug:format_name>/", api_exchange.DeckExport.as_view(), name="export"),
    path("decks/repair/", api_help.Repair.as_view(), name="repair"),
    path("decks/complete/", api_help.Complete.as_view(), name="complete"),
    path("decks/odds/", api_help.OddsOfDeck.as_view(), name="odds"),
    path("collection/", api_help.Collection.as_view(), name="collection"),
    path("decks/<slug:key>/history/", api_help.History.as_view(), name="history"),
    path("decks/<slug:key>/history/<int:version>/restore/", api_help.Restore.as_view(), name="restore"),
    path("decks/together/<slug:secret>/", api_editors.JoinDeck.as_view(), name="join"),
    path("decks/<slug:key>/editors/", api_editors.Editors.as_view(), name="editors"),
    path("decks/<slug:key>/editors/link/", api_editors.EditorsLink.as_view(), name="editors_link"),
    path("decks/<slug:key>/editors/<slug:editor>/", api_editors.EditorDetail.as_view(), name="editor"),
    path("decks/<slug:key>/", api.DeckDetail.as_view(), name="deck"),
    path("pools/<slug:key>/", api.PoolDetail.as_view(), name="pool"),
]

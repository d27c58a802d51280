"""URLs of the API of decks."""

from django.urls import path

from decks import api
from decks.assist import api as assist_api
from decks.collection import api as collection_api
from decks.exchange import api as exchange_api
from decks.guides import api as guides_api
from decks.history import api as history_api
from decks.public import api as public_api
from decks.strength import api as strength_api

app_name = "decks_api"
urlpatterns = [
    path("decks/", api.Decks.as_view(), name="decks"),
    path("decks/check/", api.DeckCheck.as_view(), name="check"),
    path("decks/public/", public_api.PublicDecks.as_view(), name="public"),
    path("decks/import/", exchange_api.DeckImport.as_view(), name="import"),
    path("decks/file/", exchange_api.DeckFiles.as_view(), name="file"),
    path("decks/formats/", exchange_api.HouseFormatList.as_view(), name="formats"),
    path("decks/formats/<slug:key>/", exchange_api.HouseFormatDetail.as_view(), name="format"),
    path("decks/<slug:key>/export/<slug:format_name>/", exchange_api.DeckExport.as_view(), name="export"),
    path("decks/<slug:key>/papers/<str:name>", exchange_api.DeckPaper.as_view(), name="paper"),
    path("decks/repair/", assist_api.RepairDeck.as_view(), name="repair"),
    path("decks/complete/", assist_api.CompleteDeck.as_view(), name="complete"),
    path("decks/compare/", assist_api.CompareDecks.as_view(), name="compare"),
    path("decks/odds/", assist_api.OddsOfDeck.as_view(), name="odds"),
    path("decks/strength/<slug:key>/", strength_api.StrengthJobDetail.as_view(), name="strength_job"),
    path("decks/strength/<slug:key>/stop/", strength_api.StopStrength.as_view(), name="stop_strength"),
    path("decks/strength/<slug:key>/swap/", strength_api.MakeSwap.as_view(), name="make_swap"),
    path("collection/", collection_api.Collection.as_view(), name="collection"),
    path("decks/<slug:key>/history/", history_api.DeckHistory.as_view(), name="history"),
    path("decks/<slug:key>/history/<int:version>/", history_api.VersionDetail.as_view(), name="version"),
    path("decks/<slug:key>/history/<int:version>/restore/", history_api.RestoreVersion.as_view(), name="restore"),
    path("decks/<slug:key>/strength/", strength_api.StrengthOfDeck.as_view(), name="strength"),
    path("decks/<slug:key>/record/", api.DeckRecord.as_view(), name="record"),
    path("decks/<slug:key>/guides/", guides_api.Guides.as_view(), name="guides"),
    path("decks/<slug:key>/guides/<slug:language>/", guides_api.GuideDetail.as_view(), name="guide"),
    path("decks/<slug:key>/", api.DeckDetail.as_view(), name="deck"),
    path("pools/<slug:key>/", api.PoolDetail.as_view(), name="pool"),
]

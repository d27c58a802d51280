"""URLs of the API of cards."""

from django.urls import path

from cards import api
from cards.editing import api as editing_api
from cards.rulings import api as rulings_api

app_name = "cards_api"
urlpatterns = [
    path("catalogue/", editing_api.CatalogueDetail.as_view(), name="catalogue"),
    path("catalogue/sets/", editing_api.CatalogueSets.as_view(), name="catalogue_sets"),
    path("catalogue/changes/", editing_api.ChangeList.as_view(), name="catalogue_changes"),
    path("cards/", api.CardList.as_view(), name="cards"),
    path("cards/all.json", api.AllCards.as_view(), name="all"),
    path("cards/<str:card>/record/", api.CardRecord.as_view(), name="record"),
    path("cards/<str:card>/", api.CardDetail.as_view(), name="card"),
    path("rulings/", rulings_api.RulingList.as_view(), name="rulings"),
    path("rulings/<str:ruling>/", rulings_api.RulingDetail.as_view(), name="ruling"),
    path("errata/", rulings_api.ErratumList.as_view(), name="errata"),
    path("lists/", rulings_api.RestrictedListList.as_view(), name="lists"),
    path("lists/<str:version>/", rulings_api.RestrictedListDetail.as_view(), name="list"),
]

"""URLs of cards."""

from django.urls import path

from cards import views
from cards.editing import views as editing_views
from cards.pictures import views as pictures_views
from cards.rulings import views as rulings_views
from cards.search import views as search_views
from cards.text_packs import views as text_packs_views
from cards.tiles import views as tiles_views

app_name = "cards"
urlpatterns = [
    path("", search_views.index, name="index"),
    path("suggest/", search_views.suggest, name="suggest"),
    path("help/", search_views.search_help, name="search_help"),
    path("searches/", search_views.save_search, name="save_search"),
    path("searches/<int:pk>/delete/", search_views.delete_search, name="delete_search"),
    path("rulings/", rulings_views.index, name="rulings"),
    path("rulings/<slug:key>/", rulings_views.entry, name="ruling"),
    path("errata/", rulings_views.errata, name="errata"),
    path("lists/", rulings_views.lists, name="lists"),
    path("lists/<str:version>/", rulings_views.card_list, name="list"),
    path("compare/", views.compare, name="compare"),
    path("peoples/", views.peoples, name="peoples"),
    path("peoples/<slug:people>/", views.people, name="people"),
    path("sets/", views.sets, name="sets"),
    path("sets/<slug:name>/", views.set_page, name="set"),
    path("factions/", views.factions, name="factions"),
    path("factions/<slug:name>/", views.faction, name="faction"),
    path("tiles/<slug:kind>/<slug:digest>/<slug:people>.json", tiles_views.tiles, name="tiles"),
    path("names/german.json", tiles_views.german_names, name="german_names"),
    path("keeping/", editing_views.index, name="keeping"),
    path("keeping/wanted.csv", editing_views.template, name="keeping_template"),
    path("keeping/upload/", editing_views.upload, name="keeping_upload"),
    path("keeping/apply/", editing_views.apply, name="keeping_apply"),
    path("keeping/history/", editing_views.history, name="keeping_history"),
    path("keeping/history/<int:pk>/revert/", editing_views.revert, name="keeping_revert"),
    path("keeping/seen/<slug:slug>/", editing_views.witness, name="witness"),
    path("texts/", text_packs_views.packs, name="text_packs"),
    path("texts/join/<str:secret>/", text_packs_views.join, name="join_texts"),
    path("texts/<str:key>/", text_packs_views.pack, name="text_pack"),
    path("pictures/sheet.<slug:version>.svg", pictures_views.picture_sheet, name="picture_sheet"),
    path("pictures/<slug:slug>.<slug:version>.svg", pictures_views.picture, name="picture"),
    path("pictures/card-back/", pictures_views.back_picture, name="back_picture"),
    path("pictures/face/<slug:slug>.png", pictures_views.face_picture, name="face_picture"),
    path("pictures/<slug:slug>.png", pictures_views.link_picture, name="link_picture"),
    path("<slug:slug>/", views.card, name="card"),
    path("<slug:slug>/peek/", views.peek, name="peek"),
    path("<slug:slug>/edit/", editing_views.edit, name="card_edit"),
    path("<slug:slug>/history/", editing_views.history, name="card_history"),
]

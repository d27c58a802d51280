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
    path("", search_views.card_search_page, name="index"),
    path("suggest/", search_views.suggestions_json, name="suggest"),
    path("help/", search_views.search_help_page, name="search_help"),
    path("searches/", search_views.save_search_view, name="save_search"),
    path("searches/<int:pk>/delete/", search_views.delete_search_view, name="delete_search"),
    path("rulings/", rulings_views.rulings_page, name="rulings"),
    path("rulings/<slug:key>/", rulings_views.ruling_or_topic_page, name="ruling"),
    path("errata/", rulings_views.errata_page, name="errata"),
    path("lists/", rulings_views.card_lists_page, name="lists"),
    path("lists/<str:version>/", rulings_views.card_list_page, name="list"),
    path("compare/", views.compare_cards_page, name="compare"),
    path("peoples/", views.peoples_page, name="peoples"),
    path("peoples/<slug:people>/", views.people_page, name="people"),
    path("sets/", views.sets_page, name="sets"),
    path("sets/<slug:name>/", views.card_set_page, name="set"),
    path("factions/", views.factions_page, name="factions"),
    path("factions/<slug:name>/", views.faction_page, name="faction"),
    path("tiles/<slug:kind>/<slug:digest>/<slug:people>.json", tiles_views.tiles_json, name="tiles"),
    path("names/german.json", tiles_views.german_names_json, name="german_names"),
    path("keeping/", editing_views.completeness_page, name="keeping"),
    path("keeping/wanted.csv", editing_views.missing_facts_csv_view, name="keeping_template"),
    path("keeping/upload/", editing_views.upload_table_page, name="keeping_upload"),
    path("keeping/apply/", editing_views.apply_table_view, name="keeping_apply"),
    path("keeping/history/", editing_views.card_history_page, name="keeping_history"),
    path("keeping/history/<int:pk>/revert/", editing_views.revert_change_view, name="keeping_revert"),
    path("keeping/seen/<slug:slug>/", editing_views.card_witness_page, name="witness"),
    path("texts/", text_packs_views.text_packs_page, name="text_packs"),
    path("texts/join/<str:secret>/", text_packs_views.join_text_pack_page, name="join_texts"),
    path("texts/<str:key>/", text_packs_views.text_pack_page, name="text_pack"),
    path("pictures/sheet.<slug:version>.svg", pictures_views.picture_sheet, name="picture_sheet"),
    path("pictures/<slug:slug>.<slug:version>.svg", pictures_views.card_picture, name="picture"),
    path("pictures/card-back/", pictures_views.card_back_picture, name="back_picture"),
    path("pictures/face/<slug:slug>.png", pictures_views.card_face_picture, name="face_picture"),
    path("pictures/<slug:slug>.png", pictures_views.link_picture, name="link_picture"),
    path("<slug:slug>/", views.card_page, name="card"),
    path("<slug:slug>/peek/", views.card_preview_fragment, name="peek"),
    path("<slug:slug>/edit/", editing_views.correct_card_page, name="card_edit"),
    path("<slug:slug>/history/", editing_views.card_history_page, name="card_history"),
]

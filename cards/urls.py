"""Addresses of the catalogue."""

from __future__ import annotations

from django.urls import path

from cards import ruling_views, search_views, views, views_keeping, views_packs

app_name = "cards"
urlpatterns = [
    path("", search_views.index, name="index"),
    path("suggest/", search_views.suggest, name="suggest"),
    path("help/", search_views.search_help, name="search_help"),
    path("searches/", search_views.save_search, name="save_search"),
    path("searches/<int:pk>/delete/", search_views.delete_search, name="delete_search"),
    path("rulings/", ruling_views.index, name="rulings"),
    path("rulings/<slug:key>/", ruling_views.entry, name="ruling"),
    path("errata/", ruling_views.errata, name="errata"),
    path("lists/", ruling_views.lists, name="lists"),
    path("lists/<str:version>/", ruling_views.card_list, name="list"),
    path("peoples/", views.peoples, name="peoples"),
    path("peoples/<slug:people>/", views.people, name="people"),
    path("keeping/", views_keeping.index, name="keeping"),
    path("keeping/wanted.csv", views_keeping.template, name="keeping_template"),
    path("keeping/upload/", views_keeping.upload, name="keeping_upload"),
    path("keeping/apply/", views_keeping.apply, name="keeping_apply"),
    path("keeping/history/", views_keeping.history, name="keeping_history"),
    path("keeping/history/<int:pk>/revert/", views_keeping.revert, name="keeping_revert"),
    path("texts/", views_packs.packs, name="text_packs"),
    path("texts/join/<str:secret>/", views_packs.join, name="join_texts"),
    path("texts/<str:key>/", views_packs.pack, name="text_pack"),
    path("<slug:slug>/", views.card, name="card"),
    path("<slug:slug>/edit/", views_keeping.edit, name="card_edit"),
    path("<slug:slug>/history/", views_keeping.history, name="card_history"),
]

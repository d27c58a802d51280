"""Addresses of the pages of this floor."""

from __future__ import annotations

from django.urls import path

from decks import building_views, checking, views

app_name = "decks"
urlpatterns = [
    path("", views.index, name="index"),
    path("check/", checking.check, name="check"),
    path("new/", views.create, name="create"),
    path("pools/<slug:key>/", views.pool, name="pool"),
    path("pools/<slug:key>/deck/", views.create_from_pool, name="create_from_pool"),
    path("<slug:key>/", views.deck, name="deck"),
    path("<slug:key>/edit/", building_views.edit, name="edit"),
    path("<slug:key>/cards/", building_views.put, name="put"),
    path("<slug:key>/fill/", building_views.fill, name="fill"),
    path("<slug:key>/settings/", building_views.settings, name="settings"),
    path("<slug:key>/write/", checking.write, name="write"),
    path("<slug:key>/text/", views.text, name="text"),
    path("<slug:key>/copy/", views.copy, name="copy"),
    path("<slug:key>/delete/", views.delete, name="delete"),
]

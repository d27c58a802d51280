"""Addresses of the catalogue."""

from __future__ import annotations

from django.urls import path

from cards import views

app_name = "cards"
urlpatterns = [
    path("", views.index, name="index"),
    path("suggest/", views.suggest, name="suggest"),
    path("peoples/", views.peoples, name="peoples"),
    path("peoples/<slug:people>/", views.people, name="people"),
    path("<slug:slug>/", views.card, name="card"),
]

"""Addresses of what the games of the engine have shown."""

from __future__ import annotations

from django.urls import path

from game.pages import views

app_name = "game"
urlpatterns = [
    path("peoples/", views.peoples, name="peoples"),
]

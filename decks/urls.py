"""Addresses of the pages of this floor."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "decks"
urlpatterns: list[URLPattern] = []

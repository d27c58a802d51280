"""Addresses of the API of this floor."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "matches_api"
urlpatterns: list[URLPattern] = []

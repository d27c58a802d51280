"""Addresses of the help pages."""

from __future__ import annotations

from django.urls import path

from tenmoons import glossary_page, views

app_name = "help"
urlpatterns = [
    path("", views.help_index, name="index"),
    path("rules/", views.rules, name="rules"),
    path("glossary/", glossary_page.glossary, name="glossary"),
]

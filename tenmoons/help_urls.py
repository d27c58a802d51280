"""Addresses of the help pages."""

from __future__ import annotations

from django.urls import path

from tenmoons import glossary_page, views, views_help

app_name = "help"
urlpatterns = [
    path("", views_help.help_index, name="index"),
    path("rules/", views.rules, name="rules"),
    path("glossary/", glossary_page.glossary, name="glossary"),
    path("search/", views_help.search, name="search"),
    path("<path:slug>/", views_help.page, name="page"),
]

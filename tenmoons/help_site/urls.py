"""URLs of the help pages."""

from django.urls import path

from tenmoons.help_site import views

app_name = "help"
urlpatterns = [
    path("", views.help_index, name="index"),
    path("rules/", views.rules_page, name="rules"),
    path("glossary/", views.glossary_page, name="glossary"),
    path("search/", views.help_search_page, name="search"),
    path("readings.atom", views.readings_feed, name="readings_feed"),
    path("<path:slug>/", views.help_page, name="page"),
]

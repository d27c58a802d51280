"""URLs of seasons."""

from django.urls import path

from matches.seasons import import_views, views
from matches.seasons.views import link_picture

urlpatterns = [
    path("groups/<slug:key>/season/", views.group_season, name="group_season"),
    path("groups/<slug:key>/season/picture.png", link_picture, name="season_link_picture"),
    path("groups/<slug:key>/season/files/<str:name>", views.export, name="season_file"),
    path("groups/<slug:key>/season/player/", views.player, name="season_player"),
    path("groups/<slug:key>/season/duel/", views.duel, name="season_duel"),
    path("groups/<slug:key>/season/strengths/", views.strengths, name="season_strengths"),
    path("groups/<slug:key>/seasons/", views.save_season, name="season_keep"),
    path("groups/<slug:key>/seasons/<slug:season_key>/", views.save_season, name="season_change"),
    path("groups/<slug:key>/seasons/<slug:season_key>/forget/", views.forget, name="season_forget"),
    path("groups/<slug:key>/import/", import_views.season_import, name="season_import"),
    path("groups/<slug:key>/import/<int:pk>/back/", import_views.take_back, name="season_take_back"),
]

"""URLs of seasons."""

from django.urls import path

from matches.seasons import views

urlpatterns = [
    path("groups/<slug:key>/season/", views.season_page, name="group_season"),
    path("groups/<slug:key>/season/picture.png", views.link_picture, name="season_link_picture"),
    path("groups/<slug:key>/season/files/<str:name>", views.season_file_view, name="season_file"),
    path("groups/<slug:key>/season/player/", views.season_player_page, name="season_player"),
    path("groups/<slug:key>/season/duel/", views.head_to_head_page, name="season_duel"),
    path("groups/<slug:key>/season/strengths/", views.strengths_page, name="season_strengths"),
    path("groups/<slug:key>/seasons/", views.save_season_view, name="season_keep"),
    path("groups/<slug:key>/seasons/<slug:season_key>/", views.save_season_view, name="season_change"),
    path("groups/<slug:key>/seasons/<slug:season_key>/forget/", views.delete_season_view, name="season_forget"),
    path("groups/<slug:key>/import/", views.season_import_page, name="season_import"),
    path("groups/<slug:key>/import/<int:pk>/back/", views.undo_import_view, name="season_take_back"),
]

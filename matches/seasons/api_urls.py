"""URLs of the API of seasons."""

from django.urls import path

from matches.seasons import api

urlpatterns = [
    path("groups/<slug:key>/seasons/", api.GroupSeasons.as_view(), name="group_seasons"),
    path("groups/<slug:key>/seasons/<slug:season_key>/", api.SeasonDetail.as_view(), name="group_season"),
    path("groups/<slug:key>/season/", api.SeasonTable.as_view(), name="group_season_table"),
    path("groups/<slug:key>/season/duel/", api.HeadToHead.as_view(), name="group_duel"),
    path("groups/<slug:key>/season/player/", api.GroupPlayer.as_view(), name="group_player"),
    path("groups/<slug:key>/season/strengths/", api.SeasonStrengths.as_view(), name="group_strengths"),
    path("groups/<slug:key>/season/files/", api.SeasonFiles.as_view(), name="group_season_files"),
    path("groups/<slug:key>/season/files/<str:name>", api.SeasonFile.as_view(), name="group_season_file"),
    path("groups/<slug:key>/imports/", api.Imports.as_view(), name="group_imports"),
    path("groups/<slug:key>/imports/<int:pk>/", api.ImportDetail.as_view(), name="group_import"),
]

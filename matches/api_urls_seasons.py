"""Addresses of the API for what belongs to a group over time, below those of the floor."""

from __future__ import annotations

from django.urls import path

from matches import api_imports, api_seasons

urlpatterns = [
    path("groups/join/<slug:invite_key>/", api_seasons.Join.as_view(), name="group_join"),
    path("groups/<slug:key>/members/", api_seasons.Members.as_view(), name="group_members"),
    path("groups/<slug:key>/members/<int:pk>/", api_seasons.MemberDetail.as_view(), name="group_member"),
    path("groups/<slug:key>/leave/", api_seasons.Leave.as_view(), name="group_leave"),
    path("groups/<slug:key>/owner/", api_seasons.Owner.as_view(), name="group_owner"),
    path("groups/<slug:key>/invitation/", api_seasons.GroupInvitation.as_view(), name="group_invitation"),
    path("groups/<slug:key>/seasons/", api_seasons.Seasons.as_view(), name="group_seasons"),
    path("groups/<slug:key>/seasons/<slug:season_key>/", api_seasons.SeasonDetail.as_view(), name="group_season"),
    path("groups/<slug:key>/season/", api_seasons.SeasonTable.as_view(), name="group_season_table"),
    path("groups/<slug:key>/season/duel/", api_seasons.HeadToHead.as_view(), name="group_duel"),
    path("groups/<slug:key>/season/player/", api_seasons.GroupPlayer.as_view(), name="group_player"),
    path("groups/<slug:key>/season/strengths/", api_seasons.Strengths.as_view(), name="group_strengths"),
    path("groups/<slug:key>/season/files/<str:name>", api_imports.SeasonFile.as_view(), name="group_season_file"),
    path("groups/<slug:key>/imports/", api_imports.Imports.as_view(), name="group_imports"),
    path("groups/<slug:key>/imports/<int:pk>/", api_imports.ImportDetail.as_view(), name="group_import"),
]

"""Addresses of what belongs to a group over time, below those of the floor."""

from __future__ import annotations

from django.urls import path

from matches import views_evening, views_groups, views_import, views_members, views_seasons

urlpatterns = [
    path("groups/join/<slug:invite_key>/", views_members.join, name="group_join"),
    path("groups/of-draft/<slug:key>/", views_evening.evening, name="evening"),
    path("groups/<slug:key>/members/", views_members.members, name="members"),
    path("groups/<slug:key>/members/<int:pk>/remove/", views_members.remove, name="member_remove"),
    path("groups/<slug:key>/invitation/", views_members.invitation, name="group_invitation"),
    path("groups/<slug:key>/leave/", views_members.leave, name="group_leave"),
    path("groups/<slug:key>/owner/", views_members.hand_over, name="group_hand_over"),
    path("groups/<slug:key>/time/", views_groups.over_time, name="group_time"),
    path("groups/<slug:key>/drafts/", views_groups.add_draft, name="group_draft_add"),
    path("groups/<slug:key>/season/", views_seasons.group_season, name="group_season"),
    path("groups/<slug:key>/season/files/<str:name>", views_seasons.export, name="season_file"),
    path("groups/<slug:key>/season/player/", views_seasons.player, name="season_player"),
    path("groups/<slug:key>/season/duel/", views_seasons.duel, name="season_duel"),
    path("groups/<slug:key>/season/strengths/", views_seasons.strengths, name="season_strengths"),
    path("groups/<slug:key>/seasons/", views_seasons.keep, name="season_keep"),
    path("groups/<slug:key>/seasons/<slug:season_key>/", views_seasons.keep, name="season_change"),
    path("groups/<slug:key>/seasons/<slug:season_key>/forget/", views_seasons.forget, name="season_forget"),
    path("groups/<slug:key>/import/", views_import.season_import, name="season_import"),
    path("groups/<slug:key>/import/<int:pk>/back/", views_import.take_back, name="season_take_back"),
]

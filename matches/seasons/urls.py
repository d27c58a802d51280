"""URLs of seasons."""

from django.urls import path

from matches.groups import club_views, draft_views, member_views
from matches.groups import views as groups_views
from matches.seasons import import_views
from matches.seasons import views as seasons_views
from matches.seasons.link_picture import link_picture

urlpatterns = [
    path("groups/join/<slug:invite_key>/", member_views.join, name="group_join"),
    path("groups/of-draft/<slug:key>/", draft_views.evening, name="evening"),
    path("groups/<slug:key>/members/", member_views.members, name="members"),
    path("groups/<slug:key>/members/<int:pk>/", member_views.member, name="member"),
    path("groups/<slug:key>/members/back/", member_views.restore, name="member_restore"),
    path("groups/<slug:key>/members/<int:pk>/remove/", member_views.remove, name="member_remove"),
    path("groups/<slug:key>/about/", member_views.describe, name="group_describe"),
    path("groups/<slug:key>/members/<int:pk>/organises/", club_views.organiser, name="member_organiser"),
    path("groups/<slug:key>/invitation/", member_views.invitation, name="group_invitation"),
    path("groups/<slug:key>/leave/", member_views.leave, name="group_leave"),
    path("groups/<slug:key>/owner/", member_views.hand_over, name="group_hand_over"),
    path("groups/<slug:key>/time/", groups_views.over_time, name="group_time"),
    path("groups/<slug:key>/drafts/", groups_views.add_draft, name="group_draft_add"),
    path("groups/<slug:key>/season/", seasons_views.group_season, name="group_season"),
    path("groups/<slug:key>/season/picture.png", link_picture, name="season_link_picture"),
    path("groups/<slug:key>/season/files/<str:name>", seasons_views.export, name="season_file"),
    path("groups/<slug:key>/season/player/", seasons_views.player, name="season_player"),
    path("groups/<slug:key>/season/duel/", seasons_views.duel, name="season_duel"),
    path("groups/<slug:key>/season/strengths/", seasons_views.strengths, name="season_strengths"),
    path("groups/<slug:key>/seasons/", seasons_views.save_season, name="season_keep"),
    path("groups/<slug:key>/seasons/<slug:season_key>/", seasons_views.save_season, name="season_change"),
    path("groups/<slug:key>/seasons/<slug:season_key>/forget/", seasons_views.forget, name="season_forget"),
    path("groups/<slug:key>/import/", import_views.season_import, name="season_import"),
    path("groups/<slug:key>/import/<int:pk>/back/", import_views.take_back, name="season_take_back"),
]

"""URLs of groups."""

from django.urls import path

from matches.groups import member_views, views

urlpatterns = [
    path("clubs/", views.index, name="clubs"),
    path("groups/new/", views.create, name="group_create"),
    path("groups/join/<slug:invite_key>/", member_views.join, name="group_join"),
    path("groups/of-draft/<slug:key>/", views.evening, name="evening"),
    path("groups/<slug:key>/", views.detail, name="group"),
    path("groups/<slug:key>/about/", member_views.describe, name="group_describe"),
    path("groups/<slug:key>/calendar/", views.calendar, name="group_calendar"),
    path("groups/<slug:key>/calendar.ics", views.feed, name="group_feed"),
    path("groups/<slug:key>/drafts/", views.add_draft, name="group_draft_add"),
    path("groups/<slug:key>/invitation/", member_views.invitation, name="group_invitation"),
    path("groups/<slug:key>/leave/", member_views.leave, name="group_leave"),
    path("groups/<slug:key>/matches/", views.start, name="group_start"),
    path("groups/<slug:key>/members/", member_views.members, name="members"),
    path("groups/<slug:key>/members/back/", member_views.restore, name="member_restore"),
    path("groups/<slug:key>/members/<int:pk>/", member_views.member, name="member"),
    path("groups/<slug:key>/members/<int:pk>/name/", member_views.rename, name="member_rename"),
    path("groups/<slug:key>/members/<int:pk>/merge/", member_views.merge, name="member_merge"),
    path("groups/<slug:key>/members/<int:pk>/split/", member_views.split, name="member_split"),
    path("groups/<slug:key>/members/<int:pk>/remove/", member_views.remove, name="member_remove"),
    path("groups/<slug:key>/members/<int:pk>/organises/", member_views.organiser, name="member_organiser"),
    path("groups/<slug:key>/owner/", member_views.hand_over, name="group_hand_over"),
    path("groups/<slug:key>/picks/", views.group_picks, name="group_picks"),
    path("groups/<slug:key>/time/", views.over_time, name="group_time"),
    path("<slug:key>/group/", views.move, name="match_group"),
]

"""URLs of groups."""

from django.urls import path

from matches.groups import member_views, views

urlpatterns = [
    path("clubs/", views.clubs_page, name="clubs"),
    path("groups/new/", views.new_group_page, name="group_create"),
    path("groups/join/<slug:invite_key>/", member_views.join_group_page, name="group_join"),
    path("groups/of-draft/<slug:key>/", views.evening_page, name="evening"),
    path("groups/of-draft/<slug:key>/matches/", views.start_evening_match_view, name="evening_start"),
    path("groups/<slug:key>/", views.group_page, name="group"),
    path("groups/<slug:key>/about/", member_views.describe_group_view, name="group_describe"),
    path("groups/<slug:key>/calendar/", views.club_calendar_page, name="group_calendar"),
    path("groups/<slug:key>/calendar.ics", views.club_calendar_feed, name="group_feed"),
    path("groups/<slug:key>/drafts/", views.add_draft_view, name="group_draft_add"),
    path("groups/<slug:key>/invitation/", member_views.change_invitation_view, name="group_invitation"),
    path("groups/<slug:key>/leave/", member_views.leave_group_view, name="group_leave"),
    path("groups/<slug:key>/matches/", views.start_match_view, name="group_start"),
    path("groups/<slug:key>/members/", member_views.members_page, name="members"),
    path("groups/<slug:key>/members/back/", member_views.restore_members_view, name="member_restore"),
    path("groups/<slug:key>/members/<int:pk>/", member_views.member_page, name="member"),
    path("groups/<slug:key>/members/<int:pk>/name/", member_views.rename_member_view, name="member_rename"),
    path("groups/<slug:key>/members/<int:pk>/merge/", member_views.merge_members_view, name="member_merge"),
    path("groups/<slug:key>/members/<int:pk>/split/", member_views.split_member_view, name="member_split"),
    path("groups/<slug:key>/members/<int:pk>/remove/", member_views.remove_member_view, name="member_remove"),
    path("groups/<slug:key>/members/<int:pk>/organises/", member_views.set_organiser_view, name="member_organiser"),
    path("groups/<slug:key>/owner/", member_views.hand_over_group_view, name="group_hand_over"),
    path("groups/<slug:key>/picks/", views.group_picks_page, name="group_picks"),
    path("groups/<slug:key>/time/", views.group_settings_over_time_page, name="group_time"),
    path("<slug:key>/group/", views.move_match_view, name="match_group"),
]

"""URLs of the API of groups."""

from django.urls import path

from matches.groups import api, member_api

urlpatterns = [
    path("groups/", api.Groups.as_view(), name="groups"),
    path("groups/join/<slug:invite_key>/", member_api.JoinGroup.as_view(), name="group_join"),
    path("groups/of-draft/<slug:key>/", api.DraftEvening.as_view(), name="evening"),
    path("groups/<slug:key>/matches/", api.GuestMatches.as_view(), name="group_matches"),
    path("groups/<slug:key>/drafts/", api.GroupDrafts.as_view(), name="group_drafts"),
    path("groups/<slug:key>/picks/", api.GroupPickStatistics.as_view(), name="group_picks"),
    path("groups/<slug:key>/members/", member_api.GroupMembers.as_view(), name="group_members"),
    path("groups/<slug:key>/members/<int:pk>/", member_api.MemberDetail.as_view(), name="group_member"),
    path("groups/<slug:key>/members/<int:pk>/merge/", member_api.MergeMember.as_view(), name="group_member_merge"),
    path(
        "groups/<slug:key>/members/<int:pk>/restore/", member_api.RestoreMember.as_view(), name="group_member_restore"
    ),
    path("groups/<slug:key>/log/", member_api.GroupLog.as_view(), name="group_log"),
    path("groups/<slug:key>/leave/", member_api.LeaveGroup.as_view(), name="group_leave"),
    path("groups/<slug:key>/owner/", member_api.GroupOwner.as_view(), name="group_owner"),
    path("groups/<slug:key>/invitation/", member_api.GroupInvitation.as_view(), name="group_invitation"),
    path("groups/<slug:key>/", api.GroupDetail.as_view(), name="group"),
    path("groups/<slug:key>/standings/", api.GroupStandings.as_view(), name="standings"),
    path("groups/<slug:key>/next-round/", api.SuggestedPairings.as_view(), name="next_round"),
    path("matches/<slug:key>/group/", api.MatchGroup.as_view(), name="match_group"),
]

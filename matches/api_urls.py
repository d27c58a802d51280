"""URLs of the API of matches."""

from django.urls import path

from matches.companion import api as companion_api
from matches.events import api_urls as events_api_urls
from matches.groups import api as groups_api
from matches.groups import member_api
from matches.play import api, dispute_api
from matches.seasons import api_urls as seasons_api_urls

app_name = "matches_api"
urlpatterns = [
    *events_api_urls.urlpatterns,
    path("matches/", api.Matches.as_view(), name="matches"),
    path("matches/<slug:key>/", api.MatchDetail.as_view(), name="match"),
    path("matches/<slug:key>/join/", api.JoinLink.as_view(), name="join_link"),
    path("matches/<slug:key>/join/<slug:join_key>/", api.Join.as_view(), name="join"),
    path("matches/<slug:key>/games/", api.Games.as_view(), name="games"),
    path("matches/<slug:key>/games/<int:number>/", api.GameDetail.as_view(), name="game"),
    path("matches/<slug:key>/games/<int:number>/confirm/", dispute_api.Confirm.as_view(), name="confirm"),
    path("matches/<slug:key>/games/<int:number>/dispute/", dispute_api.Dispute.as_view(), name="dispute"),
    path("matches/<slug:key>/games/<int:number>/settle/", dispute_api.Settle.as_view(), name="settle"),
    path("matches/<slug:key>/undo/", dispute_api.UndoGame.as_view(), name="undo"),
    path("matches/<slug:key>/group/", groups_api.MatchGroup.as_view(), name="match_group"),
    path("matches/<slug:key>/agreed/", dispute_api.Sheet.as_view(), name="agreed"),
    path("matches/<slug:key>/penalties/", dispute_api.Penalties.as_view(), name="penalties"),
    path("matches/<slug:key>/penalties/<int:pk>/", dispute_api.PenaltyDetail.as_view(), name="penalty"),
    path("matches/<slug:key>/history/", dispute_api.History.as_view(), name="history"),
    path("matches/<slug:key>/decks/", dispute_api.Decks.as_view(), name="decks"),
    path("matches/<slug:key>/table/", companion_api.Table.as_view(), name="table"),
    path("matches/<slug:key>/table/notes/", companion_api.Notes.as_view(), name="notes"),
    path("power/", companion_api.PowerSum.as_view(), name="power"),
    path("groups/", groups_api.Groups.as_view(), name="groups"),
    path("groups/join/<slug:invite_key>/", member_api.Join.as_view(), name="group_join"),
    path("groups/of-draft/<slug:key>/", groups_api.Evening.as_view(), name="evening"),
    path("groups/<slug:key>/matches/", groups_api.GuestMatches.as_view(), name="group_matches"),
    path("groups/<slug:key>/drafts/", groups_api.Drafts.as_view(), name="group_drafts"),
    path("groups/<slug:key>/picks/", groups_api.Picks.as_view(), name="group_picks"),
    path("groups/<slug:key>/members/", member_api.Members.as_view(), name="group_members"),
    path("groups/<slug:key>/members/<int:pk>/", member_api.MemberDetail.as_view(), name="group_member"),
    path("groups/<slug:key>/members/<int:pk>/merge/", member_api.MergeMember.as_view(), name="group_member_merge"),
    path(
        "groups/<slug:key>/members/<int:pk>/restore/", member_api.RestoreMember.as_view(), name="group_member_restore"
    ),
    path("groups/<slug:key>/log/", member_api.GroupLog.as_view(), name="group_log"),
    path("groups/<slug:key>/leave/", member_api.Leave.as_view(), name="group_leave"),
    path("groups/<slug:key>/owner/", member_api.Owner.as_view(), name="group_owner"),
    path("groups/<slug:key>/invitation/", member_api.GroupInvitation.as_view(), name="group_invitation"),
    *seasons_api_urls.urlpatterns,
    path("groups/<slug:key>/", groups_api.GroupDetail.as_view(), name="group"),
    path("groups/<slug:key>/standings/", groups_api.Standings.as_view(), name="standings"),
    path("groups/<slug:key>/next-round/", groups_api.NextRound.as_view(), name="next_round"),
]

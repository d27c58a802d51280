"""URLs of the API of matches."""

from django.urls import path

from matches.companion import api as companion_api
from matches.events import api_urls as events_api_urls
from matches.groups import api as group_api
from matches.groups import member_api
from matches.play import api
from matches.seasons import api as season_api

app_name = "matches_api"
urlpatterns = [
    *events_api_urls.urlpatterns,
    path("matches/", api.Matches.as_view(), name="matches"),
    path("matches/<slug:key>/", api.MatchDetail.as_view(), name="match"),
    path("matches/<slug:key>/join/", api.MatchJoinLink.as_view(), name="join_link"),
    path("matches/<slug:key>/join/<slug:join_key>/", api.JoinMatch.as_view(), name="join"),
    path("matches/<slug:key>/games/", api.MatchGames.as_view(), name="games"),
    path("matches/<slug:key>/games/<int:number>/", api.GameDetail.as_view(), name="game"),
    path("matches/<slug:key>/games/<int:number>/confirm/", api.ConfirmGame.as_view(), name="confirm"),
    path("matches/<slug:key>/games/<int:number>/dispute/", api.DisputeGame.as_view(), name="dispute"),
    path("matches/<slug:key>/games/<int:number>/settle/", api.SettleGame.as_view(), name="settle"),
    path("matches/<slug:key>/undo/", api.UndoGame.as_view(), name="undo"),
    path("matches/<slug:key>/agreed/", api.MatchSheetDetail.as_view(), name="agreed"),
    path("matches/<slug:key>/penalties/", api.MatchPenalties.as_view(), name="penalties"),
    path("matches/<slug:key>/penalties/<int:pk>/", api.PenaltyDetail.as_view(), name="penalty"),
    path("matches/<slug:key>/history/", api.MatchHistory.as_view(), name="history"),
    path("matches/<slug:key>/decks/", api.MatchDecks.as_view(), name="decks"),
    path("matches/<slug:key>/table/", companion_api.CompanionTable.as_view(), name="table"),
    path("matches/<slug:key>/table/notes/", companion_api.CompanionNotes.as_view(), name="notes"),
    path("power/", companion_api.PowerCalculator.as_view(), name="power"),
    path("groups/", group_api.Groups.as_view(), name="groups"),
    path("groups/join/<slug:invite_key>/", member_api.JoinGroup.as_view(), name="group_join"),
    path("groups/of-draft/<slug:key>/", group_api.DraftEvening.as_view(), name="evening"),
    path("groups/<slug:key>/matches/", group_api.GuestMatches.as_view(), name="group_matches"),
    path("groups/<slug:key>/drafts/", group_api.GroupDrafts.as_view(), name="group_drafts"),
    path("groups/<slug:key>/picks/", group_api.GroupPickStatistics.as_view(), name="group_picks"),
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
    path("groups/<slug:key>/", group_api.GroupDetail.as_view(), name="group"),
    path("groups/<slug:key>/standings/", group_api.GroupStandings.as_view(), name="standings"),
    path("groups/<slug:key>/next-round/", group_api.SuggestedPairings.as_view(), name="next_round"),
    path("matches/<slug:key>/group/", group_api.MatchGroup.as_view(), name="match_group"),
    path("groups/<slug:key>/seasons/", season_api.GroupSeasons.as_view(), name="group_seasons"),
    path("groups/<slug:key>/seasons/<slug:season_key>/", season_api.SeasonDetail.as_view(), name="group_season"),
    path("groups/<slug:key>/season/", season_api.SeasonTable.as_view(), name="group_season_table"),
    path("groups/<slug:key>/season/duel/", season_api.HeadToHead.as_view(), name="group_duel"),
    path("groups/<slug:key>/season/player/", season_api.GroupPlayer.as_view(), name="group_player"),
    path("groups/<slug:key>/season/strengths/", season_api.SeasonStrengths.as_view(), name="group_strengths"),
    path("groups/<slug:key>/season/files/", season_api.SeasonFiles.as_view(), name="group_season_files"),
    path("groups/<slug:key>/season/files/<str:name>", season_api.SeasonFile.as_view(), name="group_season_file"),
    path("groups/<slug:key>/imports/", season_api.Imports.as_view(), name="group_imports"),
    path("groups/<slug:key>/imports/<int:pk>/", season_api.ImportDetail.as_view(), name="group_import"),
]

"""URLs of the API of matches."""

from django.urls import path

from matches.companion import api as companion_api
from matches.events import api_urls as events_api_urls
from matches.groups import api_urls as groups_api_urls
from matches.play import api
from matches.seasons import api_urls as seasons_api_urls

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
    *groups_api_urls.urlpatterns,
    *seasons_api_urls.urlpatterns,
]

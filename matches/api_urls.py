"""Addresses of the API of this floor."""

from __future__ import annotations

from django.urls import path

from matches import api, api_play, api_urls_events, api_urls_seasons

app_name = "matches_api"
urlpatterns = [
    *api_urls_events.urlpatterns,
    path("matches/", api.Matches.as_view(), name="matches"),
    path("matches/<slug:key>/", api.MatchDetail.as_view(), name="match"),
    path("matches/<slug:key>/games/", api.Games.as_view(), name="games"),
    path("matches/<slug:key>/games/<int:number>/", api.GameDetail.as_view(), name="game"),
    path("matches/<slug:key>/games/<int:number>/confirm/", api_play.Confirm.as_view(), name="confirm"),
    path("matches/<slug:key>/games/<int:number>/dispute/", api_play.Dispute.as_view(), name="dispute"),
    path("matches/<slug:key>/games/<int:number>/settle/", api_play.Settle.as_view(), name="settle"),
    path("matches/<slug:key>/undo/", api_play.UndoGame.as_view(), name="undo"),
    path("matches/<slug:key>/agreed/", api_play.Sheet.as_view(), name="agreed"),
    path("matches/<slug:key>/penalties/", api_play.Penalties.as_view(), name="penalties"),
    path("matches/<slug:key>/history/", api_play.History.as_view(), name="history"),
    path("matches/<slug:key>/decks/", api_play.Decks.as_view(), name="decks"),
    path("matches/<slug:key>/table/", api_play.Table.as_view(), name="table"),
    path("matches/<slug:key>/table/notes/", api_play.Notes.as_view(), name="notes"),
    path("power/", api_play.PowerSum.as_view(), name="power"),
    path("groups/", api.Groups.as_view(), name="groups"),
    *api_urls_seasons.urlpatterns,
    path("groups/<slug:key>/", api.GroupDetail.as_view(), name="group"),
    path("groups/<slug:key>/standings/", api.Standings.as_view(), name="standings"),
    path("groups/<slug:key>/next-round/", api.NextRound.as_view(), name="next_round"),
]

"""Addresses of the API of this floor."""

from __future__ import annotations

from django.urls import path

from matches import api, api_urls_events

app_name = "matches_api"
urlpatterns = [
    *api_urls_events.urlpatterns,
    path("matches/", api.Matches.as_view(), name="matches"),
    path("matches/<slug:key>/", api.MatchDetail.as_view(), name="match"),
    path("matches/<slug:key>/games/", api.Games.as_view(), name="games"),
    path("matches/<slug:key>/games/<int:number>/", api.GameDetail.as_view(), name="game"),
    path("groups/", api.Groups.as_view(), name="groups"),
    path("groups/<slug:key>/", api.GroupDetail.as_view(), name="group"),
    path("groups/<slug:key>/standings/", api.Standings.as_view(), name="standings"),
    path("groups/<slug:key>/next-round/", api.NextRound.as_view(), name="next_round"),
]

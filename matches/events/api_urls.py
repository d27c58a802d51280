"""URLs of the API of events."""

from django.urls import path

from matches.events import api
from matches.events.players import api as players
from matches.events.public_api import EventCalendar, EventFile, EventFiles
from matches.events.webhooks.api import WebhookDetail, Webhooks

urlpatterns = [
    path("events/calendar/", EventCalendar.as_view(), name="event_calendar"),
    path("events/", api.Events.as_view(), name="events"),
    path("events/<slug:key>/", api.EventDetail.as_view(), name="event"),
    path("events/<slug:key>/stage/", api.EventStage.as_view(), name="event_stage"),
    path("events/<slug:key>/pods/", api.EventPods.as_view(), name="event_pods"),
    path("events/<slug:key>/players/", players.EventPlayers.as_view(), name="event_players"),
    path("events/<slug:key>/players/take-back/", players.TakePlayersBack.as_view(), name="event_players_taken_back"),
    path("events/<slug:key>/players/<int:number>/merge/", players.PlayerMerge.as_view(), name="event_player_merge"),
    path("events/<slug:key>/players/<int:number>/", players.PlayerDetail.as_view(), name="event_player"),
    path("events/<slug:key>/players/<int:number>/deck/", players.PlayerDeck.as_view(), name="event_player_deck"),
    path("events/<slug:key>/rounds/", api.EventRounds.as_view(), name="event_rounds"),
    path("events/<slug:key>/rounds/<int:number>/", api.RoundDetail.as_view(), name="event_round"),
    path("events/<slug:key>/pairings/<int:pairing>/result/", api.TableResult.as_view(), name="event_result"),
    path("events/<slug:key>/pairings/<int:pairing>/", api.LeagueMatchDay.as_view(), name="event_fixture"),
    path("events/<slug:key>/notes/", api.JudgeNotes.as_view(), name="event_notes"),
    path("events/<slug:key>/requests/", players.EntryRequests.as_view(), name="event_requests"),
    path("events/<slug:key>/requests/<int:pk>/", players.EntryRequestDetail.as_view(), name="event_request"),
    path("events/<slug:key>/announcements/", api.Announcements.as_view(), name="event_announcements"),
    path("events/<slug:key>/trail/", api.AuditLog.as_view(), name="event_trail"),
    path("events/<slug:key>/files/", EventFiles.as_view(), name="event_files"),
    path("events/<slug:key>/files/<str:name>", EventFile.as_view(), name="event_file"),
    path("events/<slug:key>/webhooks/", Webhooks.as_view(), name="event_webhooks"),
    path("events/<slug:key>/webhooks/<int:pk>/", WebhookDetail.as_view(), name="event_webhook"),
    path("events/<slug:key>/helpers/", api.Helpers.as_view(), name="event_helpers"),
    path("events/<slug:key>/helpers/<int:pk>/", api.HelperDetail.as_view(), name="event_helper"),
]

"""Addresses of the pages of events, below those of the floor."""

from __future__ import annotations

from django.urls import path

from matches import views_desk, views_events, views_wall

urlpatterns = [
    path("e/<slug:code>/", views_events.short, name="event_short"),
    path("events/", views_events.index, name="events"),
    path("events/new/", views_events.create, name="event_create"),
    path("events/<slug:key>/", views_events.detail, name="event"),
    path("events/<slug:key>/settings/", views_events.change, name="event_change"),
    path("events/<slug:key>/trail/", views_events.trail, name="event_trail"),
    path("events/<slug:key>/wall/", views_wall.wall, name="event_wall"),
    path("events/<slug:key>/players/<int:number>/", views_wall.player, name="event_player"),
    path("events/<slug:key>/files/<str:name>", views_wall.export, name="event_file"),
    path("events/<slug:key>/slips/<int:number>.pdf", views_wall.slips, name="event_slips"),
    path("events/<slug:key>/decks/<int:number>/", views_events.deck, name="event_deck"),
    path("events/<slug:key>/help/<slug:role_key>/", views_desk.help_out, name="event_help"),
    path("events/<slug:key>/helpers/", views_desk.helpers, name="event_helpers"),
    path("events/<slug:key>/helpers/change/", views_desk.change_helpers, name="event_helpers_change"),
    path("events/<slug:key>/webhooks/", views_desk.hooks, name="event_hooks"),
    path("events/<slug:key>/webhooks/<int:pk>/", views_desk.change_hook, name="event_hook"),
    path("events/<slug:key>/do/<slug:action>/", views_events.act, name="event_act"),
]

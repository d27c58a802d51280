"""Addresses of the pages of this floor."""

from __future__ import annotations

from django.urls import path

from matches import urls_events, urls_seasons, views, views_drafts, views_groups, views_play, views_table

app_name = "matches"
urlpatterns = [
    path("", views.index, name="index"),
    path("new/", views.create, name="create"),
    path("power/", views_table.power, name="power"),
    *urls_events.urlpatterns,
    path("groups/new/", views_groups.create, name="group_create"),
    path("groups/<slug:key>/", views_groups.detail, name="group"),
    path("groups/<slug:key>/picks/", views_drafts.group_picks, name="group_picks"),
    path("groups/<slug:key>/matches/", views_groups.start, name="group_start"),
    *urls_seasons.urlpatterns,
    path("<slug:key>/", views.detail, name="detail"),
    path("<slug:key>/games/", views.record, name="record"),
    path("<slug:key>/games/<int:number>/", views.correct, name="correct"),
    path("<slug:key>/games/<int:number>/confirm/", views_play.confirm, name="confirm"),
    path("<slug:key>/games/<int:number>/dispute/", views_play.dispute, name="dispute"),
    path("<slug:key>/games/<int:number>/settle/", views_play.settle, name="settle"),
    path("<slug:key>/penalties/", views_play.penalise, name="penalise"),
    path("<slug:key>/penalties/<int:pk>/forgive/", views_play.forgive, name="forgive"),
    path("<slug:key>/decks/", views_play.decks, name="decks"),
    path("<slug:key>/decks/<slug:side>/<int:number>/", views_play.deck, name="deck"),
    path("<slug:key>/table/", views_table.table, name="table"),
    path("<slug:key>/table/note/", views_table.note, name="note"),
    path("<slug:key>/undo/", views.undo, name="undo"),
    path("<slug:key>/agreed/", views.sheet, name="sheet"),
    path("<slug:key>/join/<slug:join_key>/", views.join, name="join"),
]

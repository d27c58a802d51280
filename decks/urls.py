"""Addresses of the pages of this floor."""

from __future__ import annotations

from django.urls import path

from decks import (
    building_views,
    checking,
    views,
    views_editors,
    views_exchange,
    views_help,
    views_history,
    views_house,
    views_know,
    views_shelf,
)

app_name = "decks"
urlpatterns = [
    path("", views.index, name="index"),
    path("check/", checking.check, name="check"),
    path("import/", views_exchange.bring_in, name="import"),
    path("formats/", views_house.formats, name="formats"),
    path("formats/<slug:key>/", views_house.format_page, name="format"),
    path("formats/<slug:key>/deck/", views_house.format_deck, name="format_deck"),
    path("new/", views.create, name="create"),
    path("pools/<slug:key>/", views.pool, name="pool"),
    path("pools/<slug:key>/deck/", views.create_from_pool, name="create_from_pool"),
    path("shelf/", views_shelf.shelf, name="shelf"),
    path("shelf/leave/", views_shelf.leave, name="leave_shelf"),
    path("shelf/<slug:key>/", views_shelf.join, name="join_shelf"),
    path("compare/", views_know.compare, name="compare"),
    path("searches/<slug:key>/", views_help.search, name="search"),
    path("searches/<slug:key>/stop/", views_help.stop, name="stop_search"),
    path("together/<slug:secret>/", views_editors.edit_together, name="edit_together"),
    path("<slug:key>/", views.deck, name="deck"),
    path("<slug:key>/editors/", views_editors.editors, name="editors"),
    path("<slug:key>/editors/leave/", views_editors.leave, name="leave_editing"),
    path("<slug:key>/edit/", building_views.edit, name="edit"),
    path("<slug:key>/cards/", building_views.put, name="put"),
    path("<slug:key>/maybe/", building_views.maybe, name="maybe"),
    path("<slug:key>/leader/", building_views.leader, name="leader"),
    path("<slug:key>/step/<str:way>/", building_views.step, name="step"),
    path("<slug:key>/history/", views_history.history, name="history"),
    path("<slug:key>/history/<int:version>/restore/", views_history.restore, name="restore"),
    path("<slug:key>/history/<int:version>/name/", views_history.name, name="name_version"),
    path("<slug:key>/help/", views_help.help_page, name="help"),
    path("<slug:key>/help/take/", views_help.take, name="take_help"),
    path("<slug:key>/know/", views_know.know, name="know"),
    path("<slug:key>/built/", views_shelf.built, name="built"),
    path("<slug:key>/fill/", building_views.fill, name="fill"),
    path("<slug:key>/settings/", building_views.settings, name="settings"),
    path("<slug:key>/write/", checking.write, name="write"),
    path("<slug:key>/text/", views.text, name="text"),
    path("<slug:key>/export/<slug:format_>/", views_exchange.export, name="export"),
    path("<slug:key>/registration.pdf", views_exchange.registration, name="registration"),
    path("<slug:key>/cards.pdf", views_exchange.playtest, name="playtest"),
    path("<slug:key>/qr.svg", views_exchange.qr, name="qr"),
    path("<slug:key>/copy/", views.copy, name="copy"),
    path("<slug:key>/delete/", views.delete, name="delete"),
]

"""URLs of matches."""

from django.urls import path

from matches.companion import views as companion_views
from matches.events import urls as events_urls
from matches.groups import urls as groups_urls
from matches.play import dispute_views, views
from matches.seasons import urls as seasons_urls

app_name = "matches"
urlpatterns = [
    path("", views.index, name="index"),
    path("new/", views.create, name="create"),
    path("power/", companion_views.power, name="power"),
    *events_urls.urlpatterns,
    *groups_urls.urlpatterns,
    *seasons_urls.urlpatterns,
    path("<slug:key>/", views.detail, name="detail"),
    path("<slug:key>/games/", views.record, name="record"),
    path("<slug:key>/games/<int:number>/", views.correct, name="correct"),
    path("<slug:key>/games/<int:number>/confirm/", dispute_views.confirm, name="confirm"),
    path("<slug:key>/games/<int:number>/dispute/", dispute_views.dispute, name="dispute"),
    path("<slug:key>/games/<int:number>/settle/", dispute_views.settle, name="settle"),
    path("<slug:key>/penalties/", dispute_views.penalise, name="penalise"),
    path("<slug:key>/penalties/<int:pk>/forgive/", dispute_views.forgive, name="forgive"),
    path("<slug:key>/decks/", dispute_views.decks, name="decks"),
    path("<slug:key>/decks/<slug:side>/<int:number>/", dispute_views.deck, name="deck"),
    path("<slug:key>/table/", companion_views.table, name="table"),
    path("<slug:key>/table/note/", companion_views.note, name="note"),
    path("<slug:key>/undo/", views.undo, name="undo"),
    path("<slug:key>/agreed/", views.sheet, name="sheet"),
    path("<slug:key>/join/<slug:join_key>/", views.join, name="join"),
]

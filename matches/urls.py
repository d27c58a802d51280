"""URLs of matches."""

from django.urls import path

from matches.companion import views as companion_views
from matches.events import urls as events_urls
from matches.groups import urls as groups_urls
from matches.play import views
from matches.seasons import urls as seasons_urls

app_name = "matches"
urlpatterns = [
    path("", views.my_matches_page, name="index"),
    path("new/", views.new_match_page, name="create"),
    path("power/", companion_views.power_calculator_page, name="power"),
    *events_urls.urlpatterns,
    *groups_urls.urlpatterns,
    *seasons_urls.urlpatterns,
    path("<slug:key>/", views.match_page, name="detail"),
    path("<slug:key>/games/", views.record_game_view, name="record"),
    path("<slug:key>/games/<int:number>/", views.correct_game_page, name="correct"),
    path("<slug:key>/games/<int:number>/confirm/", views.confirm_game_view, name="confirm"),
    path("<slug:key>/games/<int:number>/dispute/", views.dispute_game_page, name="dispute"),
    path("<slug:key>/games/<int:number>/settle/", views.settle_game_page, name="settle"),
    path("<slug:key>/penalties/", views.penalise_view, name="penalise"),
    path("<slug:key>/penalties/<int:pk>/forgive/", views.take_penalty_back_view, name="forgive"),
    path("<slug:key>/decks/", views.match_decks_page, name="decks"),
    path("<slug:key>/decks/<slug:side>/<int:number>/", views.match_deck_page, name="deck"),
    path("<slug:key>/table/", companion_views.companion_page, name="table"),
    path("<slug:key>/table/note/", companion_views.add_note_view, name="note"),
    path("<slug:key>/words/", views.say_phrase_view, name="say"),
    path("<slug:key>/rematch/", views.start_rematch_view, name="rematch"),
    path("<slug:key>/undo/", views.undo_game_view, name="undo"),
    path("<slug:key>/agreed/", views.match_sheet_page, name="sheet"),
    path("<slug:key>/join/<slug:join_key>/", views.join_match_page, name="join"),
]

"""URLs of games played at the site, below `/play/`."""

from django.urls import path

from online.replay import views as replay_views
from online.setup import views as setup_views
from online.table import views

app_name = "online"
urlpatterns = [
    path("new/", setup_views.new_game_page, name="new"),
    path("check/", replay_views.check_proof_page, name="check"),
    path("match/<slug:key>/", setup_views.play_match_view, name="match"),
    path("draft/<slug:key>/<int:seat>/", setup_views.play_drafted_view, name="drafted"),
    path("<slug:key>/", views.table_page, name="table"),
    path("<slug:key>/join/<slug:join_key>/", setup_views.join_game_page, name="join"),
    path("<slug:key>/view/", views.seat_view_json, name="view"),
    path("<slug:key>/act/", views.act_view, name="act"),
    path("<slug:key>/resign/", views.resign_view, name="resign"),
    path("<slug:key>/draw/", views.draw_view, name="draw"),
    path("<slug:key>/hands/", views.hands_view, name="hands"),
    path("<slug:key>/claim/", views.claim_view, name="claim"),
    path("<slug:key>/finish/", views.finish_view, name="finish"),
    path("<slug:key>/cancel/", views.cancel_view, name="cancel"),
    path("<slug:key>/rematch/", views.rematch_view, name="rematch"),
    path("<slug:key>/turn/", views.last_turn_page, name="turn"),
    path("<slug:key>/log/", views.log_page, name="log"),
    path("<slug:key>/watch/", replay_views.watch_page, name="watch"),
    path("<slug:key>/screen/", replay_views.watch_page, {"page": "screen"}, name="screen"),
    path("<slug:key>/watch/back/", replay_views.take_back_as_judge_view, name="rule_back"),
    path("<slug:key>/replay/", replay_views.replay_page, name="replay"),
    path("<slug:key>/replay/chances/", replay_views.chances_page, name="chances"),
    path("<slug:key>/replay/hand/", replay_views.show_hand_view, name="show_hand"),
    path("<slug:key>/replay/note/", replay_views.add_note_view, name="add_note"),
    path("<slug:key>/replay/note/<slug:note>/delete/", replay_views.delete_note_view, name="delete_note"),
    path("<slug:key>/proof/", replay_views.proof_page, name="proof"),
    path("<slug:key>/replay/game.json", replay_views.game_file, name="game_file"),
]

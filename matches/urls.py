"""URLs of matches."""

from django.urls import path

from matches.companion import views as companion_views
from matches.events import urls as events_urls
from matches.groups import member_views
from matches.groups import views as group_views
from matches.play import views
from matches.seasons import views as season_views

app_name = "matches"
urlpatterns = [
    path("", views.my_matches_page, name="index"),
    path("new/", views.new_match_page, name="create"),
    path("power/", companion_views.power_calculator_page, name="power"),
    *events_urls.urlpatterns,
    path("clubs/", group_views.clubs_page, name="clubs"),
    path("groups/new/", group_views.new_group_page, name="group_create"),
    path("groups/join/<slug:invite_key>/", member_views.join_group_page, name="group_join"),
    path("groups/of-draft/<slug:key>/", group_views.evening_page, name="evening"),
    path("groups/of-draft/<slug:key>/matches/", group_views.start_evening_match_view, name="evening_start"),
    path("groups/<slug:key>/", group_views.group_page, name="group"),
    path("groups/<slug:key>/about/", member_views.change_group_description_view, name="group_describe"),
    path("groups/<slug:key>/calendar/", group_views.group_calendar_page, name="group_calendar"),
    path("groups/<slug:key>/calendar.ics", group_views.group_calendar_feed, name="group_feed"),
    path("groups/<slug:key>/drafts/", group_views.add_draft_view, name="group_draft_add"),
    path("groups/<slug:key>/invitation/", member_views.change_invitation_view, name="group_invitation"),
    path("groups/<slug:key>/leave/", member_views.leave_group_view, name="group_leave"),
    path("groups/<slug:key>/matches/", group_views.start_match_view, name="group_start"),
    path("groups/<slug:key>/members/", member_views.members_page, name="members"),
    path("groups/<slug:key>/members/back/", member_views.restore_members_view, name="member_restore"),
    path("groups/<slug:key>/members/<int:pk>/", member_views.member_page, name="member"),
    path("groups/<slug:key>/members/<int:pk>/name/", member_views.rename_member_view, name="member_rename"),
    path("groups/<slug:key>/members/<int:pk>/merge/", member_views.merge_members_view, name="member_merge"),
    path("groups/<slug:key>/members/<int:pk>/split/", member_views.split_member_view, name="member_split"),
    path("groups/<slug:key>/members/<int:pk>/remove/", member_views.remove_member_view, name="member_remove"),
    path("groups/<slug:key>/members/<int:pk>/organises/", member_views.set_organiser_view, name="member_organiser"),
    path("groups/<slug:key>/owner/", member_views.hand_over_group_view, name="group_hand_over"),
    path("groups/<slug:key>/picks/", group_views.group_picks_page, name="group_picks"),
    path("groups/<slug:key>/time/", group_views.group_timeline_page, name="group_time"),
    path("<slug:key>/group/", group_views.move_match_view, name="match_group"),
    path("groups/<slug:key>/season/", season_views.season_page, name="group_season"),
    path("groups/<slug:key>/season/picture.png", season_views.season_link_preview_image, name="season_link_picture"),
    path("groups/<slug:key>/season/files/<str:name>", season_views.season_file_view, name="season_file"),
    path("groups/<slug:key>/season/player/", season_views.season_player_page, name="season_player"),
    path("groups/<slug:key>/season/duel/", season_views.head_to_head_page, name="season_duel"),
    path("groups/<slug:key>/season/strengths/", season_views.strengths_page, name="season_strengths"),
    path("groups/<slug:key>/seasons/", season_views.save_season_view, name="season_keep"),
    path("groups/<slug:key>/seasons/<slug:season_key>/", season_views.save_season_view, name="season_change"),
    path("groups/<slug:key>/seasons/<slug:season_key>/forget/", season_views.delete_season_view, name="season_forget"),
    path("groups/<slug:key>/import/", season_views.season_import_page, name="season_import"),
    path("groups/<slug:key>/import/<int:pk>/back/", season_views.undo_import_view, name="season_take_back"),
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
    path("<slug:key>/table/note/", companion_views.add_companion_note_view, name="note"),
    path("<slug:key>/words/", views.say_phrase_view, name="say"),
    path("<slug:key>/rematch/", views.start_rematch_view, name="rematch"),
    path("<slug:key>/undo/", views.undo_game_view, name="undo"),
    path("<slug:key>/agreed/", views.match_settings_page, name="sheet"),
    path("<slug:key>/join/<slug:join_key>/", views.join_match_page, name="join"),
]

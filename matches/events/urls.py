"""URLs of events."""

from django.urls import path

from matches.events import actions, views
from matches.events.calendar import views as calendar_views
from matches.events.draft_tables import views as draft_tables
from matches.events.players import views as player_views
from matches.events.staff import views as staff_views
from matches.events.wall.pages import link_picture

_PAIRINGS = views.round_paper, {"paper": "pairings"}
_PLAYER_DESK_PATH = "events/<slug:key>/players/<int:number>/desk/"
_DRAFT_TABLE_PATH = "events/<slug:key>/draft-tables/<int:number>/"

urlpatterns = [
    path("e/<slug:code>/", views.redirect_short_code, name="event_short"),
    path("calendar/", calendar_views.calendar_page, name="calendar"),
    path("calendar/mine/", calendar_views.renew_feed_link, name="my_calendar_renew"),
    path("calendar/mine/<str:key>.ics", calendar_views.personal_calendar_feed, name="my_calendar"),
    path("calendar.ics", calendar_views.calendar_feed, name="calendar_feed"),
    path("events/", views.my_events_page, name="events"),
    path("events/new/", views.new_event_page, name="event_create"),
    path("events/<slug:key>/", views.event_detail_page, name="event"),
    path("events/<slug:key>/picture.png", link_picture, name="event_link_picture"),
    path("events/<slug:key>/settings/", views.change_event_page, name="event_change"),
    path("events/<slug:key>/trail/", views.audit_log_page_view, name="event_trail"),
    path("events/<slug:key>/results/", views.results_desk_page, name="event_results"),
    path("events/<slug:key>/wall/", views.venue_screen_page, name="event_wall"),
    path("events/<slug:key>/my-decks/", player_views.go_to_own_decks, name="event_to_decks"),
    path("events/<slug:key>/mine/", player_views.own_panel_fragment, name="event_mine"),
    path("events/<slug:key>/mine/report/", player_views.report, name="event_report"),
    path("events/<slug:key>/players/", player_views.players_page, name="event_players"),
    path("events/<slug:key>/players/<int:number>/", player_views.player_page, name="event_player"),
    path(_PLAYER_DESK_PATH, player_views.player_desk_page, name="event_player_desk"),
    path(f"{_PLAYER_DESK_PATH}deck/", player_views.hand_in_deck_view, name="event_desk_deck"),
    path(f"{_PLAYER_DESK_PATH}waive/", player_views.waive_deck_view, name="event_desk_waive"),
    path(f"{_PLAYER_DESK_PATH}rename/", player_views.rename_player_view, name="event_desk_rename"),
    path(f"{_PLAYER_DESK_PATH}arrange/", player_views.arrange_player_view, name="event_desk_arrange"),
    path(f"{_PLAYER_DESK_PATH}merge/", player_views.merge_players_view, name="event_desk_merge"),
    path(f"{_PLAYER_DESK_PATH}substitute/", player_views.enter_substitute_view, name="event_desk_substitute"),
    path(f"{_PLAYER_DESK_PATH}penalty/", player_views.apply_penalty_view, name="event_desk_penalty"),
    path("events/<slug:key>/players/<int:number>/place/<str:secret>/", player_views.take_over_page, name="event_place"),
    path("events/<slug:key>/draft-tables/", draft_tables.draft_tables_page, name="event_draft_tables"),
    path("events/<slug:key>/draft-tables/seat-anew/", draft_tables.cancel_tables_view, name="event_draft_tables_anew"),
    path(f"{_DRAFT_TABLE_PATH}begin/", draft_tables.begin_table_draft_view, name="event_draft_table_begin"),
    path(f"{_DRAFT_TABLE_PATH}seats/<int:seat>/bot/", draft_tables.play_by_bot, name="event_draft_table_bot"),
    path(f"{_DRAFT_TABLE_PATH}paper/", draft_tables.move_table_to_paper_view, name="event_draft_table_paper"),
    path(f"{_DRAFT_TABLE_PATH}call-off/", draft_tables.cancel_draft_table_view, name="event_draft_table_call_off"),
    path(f"{_DRAFT_TABLE_PATH}reset/", draft_tables.restart_table_draft_view, name="event_draft_table_reset"),
    path("events/<slug:key>/files/<str:name>", views.event_file_view, name="event_file"),
    path("events/<slug:key>/slips/<int:number>.pdf", views.round_paper, {"paper": "slips"}, name="event_slips"),
    path("events/<slug:key>/pairings/<int:number>.pdf", *_PAIRINGS, name="event_pairings"),
    path("events/<slug:key>/decks/<int:number>/", views.event_deck_page, name="event_deck"),
    path("events/<slug:key>/help/<slug:role_key>/", staff_views.become_helper_page, name="event_help"),
    path("events/<slug:key>/helpers/", staff_views.helpers_page, name="event_helpers"),
    path("events/<slug:key>/helpers/renew-links/", staff_views.renew_helper_links_view, name="event_helpers_renew"),
    path("events/<slug:key>/helpers/<int:pk>/remove/", staff_views.dismiss_helper_view, name="event_helper_remove"),
    path("events/<slug:key>/do/register/", actions.register, name="event_do_register"),
    path("events/<slug:key>/do/withdraw/", actions.withdraw_request_action, name="event_do_withdraw"),
    path("events/<slug:key>/do/decide/", actions.decide_request_action, name="event_do_decide"),
    path("events/<slug:key>/do/check_in/", actions.check_in_action, name="event_do_check_in"),
    path("events/<slug:key>/do/judge/", actions.judge_action, name="event_do_judge"),
    path("events/<slug:key>/do/announce/", actions.announce_action, name="event_do_announce"),
    path("events/<slug:key>/do/add/", actions.add_players_action, name="event_do_add"),
    path("events/<slug:key>/do/unpaste/", actions.take_paste_back_action, name="event_do_unpaste"),
    path("events/<slug:key>/do/registration/", actions.set_registration_action, name="event_do_registration"),
    path("events/<slug:key>/do/drop/", actions.drop_player_action, name="event_do_drop"),
    path("events/<slug:key>/do/return/", actions.reinstate_player_action, name="event_do_return"),
    path("events/<slug:key>/do/seed/", actions.seed_player_action, name="event_do_seed"),
    path("events/<slug:key>/do/byes/", actions.ask_for_byes_action, name="event_do_byes"),
    path("events/<slug:key>/do/deck/", actions.hand_in_deck_action, name="event_do_deck"),
    path("events/<slug:key>/do/pair/", actions.pair_round_action, name="event_do_pair"),
    path("events/<slug:key>/do/unpair/", actions.unpair_round_action, name="event_do_unpair"),
    path("events/<slug:key>/do/result/", actions.enter_result_action, name="event_do_result"),
    path("events/<slug:key>/do/fixture/", actions.arrange_match_action, name="event_do_fixture"),
    path("events/<slug:key>/do/take_back/", actions.undo_result_action, name="event_do_take_back"),
    path("events/<slug:key>/do/close/", actions.close_round_action, name="event_do_close"),
    path("events/<slug:key>/do/cut/", actions.begin_playoff_action, name="event_do_cut"),
    path("events/<slug:key>/do/finish/", actions.finish_event_action, name="event_do_finish"),
    path("events/<slug:key>/do/reopen/", actions.reopen_event_action, name="event_do_reopen"),
    path("events/<slug:key>/do/clock/", actions.set_clock_action, name="event_do_clock"),
    path("events/<slug:key>/do/longer/", actions.extend_time_action, name="event_do_longer"),
    path("events/<slug:key>/do/give_bye/", actions.give_bye_action, name="event_do_give_bye"),
    path("events/<slug:key>/do/swap/", actions.swap_players_action, name="event_do_swap"),
    path("events/<slug:key>/do/plan/", actions.plan_rounds_action, name="event_do_plan"),
    path("events/<slug:key>/do/note/", actions.add_judge_note_action, name="event_do_note"),
    path("events/<slug:key>/do/pods/", actions.seat_pods_action, name="event_do_pods"),
]

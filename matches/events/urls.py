"""URLs of events."""

from django.urls import path

from matches.events import actions, views
from matches.events.calendar import views as calendar_views
from matches.events.draft_tables import views as draft_tables
from matches.events.files import views as file_views
from matches.events.players import views as player_views
from matches.events.results import views as results_views
from matches.events.staff import views as staff_views
from matches.events.wall.pages import link_picture
from matches.events.wall.stream import overlay
from matches.events.webhooks import views as webhook_views

_PLAYER_DESK_PATH = "events/<slug:key>/players/<int:number>/desk/"
_DRAFT_TABLE_PATH = "events/<slug:key>/draft-tables/<int:number>/"

urlpatterns = [
    path("e/<slug:code>/", views.short, name="event_short"),
    path("calendar/", calendar_views.index, name="calendar"),
    path("calendar/mine/", calendar_views.renew, name="my_calendar_renew"),
    path("calendar/mine/<str:key>.ics", calendar_views.feed, name="my_calendar"),
    path("calendar.ics", calendar_views.calendar_feed, name="calendar_feed"),
    path("events/", views.index, name="events"),
    path("events/new/", views.create, name="event_create"),
    path("events/<slug:key>/", views.detail, name="event"),
    path("events/<slug:key>/picture.png", link_picture, name="event_link_picture"),
    path("events/<slug:key>/settings/", views.change, name="event_change"),
    path("events/<slug:key>/trail/", views.audit_log, name="event_trail"),
    path("events/<slug:key>/results/", results_views.desk, name="event_results"),
    path("events/<slug:key>/wall/", views.wall, name="event_wall"),
    path("events/<slug:key>/stream/", overlay, name="event_stream"),
    path("events/<slug:key>/my-decks/", player_views.to_decks, name="event_to_decks"),
    path("events/<slug:key>/mine/", player_views.my_event_part, name="event_mine"),
    path("events/<slug:key>/mine/report/", player_views.report, name="event_report"),
    path("events/<slug:key>/players/", player_views.players, name="event_players"),
    path("events/<slug:key>/players/<int:number>/", player_views.player, name="event_player"),
    path(_PLAYER_DESK_PATH, player_views.desk, name="event_player_desk"),
    path(f"{_PLAYER_DESK_PATH}deck/", player_views.hand_in_deck, name="event_desk_deck"),
    path(f"{_PLAYER_DESK_PATH}waive/", player_views.waive_deck, name="event_desk_waive"),
    path(f"{_PLAYER_DESK_PATH}rename/", player_views.rename, name="event_desk_rename"),
    path(f"{_PLAYER_DESK_PATH}arrange/", player_views.arrange, name="event_desk_arrange"),
    path(f"{_PLAYER_DESK_PATH}merge/", player_views.merge, name="event_desk_merge"),
    path(f"{_PLAYER_DESK_PATH}substitute/", player_views.substitute, name="event_desk_substitute"),
    path(f"{_PLAYER_DESK_PATH}penalty/", player_views.penalty, name="event_desk_penalty"),
    path("events/<slug:key>/players/<int:number>/place/<str:secret>/", player_views.place, name="event_place"),
    path("events/<slug:key>/draft-tables/", draft_tables.tables, name="event_draft_tables"),
    path("events/<slug:key>/draft-tables/seat-anew/", draft_tables.seat_anew, name="event_draft_tables_anew"),
    path(f"{_DRAFT_TABLE_PATH}begin/", draft_tables.begin, name="event_draft_table_begin"),
    path(f"{_DRAFT_TABLE_PATH}seats/<int:seat>/bot/", draft_tables.play_by_bot, name="event_draft_table_bot"),
    path(f"{_DRAFT_TABLE_PATH}paper/", draft_tables.move_to_paper, name="event_draft_table_paper"),
    path(f"{_DRAFT_TABLE_PATH}call-off/", draft_tables.call_off, name="event_draft_table_call_off"),
    path(f"{_DRAFT_TABLE_PATH}reset/", draft_tables.reset, name="event_draft_table_reset"),
    path("events/<slug:key>/files/<str:name>", file_views.export, name="event_file"),
    path("events/<slug:key>/slips/<int:number>.pdf", file_views.round_paper, {"paper": "slips"}, name="event_slips"),
    path(
        "events/<slug:key>/pairings/<int:number>.pdf",
        file_views.round_paper,
        {"paper": "pairings"},
        name="event_pairings",
    ),
    path("events/<slug:key>/decks/<int:number>/", views.deck, name="event_deck"),
    path("events/<slug:key>/help/<slug:role_key>/", staff_views.help_out, name="event_help"),
    path("events/<slug:key>/helpers/", staff_views.helpers, name="event_helpers"),
    path("events/<slug:key>/helpers/renew-links/", staff_views.renew_links, name="event_helpers_renew"),
    path("events/<slug:key>/helpers/<int:pk>/remove/", staff_views.remove_helper, name="event_helper_remove"),
    path("events/<slug:key>/webhooks/", webhook_views.webhooks, name="event_hooks"),
    path("events/<slug:key>/webhooks/<int:pk>/test/", webhook_views.test, name="event_hook_test"),
    path("events/<slug:key>/webhooks/<int:pk>/turn-on/", webhook_views.turn_on, name="event_hook_on"),
    path("events/<slug:key>/webhooks/<int:pk>/remove/", webhook_views.remove, name="event_hook_remove"),
    path("events/<slug:key>/do/register/", actions.register, name="event_do_register"),
    path("events/<slug:key>/do/withdraw/", actions.withdraw, name="event_do_withdraw"),
    path("events/<slug:key>/do/decide/", actions.decide, name="event_do_decide"),
    path("events/<slug:key>/do/check_in/", actions.check_in, name="event_do_check_in"),
    path("events/<slug:key>/do/announce/", actions.announce, name="event_do_announce"),
    path("events/<slug:key>/do/add/", actions.add, name="event_do_add"),
    path("events/<slug:key>/do/unpaste/", actions.unpaste, name="event_do_unpaste"),
    path("events/<slug:key>/do/registration/", actions.set_registration, name="event_do_registration"),
    path("events/<slug:key>/do/drop/", actions.drop, name="event_do_drop"),
    path("events/<slug:key>/do/return/", actions.come_back, name="event_do_return"),
    path("events/<slug:key>/do/deck/", actions.deck, name="event_do_deck"),
    path("events/<slug:key>/do/pair/", actions.pair, name="event_do_pair"),
    path("events/<slug:key>/do/unpair/", actions.unpair, name="event_do_unpair"),
    path("events/<slug:key>/do/result/", actions.result, name="event_do_result"),
    path("events/<slug:key>/do/fixture/", actions.fixture, name="event_do_fixture"),
    path("events/<slug:key>/do/take_back/", actions.take_back, name="event_do_take_back"),
    path("events/<slug:key>/do/close/", actions.close, name="event_do_close"),
    path("events/<slug:key>/do/cut/", actions.cut, name="event_do_cut"),
    path("events/<slug:key>/do/finish/", actions.finish, name="event_do_finish"),
    path("events/<slug:key>/do/reopen/", actions.reopen, name="event_do_reopen"),
    path("events/<slug:key>/do/clock/", actions.set_clock, name="event_do_clock"),
    path("events/<slug:key>/do/longer/", actions.longer, name="event_do_longer"),
    path("events/<slug:key>/do/give_bye/", actions.give_bye, name="event_do_give_bye"),
    path("events/<slug:key>/do/swap/", actions.swap, name="event_do_swap"),
    path("events/<slug:key>/do/plan/", actions.plan, name="event_do_plan"),
    path("events/<slug:key>/do/note/", actions.note, name="event_do_note"),
    path("events/<slug:key>/do/pods/", actions.pods, name="event_do_pods"),
]

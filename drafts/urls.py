"""URLs of drafts."""

from django.urls import path

from drafts.archive import coach_views
from drafts.archive import views as archive_views
from drafts.counts import views as counts_views
from drafts.lists import views as lists_views
from drafts.paper import views as paper_views
from drafts.reminders import views as reminders_views
from drafts.sharing import views as sharing_views
from drafts.simulator import views as simulator_views
from drafts.table import views
from drafts.table.setup import views as setup_views
from drafts.watching import views as watching_views

app_name = "drafts"
urlpatterns = [
    path("", views.drafts_page, name="index"),
    path("new/", setup_views.new_draft_page, name="create"),
    path("new/figures/", setup_views.setup_figures_fragment, name="figures"),
    path("practice/", setup_views.new_practice_page, name="practice"),
    path("statistics/", archive_views.statistics_page, name="statistics"),
    path("statistics/cards/", counts_views.card_counts_page, name="cards"),
    path("statistics/cards.csv", counts_views.card_counts_csv, name="cards_csv"),
    path("simulator/", simulator_views.simulator_page, name="simulator"),
    path("simulator/<slug:key>/", counts_views.card_counts_page, name="simulation"),
    path("simulator/<slug:key>/cards.csv", counts_views.card_counts_csv, name="simulation_csv"),
    path("simulator/<slug:key>/stop/", simulator_views.stop_simulation_view, name="stop_simulation"),
    path("mails/", reminders_views.set_reminders_view, name="remind"),
    path("mails/<str:key>/", reminders_views.reminder_emails_page, name="mails"),
    path("lists/", lists_views.card_lists_page, name="lists"),
    path("lists/<slug:key>/", lists_views.card_list_page, name="list"),
    path("lists/<slug:key>/delete/", lists_views.delete_card_list_view, name="delete_list"),
    path("paper/", paper_views.new_paper_draft_page, name="paper_create"),
    path("paper/<slug:key>/", paper_views.paper_draft_page, name="paper"),
    path("paper/<slug:key>/step/", paper_views.next_packet_view, name="paper_step"),
    path("paper/<slug:key>/deal/", paper_views.deal_packets_view, name="paper_deal"),
    path("paper/<slug:key>/kit.pdf", paper_views.packet_kit_download, name="paper_kit"),
    path("paper/<slug:key>/verify/", paper_views.verify_paper_proof_page, name="paper_verify"),
    path("paper/<slug:key>/proof.json", paper_views.paper_proof_download, name="paper_proof"),
    path("paper/<slug:key>/pools/<int:number>/", paper_views.submit_pool_page, name="paper_pool"),
    path("watch/<slug:key>/", watching_views.watch_page, name="watch"),
    path("shared/<slug:key>/", sharing_views.shared_pool_page, name="shared"),
    path("questions/<slug:key>/", sharing_views.packet_question_page, name="question"),
    path("questions/<slug:key>/picture.png", sharing_views.packet_question_picture, name="question_picture"),
    path("questions/<slug:key>/back/", sharing_views.delete_packet_question_view, name="question_back"),
    path("<slug:key>/", views.draft_page, name="detail"),
    path("<slug:key>/picture.png", watching_views.draft_preview_picture, name="link_picture"),
    path("<slug:key>/share/", sharing_views.share_pool_view, name="share"),
    path("<slug:key>/ask/", sharing_views.ask_packet_question_view, name="ask"),
    path("<slug:key>/watching/", watching_views.watching_settings_page, name="watching"),
    path("<slug:key>/screen/", watching_views.draft_screen_page, name="screen"),
    path("<slug:key>/live/", views.draft_changes_json, name="live"),
    path("<slug:key>/plan/", views.plan_pick_view, name="plan"),
    path("<slug:key>/wishlist/", views.wishlist_view, name="wishlist"),
    path("<slug:key>/pause/", views.pause_view, name="pause"),
    path("<slug:key>/resume/", views.resume_view, name="resume"),
    path("<slug:key>/verify/", archive_views.verify_proof_page, name="verify"),
    path("<slug:key>/proof.json", archive_views.proof_download, name="proof"),
    path("<slug:key>/join/", views.join_draft_view, name="join"),
    path("<slug:key>/start/", views.start_view, name="start"),
    path("<slug:key>/pick/", views.pick_card_view, name="pick"),
    path("<slug:key>/abort/", views.cancel_draft_view, name="abort"),
    path("<slug:key>/seats/<int:number>/leave/", views.leave_seat_view, name="leave"),
    path("<slug:key>/seats/<int:number>/send-away/", views.remove_player_view, name="send_away"),
    path("<slug:key>/seats/<int:number>/host/", views.hand_over_host_view, name="hand_over"),
    path("<slug:key>/seats/<int:number>/move/", views.move_seat_view, name="move"),
    path("<slug:key>/shuffle/", views.shuffle_seats_view, name="draw_lots"),
    path("<slug:key>/ready/", views.set_ready_view, name="ready"),
    path("<slug:key>/step-in/", views.become_host_view, name="step_in"),
    path("<slug:key>/words/", views.say_phrase_view, name="say"),
    path("<slug:key>/notes/", views.seat_notes_view, name="notes"),
    path("<slug:key>/log/", archive_views.log_page, name="log"),
    path("<slug:key>/log.txt", archive_views.log_text_download, name="log_text"),
    path("<slug:key>/log.json", archive_views.log_json_download, name="log_json"),
    path("<slug:key>/coach/", coach_views.draft_review_page, name="coach"),
    path("<slug:key>/hint/", coach_views.hint_page, name="hint"),
    path("<slug:key>/recap.png", coach_views.draft_recap_picture, name="recap"),
    path("<slug:key>/pool.csv", archive_views.pool_csv_download, name="pool_csv"),
    path("<slug:key>/open-log/", archive_views.open_log_view, name="open_log"),
    path("<slug:key>/hand-in/", archive_views.submit_deck_view, name="hand_in"),
    path("<slug:key>/compare/", archive_views.open_comparison_view, name="compare"),
    path("<slug:key>/partners/", views.partner_cards_page, name="partners"),
    path("<slug:key>/again/", archive_views.repeat_draft_view, name="again"),
    path("<slug:key>/take-back/", views.take_seat_back_view, name="take_back"),
    path("<slug:key>/link/", views.own_seat_link_page, name="link"),
    path("<slug:key>/seat/<str:token>/", views.take_seat_by_link_page, name="seat"),
]

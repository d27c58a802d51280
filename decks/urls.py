"""URLs of decks."""

from django.urls import path

from decks import views
from decks.assist import statistics_views
from decks.assist import views as assist_views
from decks.builder import views as builder_views
from decks.collection import views as collection_views
from decks.editors import views as editors_views
from decks.exchange import all_decks, check_views
from decks.exchange import views as exchange_views
from decks.guides import views as guides_views
from decks.history import views as history_views
from decks.house_formats import views as house_formats_views
from decks.mine import views as mine_views
from decks.public import views as public_views
from decks.strength import views as strength_views

app_name = "decks"
urlpatterns = [
    path("", mine_views.my_decks_page, name="index"),
    path("move/", mine_views.move_decks_view, name="move"),
    path("archive/", mine_views.archive_decks_view, name="archive"),
    path("folder/", mine_views.change_folder_view, name="folder"),
    path("check/", check_views.check_list_page, name="check"),
    path("all.zip", all_decks.download_all_decks, name="download_all"),
    path("chosen.zip", all_decks.download_chosen_decks, name="download_chosen"),
    path("decks.json", exchange_views.export_deck_file, name="export_all"),
    path("import/", exchange_views.import_page, name="import"),
    path("public/", public_views.public_decks_page, name="public"),
    path("by/<slug:key>/", public_views.deck_author_page, name="author"),
    path("formats/", house_formats_views.house_formats_page, name="formats"),
    path("formats/<slug:key>/", house_formats_views.house_format_page, name="format"),
    path("formats/<slug:key>/deck/", house_formats_views.new_deck_in_format, name="format_deck"),
    path("new/", views.new_deck_page, name="create"),
    path("new/<slug:people>/", views.people_deck_page, name="people"),
    path("pools/<slug:key>/", views.pool_page, name="pool"),
    path("pools/<slug:key>/suggestion/", views.suggested_deck_json, name="pool_suggestion"),
    path("pools/<slug:key>/deck/", views.create_deck_from_pool, name="create_from_pool"),
    path("pools/<slug:key>/delete/", views.delete_pool_view, name="delete_pool"),
    path("shelf/", collection_views.collection_page, name="shelf"),
    path("shelf/leave/", collection_views.leave_shelf_view, name="leave_shelf"),
    path("shelf/<slug:key>/", collection_views.join_shelf_page, name="join_shelf"),
    path("compare/", statistics_views.compare_decks_page, name="compare"),
    path("strength/<slug:key>/", strength_views.games_progress_view, name="strength_job"),
    path("strength/<slug:key>/stop/", strength_views.stop_games_view, name="stop_strength"),
    path("strength/<slug:key>/swap/", strength_views.make_swap_view, name="make_swap"),
    path("searches/<slug:key>/", assist_views.search_job_page, name="search"),
    path("searches/<slug:key>/stop/", assist_views.cancel_search_view, name="stop_search"),
    path("together/<slug:secret>/", editors_views.join_editors_page, name="edit_together"),
    path("<slug:key>/", views.deck_page, name="deck"),
    path("<slug:key>/editors/", editors_views.editors_page, name="editors"),
    path("<slug:key>/editors/leave/", editors_views.leave_deck_view, name="leave_editing"),
    path("<slug:key>/edit/", builder_views.builder_page, name="edit"),
    path("<slug:key>/cards/", builder_views.put_card_view, name="put"),
    path("<slug:key>/maybe/", builder_views.put_maybe_card, name="maybe"),
    path("<slug:key>/notes/", builder_views.save_card_notes, name="notes"),
    path("<slug:key>/leader/", builder_views.choose_leader_view, name="leader"),
    path("<slug:key>/step/<str:way>/", builder_views.undo_or_redo, name="step"),
    path("<slug:key>/history/", history_views.history_page, name="history"),
    path("<slug:key>/history/<int:version>/restore/", history_views.restore_version_view, name="restore"),
    path("<slug:key>/history/<int:version>/name/", history_views.name_version_view, name="name_version"),
    path("<slug:key>/strength/", strength_views.strength_page, name="strength"),
    path("<slug:key>/strength/begin/", strength_views.start_games_view, name="begin_strength"),
    path("<slug:key>/help/", assist_views.deck_help_page, name="help"),
    path("<slug:key>/help/take/", assist_views.apply_proposal, name="take_help"),
    path("<slug:key>/know/", statistics_views.deck_statistics_page, name="know"),
    path("<slug:key>/gather/", collection_views.cards_to_pull_page, name="gather"),
    path("<slug:key>/built/", collection_views.set_built_view, name="built"),
    path("<slug:key>/fill/", builder_views.fill_deck_view, name="fill"),
    path("<slug:key>/settings/", builder_views.deck_settings_page, name="settings"),
    path("<slug:key>/write/", check_views.edit_as_text_page, name="write"),
    path("<slug:key>/text/", exchange_views.export_deck_view, {"format_": "text"}, name="text"),
    path("<slug:key>/export/<slug:format_>/", exchange_views.export_deck_view, name="export"),
    path("<slug:key>/registration.pdf", exchange_views.deck_paper_view, {"name": "registration.pdf"}, "registration"),
    path("<slug:key>/cards.pdf", exchange_views.deck_paper_view, {"name": "cards.pdf"}, "playtest"),
    path("<slug:key>/proxies.pdf", exchange_views.deck_paper_view, {"name": "proxies.pdf"}, "proxies"),
    path("<slug:key>/box.pdf", exchange_views.deck_paper_view, {"name": "box.pdf"}, "box_papers"),
    path("<slug:key>/tabletop/<slug:name>/<int:sheet>.jpg", exchange_views.tabletop_picture, name="tabletop_sheet"),
    path("<slug:key>/qr.svg", exchange_views.deck_qr_code, name="qr"),
    path("<slug:key>/picture.png", exchange_views.deck_preview_picture, name="link_picture"),
    path("<slug:key>/guide/", guides_views.write_guide_page, name="guide"),
    path("<slug:key>/guide/<slug:language>/", guides_views.write_guide_page, name="write_guide"),
    path("<slug:key>/like/", public_views.like_deck_view, name="like"),
    path("<slug:key>/copy/", views.copy_deck_view, name="copy"),
    path("<slug:key>/delete/", views.delete, name="delete"),
]

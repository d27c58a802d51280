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
    path("", mine_views.index, name="index"),
    path("move/", mine_views.move, name="move"),
    path("archive/", mine_views.archive, name="archive"),
    path("folder/", mine_views.folder, name="folder"),
    path("check/", check_views.check, name="check"),
    path("all.zip", all_decks.download_all, name="download_all"),
    path("chosen.zip", all_decks.download_chosen, name="download_chosen"),
    path("decks.json", exchange_views.export_all, name="export_all"),
    path("import/", exchange_views.bring_in, name="import"),
    path("public/", public_views.index, name="public"),
    path("by/<slug:key>/", public_views.author, name="author"),
    path("formats/", house_formats_views.formats, name="formats"),
    path("formats/<slug:key>/", house_formats_views.format_page, name="format"),
    path("formats/<slug:key>/deck/", house_formats_views.format_deck, name="format_deck"),
    path("new/", views.create, name="create"),
    path("pools/<slug:key>/", views.pool, name="pool"),
    path("pools/<slug:key>/suggestion/", views.suggestion, name="pool_suggestion"),
    path("pools/<slug:key>/deck/", views.create_from_pool, name="create_from_pool"),
    path("pools/<slug:key>/delete/", views.delete_pool, name="delete_pool"),
    path("shelf/", collection_views.shelf, name="shelf"),
    path("shelf/leave/", collection_views.leave, name="leave_shelf"),
    path("shelf/<slug:key>/", collection_views.join, name="join_shelf"),
    path("compare/", statistics_views.compare, name="compare"),
    path("strength/<slug:key>/", strength_views.progress, name="strength_job"),
    path("strength/<slug:key>/stop/", strength_views.stop, name="stop_strength"),
    path("strength/<slug:key>/swap/", strength_views.swap, name="make_swap"),
    path("searches/<slug:key>/", assist_views.search, name="search"),
    path("searches/<slug:key>/stop/", assist_views.stop, name="stop_search"),
    path("together/<slug:secret>/", editors_views.edit_together, name="edit_together"),
    path("<slug:key>/", views.deck, name="deck"),
    path("<slug:key>/editors/", editors_views.editors, name="editors"),
    path("<slug:key>/editors/leave/", editors_views.leave, name="leave_editing"),
    path("<slug:key>/edit/", builder_views.edit, name="edit"),
    path("<slug:key>/cards/", builder_views.put, name="put"),
    path("<slug:key>/maybe/", builder_views.maybe, name="maybe"),
    path("<slug:key>/notes/", builder_views.notes, name="notes"),
    path("<slug:key>/leader/", builder_views.leader, name="leader"),
    path("<slug:key>/step/<str:way>/", builder_views.step, name="step"),
    path("<slug:key>/history/", history_views.history, name="history"),
    path("<slug:key>/history/<int:version>/restore/", history_views.restore, name="restore"),
    path("<slug:key>/history/<int:version>/name/", history_views.name, name="name_version"),
    path("<slug:key>/strength/", strength_views.page, name="strength"),
    path("<slug:key>/strength/begin/", strength_views.begin, name="begin_strength"),
    path("<slug:key>/help/", assist_views.help_page, name="help"),
    path("<slug:key>/help/take/", assist_views.apply_proposal, name="take_help"),
    path("<slug:key>/know/", statistics_views.know, name="know"),
    path("<slug:key>/gather/", collection_views.gather, name="gather"),
    path("<slug:key>/built/", collection_views.built, name="built"),
    path("<slug:key>/fill/", builder_views.fill, name="fill"),
    path("<slug:key>/settings/", builder_views.settings, name="settings"),
    path("<slug:key>/write/", check_views.write, name="write"),
    path("<slug:key>/text/", exchange_views.export, {"format_": "text"}, name="text"),
    path("<slug:key>/export/<slug:format_>/", exchange_views.export, name="export"),
    path("<slug:key>/registration.pdf", exchange_views.registration, name="registration"),
    path("<slug:key>/cards.pdf", exchange_views.playtest, name="playtest"),
    path("<slug:key>/proxies.pdf", exchange_views.proxies_pdf, name="proxies"),
    path("<slug:key>/box.pdf", exchange_views.box_pdf, name="box_papers"),
    path("<slug:key>/tabletop/<slug:name>/<int:sheet>.jpg", exchange_views.tabletop_sheet, name="tabletop_sheet"),
    path("<slug:key>/qr.svg", exchange_views.qr, name="qr"),
    path("<slug:key>/picture.png", exchange_views.link_picture, name="link_picture"),
    path("<slug:key>/guide/", guides_views.write, name="guide"),
    path("<slug:key>/guide/<slug:language>/", guides_views.write, name="write_guide"),
    path("<slug:key>/like/", public_views.like, name="like"),
    path("<slug:key>/copy/", views.copy, name="copy"),
    path("<slug:key>/delete/", views.delete, name="delete"),
]

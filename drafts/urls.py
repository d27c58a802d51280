"""URLs of drafts."""

from django.urls import path

from drafts.archive import coach_views
from drafts.archive import views as archive_views
from drafts.paper import views as paper_views
from drafts.reminders import views as reminders_views
from drafts.screen import views as screen_views
from drafts.sharing import views as sharing_views
from drafts.table import views
from drafts.table.setup import views as setup_views

app_name = "drafts"
urlpatterns = [
    path("", views.index, name="index"),
    path("new/", setup_views.create, name="create"),
    path("new/figures/", setup_views.figures, name="figures"),
    path("practice/", setup_views.practice, name="practice"),
    path("statistics/", archive_views.statistics, name="statistics"),
    path("mails/", reminders_views.remind, name="remind"),
    path("mails/<str:key>/", reminders_views.mails, name="mails"),
    path("paper/", paper_views.create, name="paper_create"),
    path("paper/<slug:key>/", paper_views.table, name="paper"),
    path("paper/<slug:key>/step/", paper_views.step, name="paper_step"),
    path("paper/<slug:key>/deal/", paper_views.deal, name="paper_deal"),
    path("paper/<slug:key>/kit.pdf", paper_views.kit, name="paper_kit"),
    path("paper/<slug:key>/verify/", paper_views.verify, name="paper_verify"),
    path("paper/<slug:key>/proof.json", paper_views.proof, name="paper_proof"),
    path("paper/<slug:key>/pools/<int:number>/", paper_views.pool, name="paper_pool"),
    path("shared/<slug:key>/", sharing_views.shared, name="shared"),
    path("questions/<slug:key>/", sharing_views.question, name="question"),
    path("questions/<slug:key>/picture.png", sharing_views.question_picture, name="question_picture"),
    path("questions/<slug:key>/back/", sharing_views.take_back, name="question_back"),
    path("<slug:key>/", views.detail, name="detail"),
    path("<slug:key>/picture.png", screen_views.link_picture, name="link_picture"),
    path("<slug:key>/share/", sharing_views.share, name="share"),
    path("<slug:key>/ask/", sharing_views.ask, name="ask"),
    path("<slug:key>/screen/", screen_views.screen, name="screen"),
    path("<slug:key>/live/", views.live, name="live"),
    path("<slug:key>/plan/", views.plan, name="plan"),
    path("<slug:key>/pause/", views.pause, name="pause"),
    path("<slug:key>/resume/", views.resume, name="resume"),
    path("<slug:key>/verify/", archive_views.verify, name="verify"),
    path("<slug:key>/proof.json", archive_views.proof, name="proof"),
    path("<slug:key>/join/", views.join, name="join"),
    path("<slug:key>/start/", views.start, name="start"),
    path("<slug:key>/pick/", views.pick, name="pick"),
    path("<slug:key>/abort/", views.abort, name="abort"),
    path("<slug:key>/seats/<int:number>/leave/", views.leave, name="leave"),
    path("<slug:key>/seats/<int:number>/send-away/", views.send_away, name="send_away"),
    path("<slug:key>/seats/<int:number>/host/", views.hand_over, name="hand_over"),
    path("<slug:key>/seats/<int:number>/move/", views.move, name="move"),
    path("<slug:key>/shuffle/", views.draw_lots, name="draw_lots"),
    path("<slug:key>/ready/", views.ready, name="ready"),
    path("<slug:key>/step-in/", views.step_in, name="step_in"),
    path("<slug:key>/notes/", views.notes, name="notes"),
    path("<slug:key>/log/", archive_views.log, name="log"),
    path("<slug:key>/log.txt", archive_views.log_text, name="log_text"),
    path("<slug:key>/log.json", archive_views.log_json, name="log_json"),
    path("<slug:key>/coach/", coach_views.coach, name="coach"),
    path("<slug:key>/hint/", coach_views.hint, name="hint"),
    path("<slug:key>/recap.png", coach_views.recap, name="recap"),
    path("<slug:key>/pool.csv", archive_views.pool_csv, name="pool_csv"),
    path("<slug:key>/open-log/", archive_views.open_log, name="open_log"),
    path("<slug:key>/again/", archive_views.again, name="again"),
    path("<slug:key>/take-back/", views.take_back, name="take_back"),
    path("<slug:key>/link/", views.link, name="link"),
    path("<slug:key>/seat/<str:token>/", views.seat, name="seat"),
]

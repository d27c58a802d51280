"""Addresses of the pages of this floor."""

from __future__ import annotations

from django.urls import path

from drafts import views, views_after, views_host, views_live, views_mails, views_paper

app_name = "drafts"
urlpatterns = [
    path("", views.index, name="index"),
    path("new/", views.create, name="create"),
    path("new/figures/", views.figures, name="figures"),
    path("practice/", views.practice, name="practice"),
    path("statistics/", views_after.statistics, name="statistics"),
    path("mails/", views_mails.remind, name="remind"),
    path("mails/<str:key>/", views_mails.mails, name="mails"),
    path("paper/", views_paper.create, name="paper_create"),
    path("paper/<slug:key>/", views_paper.table, name="paper"),
    path("paper/<slug:key>/step/", views_paper.step, name="paper_step"),
    path("paper/<slug:key>/pools/<int:number>/", views_paper.pool, name="paper_pool"),
    path("<slug:key>/", views.detail, name="detail"),
    path("<slug:key>/live/", views.live, name="live"),
    path("<slug:key>/mine/", views.mine, name="mine"),
    path("<slug:key>/plan/", views.plan, name="plan"),
    path("<slug:key>/pause/", views.pause, name="pause"),
    path("<slug:key>/resume/", views.resume, name="resume"),
    path("<slug:key>/verify/", views_live.verify, name="verify"),
    path("<slug:key>/proof.json", views_live.proof, name="proof"),
    path("<slug:key>/join/", views.join, name="join"),
    path("<slug:key>/start/", views.start, name="start"),
    path("<slug:key>/pick/", views.pick, name="pick"),
    path("<slug:key>/abort/", views.abort, name="abort"),
    path("<slug:key>/seats/<int:number>/leave/", views.leave, name="leave"),
    path("<slug:key>/seats/<int:number>/send-away/", views_host.send_away, name="send_away"),
    path("<slug:key>/seats/<int:number>/host/", views_host.hand_over, name="hand_over"),
    path("<slug:key>/seats/<int:number>/move/", views_host.move, name="move"),
    path("<slug:key>/shuffle/", views_host.draw_lots, name="draw_lots"),
    path("<slug:key>/ready/", views_host.ready, name="ready"),
    path("<slug:key>/step-in/", views_host.step_in, name="step_in"),
    path("<slug:key>/notes/", views_host.notes, name="notes"),
    path("<slug:key>/log/", views_after.log, name="log"),
    path("<slug:key>/log.txt", views_after.log_text, name="log_text"),
    path("<slug:key>/log.json", views_after.log_json, name="log_json"),
    path("<slug:key>/pool.csv", views_after.pool_csv, name="pool_csv"),
    path("<slug:key>/open-log/", views_after.open_log, name="open_log"),
    path("<slug:key>/again/", views_after.again, name="again"),
    path("<slug:key>/take-back/", views.take_back, name="take_back"),
    path("<slug:key>/link/", views.link, name="link"),
    path("<slug:key>/seat/<str:token>/", views.seat, name="seat"),
]

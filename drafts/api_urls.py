"""Addresses of the API of this floor."""

from __future__ import annotations

from django.urls import path

from drafts import api, api_after, api_host, api_live, api_paper

app_name = "drafts_api"
urlpatterns = [
    path("drafts/", api.Drafts.as_view(), name="drafts"),
    path("drafts/preflight/", api.Preflight.as_view(), name="preflight"),
    path("drafts/statistics/", api_after.StatisticsDetail.as_view(), name="statistics"),
    path("drafts/waiting/", api_after.Notices.as_view(), name="waiting"),
    path("drafts/paper/", api_paper.PaperTables.as_view(), name="papers"),
    path("drafts/paper/<slug:key>/", api_paper.PaperDetail.as_view(), name="paper"),
    path("drafts/paper/<slug:key>/step/", api_paper.PaperStep.as_view(), name="paper_step"),
    path("drafts/paper/<slug:key>/pools/<int:number>/", api_paper.PaperPool.as_view(), name="paper_pool"),
    path("drafts/<slug:key>/", api.DraftDetail.as_view(), name="draft"),
    path("drafts/<slug:key>/join/", api.Join.as_view(), name="join"),
    path("drafts/<slug:key>/start/", api.Start.as_view(), name="start"),
    path("drafts/<slug:key>/picks/", api.Picks.as_view(), name="picks"),
    path("drafts/<slug:key>/plan/", api_live.PlanAhead.as_view(), name="plan"),
    path("drafts/<slug:key>/pause/", api_live.Pause.as_view(), name="pause"),
    path("drafts/<slug:key>/resume/", api_live.Resume.as_view(), name="resume"),
    path("drafts/<slug:key>/ready/", api_host.Ready.as_view(), name="ready"),
    path("drafts/<slug:key>/shuffle/", api_host.DrawLots.as_view(), name="shuffle"),
    path("drafts/<slug:key>/agree/", api_host.Agree.as_view(), name="agree"),
    path("drafts/<slug:key>/step-in/", api_host.StepIn.as_view(), name="step_in"),
    path("drafts/<slug:key>/link/", api_host.NewLink.as_view(), name="link"),
    path("drafts/<slug:key>/notes/", api_host.Notes.as_view(), name="notes"),
    path("drafts/<slug:key>/seats/<int:number>/move/", api_host.Move.as_view(), name="move"),
    path("drafts/<slug:key>/seats/<int:number>/send-away/", api_host.SendAway.as_view(), name="send_away"),
    path("drafts/<slug:key>/seats/<int:number>/host/", api_host.HandOver.as_view(), name="hand_over"),
    path("drafts/<slug:key>/log/", api_after.LogDetail.as_view(), name="log"),
    path("drafts/<slug:key>/log.txt", api_after.LogText.as_view(), name="log_text"),
    path("drafts/<slug:key>/pool/", api_after.PoolDetail.as_view(), name="pool"),
    path("drafts/<slug:key>/pool.csv", api_after.PoolCsv.as_view(), name="pool_csv"),
    path("drafts/<slug:key>/open-log/", api_after.OpenLog.as_view(), name="open_log"),
    path("drafts/<slug:key>/again/", api_after.Again.as_view(), name="again"),
    path("drafts/<slug:key>/proof/", api_after.Proof.as_view(), name="proof"),
    path("drafts/<slug:key>/abort/", api.Abort.as_view(), name="abort"),
    path("drafts/<slug:key>/seats/<int:number>/leave/", api.Leave.as_view(), name="leave"),
    path("drafts/<slug:key>/take-back/", api.TakeBack.as_view(), name="take_back"),
]

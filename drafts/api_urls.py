"""Addresses of the API of this floor."""

from __future__ import annotations

from django.urls import path

from drafts import api, api_live

app_name = "drafts_api"
urlpatterns = [
    path("drafts/", api.Drafts.as_view(), name="drafts"),
    path("drafts/preflight/", api.Preflight.as_view(), name="preflight"),
    path("drafts/<slug:key>/", api.DraftDetail.as_view(), name="draft"),
    path("drafts/<slug:key>/join/", api.Join.as_view(), name="join"),
    path("drafts/<slug:key>/start/", api.Start.as_view(), name="start"),
    path("drafts/<slug:key>/picks/", api.Picks.as_view(), name="picks"),
    path("drafts/<slug:key>/plan/", api_live.PlanAhead.as_view(), name="plan"),
    path("drafts/<slug:key>/pause/", api_live.Pause.as_view(), name="pause"),
    path("drafts/<slug:key>/resume/", api_live.Resume.as_view(), name="resume"),
    path("drafts/<slug:key>/proof/", api_live.Proof.as_view(), name="proof"),
    path("drafts/<slug:key>/abort/", api.Abort.as_view(), name="abort"),
    path("drafts/<slug:key>/seats/<int:number>/leave/", api.Leave.as_view(), name="leave"),
    path("drafts/<slug:key>/take-back/", api.TakeBack.as_view(), name="take_back"),
]

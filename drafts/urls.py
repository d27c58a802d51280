"""Addresses of the pages of this floor."""

from __future__ import annotations

from django.urls import path

from drafts import views

app_name = "drafts"
urlpatterns = [
    path("", views.index, name="index"),
    path("new/", views.create, name="create"),
    path("new/figures/", views.figures, name="figures"),
    path("<slug:key>/", views.detail, name="detail"),
    path("<slug:key>/live/", views.live, name="live"),
    path("<slug:key>/join/", views.join, name="join"),
    path("<slug:key>/start/", views.start, name="start"),
    path("<slug:key>/pick/", views.pick, name="pick"),
    path("<slug:key>/abort/", views.abort, name="abort"),
    path("<slug:key>/seats/<int:number>/leave/", views.leave, name="leave"),
    path("<slug:key>/take-back/", views.take_back, name="take_back"),
    path("<slug:key>/link/", views.link, name="link"),
    path("<slug:key>/seat/<str:token>/", views.seat, name="seat"),
]

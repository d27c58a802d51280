"""URLs of reports."""

from django.urls import path

from accounts.reports import views

app_name = "reports"
urlpatterns = [
    path("", views.index, name="index"),
    path("<slug:kind>/<slug:target>/", views.report, name="report"),
    path("<slug:kind>/<slug:target>/decide/", views.decide, name="decide"),
]

"""URLs of reports."""

from django.urls import path

from accounts.reports import views

app_name = "reports"
urlpatterns = [
    path("", views.reports_page, name="index"),
    path("<slug:kind>/<slug:target>/", views.report_page, name="report"),
    path("<slug:kind>/<slug:target>/decide/", views.decide_report_view, name="decide"),
]

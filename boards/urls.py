"""URLs of the pages of positions."""

from django.urls import path

from boards.pages import views

app_name = "boards"
urlpatterns = [
    path("", views.table, name="table"),
    path("edit/", views.edit, name="edit"),
    path("start/", views.start, name="start"),
]

"""URLs of the pages of positions."""

from django.urls import path, re_path

from boards.pages import learn, views

app_name = "boards"
urlpatterns = [
    path("", views.table, name="table"),
    path("edit/", views.edit, name="edit"),
    path("start/", views.start, name="start"),
    path("game/", views.game, name="game"),
    path("peoples/<slug:people>/", learn.guide, name="guide"),
    path("turn/", views.turn, name="turn"),
    path("readings/", views.readings, name="readings"),
    path("rules/<slug:number>/", views.rule, name="rule"),
    path("learn/", learn.index, name="learn"),
    path("learn/<slug:key>/", learn.lesson, name="lesson"),
    re_path(r"^picture\.(?P<kind>svg|png)$", views.picture, name="picture"),
]

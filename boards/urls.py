"""URLs of the pages of positions."""

from django.urls import path, re_path

from boards.pages import learn, views

app_name = "boards"
urlpatterns = [
    path("", views.board_page, name="table"),
    path("edit/", views.edit_position_page, name="edit"),
    path("start/", views.start_game_view, name="start"),
    path("game/", views.recorded_game_page, name="game"),
    path("peoples/<slug:people>/", learn.people_guide_page, name="guide"),
    path("turn/", views.turn_phases_page, name="turn"),
    path("readings/", views.interpretations_page, name="readings"),
    path("rules/<slug:number>/", views.rule_page, name="rule"),
    path("cards/<slug:slug>/", views.card_scenes_page, name="card"),
    path("learn/", learn.lessons_page, name="learn"),
    path("learn/<slug:key>/", learn.lesson_page, name="lesson"),
    re_path(r"^picture\.(?P<kind>svg|png)$", views.position_picture, name="picture"),
]

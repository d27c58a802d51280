"""URLs of the pages of the engine."""

from django.urls import path

from game import views

app_name = "game"
urlpatterns = [
    path("coverage/", views.texts_played_page, name="coverage"),
    path("peoples/", views.peoples_strength_page, name="peoples"),
]

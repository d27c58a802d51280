"""URLs of the API of positions."""

from django.urls import path

from boards import api

app_name = "boards_api"
urlpatterns = [
    path("boards/look/", api.ViewPosition.as_view(), name="look"),
    path("boards/texts/", api.Texts.as_view(), name="texts"),
    path("boards/why-not/", api.WhyNot.as_view(), name="why_not"),
    path("boards/play/", api.Play.as_view(), name="play"),
]

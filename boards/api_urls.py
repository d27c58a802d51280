"""URLs of the API of positions."""

from django.urls import path

from boards import api

app_name = "boards_api"
urlpatterns = [
    path("boards/look/", api.PositionDetail.as_view(), name="look"),
    path("boards/texts/", api.CardTexts.as_view(), name="texts"),
    path("boards/why-not/", api.WhyActionIllegal.as_view(), name="why_not"),
    path("boards/play/", api.PlayAction.as_view(), name="play"),
]

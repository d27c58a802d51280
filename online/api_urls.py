"""URLs of the API of games at the site."""

from django.urls import path

from online.table import api

app_name = "online_api"
urlpatterns = [
    path("online-games/", api.OnlineGameList.as_view(), name="games"),
    path("online-games/<slug:key>/", api.OnlineGameDetail.as_view(), name="game"),
    path("online-games/<slug:key>/file/", api.OnlineGameFile.as_view(), name="file"),
    path("online-games/<slug:key>/join/<slug:join_key>/", api.JoinOnlineGame.as_view(), name="join"),
    path("online-games/<slug:key>/act/", api.OnlineAction.as_view(), name="act"),
    path("online-games/<slug:key>/resign/", api.ResignOnlineGame.as_view(), name="resign"),
]

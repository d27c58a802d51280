"""URLs of the API of accounts."""

from django.urls import path

from accounts import api

app_name = "accounts_api"
urlpatterns = [
    path("tokens/", api.ApiTokens.as_view(), name="tokens"),
    path("tokens/current/", api.CurrentToken.as_view(), name="current_token"),
]

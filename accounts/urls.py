"""URLs: language, nickname and API tokens. Log-in and sign-up are allauth's."""

from __future__ import annotations

from django.urls import path

from accounts import views

app_name = "accounts"
urlpatterns = [
    path("language/", views.language, name="language"),
    path("nickname/", views.nickname, name="nickname"),
    path("tokens/", views.tokens, name="tokens"),
    path("tokens/<int:pk>/revoke/", views.revoke_token, name="revoke_token"),
]

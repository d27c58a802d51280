"""Addresses of a person's own pages; allauth's stand beside them."""

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

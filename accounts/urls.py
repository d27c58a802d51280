"""URLs: language, nickname, API tokens and notifications. Log-in and sign-up are allauth's."""

from django.urls import path

from accounts import views
from accounts.applications import views as applications
from accounts.push import views as push

app_name = "accounts"
urlpatterns = [
    path("language/", views.language, name="language"),
    path("nickname/", views.nickname, name="nickname"),
    path("log-ins/", views.log_ins, name="log_ins"),
    path("tokens/", views.tokens, name="tokens"),
    path("tokens/<int:pk>/revoke/", views.revoke_token, name="revoke_token"),
    path("applications/", applications.applications, name="applications"),
    path("applications/<int:pk>/delete/", applications.delete_application, name="delete_application"),
    path("applications/<int:pk>/withdraw/", applications.withdraw_application, name="withdraw_application"),
    path("push/", push.push, name="push"),
    path("push/<int:pk>/", push.push_device, name="push_device"),
    path("push/stop/<str:key>/", push.push_stop, name="push_stop"),
]

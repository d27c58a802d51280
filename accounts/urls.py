"""URLs: language, nickname, API tokens and notifications. Log-in and sign-up are allauth's."""

from django.urls import path

from accounts import views
from accounts.applications import views as applications
from accounts.push import views as push

app_name = "accounts"
urlpatterns = [
    path("language/", views.choose_language_view, name="language"),
    path("nickname/", views.change_nickname_view, name="nickname"),
    path("blocked/", views.blocked_people_page, name="blocked"),
    path("blocked/<int:pk>/unblock/", views.unblock_view, name="unblock"),
    path("blocked/<slug:kind>/<slug:key>/", views.block_view, name="block"),
    path("log-ins/", views.log_ins_page, name="log_ins"),
    path("tokens/", views.api_tokens_page, name="tokens"),
    path("tokens/<int:pk>/revoke/", views.revoke_token_view, name="revoke_token"),
    path("applications/", applications.applications_page, name="applications"),
    path("applications/<int:pk>/delete/", applications.delete_application_view, name="delete_application"),
    path("applications/<int:pk>/withdraw/", applications.revoke_application_view, name="withdraw_application"),
    path("push/", push.push_devices_page, name="push"),
    path("push/<int:pk>/", push.change_push_device_view, name="push_device"),
    path("push/stop/<str:key>/", push.stop_push_page, name="push_stop"),
]

"""URLs of games played at the site."""

from typing import Any

app_name = "online"
urlpatterns: list[Any] = []

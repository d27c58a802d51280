"""WebSocket URLs of games at the site."""

from typing import Any

from django.urls import re_path

from online.sockets.consumer import GameSocket

# Django’s types only know views here; channels expects an ASGI application.
_game_socket: Any = GameSocket()
urlpatterns: list[Any] = [re_path(r"^ws/games/(?P<key>[a-z0-9]{1,32})/$", _game_socket)]

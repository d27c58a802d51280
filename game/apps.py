"""The rules engine as a part of the site: only its commands need Django."""

from __future__ import annotations

from django.apps import AppConfig


class GameConfig(AppConfig):
    """The engine: no models, no pages."""

    name = "game"

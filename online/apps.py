"""App configuration: games played at the site."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OnlineConfig(AppConfig):
    """Games between two players, or one and the computer."""

    name = "online"
    verbose_name = _("Games at the site")

    def ready(self) -> None:
        """Register functions through which open pages, matches and reports learn about games played here."""
        from live.consumers import VERSION_READERS
        from matches.play import hooks
        from online import matches_played
        from online.games.queries import view_version_of
        from online.games.transactions import call_finished_game_listener
        from online.report_kinds import register_report_kinds

        register_report_kinds()
        VERSION_READERS["game"] = view_version_of
        call_finished_game_listener.register(matches_played.record_in_match)
        hooks.online_game_state.register(matches_played.online_game_status)

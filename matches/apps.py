"""App configuration: matches."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    """Games, crystal matches and standings."""

    name = "matches"
    verbose_name = _("Matches")

    def ready(self) -> None:
        """Register what events add to their matches, what a draft shows of matches played after it, and what can be
        reported."""
        from accounts import identity
        from cards import record_registry
        from decks import hooks
        from decks.public.queries import events_of
        from drafts.screen import follow_up_registry
        from drafts.table import listeners
        from matches.events import match_hooks
        from matches.events.calendar.queries import events_listed_by
        from matches.events.draft_tables.services import notify_webhooks_of_draft
        from matches.groups.draft_evening import bring_decks_to_evening, evening_of_pool, evening_page_of
        from matches.groups.report_kinds import register_report_kinds
        from matches.play.queries import count_requests_to_answer
        from matches.records import queries

        match_hooks.register()
        identity.count_waiting.register(count_requests_to_answer)
        events_of.register(events_listed_by)
        record_registry.record_of_card.register(queries.record_of_card)
        record_registry.record_of_deck.register(queries.record_of_deck)
        record_registry.tallies_of_decks.register(queries.tallies_of_decks)
        record_registry.records_of_peoples.register(queries.records_of_peoples)
        follow_up_registry.evening_after_draft.register(evening_page_of)
        hooks.evening_of_pool.register(evening_of_pool)
        listeners.call_draft_listeners.register(notify_webhooks_of_draft)
        listeners.call_deck_listener.register(bring_decks_to_evening)
        register_report_kinds()

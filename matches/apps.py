"""App configuration: matches."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    """Games, crystal matches and standings."""

    name = "matches"
    verbose_name = _("Matches")

    def ready(self) -> None:
        """Register hooks of events, decks, drafts and records, and the kinds of content that users can report."""
        from accounts import identity
        from cards import record_registry
        from decks import hooks as deck_hooks
        from decks.public.queries import author_events
        from drafts import hooks as draft_hooks
        from matches import deck_records
        from matches.events import match_hooks
        from matches.events.calendar.queries import events_listed_by_person
        from matches.events.pod_services import notify_webhooks_of_draft
        from matches.groups.draft_evening import choose_deck_for_evening, evening_of_pool, load_evening_page
        from matches.groups.report_kinds import register_content_report_kinds
        from matches.play.queries import count_requests_to_answer

        match_hooks.register_match_hooks()
        identity.waiting_requests_expression.register(count_requests_to_answer)
        author_events.register(events_listed_by_person)
        record_registry.record_of_card.register(deck_records.record_of_card)
        record_registry.record_of_deck.register(deck_records.record_of_deck)
        record_registry.tallies_of_decks.register(deck_records.tallies_of_decks)
        record_registry.records_of_peoples.register(deck_records.records_of_peoples)
        draft_hooks.evening_after_draft.register(load_evening_page)
        deck_hooks.evening_of_pool.register(evening_of_pool)
        draft_hooks.call_draft_listeners.register(notify_webhooks_of_draft)
        draft_hooks.call_deck_listener.register(choose_deck_for_evening)
        register_content_report_kinds()

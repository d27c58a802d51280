"""Template tags of drafts."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from accounts.identity import person_of
from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts
from cards.templatetags.cards import ICON_SPRITE
from cards.tiles.card_links import card_anchor
from common.links import absolute_url
from drafts.archive.coach_queries import own_highlights
from drafts.archive.same_pool import comparison_for
from drafts.core.engine.sharing import Sharing
from drafts.reminders.services import reminder_email_settings, waiting_notices_for
from drafts.sharing.queries import pool_shares_of
from drafts.table.identity import visitor_of
from drafts.table.queries import VisibleDraft

register = template.Library()

# About 3 kB each: all cards, with and without a checkbox, in a few languages.
MAX_CACHED_POOL_CARDS = 4096


@register.filter
def code_link(code: str, cards: Mapping[str, CardFacts]) -> str:
    """Return a card’s name as a link, by its code; the code itself if the catalogue lacks it."""
    facts = cards.get(code)
    return code if facts is None else card_anchor(facts)


@register.filter
def team_name(team: int) -> str:
    """Return the name of a team by its number from 0: Team A, Team B."""
    return gettext("Team %(letter)s") % {"letter": chr(ord("A") + team)}


@register.simple_tag
def pool_cards(cards: Iterable[CardFacts], choosing: bool = False) -> SafeString:
    """Return the cards of a pool as list items, with checkboxes if `choosing`."""
    language, sprite = get_language() or "", static(ICON_SPRITE)
    return mark_safe("".join(_pool_card_html(facts, bool(choosing), language, sprite) for facts in cards))


@lru_cache(maxsize=MAX_CACHED_POOL_CARDS)
def _pool_card_html(facts: CardFacts, choosing: bool, _language: str, _sprite: str) -> SafeString:
    """Return one list item; cached, because it’s the same for every reader."""
    return render_to_string("drafts/_pool_card.html", {"facts": facts, "choosing": choosing})


@register.inclusion_tag("drafts/reminders/_waiting_packets.html", takes_context=True)
def waiting_packets(context: Mapping[str, Any]) -> dict[str, Any]:
    return {"notices": waiting_notices_for(person_of(context["request"]))}


@register.inclusion_tag("drafts/table/_highlights.html", takes_context=True)
def highlights(context: Mapping[str, Any]) -> dict[str, Any]:
    draft_view, cards = context["draft_view"], catalogue().by_code
    moments = own_highlights(context["loaded"], visitor_of(context["request"], draft_view.key))
    late = cards.get(moments.late.taken) if moments.late is not None else None
    return {"draft_view": draft_view, "moments": moments, "late": late, "gone": cards.get(moments.best_card_passed)}


@register.inclusion_tag("drafts/ways/_same_pool.html", takes_context=True)
def same_pool(context: Mapping[str, Any]) -> dict[str, Any]:
    """Show everyone’s decks from the same cards once the comparison is open; before, a form to submit a deck."""
    visible_draft: VisibleDraft = context["draft_view"]
    comparison = comparison_for(visible_draft.key, visitor_of(context["request"], visible_draft.key))
    return {"draft_view": visible_draft, "comparison": comparison, "built": context["decks"]}


@register.inclusion_tag("drafts/sharing/_panel.html", takes_context=True)
def sharing_panel(context: Mapping[str, Any]) -> dict[str, Any]:
    """Show the links of a finished draft, and the form that shares the reader’s pool."""
    draft_view, request = context["draft_view"], context["request"]
    shares = pool_shares_of(draft_view.key)
    own_share = next(
        (shared for shared in shares if draft_view.me is not None and shared.seat.number == draft_view.me.number), None
    )
    address = absolute_url(request, reverse("drafts:detail", args=[draft_view.key]))
    packets = draft_view.log_open or sum(not seat.is_free for seat in draft_view.seats) <= 1
    facts = {"draft_view": draft_view, "shares": shares, "own": own_share, "address": address, "packets": packets}
    secret = draft_view.setup.sharing is Sharing.SAME_POOL and draft_view.compared is None
    return facts | {"secret": secret}


@register.inclusion_tag("drafts/reminders/_settings_form.html", takes_context=True)
def reminder_switch(context: Mapping[str, Any]) -> dict[str, Any]:
    return {"mailing": reminder_email_settings(person_of(context["request"]))}

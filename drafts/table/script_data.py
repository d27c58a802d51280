"""Data of the table's script: the view it draws first, addresses, and the sentences that page and script show."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.urls import get_script_prefix, reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from cards.core.facts import CardType, Catalogue
from cards.templatetags.cards import type_together
from cards.tiles import presenters
from common.errors import DomainError
from drafts.core.engine.setup import DECK_SIZE, Direction, Flow, Setup, pool_of
from drafts.table.queries import Look, view_of

# Of which the addresses of tiles are kept, each in a few languages.
MAX_SETUPS = 128
MAX_LANGUAGES = 16


def table_data(look: Look, cards: Catalogue) -> dict[str, Any]:
    """As JSON in the page, for the reader alone: it holds what their seat sees."""
    return {
        "key": look.key,
        "seat": look.me.number if look.me is not None else None,
        "hosting": look.is_host,
        "rounds": look.setup.figures.rounds,
        "steps": {way.value: way.step for way in Direction},
        "players": look.setup.players,
        "queued": look.setup.flow is Flow.QUEUED,
        "deck": DECK_SIZE,
        "tiles": tile_addresses(look, cards),
        "live": reverse("drafts:live", args=[look.key]),
        "view": view_of(look),
        **_texts(get_language() or ""),
    }


def tile_addresses(look: Look, cards: Catalogue) -> list[str]:
    """The files of drawn cards for those who hold cards; none if the catalogue has lost some of the draft's cards."""
    if look.me is None:
        return []
    return list(_tile_addresses(look.setup, cards, get_language() or "", get_script_prefix()))


@lru_cache(maxsize=MAX_SETUPS)
def _tile_addresses(setup: Setup, cards: Catalogue, _language: str, _prefix: str) -> tuple[str, ...]:
    """The cards of a set-up, kept by the process: many tables are alike, and finding the pool takes a millisecond."""
    try:
        return tuple(presenters.addresses(cards, pool_of(setup, cards)))
    except DomainError:
        return ()


def table_words() -> Mapping[str, str]:
    """The sentences of the table in the reader's language."""
    words: Mapping[str, str] = _texts(get_language() or "")["words"]
    return words


@lru_cache(maxsize=MAX_LANGUAGES)
def _texts(_language: str) -> Mapping[str, Any]:
    """Names and sentences, kept for each language; `%(name)s` stands for what is put in."""
    words = {**_round_words(), **_seat_words(), **_pick_words(), **_card_words()}
    return {"types": [str(type_together(kind)) for kind in CardType], "words": words}


def _round_words() -> dict[str, str]:
    """Where the draft stands, whose turn it is, and which way packets go."""
    return {
        "round": _("Round %(round)s of %(rounds)s"),
        "last_deal": _("Last deal"),
        "before_round": _("Before round %(round)s"),
        "pick": _("pick %(number)s of %(of)s"),
        "your_turn": _("Your turn to choose."),
        "turn": _("Your turn"),
        "waiting_for": _("Waiting for %(names)s."),
        "paused": _("The host has paused the table. No clock runs and nobody can choose."),
        "right": _("Packets go right: to %(receiver)s, from %(giver)s."),
        "left": _("Packets go left: to %(receiver)s, from %(giver)s."),
        "packet": _("The packet in front of you"),
        "no_packet": _("No packet yet"),
        "bot_plays": _("A bot plays for you"),
        "together": _("The packets pass when all have chosen."),
        "queued": _("The next packet comes as soon as your neighbour has chosen."),
    }


def _seat_words() -> dict[str, str]:
    """The words for what each seat does, and bots for those who are away."""
    return {
        "picked": _("has chosen"),
        "choosing": _("is choosing"),
        "away": _("%(name)s is away; a bot chooses in %(time)s."),
        "bot": _("bot"),
        "bot_now": _("Let a bot play now"),
        "packets": _("%(count)s packets"),
        "no_seat": _(
            "You do not sit at this table any more: the host has given your seat away, or you have logged out. You can "
            "still look on."
        ),
    }


def _pick_words() -> dict[str, str]:
    """How a card is taken."""
    return {
        "you_keep": _("You keep %(name)s"),
        "change": _("You may still choose another card; the packet passes when all have chosen."),
        "stopped": _("The table is paused."),
        "tap": _("Tap a card, then take it; or tap it twice."),
        "two_cards": _("Two cards: keep one, the other is laid away unseen by the rest."),
        "at": _("%(at)s of %(of)s"),
        "take": _("Take %s"),
        "take_it": _("Take it"),
        "take_one": _("Take the chosen card"),
        "instead": _("Take %s instead"),
        "no_plan": _("If time runs out a bot chooses for you."),
        "sending": _("Sending…"),
        "offline": _("No connection. %(name)s is sent as soon as it is back."),
        "passed": _("%(name)s could not be sent in time: the packet has passed on. Nothing else was taken."),
    }


def _card_words() -> dict[str, str]:
    """The cards one has kept."""
    return {
        "curve": _("Characters by value"),
        "group": _("How my cards are grouped"),
        "by_type": _("by type"),
        "by_people": _("by people"),
        "by_element": _("by element"),
        "by_value": _("by value"),
        "powers": _("with powers"),
        "close": _("Close"),
        "empty": _("What you keep is listed here; only you see it."),
        "reviewing": _("Look at your cards; the next packets come when the pause is over."),
        "review_title": _("Look at your cards"),
        "review_next": _("The next packets come when the pause is over."),
        "characters": _("characters"),
        "fire": _("fire"),
        "earth": _("earth"),
        "my_cards": _("My cards"),
        "to_deck": _("%(count)s to a deck of %(deck)s"),
    }

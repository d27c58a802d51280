"""`{% game_card view card %}` draws a card of a game table; `{% game_words %}` hands its sentences to the script."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.translation import gettext

from boards.core.notation import short_card_code
from boards.pages.words import board_text
from cards.catalogue.queries import catalogue
from cards.games.labels import TYPE_LABELS
from cards.templatetags.cards import ICON_SPRITE
from cards.tiles.card_links import link_card_names
from common.i18n import translated_table

register = template.Library()

_MARKS = ("covered", "facedown", "shown", "landed", "used", "met", "ignored")
_LETTERS_PER_STEP = 3  # thresholds for the classes in cards.css that make long names smaller
_SHORT_STEPS = 3


@register.inclusion_tag("online/table/_card.html")
def game_card(view: Mapping[str, Any], card: Mapping[str, Any]) -> dict[str, Any]:
    """Draw a card of a seat's view; only its back if it’s hidden."""
    facts = view["cards"].get(card["id"][1:], {})
    marks = card.get("marks", ())
    longest = max(map(len, facts.get("name", "").replace("-", " ").split()), default=0)
    steps = -(-longest // _LETTERS_PER_STEP)
    icons = facts.get("icons", ())
    return {
        "card": card,
        "facts": facts,
        # Onlookers can’t play a card, so it links to its page, unless it’s covered and only its edge is visible.
        "linked": view.get("onlooker") and "covered" not in card.get("marks", ()),
        "kind": TYPE_LABELS[facts["kind"]] if facts else "",
        "letters": f"letters-{_LETTERS_PER_STEP * steps}" if steps > _SHORT_STEPS else "",
        "marks": marks,
        "mark_words": [board_text(f"mark {mark}") for mark in marks if mark in _MARKS],
        "values": [
            (element, facts[element], f"shield-{element}" in icons)
            for element in ("fire", "earth")
            if facts.get(element) is not None
        ],
        "icons": [icon for icon in icons if not icon.startswith("shield")],
    }


@register.simple_tag
def game_words() -> dict[str, Any]:
    marks = {mark: board_text(f"mark {mark}") for mark in _MARKS}
    kinds = {kind: str(label) for kind, label in TYPE_LABELS.items()}
    return {**translated_table("online", "table"), "marks": marks, "kinds": kinds, "sprite": static(ICON_SPRITE)}


@register.simple_tag
def table_notices(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the notices of a table; `answers` are values to post as `field` to the URL named `view`, with labels."""
    meta, name = view["meta"], {"name": view["opponent"]["name"]}
    offers, back, asks = meta["draw_offered"], meta["take_back"], meta["asks_back"] is not None
    no, yes = gettext("Decline"), gettext("Allow")
    hands = gettext("%(name)s would let onlookers see both hands, some minutes late.") % name
    passes = gettext("You pass until %(name)s’s turn ends.") % name
    calls_none = gettext("You call no bluff until %(name)s’s turn ends.") % name
    rows = (
        ("draw", "online:draw", "answer", offers == "opponent", gettext("%(name)s offers a draw.") % name,
         {"no": no, "yes": gettext("Accept draw")}),
        ("hands", "online:hands", "visible", meta["open_hands"] == "opponent", hands, {"no": no, "yes": yes}),
        ("order", "online:act", "do", meta["lets_be"], passes if meta["interference"] else calls_none,
         {"order:cancel": gettext("Cancel")}),
        ("back", "online:act", "do", asks, gettext("%(name)s would like to take a move back.") % name,
         {"back:no": no, "back:yes": yes}),
        ("asked", "online:act", "do", back == "asked", gettext("You asked to take a move back."),
         {"back:cancel": gettext("Withdraw request")}),
        ("offered", "online:draw", "answer", offers == "you", gettext("You offered a draw."),
         {"no": gettext("Withdraw offer")}),
    )  # fmt: skip
    parts = ("notice", "view", "field", "is_open", "text", "answers")
    return [dict(zip(parts, row, strict=True)) for row in rows]


@register.simple_tag
def linked_events(events: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return events or frames with the names of their cards as links in `html`."""
    cards = {short_card_code(card.code): card for card in catalogue() if card.known}
    return [
        {**event, "html": link_card_names(event["text"], [cards[code] for code in event["cards"] if code in cards])}
        for event in events
    ]


@register.filter
def facts_of(view: Mapping[str, Any], code: str) -> Mapping[str, Any]:
    """Return the facts of a card by its code; empty for no card."""
    facts: Mapping[str, Any] = view["cards"].get(code, {})
    return facts


@register.filter
def cards_beside(side: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return a side’s supports, ships (each before its cargo), other cards, leadership card and known hand cards."""
    ships = [card for ship in side["ships"] for card in (ship, *ship.get("cargo", ()))]
    leadership = [{"id": f"-{side['leadership']}"}] if side["leadership"] else []
    return [*side["support"], *ships, *side["others"], *leadership, *side["open_hand"]]


@register.filter
def as_clock(milliseconds: int) -> str:
    """Return minutes and seconds; from two hours on, hours."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    return f"{minutes // 60} h" if minutes >= 2 * 60 else f"{minutes}:{seconds:02}"


@register.filter
def dragons_in_words(dragons: int, view: Mapping[str, Any] | None = None) -> str:
    """Return who has how many dragons; an onlooker’s `view` has names for both players."""
    mine, theirs = max(0, dragons), max(0, -dragons)
    if view and view.get("onlooker"):
        names = {"first": view["you"]["name"], "second": view["opponent"]["name"]}
        return gettext("Dragons: %(first)s %(mine)s, %(second)s %(theirs)s") % {**names, "mine": mine, "theirs": theirs}
    return gettext("Dragons: you %(you)s, opponent %(they)s") % {"you": mine, "they": theirs}

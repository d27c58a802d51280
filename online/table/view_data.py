"""View data: a seat’s view as one dictionary for pages, fetched answers and sockets, in one language.

The reader is “you”, the opponent has a name. The sentences are in `fixtures/languages/board.csv`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.urls import reverse

from boards.core.notation import short_card_code
from boards.pages.words import ELEMENT_NAMES, board_text, describe_reason, has_board_text, local_name, rule_url
from cards.core.facts import CardFacts
from cards.pictures.addresses import picture_url
from cards.translations import card_summary_text, reader_language
from game.records.words import ELEMENT_WORDS
from online.core.clocks import GameClock, clock_after_thinking
from online.core.events import SeenEvent
from online.core.frames import Frame
from online.core.offers import HIDDEN_PREFIX, MainOffer, Offer
from online.core.seat_view import CardView, Question, SeatView, SideView

ViewData = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TablePlayer:
    """A player as the table names them: `computer` is its level, empty for a person."""

    name: str
    leader: CardFacts | None = None
    computer: str = ""


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What the table shows to one seat beside the position; the view has `meta` and `result` as they are here."""

    version: int
    status: str
    you: TablePlayer
    opponent: TablePlayer
    clock: Mapping[str, object] | None = None
    meta: Mapping[str, object] = field(default_factory=dict)
    result: Mapping[str, object] | None = None


def view_data(view: SeatView, table: TableFacts) -> ViewData:
    """Return everything that one seat’s table shows, in the reader’s language."""
    opponent = table.opponent.name
    offers = {offer.do: _offer_data(offer, view) for offer in view.options.offers}
    main = _main_offer_data(view.options.main, offers) if view.options.main else None
    is_playing = table.status == "playing"
    return {
        "version": table.version,
        "status": table.status,
        "yours": view.decides and is_playing,
        "turn": view.turn,
        "your_turn": view.is_own_turn,
        "phase": _phase_in_words(view, opponent) if is_playing else "",
        "element": ELEMENT_WORDS[view.element],
        "dragons": view.dragons,
        "you": _side_data(view.you, table.you),
        "opponent": _side_data(view.opponent, table.opponent),
        "hand": [_card_data(card) for card in view.hand],
        "cards": _facts_data(view.facts, (table.you.leader, table.opponent.leader)),
        "question": _question_data(view, view.question, opponent) if view.question and is_playing else None,
        "offers": [*offers.values()] if is_playing else [],
        "main": main if is_playing else None,
        "why": _unplayable_reasons_data(view) if is_playing else {},
        "last": events_data(view.last, view.seat, opponent, view.facts),
        "clock": table.clock,
        "meta": table.meta,
        "result": table.result,
    }


def frame_data(frame: Frame, seat: int, table: TableFacts) -> ViewData:
    """Return a step; it counts as the opponent’s if it affected their cards."""
    events = events_data(frame.events, seat, table.opponent.name, frame.facts)
    is_theirs = any(event.who == 1 - seat and event.kind != "dragons" for event in frame.events)
    return {
        "by": "opponent" if is_theirs else events[0]["by"] if events else "",
        "text": " ".join(str(event["text"]) for event in events),
        "you": _side_data(frame.you, table.you),
        "opponent": _side_data(frame.opponent, table.opponent),
        "element": ELEMENT_WORDS[frame.element],
        "dragons": frame.dragons,
        "moved": list(frame.moved),
        "cards": _facts_data(frame.facts, ()),
    }


def events_data(
    events: Iterable[SeenEvent], seat: int, opponent: str, facts: Mapping[str, CardFacts]
) -> list[dict[str, object]]:
    """Return a seat’s events as sentences, each with the codes of its cards."""
    return [
        {
            "by": "" if event.who < 0 else "you" if event.who == seat else "opponent",
            "turn": max(1, event.turn),
            "text": text,
            "cards": [card[1:] for card in (*event.cards, event.on) if card],
        }
        for event in events
        if (text := event_text(event, seat, opponent, facts))
    ]


def clock_data(clock: GameClock | None, seat: int, now: datetime) -> dict[str, object] | None:
    """Return the time that both sides have left now, in milliseconds, and whose clock is running."""
    if clock is None:
        return None
    left = clock_after_thinking(clock, now).left
    running = "" if clock.side < 0 else "you" if clock.side == seat else "opponent"
    return {"you": left[seat], "opponent": left[1 - seat], "running": running}


# --- parts ----------------------------------------------------------------------------------------------------


def _phase_in_words(view: SeatView, opponent: str) -> str:
    return board_text(f"phase {view.phase}") if view.decides else waiting_text(view, opponent)


def _side_data(side: SideView, player: TablePlayer) -> ViewData:
    return {
        "name": player.name,
        "leader": short_card_code(player.leader.code) if player.leader else "",
        "computer": player.computer,
        "hand": side.hand,
        "deck": side.deck,
        "discard": side.discard,
        "discard_top": side.discard_top[1:],
        "leadership": side.leadership[1:],
        "power": side.power,
        **{
            zone: [_card_data(card) for card in getattr(side, zone)]
            for zone in ("combat", "support", "ships", "others", "open_hand")
        },
    }


def _card_data(card: CardView) -> ViewData:
    data: ViewData = {"id": card.id, "marks": list(card.marks)}
    if card.counts is not None:
        data["counts"] = card.counts
    if card.cargo:
        data["cargo"] = [_card_data(one) for one in card.cargo]
    return data


def _offer_data(offer: Offer, view: SeatView) -> ViewData:
    return {
        "do": offer.do,
        "kind": offer.kind,
        "card": offer.card,
        "to": offer.to,
        "label": offer_label(offer, view),
        "powers": list(offer.powers) if offer.powers else None,
    }


def _main_offer_data(main: MainOffer, offers: Mapping[str, ViewData]) -> ViewData:
    """Return the filled button: an offer with its label, or a sentence about what’s missing."""
    found = offers.get(main.do, {"do": ""})
    if main.label:
        found["label"] = main_offer_label(main)
    return found


def _question_data(view: SeatView, question: Question, opponent: str) -> ViewData:
    return {
        "ask": question_title(question, opponent),
        "say": question_hint(question, opponent, view.facts),
        "card": question.card[1:],
        "rule": question.rule,
        "rule_url": rule_url(question.rule),
    }


def _unplayable_reasons_data(view: SeatView) -> dict[str, ViewData]:
    return {
        card: {"text": describe_reason(reason), "rule": reason.rule, "url": rule_url(reason.rule)}
        for card, reason in view.options.reasons.items()
    }


# --- facts of cards -------------------------------------------------------------------------------------------


def _facts_data(facts: Mapping[str, CardFacts], more: Iterable[CardFacts | None]) -> dict[str, ViewData]:
    cards = {**facts, **{short_card_code(card.code): card for card in more if card}}
    language = reader_language()
    return {code: card_data(card, language) for code, card in sorted(cards.items())}


@lru_cache(maxsize=2000)
def card_data(card: CardFacts, language: str) -> ViewData:
    """Return what a table shows of a card; `language` must be the active language."""
    return {
        "name": local_name(card),
        "kind": card.type.value,
        "people": card.people.value.lower(),
        "fire": card.fire,
        "earth": card.earth,
        "icons": [str(icon).lower().replace(":", "-") for icon in card.icons],
        "picture": picture_url(card),
        "url": reverse("cards:card", args=[card.slug]),
    }


# --- words ----------------------------------------------------------------------------------------------------

Facts = Mapping[str, CardFacts]
# Longer names are shortened in sentences; the table shows them in full above the board.
MAX_NAME_IN_SENTENCE = 20


def event_text(event: SeenEvent, seat: int, opponent: str, facts: Facts) -> str:
    """Return an event as a sentence; empty if the board shows it anyway."""
    forms = ("you", "seen", "event") if event.who == seat else ("seen", "event")
    key = next((key for form in forms if has_board_text(key := f"{form} {event.kind}")), "")
    if not key:
        return ""
    cards, on = _card_names(event.cards, facts), _card_names((event.on,), facts)
    figures = {"count": event.count, "power": event.count, "element": ELEMENT_NAMES[event.element]}
    return board_text(key, who=_truncate_name(opponent), cards=cards, card=cards, on=on, **figures)


def _truncate_name(name: str) -> str:
    return name if len(name) <= MAX_NAME_IN_SENTENCE else f"{name[: MAX_NAME_IN_SENTENCE - 1].rstrip()}…"


def _card_names(cards: Sequence[str], facts: Facts) -> str:
    return ", ".join(local_name(facts[card[1:]]) for card in cards if card)


def waiting_text(view: SeatView, opponent: str) -> str:
    """Return who must decide, and nothing else about the opponent’s turn."""
    return board_text("wait answer" if view.is_own_turn else "wait turn", name=_truncate_name(opponent))


def question_title(question: Question, opponent: str) -> str:
    key = f"ask {question.key}"
    return board_text(
        key if has_board_text(key) else f"ask {question.key.partition(' ')[0]}", name=_truncate_name(opponent)
    )


def question_hint(question: Question, opponent: str, facts: Facts) -> str:
    """Return the second line of a question: the text of the card that asks, or how the fight stands."""
    if question.hint == "text":
        return card_summary_text(facts[question.card[1:]])
    own, their = question.powers
    return (
        board_text(f"hint {question.hint}", name=_truncate_name(opponent), own=own, their=their)
        if question.hint
        else ""
    )


def offer_label(offer: Offer, view: SeatView) -> str:
    names = {
        name: local_name(view.facts[name[1:]]) if name[1:] in view.facts else "" for name in (offer.card, offer.to)
    }
    kind = offer.kind
    if HIDDEN_PREFIX in offer.do:
        return board_text("action take hidden", count=int(offer.do.rpartition(HIDDEN_PREFIX)[2]) + 1)
    if kind == "pass":
        kind = "let it be" if view.question and view.question.key.startswith("answer ") else kind
    elif kind == "play" and offer.is_over:
        kind = "play over"
    elif kind == "announce":
        element = ELEMENT_NAMES[ELEMENT_WORDS.index(offer.to)]
        return board_text("action announce", element=element, power=(offer.powers or (0,))[0])
    return board_text(f"action {kind}", card=names[offer.card], on=names[offer.to])


def main_offer_label(main: MainOffer) -> str:
    return board_text(f"main {main.label}", count=main.count)


def ending_text(why: str, opponent: str, crystals: int, *, won: bool) -> str:
    """Return how a game ended; `why` is a reason from the engine or from the site, such as “resigned”."""
    key = f"you end {why}" if won else f"end {why}"
    return board_text(key, who=_truncate_name(opponent), crystals=crystals)

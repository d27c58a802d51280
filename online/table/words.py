"""Words of a table: questions, buttons, what happened and how it ended, as one of the two players reads them.

The reader is “you”, the opponent has a name. The sentences stand in `fixtures/languages/board.csv`.
"""

from collections.abc import Mapping, Sequence

from boards.pages.words import ELEMENT_NAMES, board_sentence, has_wording, name_of
from cards.core.facts import CardFacts
from cards.translations import card_summary_text
from game.records.words import ELEMENT_WORDS
from online.core.events import SeenEvent
from online.core.offers import HIDDEN_PREFIX, MainOffer, Offer
from online.core.seat_view import Question, SeatView

Facts = Mapping[str, CardFacts]
# Of a longer name sentences say the beginning; the table shows the whole of it above the board.
MAX_NAME_IN_SENTENCE = 20


def event_text(event: SeenEvent, seat: int, opponent: str, facts: Facts) -> str:
    """Return what happened as a sentence; empty for what can be seen on the board."""
    forms = ("you", "seen", "event") if event.who == seat else ("seen", "event")
    key = next((key for form in forms if has_wording(key := f"{form} {event.kind}")), "")
    if not key:
        return ""
    cards, on = _card_names(event.cards, facts), _card_names((event.on,), facts)
    figures = {"count": event.count, "power": event.count, "element": ELEMENT_NAMES[event.element]}
    return board_sentence(key, who=_short(opponent), cards=cards, card=cards, on=on, **figures)


def _short(name: str) -> str:
    return name if len(name) <= MAX_NAME_IN_SENTENCE else f"{name[: MAX_NAME_IN_SENTENCE - 1].rstrip()}…"


def _card_names(cards: Sequence[str], facts: Facts) -> str:
    return ", ".join(name_of(facts[card[1:]]) for card in cards if card)


def coarse_phase(view: SeatView, opponent: str) -> str:
    """Return whose decision is due, and nothing else about the opponent's turn."""
    return board_sentence("wait answer" if view.is_own_turn else "wait turn", name=_short(opponent))


def question_title(question: Question) -> str:
    key = f"ask {question.key}"
    return board_sentence(key if has_wording(key) else f"ask {question.key.partition(' ')[0]}")


def question_hint(question: Question, opponent: str, facts: Facts) -> str:
    """Return the second line of a question: the text of the card that asks, or how the fight stands."""
    if question.hint == "text":
        return card_summary_text(facts[question.card[1:]])
    own, their = question.powers
    return board_sentence(f"hint {question.hint}", name=_short(opponent), own=own, their=their) if question.hint else ""


def offer_label(offer: Offer, view: SeatView) -> str:
    names = {name: name_of(view.facts[name[1:]]) if name[1:] in view.facts else "" for name in (offer.card, offer.to)}
    kind = offer.kind
    if HIDDEN_PREFIX in offer.do:
        return board_sentence("action take hidden", count=int(offer.do.rpartition(HIDDEN_PREFIX)[2]) + 1)
    if kind == "pass":
        kind = "let it be" if not view.is_own_turn else kind
    elif kind == "play" and offer.is_over:
        kind = "play over"
    elif kind == "announce":
        element = ELEMENT_NAMES[ELEMENT_WORDS.index(offer.to)]
        return board_sentence("action announce", element=element, power=(offer.powers or (0,))[0])
    return board_sentence(f"action {kind}", card=names[offer.card], on=names[offer.to])


def main_label(main: MainOffer) -> str:
    return board_sentence(f"main {main.label}", count=main.count)


def ending_text(why: str, opponent: str, crystals: int, *, won: bool) -> str:
    """Return how a game ended; `why` is the engine’s reason or an ending of the site, such as “resigned”."""
    key = f"you end {why}" if won else f"end {why}"
    return board_sentence(key, who=_short(opponent), crystals=crystals)

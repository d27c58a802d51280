"""Box papers: proxies of a deck’s cards, dividers and a list, as data for the templates in `papers/`."""

import io
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import segno
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from cards.core.art.scene import scene_svg
from cards.core.facts import Catalogue
from cards.games import GAMES
from cards.pictures.print_data import card_print_data, paper_colour_of
from cards.translations import german_name
from common import typesetting
from common.errors import Invalid
from common.text import gettext_noop
from decks.core.legality import DeckList
from decks.deck.presenters import CardGroup, CardRow, card_groups, cards_beside_deck

PAPER_TEMPLATES_FOLDER = "decks/exchange/papers"
_DIVIDER_PICTURE_SIZE = 660, 340  # units of a divider’s picture, ten per millimetre
# Points: the letters of the list are as large as fit into the longer half, which has this much room.
_MAX_FONT_SIZE, _MIN_FONT_SIZE, _DIVIDER_LIST_HEIGHT = 7.6, 3.6, 205.0
_LINE_HEIGHT = 1.32  # height of a line relative to its letters
_MAX_ROWS_PER_COLUMN = 19  # minimum letter size on a divider
MAX_CARDS_PRINTED = 240  # cards on a paper, copies counted


def check_printable(deck: DeckList) -> None:
    """Raise `Invalid` if a deck has too many cards for a paper."""
    if deck.size > MAX_CARDS_PRINTED:
        raise Invalid(
            gettext_noop("This deck has %(count)s cards; you can print up to %(most)s at once. Print it in parts."),
            {"count": deck.size, "most": MAX_CARDS_PRINTED},
        )


def proxy_cards_pdf(title: str, deck: DeckList, cards: Catalogue) -> bytes:
    """Return the cards of a deck to cut out, each as often as the deck has it; cards beside the deck come first."""
    drawn = [card_print_data(card) for card in cards_beside_deck(deck, cards)]
    for entry in deck.entries:
        if entry.code in cards:
            drawn += [card_print_data(cards[entry.code])] * entry.copies
    advice = _("print at 100%, cut at the marks")
    data = {"title": title, "cards": drawn, "advice": advice, "note": missing_text_note(deck, cards)}
    data["language"] = get_language() or "en"
    return typesetting.typeset_pdf(f"{PAPER_TEMPLATES_FOLDER}/proxies.typ", data)


def missing_text_note(deck: DeckList, cards: Catalogue) -> str:
    """Return the note about missing card texts; empty if the catalogue has texts."""
    if any(cards[entry.code].summary for entry in deck.entries if entry.code in cards):
        return ""
    return _("The site doesn’t have the rules texts of these cards. Write them in by hand.")


def box_pdf(title: str, below: str, deck: DeckList, cards: Catalogue, link: str) -> bytes:
    """Return dividers for the box, one for the deck and one for each type of card, and the deck’s list to fold."""
    known_groups = [group for group in card_groups(deck.entries, cards) if any(line.facts for line in group.lines)]
    with_deck = [CardRow(card.code, 1, card) for card in cards_beside_deck(deck, cards)]
    first = _divider_data(title, below, _("Deck"), with_deck or list(known_groups[0].lines[:1] if known_groups else ()))
    dividers = [first | {"code": qr_code_svg(link, border=2)}]
    for group in known_groups:
        tab, many = f"{group.heading} {group.count}", len(group.lines)
        most = -(-many // -(-many // _MAX_ROWS_PER_COLUMN))
        for number, position in enumerate(range(0, many, most), start=1):
            part = f" · {number}" if many > most else ""
            dividers.append(
                _divider_data(str(group.heading), title, tab + part, group.lines[position : position + most])
            )
    halves, size = _divider_columns(known_groups)
    data = {
        "title": title,
        "language": get_language() or "en",
        "dividers": dividers,
        "slip": {"title": title, "below": below, "first": halves[0], "second": halves[1], "size": size},
        "advice": _("Print at 100%, cut along the outer lines and fold the list along the dashed line."),
    }
    return typesetting.typeset_pdf(f"{PAPER_TEMPLATES_FOLDER}/box.typ", data)


def deck_summary_line(deck: DeckList, cards: Catalogue, format_name: str, owner: str) -> str:
    named = [german_name(card) or card.label for card in cards_beside_deck(deck, cards)]
    count = ngettext("%(count)d card", "%(count)d cards", deck.size) % {"count": deck.size}
    return " · ".join([format_name, *named, count, owner])


def _divider_data(title: str, below: str, tab: str, lines: Sequence[CardRow]) -> dict[str, Any]:
    """Return the data of one divider; it has the picture of its strongest card."""
    known_cards = [line.facts for line in lines if line.facts is not None]
    strongest = max(known_cards, key=lambda card: (card.fire or 0) + (card.earth or 0), default=None)
    picture, paper = "", "#ffffff"
    if strongest is not None:
        subject = replace(GAMES[strongest.game].picture(strongest), moons=0)  # too low for a sky
        picture = scene_svg(subject, width=_DIVIDER_PICTURE_SIZE[0], height=_DIVIDER_PICTURE_SIZE[1])
        paper = paper_colour_of(subject.land)
    return {
        "title": title,
        "below": below,
        "tab": tab,
        "rows": [_divider_row(line) for line in lines],
        "picture": picture,
        "paper": paper,
        "code": "",
    }


def _divider_row(line: CardRow) -> dict[str, Any]:
    card = line.facts
    if card is None:
        return {"name": line.code, "copies": line.copies, "values": "", "moons": ""}
    values = "/".join(str(value) for value in (card.fire, card.earth) if value is not None)
    name = german_name(card) or GAMES[card.game].name_of(card)
    return {
        "name": name,
        "copies": line.copies,
        "values": values or str(getattr(card, "cost", "")),
        "moons": "●" * (card.moons or 0),
    }


def _divider_columns(
    known_groups: Sequence[CardGroup],
) -> tuple[tuple[list[dict[str, Any]], list[dict[str, Any]]], float]:
    """Return the groups in the two halves of the list, split where necessary, and the letter size."""
    lines = [(str(group.heading), line) for group in known_groups for line in group.lines]
    half = -(-len(lines) // 2)
    cut = half - 1 if half > 3 else half  # the title is above the first half
    parts = _rows_by_group(lines[:cut]), _rows_by_group(lines[cut:])
    longest = max(len(lines) - cut + 2 * len(parts[1]), cut + 2 * len(parts[0]) + 3)
    return parts, round(max(_MIN_FONT_SIZE, min(_MAX_FONT_SIZE, _DIVIDER_LIST_HEIGHT / (longest * _LINE_HEIGHT))), 1)


def _rows_by_group(lines: Sequence[tuple[str, CardRow]]) -> list[dict[str, Any]]:
    by_heading: dict[str, list[CardRow]] = {}
    for heading, line in lines:
        by_heading.setdefault(heading, []).append(line)
    return [{"heading": heading, "rows": [_divider_row(line) for line in some]} for heading, some in by_heading.items()]


def qr_code_svg(link: str, *, border: int) -> str:
    out = io.BytesIO()
    segno.make(link, micro=False).save(out, kind="svg", scale=4, border=border, light="#ffffff")
    return out.getvalue().decode()

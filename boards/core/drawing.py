"""Drawing: a position as SVG, 1200 by 630, for link previews and papers; its words are passed in."""

from collections.abc import Callable, Sequence
from textwrap import wrap

from boards.core.picture import MAX_DRAGONS, BoardCard, BoardPicture, BoardSide
from cards.core.art.link_picture import PREVIEW_WIDTH, SERIF_FONT, cropped_picture_svg, preview_frame_svg, text
from cards.core.art.subject import PictureSubject
from cards.core.facts import CardFacts

_CARD_GAP = 10
_LINE_HEIGHT = 14
_MUTED, _PALE, _LIGHT = "#a9c4ff", "#c3cbe4", "#e9edfa"
_VALUE_COLOURS = ("#b8340f", "#17693a")
_OF_ELEMENT = ("#e9edfa", "#ff8a5c", "#b6d56a")
# From the top: the cards of the upper side, both powers, the cards and the hand of the nearer side.
_UPPER_ROW_Y, _MIDDLE_Y, _LOWER_ROW_Y, _HAND_Y = 48, 208, 300, 466
_TALL_CARD_HEIGHT, _LOW_CARD_HEIGHT = 146, 112
# A function from a card to its name and the subject of its picture.
NameAndSubject = Callable[[CardFacts], tuple[str, PictureSubject]]


def position_svg(picture: BoardPicture, title: str, players: Sequence[str], face: NameAndSubject) -> str:
    """Return the position as SVG: a title line, the areas of both sides, powers, dragons, and the nearer hand."""
    upper, lower = picture.sides
    parts = [
        text(title, 40, 34, 22, _MUTED),
        _card_row_svg(_cards_in_fight(upper), _UPPER_ROW_Y, _TALL_CARD_HEIGHT, face),
        _powers_svg(picture, players),
        _card_row_svg(_cards_in_fight(lower), _LOWER_ROW_Y, _TALL_CARD_HEIGHT, face),
        _card_row_svg(lower.zones["hand"], _HAND_Y, _LOW_CARD_HEIGHT, face),
    ]
    return preview_frame_svg("".join(parts))


def _cards_in_fight(side: BoardSide) -> tuple[BoardCard, ...]:
    return (*side.zones["ships"], *side.zones["support"], *side.zones["combat"])


def _card_row_svg(cards: tuple[BoardCard, ...], y: int, height: int, face: NameAndSubject) -> str:
    """Draw cards side by side, centred, as wide as there is room."""
    wide = min(height * 0.78, (PREVIEW_WIDTH - 80) / max(1, len(cards)) - _CARD_GAP)
    left = (PREVIEW_WIDTH - len(cards) * (wide + _CARD_GAP) + _CARD_GAP) / 2
    return "".join(
        _card_svg(card, left + index * (wide + _CARD_GAP), y, wide, height, face) for index, card in enumerate(cards)
    )


def _card_svg(card: BoardCard, x: float, y: float, wide: float, height: float, face: NameAndSubject) -> str:
    attributes = f'x="{x:.0f}" y="{y:.0f}" width="{wide:.0f}" height="{height:.0f}"'
    if card.facts is None or "facedown" in card.marks:
        moon = f'<circle cx="{x + wide / 2:.0f}" cy="{y + height / 2:.0f}" r="{wide / 6:.0f}" fill="{_MUTED}"/>'
        return f'<rect {attributes} rx="12" fill="#070b1c" stroke="{_MUTED}" stroke-opacity=".5"/>{moon}'
    name, subject = face(card.facts)
    lines = wrap(name, max(6, int(wide / 6.6)))
    drawn = cropped_picture_svg(subject, x, y, wide, height - 5 - _LINE_HEIGHT * len(lines))
    for index, value in enumerate((card.facts.fire, card.facts.earth)):
        if value is not None:
            drawn += _value_shield_svg(x + index * (wide - 28), y, value, _VALUE_COLOURS[index])
    if card.counts is not None:
        drawn += f'<circle cx="{x + wide / 2:.0f}" cy="{y + 52:.0f}" r="17" fill="{_MUTED}"/>'
        drawn += text(str(card.counts), x + wide / 2, y + 59, 20, "#0b1020", middle=True, family=SERIF_FONT)
    foot = y + height - 4 - _LINE_HEIGHT * (len(lines) - 1)
    caption = "".join(
        text(line, x + wide / 2, foot + _LINE_HEIGHT * index, 13, _LIGHT, middle=True)
        for index, line in enumerate(lines)
    )
    faint = ' opacity=".55"' if {"covered", "ignored"}.intersection(card.marks) else ""
    return f"<g{faint}>{drawn}{caption}</g>"


def _value_shield_svg(x: float, y: float, value: int, colour: str) -> str:
    shape = f'<path d="M{x:.0f} {y:.0f}h28v25l-14 10l-14-10z" fill="{colour}"/>'
    return shape + text(str(value), x + 14, y + 23, 20, "#ffffff", middle=True, family=SERIF_FONT)


def _powers_svg(picture: BoardPicture, players: Sequence[str]) -> str:
    drawn = ""
    for index, side in enumerate(picture.sides):
        x = 40 + index * 570
        drawn += f'<rect x="{x}" y="{_MIDDLE_Y}" width="550" height="76" rx="16" fill="#141b33" stroke="#2c375c"/>'
        drawn += text(players[picture.sides[index].who], x + 24, _MIDDLE_Y + 47, 26, _LIGHT, family=SERIF_FONT)
        sums = " / ".join(str(part.total) for part in side.sums)
        drawn += text(sums, x + 275, _MIDDLE_Y + 55, 46, _OF_ELEMENT[picture.element], middle=True, family=SERIF_FONT)
        for place in range(MAX_DRAGONS):
            fill = "#ffc857" if place < side.dragons else "none"
            centre = f'cx="{x + 440 + place * 36}" cy="{_MIDDLE_Y + 38}"'
            drawn += f'<circle {centre} r="12" fill="{fill}" stroke="{_PALE}" stroke-width="2"/>'
    return drawn

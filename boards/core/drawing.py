"""Drawing: a position as SVG, 1200 by 630, for links and papers; its words are given."""

from collections.abc import Callable, Sequence
from textwrap import wrap

from boards.core.picture import MAX_DRAGONS, DrawnCard, Picture, Side
from cards.core.art.link_picture import SERIF, WIDTH, framed, page, text
from cards.core.art.subject import Subject
from cards.core.facts import CardFacts

_GAP = 10
_LINE = 14  # of a name
_MUTED, _PALE, _LIGHT = "#a9c4ff", "#c3cbe4", "#e9edfa"
_COLOURS = ("#b8340f", "#17693a")
_OF_ELEMENT = ("#e9edfa", "#ff8a5c", "#b6d56a")
# From the top: the cards of the upper side, both powers, the cards and the hand of the nearer side.
_UPPER, _MIDDLE, _LOWER, _HAND = 48, 208, 300, 466
_HIGH, _LOW = 146, 112


# The name of a card and what its picture shows.
Face = Callable[[CardFacts], tuple[str, Subject]]


def drawing(picture: Picture, title: str, players: Sequence[str], face: Face) -> str:
    """The position as SVG: a line above, areas of both sides, powers, dragons, and the nearer hand."""
    upper, lower = picture.sides
    parts = [
        text(title, 40, 34, 22, _MUTED),
        _row(_fighting(upper), _UPPER, _HIGH, face),
        _middle(picture, players),
        _row(_fighting(lower), _LOWER, _HIGH, face),
        _row(lower.zones["hand"], _HAND, _LOW, face),
    ]
    return page("".join(parts))


def _fighting(side: Side) -> tuple[DrawnCard, ...]:
    return (*side.zones["ships"], *side.zones["support"], *side.zones["combat"])


def _row(cards: tuple[DrawnCard, ...], y: int, height: int, face: Face) -> str:
    """Draw cards side by side, centred, as wide as there is room."""
    wide = min(height * 0.78, (WIDTH - 80) / max(1, len(cards)) - _GAP)
    left = (WIDTH - len(cards) * (wide + _GAP) + _GAP) / 2
    return "".join(_card(card, left + at * (wide + _GAP), y, wide, height, face) for at, card in enumerate(cards))


def _card(card: DrawnCard, x: float, y: float, wide: float, height: float, face: Face) -> str:
    place = f'x="{x:.0f}" y="{y:.0f}" width="{wide:.0f}" height="{height:.0f}"'
    if card.facts is None or "facedown" in card.marks:
        moon = f'<circle cx="{x + wide / 2:.0f}" cy="{y + height / 2:.0f}" r="{wide / 6:.0f}" fill="{_MUTED}"/>'
        return f'<rect {place} rx="12" fill="#070b1c" stroke="{_MUTED}" stroke-opacity=".5"/>{moon}'
    name, subject = face(card.facts)
    lines = wrap(name, max(6, int(wide / 6.6)))
    drawn = framed(subject, x, y, wide, height - 5 - _LINE * len(lines))
    for at, value in enumerate((card.facts.fire, card.facts.earth)):
        if value is not None:
            drawn += _shield(x + at * (wide - 28), y, value, _COLOURS[at])
    if card.counts is not None:
        drawn += f'<circle cx="{x + wide / 2:.0f}" cy="{y + 52:.0f}" r="17" fill="{_MUTED}"/>'
        drawn += text(str(card.counts), x + wide / 2, y + 59, 20, "#0b1020", middle=True, family=SERIF)
    foot = y + height - 4 - _LINE * (len(lines) - 1)
    caption = "".join(
        text(line, x + wide / 2, foot + _LINE * at, 13, _LIGHT, middle=True) for at, line in enumerate(lines)
    )
    faint = ' opacity=".55"' if {"covered", "ignored"}.intersection(card.marks) else ""
    return f"<g{faint}>{drawn}{caption}</g>"


def _shield(x: float, y: float, value: int, colour: str) -> str:
    shape = f'<path d="M{x:.0f} {y:.0f}h28v25l-14 10l-14-10z" fill="{colour}"/>'
    return shape + text(str(value), x + 14, y + 23, 20, "#ffffff", middle=True, family=SERIF)


def _middle(picture: Picture, players: Sequence[str]) -> str:
    drawn = ""
    for at, side in enumerate(picture.sides):
        x = 40 + at * 570
        drawn += f'<rect x="{x}" y="{_MIDDLE}" width="550" height="76" rx="16" fill="#141b33" stroke="#2c375c"/>'
        drawn += text(players[picture.sides[at].who], x + 24, _MIDDLE + 47, 26, _LIGHT, family=SERIF)
        sums = " / ".join(str(part.total) for part in side.sums)
        drawn += text(sums, x + 275, _MIDDLE + 55, 46, _OF_ELEMENT[picture.element], middle=True, family=SERIF)
        for place in range(MAX_DRAGONS):
            fill = "#ffc857" if place < side.dragons else "none"
            centre = f'cx="{x + 440 + place * 36}" cy="{_MIDDLE + 38}"'
            drawn += f'<circle {centre} r="12" fill="{fill}" stroke="{_PALE}" stroke-width="2"/>'
    return drawn

"""Link previews, 1200 by 630: one large card with its words beside it, or a row of cards under a title."""

from base64 import b64encode
from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from cards.core.art.scene import scene_svg
from cards.core.art.subject import PictureSubject

PREVIEW_WIDTH, PREVIEW_HEIGHT = 1200, 630
MAX_PICTURES_IN_ROW = 6
# letters of a name beside a card, and of a title above a row
_CHARACTERS_PER_LINE, _CHARACTERS_PER_TITLE_LINE = 17, 30
SERIF_FONT = "Ten Moons Serif"
_NIGHT_SKY_SVG = (
    '<defs><radialGradient id="n" cx=".8" cy="-.1" r="1.1"><stop stop-color="#1a2348"/><stop offset=".7" '
    'stop-color="#0b1020"/></radialGradient></defs><rect width="1200" height="630" fill="url(#n)"/>'
)
_MOON_SVG = '<path d="M16 3a9 9 0 1 0 5 13A8 8 0 0 1 16 3z" fill="#a9c4ff" transform="translate({x} {y})scale(1.7)"/>'


def card_preview_svg(
    subject: PictureSubject, name: str, kind: str, subtitle: str, values: Sequence[tuple[str, int]]
) -> str:
    shields = "".join(
        _value_shield_svg(100 if element == "fire" else 330, value, "#b8340f" if element == "fire" else "#17693a")
        for element, value in values
    )
    title = _wrapped_text_svg(name, 540, 190, 60, _CHARACTERS_PER_LINE, "#e9edfa", family=SERIF_FONT)
    after = 190 + 70 * len(_wrap_text(name, _CHARACTERS_PER_LINE))
    words = text(kind, 540, after, 32, "#a9c4ff") + _wrapped_text_svg(
        subtitle, 540, after + 62, 32, 42, "#c3cbe4", most=6
    )
    return preview_frame_svg(cropped_picture_svg(subject, 70, 60, 360, 510) + shields + title + words)


def card_row_preview_svg(subjects: Sequence[PictureSubject], title: str, text: str) -> str:
    """Return several cards side by side under a title, such as those of a deck."""
    pictured = subjects[:MAX_PICTURES_IN_ROW]
    wide = (PREVIEW_WIDTH - 140 + 14) / max(4, len(pictured)) - 14
    pictures = "".join(
        cropped_picture_svg(subject, 70 + index * (wide + 14), 244, wide, 290) for index, subject in enumerate(pictured)
    )
    name = _wrapped_text_svg(title, 70, 128, 64, _CHARACTERS_PER_TITLE_LINE, "#e9edfa", most=1, family=SERIF_FONT)
    return preview_frame_svg(name + _wrapped_text_svg(text, 70, 194, 34, 62, "#a9c4ff", most=1) + pictures)


def preview_frame_svg(inside: str) -> str:
    """Return a night scene of the size of a link preview, with the name of the site."""
    brand = _MOON_SVG.format(x=970, y=560) + text("Ten Moons", 1014, 592, 26, "#c3cbe4", family=SERIF_FONT)
    size = f'width="{PREVIEW_WIDTH}" height="{PREVIEW_HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{_NIGHT_SKY_SVG}{inside}{brand}</svg>'


def cropped_picture_svg(subject: PictureSubject, x: float, y: float, width: float, height: float) -> str:
    """Return a picture as an image of its own, cropped to its frame, so that its ids don’t clash with another’s."""
    data = b64encode(scene_svg(subject, width=width, height=height).encode()).decode()
    attributes = f'x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}"'
    clip = f'<clipPath id="c{x:.0f}-{y:.0f}"><rect {attributes} rx="14"/></clipPath>'
    image = f'<image {attributes} href="data:image/svg+xml;base64,{data}" clip-path="url(#c{x:.0f}-{y:.0f})"/>'
    return (
        f'{clip}{image}<rect {attributes} rx="14" fill="none" stroke="#a9c4ff" stroke-opacity=".35" stroke-width="2"/>'
    )


def _value_shield_svg(x: float, value: int, colour: str) -> str:
    shape = f'<path d="M{x} 60h70v66l-35 28l-35-28z" fill="{colour}"/>'
    return shape + text(str(value), x + 35, 118, 52, "#ffffff", middle=True, family=SERIF_FONT)


def text(text: str, x: float, y: float, size: int, colour: str, *, middle: bool = False, family: str = "") -> str:
    more = ' text-anchor="middle"' if middle else ""
    more += f' font-family={quoteattr(family)} font-weight="600"' if family else ""
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" fill={quoteattr(colour)}{more}>{escape(text)}</text>'


def _wrapped_text_svg(
    content: str, x: float, y: float, size: int, letters: int, colour: str, *, most: int = 3, family: str = ""
) -> str:
    lines = _wrap_text(content, letters)
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1].rstrip(' .,')} …"]
    return "".join(
        text(line, x, y + index * size * 1.17, size, colour, family=family) for index, line in enumerate(lines)
    )


def _wrap_text(text: str, letters: int) -> list[str]:
    lines = [""]
    for word in text.split():
        joined = f"{lines[-1]} {word}".strip()
        if len(joined) <= letters or not lines[-1]:
            lines[-1] = joined
        else:
            lines.append(word)
    return lines

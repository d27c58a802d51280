"""Printed cards: the data for the template `face.typ`, for papers and other programs."""

from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from django.conf import settings

from cards.core.art.palettes import PALETTES
from cards.core.art.scene import scene_svg
from cards.core.art.shapes import mixed_colour
from cards.games import GAMES
from cards.translations import german_name

# Millimetres of the picture, higher for a card without a power. It is drawn with a bleed on three edges.
CARD_WIDTH, CARD_BLEED, PICTURE_HEIGHT, HIGH_ART = 63, 3, 51, 67
_UNITS = 10  # per millimetre
SHIELD_COLOURS = {"fire": "#b8340f", "earth": "#17693a", "cost": "#2c3a6b"}
GANG_COLOURS = {"gang-red": "#b3203a", "gang-orange": "#a84a00", "gang-beige": "#76612f", "gang-purple": "#7a2fa0"}
INK_COLOUR, MOON_COLOUR = "#15151c", "#a87a10"
_SVG_NAMESPACE = "{http://www.w3.org/2000/svg}"


@cache
def _sprite_symbols() -> dict[str, ElementTree.Element]:
    sprite = ElementTree.parse(Path(settings.BASE_DIR) / "static" / "img" / "icons.svg").getroot()
    return {symbol.attrib["id"]: symbol for symbol in sprite.iter(f"{_SVG_NAMESPACE}symbol")}


@cache
def icon_svg(name: str, colour: str = "") -> str:
    symbols = _sprite_symbols()
    inside = "".join(ElementTree.tostring(child, encoding="unicode") for child in symbols[name])
    used = [other for other in symbols if f'"#{other}"' in inside]
    defined = "".join(ElementTree.tostring(symbols[other], encoding="unicode") for other in used)
    colour = colour or GANG_COLOURS.get(name) or SHIELD_COLOURS.get(name.removeprefix("bluff-"), INK_COLOUR)
    text = f"<defs>{defined}</defs>{inside}".replace("currentColor", colour).replace("ns0:", "").replace(":ns0", "")
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24">{text}</svg>'


def card_print_data(card: Any) -> dict[str, Any]:
    """Return everything visible on a card of any game, in the reader’s language."""
    game = GAMES[card.game]
    subject, context = game.picture(card), game.face.context(card)
    palette = PALETTES[subject.land]
    values = list(context.get("values", ()))
    if cost := getattr(card, "cost", ""):
        values.append(("cost", cost, False))
    title = card.title if isinstance(card.title, str) else ""
    worded = [str(context[name]) for name in _FACTS_PRINTED_AS_WORDS if context.get(name)]
    art = PICTURE_HEIGHT if worded or context.get("summary") or context.get("limits") or not card.known else HIGH_ART
    return {
        "name": german_name(card) or context["name"],
        "kind": context["kind"],
        "epithet": title,
        "values": [_shield_data(*value) for value in values],
        "icons": [{"svg": icon_svg(symbol), "word": word} for symbol, word in context.get("icons", ())],
        "moons": card.moons or 0,
        "moon": icon_svg("moon", MOON_COLOUR),
        "limits": str(context.get("limits", "")),
        "timing": str(context.get("timing", "")),
        "power": str(context.get("summary", "")),
        "lines": worded,
        "marks": [str(word) for _tone, word in context.get("marks", ())],
        "mark": str(context.get("mark", ("", ""))[0]),
        "number": context.get("place") or card.number,
        "accent": mixed_colour(palette.near, "#000000", 0.15),
        "paper": paper_colour_of(subject.land),
        "art": art,
        "picture": scene_svg(subject, width=(CARD_WIDTH + 2 * CARD_BLEED) * _UNITS, height=(art + CARD_BLEED) * _UNITS),
    }


def paper_colour_of(land: str) -> str:
    """Return the paper colour below the picture: nearly white, with a tint of the land’s horizon."""
    return mixed_colour(PALETTES[land].horizon, "#fffdf6", 0.86)


def _shield_data(element: str, value: object, shielded: bool) -> dict[str, Any]:
    svg = icon_svg(element, "#ffffff") if element in _sprite_symbols() else ""
    return {"element": element, "value": value, "shielded": shielded, "colour": SHIELD_COLOURS[element], "svg": svg}


# Facts that one game writes in words and another game as symbols.
_FACTS_PRINTED_AS_WORDS = ("subtypes", "keywords", "icon_counts", "struggle", "boosters")

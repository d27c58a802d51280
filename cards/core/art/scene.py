"""Scene: the picture of a card without its frame: sky and moons, land, figure and motif.

It fits any shape: the sky hangs from the upper edge and the land stands on the lower edge, both scaled to the width. So
one picture serves a tall card, a square and a strip.
"""

import random
from dataclasses import replace

from cards.core.art.figures import draw_folk_figure
from cards.core.art.motifs import AIRBORNE_MOTIFS, WEATHER_MOTIFS, motif_svg, weather_svg
from cards.core.art.other_lands import LAND_DRAWINGS
from cards.core.art.palettes import EARTH_COLOUR, FIRE_COLOUR, PALETTES, LandPalette
from cards.core.art.people_lands import LAND_VARIANTS
from cards.core.art.shapes import (
    WIDTH,
    dot_svg,
    dots_path,
    line,
    mixed_colour,
    path,
    radial_gradient,
    scattered_positions,
    small_marks_path,
    transformed_group,
    vertical_gradient,
)
from cards.core.art.subject import PictureSubject

# Positions of the moons by their number: x, y from the upper edge, radius. Values are in the upper corners.
_MOON_POSITIONS = {
    1: ((125, 36, 15),),
    2: ((101, 32, 13), (148, 40, 13)),
    3: ((87, 37, 11), (125, 26, 12), (163, 38, 11)),
    4: ((78, 40, 10), (109, 26, 10.5), (141, 29, 10.5), (172, 43, 10)),
}
# Hours of the night: a tint, and how much of it the top, the middle and the horizon of the sky get.
_TIMES_OF_DAY = (
    ("#000000", 0, 0, 0),
    ("#00000c", 0.45, 0.36, 0.14),
    ("#ff9a6b", 0.04, 0.16, 0.32),
    ("#6f9cff", 0.14, 0.26, 0.28),
    ("#fff1d0", 0.05, 0.15, 0.34),
)
# Lands whose folk fly or come in pairs: their herald wears a coat.
_NO_HERALDS = frozenset({"flit", "khind", "pillar"})
# Under water, the animal itself is the figure.
_BEAST_MOTIFS = frozenset({"octopus", "serpent", "fish", "crab", "mermaid"})


def scene_svg(subject: PictureSubject, *, width: float | None = None, height: float | None = None) -> str:
    """Return the picture as an SVG document; without a size it fills its container."""
    sides = "" if width is None or height is None else f' width="{width:g}" height="{height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg"{sides}>{picture_elements_svg(subject)}</svg>'


def picture_elements_svg(subject: PictureSubject) -> str:
    """Return the picture as elements of an SVG of any size: land and figures below, the moons above."""
    rng, palette = _random_and_palette(subject)
    moons, land, tilt = _draw_moons(subject, rng, palette), _draw_land(subject, rng, palette), rng.randint(14, 20)
    below = (
        land
        + _draw_figure_and_weather(subject, rng, palette)
        + path(f"M0 2V-8Q60-{tilt} 125-12T250-10V2z", palette.ground)
    )
    defined = vertical_gradient(
        "s", (palette.top, palette.middle, palette.horizon), stops=(0, 0.5, 0.92)
    ) + radial_gradient("h", palette.light, 0.5)
    defined += radial_gradient("g", palette.light, 0.75) if "#g" in below else ""
    defined += (
        vertical_gradient("w", (mixed_colour(palette.horizon, palette.mid, 0.3), palette.near)) if "#w" in below else ""
    )
    above = (
        f'<svg viewBox="0 0 {WIDTH} 1" preserveAspectRatio="xMidYMin" overflow="visible">{moons}</svg>' if moons else ""
    )
    return (
        f'<defs>{defined}</defs><rect width="100%" height="100%" fill="url(#s)"/>'
        f'<svg viewBox="0 -1 {WIDTH} 1" preserveAspectRatio="xMidYMax" overflow="visible">{below}</svg>{above}'
    )


def _random_and_palette(subject: PictureSubject) -> tuple[random.Random, LandPalette]:
    rng = random.Random(subject.seed)
    return rng, _tinted_by_element(
        _at_time_of_day(PALETTES[subject.land], rng.randrange(len(_TIMES_OF_DAY))), subject.fire_earth_balance
    )


def _draw_land(subject: PictureSubject, rng: random.Random, palette: LandPalette) -> str:
    """Draw stars, the light of the horizon, and the land."""
    sky = _draw_stars(rng, palette, subject.land) + dot_svg(125 - 60 * subject.fire_earth_balance, -70, 120, "url(#h)")
    return sky + LAND_DRAWINGS[subject.land](rng, palette, rng.randrange(LAND_VARIANTS))


def _at_time_of_day(palette: LandPalette, mood: int) -> LandPalette:
    """Return the colours at another hour: unchanged, deep night, dusk, cold moonlight, first light."""
    tint, top, middle, horizon = _TIMES_OF_DAY[mood]
    return replace(
        palette,
        top=mixed_colour(palette.top, tint, top),
        middle=mixed_colour(palette.middle, tint, middle),
        horizon=mixed_colour(palette.horizon, tint, horizon),
        far=mixed_colour(palette.far, tint, middle * 0.6),
    )


def _tinted_by_element(palette: LandPalette, lean: float) -> LandPalette:
    """Return the colours in the light of fire or of earth."""
    if abs(lean) < 0.1:
        return palette
    tint, share = (FIRE_COLOUR, 0.34 * lean) if lean > 0 else (EARTH_COLOUR, -0.34 * lean)
    return replace(
        palette,
        top=mixed_colour(palette.top, tint, share * 0.3),
        middle=mixed_colour(palette.middle, tint, share * 0.7),
        horizon=mixed_colour(palette.horizon, tint, share),
        far=mixed_colour(palette.far, tint, share * 0.4),
    )


def _draw_stars(rng: random.Random, palette: LandPalette, land: str) -> str:
    if land == "flit":
        return ""
    spots = scattered_positions(rng, 14, range(4, 247), range(96, 291))
    white = mixed_colour(palette.light, "#ffffff", 0.5)
    return small_marks_path(spots[:8], white, 1.3, opacity=0.8) + small_marks_path(spots[8:], white, 2.2)


def _draw_moons(subject: PictureSubject, rng: random.Random, palette: LandPalette) -> str:
    """Draw the card’s moons: thin crescents with a halo, the rest of the disc in the colour of the sky."""
    places = _MOON_POSITIONS.get(min(subject.moons, 4), ())
    tilt = rng.randint(-16, 16)
    drawn = "".join(
        transformed_group('<use href="#m"/>', x + rng.randint(-3, 3), y + rng.randint(-3, 3), size=r / 10, tilt=tilt)
        for x, y, r in places
    )
    if not drawn:
        return ""
    crescent = '<path d="M4-9.2A10 10 0 1 0 4 9.2A8 8 0 1 1 4-9.2Z" fill="#fff6dc"/>'
    disc = dot_svg(0, 0, 22, "url(#h)") + dot_svg(0, 0, 10, mixed_colour(palette.top, "#c9cbe0", 0.28)) + crescent
    return f'<defs><g id="m">{disc}</g></defs>{drawn}'


def _draw_silhouette(
    drawn: str, x: float, y: float, size: float, palette: LandPalette, *, mirrored: bool = False
) -> str:
    rim, dark = mixed_colour(palette.light, palette.horizon, 0.4), mixed_colour(palette.ground, "#000000", 0.3)
    twice = f'<g id="f">{drawn}</g>'
    inner = f'<g fill="{rim}" stroke="{rim}" transform="translate(-1.6-.6)"><use href="#f"/></g>'
    inner += f'<g fill="{dark}" stroke="{dark}"><use href="#f"/></g>'
    return f"<defs>{twice}</defs>" + transformed_group(inner, x, y, size=size, mirrored=mirrored)


def _draw_figure_and_weather(subject: PictureSubject, rng: random.Random, palette: LandPalette) -> str:
    if not subject.figure:
        return ""
    draw = _DRAWING_BY_CARD_TYPE.get(subject.figure, _draw_other_card)
    drawn = draw(subject, rng, palette)
    if subject.motif in WEATHER_MOTIFS:
        drawn += weather_svg(subject.motif, rng, mixed_colour(palette.light, "#ffffff", 0.4))
    return drawn


def _draw_character(subject: PictureSubject, rng: random.Random, palette: LandPalette) -> str:
    left = rng.random() < 0.5
    x = rng.randint(82, 112) if left else rng.randint(138, 168)
    if subject.land in ("aqua", "hyla") and subject.motif in _BEAST_MOTIFS:
        return _draw_silhouette(
            motif_svg(subject.motif), x, -62, 1.5 + 0.5 * subject.relative_strength, palette, mirrored=left
        )
    size = 0.72 + 0.3 * subject.relative_strength + 0.08 * rng.random()
    flying = subject.land == "flit"
    y = -46 - rng.randint(0, 22) if flying else -22 - rng.randint(0, 12) if subject.land == "aqua" else -9
    drawn = ""
    if subject.motif and subject.motif not in WEATHER_MOTIFS:
        air = subject.motif in AIRBORNE_MOTIFS
        index = (250 - x + rng.randint(-8, 8), -122 if air else -22)
        drawn += _lit_motif(subject.motif, *index, 0.72, palette, glowing=air)
    return drawn + _draw_silhouette(
        draw_folk_figure(subject.land, rng), x, y, size * (0.86 if flying else 1), palette, mirrored=left
    )


def _lit_motif(motif: str, x: float, y: float, size: float, palette: LandPalette, *, glowing: bool) -> str:
    """Return a detail: bright in the air, or on the ground dark with the light behind it."""
    colour = palette.light if glowing else mixed_colour(palette.ground, "#000000", 0.2)
    halo = dot_svg(x, y, 40 * size + 12, "url(#g)")
    inner = f'<g fill="{colour}" stroke="{colour}" stroke-width="0">{motif_svg(motif)}</g>'
    return halo + transformed_group(inner.replace(' stroke-width="0"', ""), x, y, size=size)


def _draw_booster(subject: PictureSubject, rng: random.Random, palette: LandPalette) -> str:
    """Draw a powerful object in the air, with rays around it."""
    y = -92 + rng.randint(-6, 6)
    turn, count = rng.randint(0, 20), rng.choice((10, 12, 14))
    ray = f"M0-46L3-{rng.randint(74, 92)}L-3-{rng.randint(74, 92)}Z"
    rays = "".join(f'<path d="{ray}" transform="rotate({turn + 360 * i // count})"/>' for i in range(count))
    drawn = dot_svg(125, y, 96, "url(#g)") + transformed_group(
        f'<g fill="{palette.light}" opacity=".45">{rays}</g>', 125, y
    )
    drawn += dot_svg(125, y, 40, mixed_colour(palette.ground, palette.near, 0.4)) + dot_svg(
        125, y, 37, mixed_colour(palette.near, palette.mid, 0.3)
    )
    motif = subject.motif if subject.motif and subject.motif not in WEATHER_MOTIFS else "burst"
    inner = f'<g fill="{palette.light}" stroke="{palette.light}">{motif_svg(motif)}</g>'
    return drawn + transformed_group(inner, 125, y, size=0.86, tilt=rng.randint(-8, 8))


def _draw_support(subject: PictureSubject, rng: random.Random, palette: LandPalette) -> str:
    """Draw a large object on the ground, or something that fills the air."""
    x = rng.randint(108, 142)
    if not subject.motif or subject.motif in WEATHER_MOTIFS:
        bank = [(x + rng.randint(-70, 70), -128 + rng.randint(-16, 14), rng.randint(16, 28)) for _ in range(9)]
        return path(dots_path(bank), mixed_colour(palette.mid, palette.light, 0.25), opacity=0.95)
    air = subject.motif in AIRBORNE_MOTIFS
    y = -100 if air else -54
    drawn = dot_svg(x, y, 100, "url(#g)")
    if air:
        inner = f'<g fill="{palette.light}" stroke="{palette.light}">{motif_svg(subject.motif)}</g>'
        return drawn + transformed_group(inner, x, y, size=1.7, tilt=rng.randint(-8, 8))
    return drawn + _draw_silhouette(motif_svg(subject.motif), x, y, 1.65, palette)


def _draw_leadership(subject: PictureSubject, rng: random.Random, palette: LandPalette) -> str:
    """Draw a herald with a banner, and the motif that the herald calls up in the sky."""
    left = rng.random() < 0.5
    x, sign = (72, 1) if left else (178, -1)
    pole = line(f"M{x} 0V-128", palette.ground, 4)
    cloth = f"M{x}-126h{44 * sign}q{-8 * sign} 14 0 26t{-2 * sign} 26h{-42 * sign}z"
    drawn = pole + path(cloth, palette.horizon)
    drawn += _draw_silhouette(
        draw_folk_figure("" if subject.land in _NO_HERALDS else subject.land, rng),
        x + 26 * sign,
        -9,
        0.66,
        palette,
        mirrored=not left,
    )
    motif = subject.motif if subject.motif and subject.motif not in WEATHER_MOTIFS else "star"
    return drawn + _lit_motif(motif, 250 - x + 4 * sign, -116, 0.95, palette, glowing=True)


def _draw_ship(subject: PictureSubject, rng: random.Random, palette: LandPalette) -> str:
    motif = subject.motif or "wheel"
    return dot_svg(125, -96, 60, "url(#g)") + _lit_motif(
        motif, 125 + rng.randint(-40, 40), -120, 0.9, palette, glowing=True
    )


def _draw_leader(subject: PictureSubject, rng: random.Random, palette: LandPalette) -> str:
    """Draw a leader: large, in the middle, in front of a ring of light."""
    drawn = dot_svg(125, -88, 100, "url(#g)") + dot_svg(125, -88, 52, palette.light, opacity=0.28)
    drawn += line("M71-88a54 54 0 1 0 108 0a54 54 0 1 0-108 0", palette.light, 2.4)
    lift = -40 if subject.land in ("flit", "aqua") else -8
    return drawn + _draw_silhouette(draw_folk_figure(subject.land, rng), 125, lift, 1.14, palette)


def _draw_chosen_one(subject: PictureSubject, rng: random.Random, palette: LandPalette) -> str:
    """Draw the Chosen One, kneeling in a beam of light under a crown."""
    drawn = path("M100-220h50l40 222h-130z", palette.light, opacity=0.3)
    drawn += _lit_motif("crown", 125, -126, 0.8, palette, glowing=True)
    return drawn + _draw_silhouette(draw_folk_figure(subject.land, rng), 125, -9, 0.8, palette)


def _draw_other_card(subject: PictureSubject, rng: random.Random, palette: LandPalette) -> str:
    return _lit_motif(subject.motif or "star", 125 + rng.randint(-24, 24), -104, 1.2, palette, glowing=True)


_DRAWING_BY_CARD_TYPE = {
    "character": _draw_character,
    "booster": _draw_booster,
    "support": _draw_support,
    "leadership": _draw_leadership,
    "ship": _draw_ship,
    "leader": _draw_leader,
    "emissary": _draw_leader,
    "inquisitor": _draw_leader,
    "chosen": _draw_chosen_one,
    "hyla": _draw_character,
}

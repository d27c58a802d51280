"""Scene: the picture of a card without its frame, made of sky and moons, land, figure and motif.

It fits any shape: the sky is hung from the upper edge and the land stands on the lower edge, both at the scale of the
width. So one picture serves a tall card, a square and a strip.
"""

import random
from dataclasses import replace

from cards.core.art.figures import folk
from cards.core.art.motifs import FIELDS, IN_THE_AIR, drawing, field
from cards.core.art.other_lands import LANDS
from cards.core.art.palettes import EARTH, FIRE, PALETTES, Palette
from cards.core.art.people_lands import VARIANTS
from cards.core.art.shapes import WIDTH, dot, dots, fade, glow, line, mixed, path, specks, strewn, turned
from cards.core.art.subject import Subject

# Where moons hang, by their number: x, y from the upper edge, radius. Values stand in the upper corners.
_MOON_POSITIONS = {
    1: ((125, 36, 15),),
    2: ((101, 32, 13), (148, 40, 13)),
    3: ((87, 37, 11), (125, 26, 12), (163, 38, 11)),
    4: ((78, 40, 10), (109, 26, 10.5), (141, 29, 10.5), (172, 43, 10)),
}
# Hours of the night: a tint, and how much of it the top, the middle and the horizon of the sky take.
_TIMES_OF_DAY = (
    ("#000000", 0, 0, 0),
    ("#00000c", 0.45, 0.36, 0.14),
    ("#ff9a6b", 0.04, 0.16, 0.32),
    ("#6f9cff", 0.14, 0.26, 0.28),
    ("#fff1d0", 0.05, 0.15, 0.34),
)
# Lands whose folk fly or come in twos: their herald wears a coat.
_NO_HERALDS = frozenset({"flit", "khind", "pillar"})
# In the water the beast itself is who acts.
_BEAST_MOTIFS = frozenset({"octopus", "serpent", "fish", "crab", "mermaid"})


def scene(subject: Subject, *, width: float | None = None, height: float | None = None) -> str:
    """The picture as an SVG document; without a size it fills whatever it is put into."""
    sides = "" if width is None or height is None else f' width="{width:g}" height="{height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg"{sides}>{content(subject)}</svg>'


def content(subject: Subject) -> str:
    """The picture as elements of an SVG of any size: land and figures below, the moons above."""
    dice, p = _begun(subject)
    moons, land, tilt = _draw_moons(subject, dice, p), _draw_land(subject, dice, p), dice.randint(14, 20)
    below = land + _actors(subject, dice, p) + path(f"M0 2V-8Q60-{tilt} 125-12T250-10V2z", p.ground)
    defined = fade("s", (p.top, p.middle, p.horizon), stops=(0, 0.5, 0.92)) + glow("h", p.light, 0.5)
    defined += glow("g", p.light, 0.75) if "#g" in below else ""
    defined += fade("w", (mixed(p.horizon, p.mid, 0.3), p.near)) if "#w" in below else ""
    above = (
        f'<svg viewBox="0 0 {WIDTH} 1" preserveAspectRatio="xMidYMin" overflow="visible">{moons}</svg>' if moons else ""
    )
    return (
        f'<defs>{defined}</defs><rect width="100%" height="100%" fill="url(#s)"/>'
        f'<svg viewBox="0 -1 {WIDTH} 1" preserveAspectRatio="xMidYMax" overflow="visible">{below}</svg>{above}'
    )


def _begun(subject: Subject) -> tuple[random.Random, Palette]:
    dice = random.Random(subject.seed)
    return dice, _lit(_in_mood(PALETTES[subject.land], dice.randrange(len(_TIMES_OF_DAY))), subject.lean)


def _draw_land(subject: Subject, dice: random.Random, p: Palette) -> str:
    """Stars, the light of the horizon, the land."""
    sky = _draw_stars(dice, p, subject.land) + dot(125 - 60 * subject.lean, -70, 120, "url(#h)")
    return sky + LANDS[subject.land](dice, p, dice.randrange(VARIANTS))


def _in_mood(p: Palette, mood: int) -> Palette:
    """The colours at another hour: as they are, deep night, dusk, cold moonlight, first light."""
    tint, top, middle, horizon = _TIMES_OF_DAY[mood]
    return replace(
        p, top=mixed(p.top, tint, top), middle=mixed(p.middle, tint, middle), horizon=mixed(p.horizon, tint, horizon),
        far=mixed(p.far, tint, middle * 0.6),
    )  # fmt: skip


def _lit(p: Palette, lean: float) -> Palette:
    """The colours in the light of fire or of earth."""
    if abs(lean) < 0.1:
        return p
    tint, share = (FIRE, 0.34 * lean) if lean > 0 else (EARTH, -0.34 * lean)
    return replace(
        p, top=mixed(p.top, tint, share * 0.3), middle=mixed(p.middle, tint, share * 0.7),
        horizon=mixed(p.horizon, tint, share), far=mixed(p.far, tint, share * 0.4),
    )  # fmt: skip


def _draw_stars(dice: random.Random, p: Palette, land: str) -> str:
    if land == "flit":
        return ""
    spots = strewn(dice, 14, range(4, 247), range(96, 291))
    white = mixed(p.light, "#ffffff", 0.5)
    return specks(spots[:8], white, 1.3, opacity=0.8) + specks(spots[8:], white, 2.2)


def _draw_moons(subject: Subject, dice: random.Random, p: Palette) -> str:
    """The moons it costs: thin crescents with a halo, the rest of the disc in the colour of the sky."""
    places = _MOON_POSITIONS.get(min(subject.moons, 4), ())
    tilt = dice.randint(-16, 16)
    drawn = "".join(
        turned('<use href="#m"/>', x + dice.randint(-3, 3), y + dice.randint(-3, 3), size=r / 10, tilt=tilt)
        for x, y, r in places
    )
    if not drawn:
        return ""
    crescent = '<path d="M4-9.2A10 10 0 1 0 4 9.2A8 8 0 1 1 4-9.2Z" fill="#fff6dc"/>'
    disc = dot(0, 0, 22, "url(#h)") + dot(0, 0, 10, mixed(p.top, "#c9cbe0", 0.28)) + crescent
    return f'<defs><g id="m">{disc}</g></defs>{drawn}'


def _draw_outline(drawn: str, x: float, y: float, size: float, p: Palette, *, mirrored: bool = False) -> str:
    rim, dark = mixed(p.light, p.horizon, 0.4), mixed(p.ground, "#000000", 0.3)
    twice = f'<g id="f">{drawn}</g>'
    inner = f'<g fill="{rim}" stroke="{rim}" transform="translate(-1.6-.6)"><use href="#f"/></g>'
    inner += f'<g fill="{dark}" stroke="{dark}"><use href="#f"/></g>'
    return f"<defs>{twice}</defs>" + turned(inner, x, y, size=size, mirrored=mirrored)


def _actors(subject: Subject, dice: random.Random, p: Palette) -> str:
    if not subject.figure:
        return ""
    draw = _DRAWING_BY_CARD_TYPE.get(subject.figure, _draw_other_card)
    drawn = draw(subject, dice, p)
    if subject.motif in FIELDS:
        drawn += field(subject.motif, dice, mixed(p.light, "#ffffff", 0.4))
    return drawn


def _draw_character(subject: Subject, dice: random.Random, p: Palette) -> str:
    left = dice.random() < 0.5
    x = dice.randint(82, 112) if left else dice.randint(138, 168)
    if subject.land in ("aqua", "hyla") and subject.motif in _BEAST_MOTIFS:
        return _draw_outline(drawing(subject.motif), x, -62, 1.5 + 0.5 * subject.strength, p, mirrored=left)
    size = 0.72 + 0.3 * subject.strength + 0.08 * dice.random()
    flying = subject.land == "flit"
    y = -46 - dice.randint(0, 22) if flying else -22 - dice.randint(0, 12) if subject.land == "aqua" else -9
    drawn = ""
    if subject.motif and subject.motif not in FIELDS:
        air = subject.motif in IN_THE_AIR
        at = (250 - x + dice.randint(-8, 8), -122 if air else -22)
        drawn += _lit_motif(subject.motif, *at, 0.72, p, glowing=air)
    return drawn + _draw_outline(folk(subject.land, dice), x, y, size * (0.86 if flying else 1), p, mirrored=left)


def _lit_motif(motif: str, x: float, y: float, size: float, p: Palette, *, glowing: bool) -> str:
    """A detail: bright in the air, dark with the light behind it on the ground."""
    colour = p.light if glowing else mixed(p.ground, "#000000", 0.2)
    halo = dot(x, y, 40 * size + 12, "url(#g)")
    inner = f'<g fill="{colour}" stroke="{colour}" stroke-width="0">{drawing(motif)}</g>'
    return halo + turned(inner.replace(' stroke-width="0"', ""), x, y, size=size)


def _draw_booster(subject: Subject, dice: random.Random, p: Palette) -> str:
    """A thing of power in the air, rays around it."""
    y = -92 + dice.randint(-6, 6)
    turn, count = dice.randint(0, 20), dice.choice((10, 12, 14))
    ray = f"M0-46L3-{dice.randint(74, 92)}L-3-{dice.randint(74, 92)}Z"
    rays = "".join(f'<path d="{ray}" transform="rotate({turn + 360 * i // count})"/>' for i in range(count))
    drawn = dot(125, y, 96, "url(#g)") + turned(f'<g fill="{p.light}" opacity=".45">{rays}</g>', 125, y)
    drawn += dot(125, y, 40, mixed(p.ground, p.near, 0.4)) + dot(125, y, 37, mixed(p.near, p.mid, 0.3))
    motif = subject.motif if subject.motif and subject.motif not in FIELDS else "burst"
    inner = f'<g fill="{p.light}" stroke="{p.light}">{drawing(motif)}</g>'
    return drawn + turned(inner, 125, y, size=0.86, tilt=dice.randint(-8, 8))


def _draw_support(subject: Subject, dice: random.Random, p: Palette) -> str:
    """A great thing on the ground, or something that fills the air."""
    x = dice.randint(108, 142)
    if not subject.motif or subject.motif in FIELDS:
        bank = [(x + dice.randint(-70, 70), -128 + dice.randint(-16, 14), dice.randint(16, 28)) for _ in range(9)]
        return path(dots(bank), mixed(p.mid, p.light, 0.25), opacity=0.95)
    air = subject.motif in IN_THE_AIR
    y = -100 if air else -54
    drawn = dot(x, y, 100, "url(#g)")
    if air:
        inner = f'<g fill="{p.light}" stroke="{p.light}">{drawing(subject.motif)}</g>'
        return drawn + turned(inner, x, y, size=1.7, tilt=dice.randint(-8, 8))
    return drawn + _draw_outline(drawing(subject.motif), x, y, 1.65, p)


def _draw_leadership(subject: Subject, dice: random.Random, p: Palette) -> str:
    """A herald with a banner, and what is called in the sky."""
    left = dice.random() < 0.5
    x, sign = (72, 1) if left else (178, -1)
    pole = line(f"M{x} 0V-128", p.ground, 4)
    cloth = f"M{x}-126h{44 * sign}q{-8 * sign} 14 0 26t{-2 * sign} 26h{-42 * sign}z"
    drawn = pole + path(cloth, p.horizon)
    drawn += _draw_outline(
        folk("" if subject.land in _NO_HERALDS else subject.land, dice), x + 26 * sign, -9, 0.66, p, mirrored=not left
    )
    motif = subject.motif if subject.motif and subject.motif not in FIELDS else "star"
    return drawn + _lit_motif(motif, 250 - x + 4 * sign, -116, 0.95, p, glowing=True)


def _draw_ship(subject: Subject, dice: random.Random, p: Palette) -> str:
    motif = subject.motif or "wheel"
    return dot(125, -96, 60, "url(#g)") + _lit_motif(motif, 125 + dice.randint(-40, 40), -120, 0.9, p, glowing=True)


def _draw_leader(subject: Subject, dice: random.Random, p: Palette) -> str:
    """A leader: large, in the middle, before a ring of light."""
    drawn = dot(125, -88, 100, "url(#g)") + dot(125, -88, 52, p.light, opacity=0.28)
    drawn += line("M71-88a54 54 0 1 0 108 0a54 54 0 1 0-108 0", p.light, 2.4)
    lift = -40 if subject.land in ("flit", "aqua") else -8
    return drawn + _draw_outline(folk(subject.land, dice), 125, lift, 1.14, p)


def _chosen(subject: Subject, dice: random.Random, p: Palette) -> str:
    """The chosen one: kneels in a beam of light under a crown."""
    drawn = path("M100-220h50l40 222h-130z", p.light, opacity=0.3)
    drawn += _lit_motif("crown", 125, -126, 0.8, p, glowing=True)
    return drawn + _draw_outline(folk(subject.land, dice), 125, -9, 0.8, p)


def _draw_other_card(subject: Subject, dice: random.Random, p: Palette) -> str:
    """Everything else: its sign in the air."""
    return _lit_motif(subject.motif or "star", 125 + dice.randint(-24, 24), -104, 1.2, p, glowing=True)


_DRAWING_BY_CARD_TYPE = {
    "character": _draw_character,
    "booster": _draw_booster,
    "support": _draw_support,
    "leadership": _draw_leadership,
    "ship": _draw_ship,
    "leader": _draw_leader,
    "emissary": _draw_leader,
    "inquisitor": _draw_leader,
    "chosen": _chosen,
    "hyla": _draw_character,
}

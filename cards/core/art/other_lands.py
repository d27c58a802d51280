"""Other lands: the lands of Blue Moon’s small affiliations and of Call of Cthulhu’s factions."""

import random
from collections.abc import Mapping

from cards.core.art.palettes import LandPalette
from cards.core.art.people_lands import PEOPLE_LAND_DRAWINGS, DrawLand
from cards.core.art.shapes import dot_svg, dots_path, line, path, path_through, ridge_path


def _spikes_path(rng: random.Random, count: int, low: int, high: int) -> str:
    gap = 250 / count
    return "".join(
        f"M{gap * i:.0f} 2l{gap * 0.3 + rng.randint(-12, 12):.0f}-{rng.randint(low, high)}"
        f"l{gap * 0.45:.0f} {rng.randint(20, 40)}"
        f"l{gap * 0.25:.0f} {high}z"
        for i in range(count)
    )


def draw_wastes(rng: random.Random, land: LandPalette, variant: int) -> str:
    """A torn land under ribbons of light (mutants)."""
    ribbon = "".join(f"M{-10 + 70 * i}-{130 + rng.randint(-10, 20)}q30-30 60-4t60-10" for i in range(4))
    drawn = line(ribbon, land.light, 5, opacity=0.35) + path(ridge_path(rng, 60, 40, 9), land.far)
    drawn += path(_spikes_path(rng, (7, 5, 9, 6, 8)[variant], 70, 116), land.mid)
    return drawn + path(_spikes_path(rng, 11, 22, 52) + ridge_path(rng, 14, 10, 8), land.near)


def draw_hall(rng: random.Random, land: LandPalette, variant: int) -> str:
    """A royal hall: pillars, a high window, banners (inquisitors)."""
    x = (125, 84, 166, 125, 104)[variant]
    window = f"M{x - 30}-44v-62q0-34 30-46q30 12 30 46v62z"
    drawn = dot_svg(x, -100, 74, "url(#g)") + path(window, land.horizon, opacity=0.85)
    drawn += line(f"M{x}-152V-44M{x - 30}-96h60", land.near, 3)
    columns = "".join(f"M{c} 2v-196h-4v-8h30v8h-4V2z" for c in (6, 50, 178, 222) if abs(c + 11 - x) > 34)
    flags = "".join(f"M{c}-{150 + rng.randint(-8, 8)}h20v66l-10-10l-10 10z" for c in (28, 200))
    steps = path("M20 2l8-16h194l8 16zM40-14l6-14h158l6 14z", land.near)
    return drawn + path(columns, land.mid) + path(flags, "#b32a3c") + steps


def draw_road(rng: random.Random, land: LandPalette, variant: int) -> str:
    """A white road over bridges to a shining city (emissaries)."""
    x = (160, 90, 125, 190, 60)[variant]
    city = "".join(f"M{x - 40 + 16 * i} -56v-{rng.randint(24, 70)}l6-12l6 12v90z" for i in range(5))
    drawn = (
        dot_svg(x, -80, 90, "url(#g)") + path(ridge_path(rng, 56, 20, 6, soft=True), land.far) + path(city, land.mid)
    )
    drawn += path(ridge_path(rng, 36, 16, 5, soft=True), land.mid)
    return (
        drawn
        + path(ridge_path(rng, 20, 10, 5, soft=True), land.near)
        + path(f"M96 2Q{x + 30}-24 {x - 6}-60h12Q{x + 60}-20 154 2z", land.light, opacity=0.7)
    )


def draw_lagoon(rng: random.Random, land: LandPalette, variant: int) -> str:
    """A warm lagoon with lilies and round rocks (Hyla)."""
    drawn = path(ridge_path(rng, 70, 34, 5, soft=True), land.far) + path("M0-60H250V2H0z", land.mid)
    shine = "".join(f"M{rng.randint(0, 220)}-{rng.randint(10, 54)}h{rng.randint(10, 34)}" for _ in range(12))
    drawn += line(shine, land.light, 1.6, opacity=0.5)
    lilies = "".join(
        f"M{x}-{y}q0-30 10-36q10 8 10 36q14-22 24-20q0 20-24 30h-20q-24-10-24-30q12-2 24 20z"
        for x, y in ((rng.randint(10, 220), rng.randint(6, 40)) for _ in range(3 + variant % 3))
    )
    return (
        drawn
        + path(dots_path((rng.randint(0, 250), -rng.randint(0, 12), rng.randint(12, 24)) for _ in range(6)), land.near)
        + path(lilies, land.light, opacity=0.8)
    )


def draw_dunes(rng: random.Random, land: LandPalette, variant: int) -> str:
    """Dunes and tents under a large sun (Tutu)."""
    drawn = dot_svg((60, 190, 125, 90, 160)[variant], -96, 34, land.light, opacity=0.8)
    for base, shade in ((64, land.far), (42, land.mid), (18, land.near)):
        drawn += path(ridge_path(rng, base, 26, 3, soft=True), shade)
    tents = "".join(
        f"M{x}-30l22-34l24 34zM{x + 20}-64l2-10l2 10z" for x in (rng.randint(20, 60), rng.randint(150, 200))
    )
    return drawn + path(tents, land.ground) + path(ridge_path(rng, 12, 8, 4, soft=True), land.ground)


def draw_caverns(rng: random.Random, land: LandPalette, variant: int) -> str:
    """Great crystals (crystals)."""
    drawn = path(_spikes_path(rng, 8, 60, 112), land.far, opacity=0.7)
    for x in ((60, 125, 190), (40, 100, 200), (80, 150, 210), (50, 130, 170), (30, 120, 220))[variant]:
        h, w = rng.randint(88, 142), rng.randint(14, 22)
        drawn += path(path_through([(x - w, 2), (x - w, -h * 0.7), (x, -h), (x, 2)]), land.light, opacity=0.85)
        drawn += path(path_through([(x, 2), (x, -h), (x + w, -h * 0.66), (x + w, 2)]), land.mid)
    return drawn + path(_spikes_path(rng, 12, 16, 40), land.near)


def draw_rift(rng: random.Random, land: LandPalette, variant: int) -> str:
    """A torn sky over broken arches (interference)."""
    x = (125, 70, 180, 100, 150)[variant]
    crack = f"M{x}-196l{rng.randint(-16, 16)} 40l12 6l-18 44l14 6l-10 60l-14-58l10-8l-18-40l12-10z"
    drawn = dot_svg(x, -110, 80, "url(#g)") + path(crack, land.horizon) + path(ridge_path(rng, 54, 30, 8), land.far)
    arch = f"M{20 + 30 * variant} 2v-70q4-34 40-34v12q-24 4-26 26V2z"
    return drawn + path(arch, land.mid) + path(_spikes_path(rng, 9, 22, 48), land.near)


def draw_veil(rng: random.Random, land: LandPalette, variant: int) -> str:
    """Lights that drift over still water (spirits)."""
    drawn = "".join(
        line(
            f"M{20 + 50 * i}-30q{rng.randint(-40, 40)}-60 0-90t{rng.randint(-20, 20)}-60", land.light, 10, opacity=0.16
        )
        for i in range(5)
    )
    drawn += path(ridge_path(rng, 48, 30, 5, soft=True), land.far) + path(
        ridge_path(rng, 20, 12, 4, soft=True), land.near
    )
    return drawn + path(
        dots_path((rng.randint(10, 240), -rng.randint(30, 150), 2 + variant * 0.4) for _ in range(14)), land.light
    )


def _street_svg(rng: random.Random, land: LandPalette, heights: tuple[int, int], roof: str, shade: str) -> str:
    """Return a row of houses with lit windows; `roof` draws the top of each."""
    walls, lit, x = "", "", -6
    while x < 250:
        w, h = rng.randint(26, 44), rng.randint(*heights)
        walls += f"M{x} 2v-{h}" + roof.format(w=w, half=w // 2) + "V2z"
        lit += "".join(
            f"M{x + 6 + 10 * (i % 3)}-{h - 8 - 14 * (i // 3)}h4v7h-4z" for i in range(6) if rng.random() < 0.45
        )
        x += w - 2
    return path(walls, shade) + path(lit, land.light, opacity=0.9)


def draw_city(rng: random.Random, land: LandPalette, variant: int) -> str:
    """A precinct by night: flat roofs, a searchlight (the Agency)."""
    drawn = path(f"M{(30, 220, 60, 190, 120)[variant]} 2L{rng.randint(40, 110)}-196h50z", land.light, opacity=0.25)
    return (
        drawn
        + _street_svg(rng, land, (90, 140), "h{w}", land.far)
        + _street_svg(rng, land, (40, 86), "h{w}", land.mid)
        + path("M0-16H250V2H0z", land.near)
    )


def draw_campus(rng: random.Random, land: LandPalette, variant: int) -> str:
    """A university: clock tower, gables, a bare tree (Miskatonic)."""
    x = (125, 80, 170, 60, 190)[variant]
    drawn = path(ridge_path(rng, 60, 20, 6, soft=True), land.far) + _street_svg(
        rng, land, (50, 76), "l{half}-22l{half} 22", land.mid
    )
    drawn += (
        path(f"M{x - 16} 2v-112l16-36l16 36V2z", land.mid)
        + dot_svg(x, -96, 9, land.light)
        + line(f"M{x}-96v-6m0 6h4", land.ground, 1.6)
    )
    return drawn + path(ridge_path(rng, 16, 8, 5, soft=True), land.near)


def draw_docks(rng: random.Random, land: LandPalette, variant: int) -> str:
    """Warehouses, chimneys, a lamp in the mist (the Syndicate)."""
    smoke = dots_path((60 + 30 * variant + 6 * i, -120 - 12 * i, 8 + 3 * i) for i in range(5))
    drawn = path(smoke, land.far, opacity=0.6) + _street_svg(rng, land, (60, 110), "l6-8h{half}l6 8", land.far)
    drawn += path(f"M{52 + 30 * variant} 2l3-118h12l3 118z", land.mid) + _street_svg(
        rng, land, (34, 64), "h{w}", land.mid
    )
    lamp = (204, 40, 210, 30, 190)[variant]
    return (
        drawn
        + path("M0-14H250V2H0z", land.near)
        + dot_svg(lamp, -66, 34, "url(#g)")
        + line(f"M{lamp} 0v-64", land.ground, 3)
        + dot_svg(lamp, -66, 5, land.light)
    )


def draw_lodge(rng: random.Random, land: LandPalette, variant: int) -> str:
    """A temple front before a pale disc (the Silver Twilight)."""
    x = (125, 110, 140, 125, 100)[variant]
    drawn = dot_svg(x, -112, (52, 44, 58, 40, 50)[variant], land.horizon, opacity=0.5) + path(
        ridge_path(rng, 40, 20, 6), land.far
    )
    front = f"M{x - 78}-92l78-36l78 36v10h-156zM{x - 82} 2v-14h164V2z"
    posts = "".join(f"M{x - 66 + 24 * i}-80h12v68h-12z" for i in range(6))
    return drawn + path(front + posts, land.mid) + path(ridge_path(rng, 10, 8, 6), land.near)


def draw_sunken_city(rng: random.Random, land: LandPalette, variant: int) -> str:
    """A drowned city of leaning stones, arms that rise (Cthulhu)."""
    blocks = "".join(
        f"M{x} 2l{rng.randint(-10, 14)}-{rng.randint(60, 124)}l{rng.randint(18, 30)} 8l8 130z"
        for x in (10, 60, 160, 206)
    )
    arms = "".join(
        f"M{x} 4q{rng.randint(-50, 50)}-60 {rng.randint(-20, 20)}-{rng.randint(80, 130)}q10-20 22-8"
        for x in ((40, 120, 200), (90, 170, 60), (30, 220, 140), (70, 110, 230), (20, 150, 190))[variant]
    )
    return path(blocks, land.far) + line(arms, land.mid, 10) + path("M0-26q30-12 62 0t62 0t62 0t66 0V2H0z", land.near)


def draw_carcosa(rng: random.Random, land: LandPalette, variant: int) -> str:
    """Towers behind a lake, black stars in a yellow sky (Hastur)."""
    stars = "".join(
        f"M{rng.randint(14, 236)}-{rng.randint(110, 186)}l2 6l6 2l-6 2l-2 6l-2-6l-6-2l6-2z" for _ in range(6)
    )
    towers = "".join(
        f"M{x + rng.randint(-8, 8)}-50l4-{rng.randint(50, 110)}l5-14l5 14l4 {120}z"
        for x in (20 + 8 * variant, 70, 118, 150, 204)
    )
    return (
        path(stars, land.ground)
        + path(towers, land.mid)
        + path("M0-52H250V2H0z", land.far)
        + line("M20-36h60m40 12h80m-150 8h50", land.light, 2, opacity=0.5)
        + path(ridge_path(rng, 8, 12, 7, soft=True), land.near)
    )


def draw_deep_wood(rng: random.Random, land: LandPalette, variant: int) -> str:
    """Bare twisted trees and a ring of stones (Shub-Niggurath)."""
    trees = "".join(
        f"M{x} 2q{rng.randint(-14, 14)}-50 0-90m0 34q20-12 24-40m-24 30q-22-10-26-44m26 20q8-18 4-52"
        for x in ((30, 90, 190, 230), (20, 60, 160, 222), (40, 120, 210, 240), (16, 76, 140, 200), (50, 110, 170, 236))[
            variant
        ]
    )
    stones = "".join(f"M{x} 2l3-{rng.randint(24, 40)}l12-3l5 {48}z" for x in (70, 104, 142, 176))
    return (
        path(ridge_path(rng, 60, 24, 6, soft=True), land.far)
        + line(trees, land.mid, 6)
        + path(stones + ridge_path(rng, 14, 10, 6), land.near)
    )


def draw_gates_among_stars(rng: random.Random, land: LandPalette, variant: int) -> str:
    """Gates and spheres among the stars (Yog-Sothoth)."""
    spheres = [(rng.randint(20, 230), -rng.randint(60, 170), rng.randint(6, 20)) for _ in range(7)]
    at = (125, 80, 170, 100, 150)[variant]
    gate = f"M{at - 34} 2v-84q4-40 34-44q30 4 34 44V2h-14v-80q-4-26-20-28q-16 2-20 28V2z"
    shine = dots_path((x - 3, y - 3, r * 0.4) for x, y, r in spheres)
    drawn = path(dots_path(spheres), land.far, opacity=0.8) + path(shine, land.light, opacity=0.7)
    return drawn + dot_svg(at, -60, 60, "url(#g)") + path(gate, land.mid) + path(ridge_path(rng, 18, 14, 7), land.near)


def draw_moor(rng: random.Random, land: LandPalette, variant: int) -> str:
    """A lonely house on a moor (neutral cards)."""
    x = (60, 180, 110, 200, 40)[variant]
    house = f"M{x - 24}-30v-34l24-24l24 24v34zM{x + 10}-92h8v20h-8z"
    drawn = path(ridge_path(rng, 64, 24, 5, soft=True), land.far) + path(
        ridge_path(rng, 36, 16, 5, soft=True), land.mid
    )
    return (
        drawn
        + path(house, land.near)
        + path(f"M{x - 10}-54h7v9h-7zM{x + 5}-54h7v9h-7z", land.light)
        + path(ridge_path(rng, 22, 14, 6, soft=True), land.near)
    )


def draw_stage(rng: random.Random, land: LandPalette, variant: int) -> str:
    """A curtain that opens (story cards)."""
    folds = "".join(
        f"M{x}-220q{12 + variant}-10 22 0q4 110-{10 - 2 * variant} 222h-14z" for x in (-6, 12, 30, 196, 214, 232)
    )
    return (
        dot_svg(125, -90, 90, "url(#g)") + path(folds, land.mid) + path(ridge_path(rng, 12, 6, 4, soft=True), land.near)
    )


LAND_DRAWINGS: Mapping[str, DrawLand] = {
    **PEOPLE_LAND_DRAWINGS,
    "mutant": draw_wastes,
    "inquisitor": draw_hall,
    "emissary": draw_road,
    "hyla": draw_lagoon,
    "tutu": draw_dunes,
    "crystal": draw_caverns,
    "interference": draw_rift,
    "spirit": draw_veil,
    "agency": draw_city,
    "miskatonic": draw_campus,
    "syndicate": draw_docks,
    "silver": draw_lodge,
    "cthulhu": draw_sunken_city,
    "hastur": draw_carcosa,
    "shub": draw_deep_wood,
    "yog": draw_gates_among_stars,
    "neutral": draw_moor,
    "story": draw_stage,
}

"""Lands of the nine peoples: each in five variants, drawn upwards from the lower edge (y is negative)."""

import random
from collections.abc import Callable, Mapping

from cards.core.art.palettes import LandPalette
from cards.core.art.shapes import (
    WIDTH,
    dot_svg,
    dots_path,
    line,
    path,
    path_at_places,
    path_through,
    ridge_path,
    scattered_positions,
    small_marks_path,
    transformed_group,
)


def draw_aqua_land(rng: random.Random, land: LandPalette, variant: int) -> str:
    """Under the waves: rays of light, weed, coral, sunken stones, bubbles that rise."""
    crest = "M0-132" + "".join(f"q16-{rng.randint(5, 12)} 31 0t31 0" for _ in range(4)) + "V2H0z"
    drawn = path(crest, "url(#w)") + line(crest.split("V")[0], land.light, 2, opacity=0.8)
    rays = "".join(
        f"M{x}-128l{rng.randint(14, 24)} 0l{rng.randint(-30, 40)} 130h-{rng.randint(26, 48)}z"
        for x in (28, 86, 150, 206)
    )
    drawn += path(rays, land.light, opacity=0.12)
    if variant in (0, 4):
        weed = "".join(
            f"M{x} 2q-14-{h * 0.3:.0f} 0-{h * 0.5:.0f}t2-{h * 0.5:.0f}q10 {h * 0.3:.0f} 4"
            f" {h * 0.5:.0f}t2 {h * 0.5:.0f}z"
            for x, h in ((x + rng.randint(-5, 5), rng.randint(56, 112)) for x in (14, 34, 52, 196, 214, 236))
        )
        drawn += path(weed, land.mid)
    if variant in (1, 3):
        x = 190 if variant == 1 else 40
        drawn += path(f"M{x - 44} 2q6-70 40-92t56 40q12 24 10 52h-26q-4-44-26-46t-24 46z", land.near)
    if variant == 2:
        drawn += path(
            "".join(f"M{x}-{h}h24v7h-4V2h-16V-{h - 7}h-4z" for x, h in ((16, 96), (58, 70), (176, 108), (218, 58))),
            land.mid,
        )
    coral = "".join(f"M{x} 0v-{rng.randint(16, 30)}m0 12q-12-2-12-18m12 24q13-2 12-20" for x in (20, 72, 160, 204, 236))
    drawn += line(coral, ("#e8718d", "#f0a35e", "#c88be0", "#ff8a7a", "#7ae0b0")[variant], 5, opacity=0.85)
    bubbles = "".join(
        f"M{rng.randint(14, 232)}-{rng.randint(26, 122)}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0-{2 * r} 0"
        for r in (3, 2, 4, 2, 3, 5, 2, 3)
    )
    floor = path(ridge_path(rng, 16, 12, 6, soft=True), land.near)
    return drawn + floor + line(bubbles, land.light, 1.2, opacity=0.75)


def _sailing_ship(x: float, y: float, s: float, land: LandPalette, rig: int) -> str:
    """A ship under sail: hull, masts, sails, pennant, lantern."""
    hull = "M-44-12H46L38 8Q0 16-34 8ZM-44-12l-4-12h18l2 12z"
    sails = (
        "M-4-86Q22-66 20-24H-4ZM-8-78Q-30-56-32-24H-8Z",
        "M-22-72H16Q26-58 16-44H-22Q-12-58-22-72ZM-26-42H20Q32-30 20-18H-26Q-14-30-26-42ZM26-60L44-20H26Z",
        "M-34-66Q-8-62-6-20H-36Q-26-44-34-66ZM6-84Q36-72 36-20H4Q14-54 6-84Z",
    )[rig]
    masts = "M-6-94V-10M28-66V-10" if rig else "M-6-94V-10"
    inner = (
        line(masts, land.ground, 3)
        + path(sails, land.light)
        + path(hull, land.ground)
        + path("M-6-94l16 4l-16 5z", "#e0563b")
    )
    return transformed_group(inner + dot_svg(-38, -28, 3, "#ffcf6b"), x, y, size=s)


def draw_buka_land(rng: random.Random, land: LandPalette, variant: int) -> str:
    """Ships on the open sea, harbours, lighthouses, islands."""
    drawn = path("M0-66H250V2H0z", "url(#w)") + path(
        f"M{88 + rng.randint(-20, 20)}-62h70l-16 5h-40zm14 9h44l-12 4h-22zm10 8h20l-6 3h-8z", land.light, opacity=0.7
    )
    if variant in (1, 4):
        x = 212 if variant == 1 else 30
        drawn += path(f"M{x - 46}-60q20-16 40-16t52 18z", land.near) + path(
            f"M{x - 8}-70l3-58h10l3 58zM{x - 8}-130l8-12l8 12z", land.mid
        )
        beam = -150 if variant == 1 else 150
        drawn += path(f"M{x}-126l{beam}-22v26z", land.light, opacity=0.35) + dot_svg(x, -127, 5, land.light)
    if variant == 2:
        drawn += path("M-2-62v-34q26-24 50-10t46 44zM252-62v-26q-30-16-60 26z", land.mid)
    ship = (150, 92, 158, 84, 150)[variant] + rng.randint(-14, 14)
    if variant in (0, 3):
        drawn += _sailing_ship(250 - ship + 4, -62, 0.42, land, 1) + _sailing_ship(
            30 if variant else 226, -64, 0.3, land, 2
        )
    drawn += _sailing_ship(ship, -44, (1.15, 0.85, 0.95, 1.05, 0.8)[variant], land, rng.randrange(3))
    for y, shade in ((40, land.mid), (24, land.near), (8, land.ground)):
        start = rng.randint(-28, 0)
        drawn += path(f"M{start}-{y}" + "q10-11 20-2q9 6 18 2" * 8 + "V2H0z", shade)
    return drawn


DrawLand = Callable[[random.Random, LandPalette, int], str]
LAND_VARIANTS = 5
_AIR_RANGE = range(8, 242)


def _draw_volcano(x: float, height: float, wide: float, land: LandPalette) -> str:
    """A volcano: its slope, its side in shadow, the burning rim, the stream that runs down."""
    h, w = height, wide
    slope = (
        f"M{x - w:.0f} 2Q{x - w * 0.35:.0f} {-h * 0.4:.0f} {x - w * 0.2:.0f} {-h:.0f}l{w * 0.1:.0f} 5l{w * 0.12:.0f}-6"
    )
    slope += f"l{w * 0.18:.0f} 3Q{x + w * 0.38:.0f} {-h * 0.4:.0f} {x + w:.0f} 2Z"
    shade = f"M{x + w * 0.2:.0f} {-h + 2:.0f}Q{x + w * 0.38:.0f} {-h * 0.4:.0f} {x + w:.0f} 2H{x:.0f}"
    shade += f"Q{x + w * 0.22:.0f} {-h * 0.4:.0f} {x + w * 0.05:.0f} {-h + 2:.0f}Z"
    stream = (
        f"M{x - 5:.0f} {-h + 4:.0f}q-5 {h * 0.25:.0f} 2 {h * 0.4:.0f}t-8 {h * 0.6:.0f}h16"
        f"q-1-{h * 0.3:.0f} 2-{h * 0.45:.0f}"
    )
    stream += f"t-4-{h * 0.53:.0f}z"
    return (
        path(slope, land.far) + path(shade, land.mid) + path(stream, land.light) + dot_svg(x, -h, w * 0.36, "url(#g)")
    )


def draw_vulca_land(rng: random.Random, land: LandPalette, variant: int) -> str:
    """Volcanoes that throw embers, with lava between black rocks."""
    x = (125, 78, 176, 98, 150)[variant] + rng.randint(-12, 12)
    drawn = path(ridge_path(rng, 52, 26, 6), land.far, opacity=0.6)
    if variant in (1, 4):
        drawn += _draw_volcano(WIDTH - x + rng.randint(-8, 8), 74, 62, land)
    height = (122, 112, 118, 100, 108)[variant]
    side = 1 if variant % 2 else -1
    plume = [(x + side * 9 * i + rng.randint(-4, 4), -height - 10 - 7 * i, 7 + 2 * i) for i in range(4)]
    drawn += path(dots_path(plume), land.mid, opacity=0.55) + _draw_volcano(
        x, height, (98, 88, 92, 120, 84)[variant], land
    )
    drawn += small_marks_path(
        scattered_positions(rng, 9, _AIR_RANGE, range(96, 186)), land.light, 2
    ) + small_marks_path(scattered_positions(rng, 6, _AIR_RANGE, range(90, 160)), land.light, 3.6)
    near = path(ridge_path(rng, 26, 22, 9), land.near)
    if variant in (2, 3):
        near += path(f"M60 2q40-22 {rng.randint(50, 80)}-18t70 18z", "#ff7a2b") + line(
            "M84-4q30-12 60-9", land.light, 2
        )
    return drawn + near


def _tower_svg(x: float, w: float, h: float, roof: int, land: LandPalette, shade: str) -> str:
    """Return one tower: walls, a roof (spire, dome, crenels, ring) and lit windows."""
    tops = (
        f"M{x - w * 0.8:.0f} {-h}L{x:.0f} {-h - w * 2.2:.0f}L{x + w * 0.8:.0f} {-h}Z",
        f"M{x - w * 0.75:.0f} {-h}a{w * 0.75:.0f} {w * 0.85:.0f} 0 0 1 {w * 1.5:.0f} 0ZM{x - 1:.0f}"
        f" {-h - w:.0f}v-10h2v10Z",
        f"M{x - w * 0.8:.0f} {-h + 4}v-14h{w * 0.4:.0f}v6h{w * 0.4:.0f}v-6h{w * 0.4:.0f}v6h{w * 0.4:.0f}v8Z",
        f"M{x - w * 0.9:.0f} {-h}l{w * 0.3:.0f}-8h{w * 1.2:.0f}l{w * 0.3:.0f} 8ZM{x:.0f} {-h - 30}l5 22h-10Z",
    )
    walls = f"M{x - w / 2:.0f} 2L{x - w * 0.42:.0f} {-h}H{x + w * 0.42:.0f}L{x + w / 2:.0f} 2Z"
    panes = "".join(f"M{x - 1.5 + (-3, 3, 0)[i % 3]:.0f} {-h + 14 + 17 * i}v-6h3v6z" for i in range(int(h // 30)))
    return path(walls + tops[roof], shade) + path(panes, land.light)


def draw_hoax_land(rng: random.Random, land: LandPalette, variant: int) -> str:
    """Cities of slender towers with lit windows, domes and bridges."""
    drawn = path(ridge_path(rng, 40, 20, 7, soft=True), land.far, opacity=0.5)
    for i in range(7):
        drawn += path(f"M{12 + 36 * i + rng.randint(-6, 6)} 2v-{rng.randint(54, 96)}l6-14l6 14V2Z", land.far)
    main = (125, 80, 170, 125, 186)[variant] + rng.randint(-8, 8)
    if variant == 3:
        rock = path_through(
            [(main - 46, -82), (main + 46, -82), (main + 30, -70), (main + 16, -58), (main - 2, -48), (main - 26, -66)]
        )
        lifted = transformed_group(
            _tower_svg(4, 24, 50, 1, land, land.mid)
            + _tower_svg(-24, 14, 34, 0, land, land.mid)
            + _tower_svg(30, 12, 24, 2, land, land.mid),
            main,
            -82,
        )
        drawn += (
            path(rock, land.mid)
            + lifted
            + _tower_svg(36, 22, 84, 2, land, land.mid)
            + _tower_svg(216, 20, 96, 0, land, land.mid)
        )
    else:
        places = ((main, 30, 122), (main - 46, 20, 90), (main + 44, 22, 100), (main + 78, 16, 70), (main - 80, 16, 74))
        for i, (x, w, h) in enumerate(places):
            drawn += _tower_svg(x, w, h + rng.randint(-8, 8), (variant + i) % 4, land, land.mid)
        arch = f"M{main - 46} -62q24-16 46 0v5q-23-15-46 0ZM{main} -70q22-16 44 0v5q-22-15-44 0Z"
        drawn += path(arch.replace(" -", "-"), land.mid)
    if variant in (1, 4):
        drawn += line(f"M{main - 30}-134a30 10 0 1 0 60 0a30 10 0 1 0-60 0", land.light, 1.4, opacity=0.8)
    return drawn + path(ridge_path(rng, 26, 10, 5, soft=True), land.near)


def _fir_path(x: float, h: float, w: float) -> str:
    return (
        f"M{x:.0f} {-h:.0f}l{w * 0.5:.0f} {h * 0.3:.0f}h-{w * 0.2:.0f}l{w * 0.4:.0f} {h * 0.3:.0f}h-{w * 0.25:.0f}"
        f"l{w * 0.55:.0f} {h * 0.4:.0f}h-{w * 2:.0f}l{w * 0.55:.0f}-{h * 0.4:.0f}h-{w * 0.25:.0f}"
        f"l{w * 0.4:.0f}-{h * 0.3:.0f}"
        f"h-{w * 0.2:.0f}z"
    )


def _draw_broad_tree(rng: random.Random, x: float, h: float, land: LandPalette, shade: str, leaf: str) -> str:
    """A broad tree: a trunk that forks and a crown of rounds."""
    trunk = f"M{x - 5:.0f} 2q4-{h * 0.4:.0f} 2-{h * 0.7:.0f}h6q-2 {h * 0.3:.0f} 4 {h * 0.7:.0f}z"
    crown = [(x + rng.randint(-22, 22), -h * 0.82 + rng.randint(-14, 14), rng.randint(13, 21)) for _ in range(6)]
    return path(trunk, shade) + path(dots_path(crown), leaf)


def draw_mimix_land(rng: random.Random, land: LandPalette, variant: int) -> str:
    """Deep forests with light between the trees, fireflies over fern."""
    drawn = path_at_places(
        "t", _fir_path(0, 118, 19), land.far, ((23 * i + rng.randint(-5, 5), rng.randrange(36)) for i in range(12))
    )
    if variant == 0:
        drawn += path_at_places(
            "u", _fir_path(0, 104, 22), land.mid, ((26 * i + rng.randint(-7, 7), rng.randrange(44)) for i in range(10))
        )
    elif variant == 1:
        for x in (22, 66, 196, 236):
            w = rng.randint(9, 15)
            drawn += path(f"M{x - w - 6} 2q8-60 4-176h{2 * w}q-4 120 6 176z", land.mid)
        drawn += path(
            dots_path((28 * i + rng.randint(0, 26), -168 + rng.randint(-14, 14), 24) for i in range(9)), land.near
        )
    elif variant == 2:
        for x in (34, 128, 214):
            drawn += _draw_broad_tree(rng, x + rng.randint(-8, 8), rng.randint(88, 118), land, land.near, land.mid)
    elif variant == 3:
        drawn += path("M150 2l-8-112q14-10 28 0l-6 112z", land.light, opacity=0.5)
        rows = [(x + rng.randint(-5, 5), rng.randrange(-8, 34)) for x in (4, 34, 64, 96, 122, 188, 214, 242)]
        drawn += path_at_places("u", _fir_path(0, 112, 21), land.mid, rows)
    else:
        x = rng.randint(100, 150)
        drawn += path(
            f"M{x - 30} 2q22-50 14-110q-30-10-44-30q30 4 46 14q4-26 16-40q2 26 4 38q20-22 44-24q-20"
            " 14-34 40q-2 66 24 112z",
            land.near,
        )
        drawn += path(
            dots_path((x + rng.randint(-70, 70), -150 + rng.randint(-22, 14), rng.randint(20, 28)) for _ in range(6)),
            land.mid,
        )
    tuft = "M0 4q-10-24-18-28q14 4 19 22q0-24 8-36q0 18-4 34q8-16 18-18q-10 8-14 26z"
    fern = path_at_places("k", tuft, land.near, ((28 * i + rng.randint(-8, 8), -rng.randint(10, 24)) for i in range(9)))
    return (
        drawn
        + path(ridge_path(rng, 22, 12, 8, soft=True), land.near)
        + fern
        + small_marks_path(scattered_positions(rng, 8, _AIR_RANGE, range(30, 130)), land.light, 3)
    )


def _cloud_svg(x: float, y: float, s: float) -> str:
    return (
        f"M{x - 30 * s:.0f} {y:.0f}a{11 * s:.0f} {11 * s:.0f} 0 0 1 {8 * s:.0f}-{18 * s:.0f}"
        f"a{17 * s:.0f} {17 * s:.0f} 0 0 1 "
        f"{30 * s:.0f}-{8 * s:.0f}a{14 * s:.0f} {14 * s:.0f} 0 0 1 {20 * s:.0f} {14 * s:.0f}"
        f"a{8 * s:.0f} {8 * s:.0f} 0 0 1 "
        f"{2 * s:.0f} {12 * s:.0f}z"
    )


def draw_flit_land(rng: random.Random, land: LandPalette, variant: int) -> str:
    """A sea of clouds under an open sky, with crags and nests that float in it."""
    far = "".join(
        _cloud_svg(38 * i + rng.randint(-12, 12), -52 - rng.randint(0, 34), 0.9 + 0.5 * rng.random()) for i in range(7)
    )
    drawn = path(far, land.far, opacity=0.8)
    x = (180, 66, 128, 196, 52)[variant] + rng.randint(-10, 10)
    if variant in (0, 1):
        crag = f"M{x - 42}-74q20-8 42-6t44 6q-16 18-22 34l-12-8l-8 30l-14-34l-10 6q-6-18-20-28z"
        drawn += path(crag, land.near) + path(f"M{x - 42}-74q20-14 42-11t44 11q-42 10-86 0z", land.mid)
    elif variant == 2:
        drawn += path(_cloud_svg(x, -60, 2.2), land.light, opacity=0.75) + path(_cloud_svg(x + 60, -50, 1.5), land.far)
    elif variant == 3:
        drawn += path(f"M{x - 18} 2l6-128l10-18l10 16l10 130zM{x - 70} 2l8-84l8-10l8 12l8 82z", land.near)
    else:
        drawn += path(f"M{x - 56} 2q30-40 34-120l12-6l14 8q-2 80 40 118z", land.near)
        drawn += line(f"M{x - 34}-124q18 12 52 0", land.near, 6) + line(f"M{x - 28}-126q16 4 42 0", land.ground, 2)
    flock = "".join(f"M{rng.randint(30, 215)} {-rng.randint(112, 172)}q5-6 8 0q4-6 8 0" for _ in range(5))
    near = "".join(
        _cloud_svg(48 * i + rng.randint(-10, 10), 4 + 14 * (i % 2), 1.5 + 0.5 * rng.random()) for i in range(6)
    )
    return drawn + line(flock, land.ground, 1.8) + path(near, land.light, opacity=0.85)


def _draw_cherry_tree(rng: random.Random, x: float, h: float, side: int, land: LandPalette, bloom: str) -> str:
    s = side
    limbs = line(f"M{x:.0f} 0q{-6 * s}-{h * 0.4:.0f} {10 * s}-{h * 0.66:.0f}", land.ground, 8)
    limbs += line(
        f"M{x + s:.0f}-{h * 0.44:.0f}q{16 * s}-6 {34 * s}-{h * 0.3:.0f}m{-28 * s}-2q{-16 * s}-10 {-22 * s}-18",
        land.ground,
        4,
    )
    heart = x + 12 * s
    crown = [(heart + rng.randint(-36, 36), -h * 0.84 + rng.randint(-18, 16), rng.randint(13, 21)) for _ in range(6)]
    lit = [(a - 4, b - 6, r // 2) for a, b, r in crown[:2]]
    return limbs + path(dots_path(crown), bloom) + path(dots_path(lit), land.light, opacity=0.7)


def draw_khind_land(rng: random.Random, land: LandPalette, variant: int) -> str:
    """Hills of blossoming trees, petals in the wind, lanterns between the branches."""
    drawn = path(ridge_path(rng, 66, 22, 4, soft=True), land.far, opacity=0.7) + path(
        ridge_path(rng, 40, 20, 4, soft=True), land.mid
    )
    bloom = "#f58cb4" if variant % 2 else "#ff9fb2"
    if variant in (0, 3):
        drawn += _draw_cherry_tree(rng, 44, 128, 1, land, bloom)
    if variant in (1, 3):
        drawn += _draw_cherry_tree(rng, 204, 122, -1, land, bloom)
    if variant == 2:
        for x in (36, 128, 214):
            drawn += _draw_cherry_tree(rng, x, rng.randint(70, 92), 1 if x < 125 else -1, land, bloom)
    if variant == 4:
        drawn += line("M-6-168q70 6 130 32t132 4", land.ground, 5)
        drawn += path(
            dots_path((rng.randint(0, 250), -150 + rng.randint(-22, 12), rng.randint(9, 16)) for _ in range(11)), bloom
        )
    if variant in (1, 4):
        for x in (84,):
            y = rng.randint(92, 116)
            drawn += line(f"M{x}-{y + 30}v18", land.ground, 1) + path(
                f"M{x - 7}-{y}q0-13 7-13t7 13t-7 12t-7-12z", "#ffcf6b"
            )
    flowers = "".join(
        f"M{x} {-y}m0-7a4 4 0 1 1 5 4a4 4 0 1 1-2 6a4 4 0 1 1-6 0a4 4 0 1 1-2-6a4 4 0 1 1 5-4z"
        for x, y in ((rng.randint(6, 244), rng.randint(4, 24)) for _ in range(5))
    )
    petals = "".join(f"M{rng.randint(6, 244)}-{rng.randint(30, 180)}q6-6 8 1q-4 5-8-1z" for _ in range(7))
    return (
        drawn
        + path(ridge_path(rng, 20, 10, 4, soft=True), land.near)
        + path(flowers, bloom)
        + path(petals, land.light, opacity=0.9)
    )


def _draw_mountain(x: float, h: float, w: float, land: LandPalette, *, snow: bool = True) -> str:
    """A mountain of facets: light face, shadow face, snow."""
    k = w * 0.12
    light = path_through(
        [(x - w, 2), (x - w * 0.4, -h * 0.55), (x - w * 0.3, -h * 0.5), (x, -h), (x + k, -h * 0.4), (x - k, 2)]
    )
    dark = path_through(
        [(x, -h), (x + w * 0.35, -h * 0.6), (x + w * 0.45, -h * 0.62), (x + w, 2), (x - k, 2), (x + k, -h * 0.4)]
    )
    drawn = path(light, land.far) + path(dark, land.mid)
    if snow:
        cap = [(x, -h), (x - w * 0.19, -h * 0.69), (x - w * 0.1, -h * 0.73), (x - 2, -h * 0.62), (x + k, -h * 0.74)]
        drawn += path(path_through([*cap, (x + w * 0.2, -h * 0.77)]), land.light)
    return drawn


def draw_terrah_land(rng: random.Random, land: LandPalette, variant: int) -> str:
    """Mountains of bare rock, mesas, arches and caves with crystals."""
    drawn = path(ridge_path(rng, 74, 34, 8), land.far, opacity=0.5)
    if variant == 0:
        drawn += _draw_mountain(196, 104, 74, land) + _draw_mountain(92 + rng.randint(-10, 10), 142, 96, land)
    elif variant == 1:
        drawn += _draw_mountain(50, 96, 70, land) + _draw_mountain(170 + rng.randint(-10, 10), 138, 92, land)
    elif variant == 2:
        drawn += _draw_mountain(72, 146, 62, land)
        for x, w, h in ((20, 60, 92), (104, 40, 124), (176, 66, 104)):
            x += rng.randint(-6, 6)
            drawn += path(f"M{x - 8} 2l6-{h * 0.5:.0f}l4-{h * 0.5:.0f}h{w}l6 {h * 0.4:.0f}l6 {h * 0.6:.0f}z", land.mid)
            drawn += path(f"M{x + 2}-{h}h{w}l3 14h-{w + 8}zM{x - 1}-{h * 0.6:.0f}h{w + 6}v6h-{w + 8}z", land.far)
    elif variant == 3:
        x = rng.randint(104, 146)
        drawn += _draw_mountain(36, 134, 66, land) + _draw_mountain(216, 122, 60, land)
        drawn += path(f"M{x - 90} 2l12-70l26-54l50-18l48 12l30 56l14 74h-46l-8-50q-28-40-62-4l-10 54z", land.mid)
        drawn += path(f"M{x - 78}-68l26-54l50-18l48 12l8 14l-54-10l-48 22l-18 36z", land.far)
    else:
        for i in range(5):
            drawn += _draw_mountain(20 + 54 * i + rng.randint(-8, 8), rng.randint(76, 132), 44, land, snow=i % 2 == 0)
    near = path(ridge_path(rng, 28, 24, 10), land.near)
    if variant in (2, 3):
        near += path(
            "".join(f"M{x} 2l6-{rng.randint(22, 44)}l7 10l3 34z" for x in (18, 36, 204, 226)), land.light, opacity=0.75
        )
    return drawn + near


def _draw_stalk(rng: random.Random, x: float, h: float, land: LandPalette, head: int, shade: str) -> str:
    """A stalk with a head that glows: bulb, cap, bell or curl."""
    bend = rng.randint(-16, 16)
    top = round(x + bend)
    stem = line(f"M{x:.0f} 2q{-bend / 2:.0f}-{h * 0.6:.0f} {bend}-{h:.0f}", shade, 5)
    if head % 2:
        stem += path(f"M{x:.0f}-{h * 0.3:.0f}q16-18 30-14q-10 18-30 14z", shade)
    heads = (
        dot_svg(top, -h, 9, land.light),
        path(f"M{top - 26:.0f}-{h - 6:.0f}q4-26 26-27t26 27q-26 8-52 0z", shade)
        + small_marks_path([(top - 10, round(-h - 4)), (top + 8, round(-h - 8))], land.light, 7),
        path(f"M{top - 10:.0f}-{h - 14:.0f}q-2-20 10-22t10 22l-5-5l-5 6l-5-6z", land.light),
        line(f"M{top:.0f}-{h:.0f}q2-18 16-16q12 4 6 14q-8 6-12-2", shade, 5) + dot_svg(top + 14, -h - 6, 4, land.light),
    )
    return stem + (dot_svg(top, -h, 26, "url(#g)") if head != 1 else "") + heads[head]


def draw_pillar_land(rng: random.Random, land: LandPalette, variant: int) -> str:
    """Meadows of glowing stalks, giant caps and curled fern."""
    drawn = path(ridge_path(rng, 50, 24, 5, soft=True), land.far, opacity=0.7)
    thin = "".join(
        f"M{x} 2q{rng.randint(-5, 5)}-40 {rng.randint(-9, 9)}-{rng.randint(64, 118)}" for x in range(12, 250, 46)
    )
    drawn += line(thin, land.far, 3) + small_marks_path(
        scattered_positions(rng, 6, _AIR_RANGE, range(60, 128)), land.light, 5, opacity=0.7
    )
    places = ((34, 122), (78, 92), (176, 104), (222, 130))
    for i, (x, h) in enumerate(places):
        head = variant if variant < 4 else i % 4
        size = h * (0.86 + 0.28 * rng.random())
        drawn += _draw_stalk(rng, x + rng.randint(-9, 9), size, land, head, land.near if i % 2 else land.mid)
    tuft = "M0 4q-2-16-8-22q8 6 12 18q0-20 6-30q0 18-1 30q6-12 12-14q-8 8-9 18z"
    blades = path_at_places(
        "k", tuft, land.near, ((21 * i + rng.randint(-6, 6), -rng.randint(8, 18)) for i in range(12))
    )
    return drawn + path(ridge_path(rng, 16, 8, 5, soft=True), land.near) + blades


PEOPLE_LAND_DRAWINGS: Mapping[str, DrawLand] = {
    "vulca": draw_vulca_land,
    "hoax": draw_hoax_land,
    "mimix": draw_mimix_land,
    "flit": draw_flit_land,
    "khind": draw_khind_land,
    "terrah": draw_terrah_land,
    "pillar": draw_pillar_land,
    "aqua": draw_aqua_land,
    "buka": draw_buka_land,
}

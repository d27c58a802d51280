"""Lands of water: the deep of the Aqua and the sea of the Buka, drawn as those of `people_lands`."""

import random

from cards.core.art.palettes import Palette
from cards.core.art.shapes import dot, line, path, ridge, turned


def aqua(dice: random.Random, p: Palette, v: int) -> str:
    """Under the waves: rays of light, weed, coral, sunken stones, bubbles that rise."""
    crest = "M0-132" + "".join(f"q16-{dice.randint(5, 12)} 31 0t31 0" for _ in range(4)) + "V2H0z"
    drawn = path(crest, "url(#w)") + line(crest.split("V")[0], p.light, 2, opacity=0.8)
    rays = "".join(
        f"M{x}-128l{dice.randint(14, 24)} 0l{dice.randint(-30, 40)} 130h-{dice.randint(26, 48)}z"
        for x in (28, 86, 150, 206)
    )
    drawn += path(rays, p.light, opacity=0.12)
    if v in (0, 4):
        weed = "".join(
            f"M{x} 2q-14-{h * 0.3:.0f} 0-{h * 0.5:.0f}t2-{h * 0.5:.0f}q10 {h * 0.3:.0f} 4"
            f" {h * 0.5:.0f}t2 {h * 0.5:.0f}z"
            for x, h in ((x + dice.randint(-5, 5), dice.randint(56, 112)) for x in (14, 34, 52, 196, 214, 236))
        )
        drawn += path(weed, p.mid)
    if v in (1, 3):
        x = 190 if v == 1 else 40
        drawn += path(f"M{x - 44} 2q6-70 40-92t56 40q12 24 10 52h-26q-4-44-26-46t-24 46z", p.near)
    if v == 2:
        drawn += path(
            "".join(f"M{x}-{h}h24v7h-4V2h-16V-{h - 7}h-4z" for x, h in ((16, 96), (58, 70), (176, 108), (218, 58))),
            p.mid,
        )
    coral = "".join(
        f"M{x} 0v-{dice.randint(16, 30)}m0 12q-12-2-12-18m12 24q13-2 12-20" for x in (20, 72, 160, 204, 236)
    )
    drawn += line(coral, ("#e8718d", "#f0a35e", "#c88be0", "#ff8a7a", "#7ae0b0")[v], 5, opacity=0.85)
    bubbles = "".join(
        f"M{dice.randint(14, 232)}-{dice.randint(26, 122)}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0-{2 * r} 0"
        for r in (3, 2, 4, 2, 3, 5, 2, 3)
    )
    floor = path(ridge(dice, 16, 12, 6, soft=True), p.near)
    return drawn + floor + line(bubbles, p.light, 1.2, opacity=0.75)


def _sails(x: float, y: float, s: float, p: Palette, rig: int) -> str:
    """A ship under sail: hull, masts, sails, pennant, lantern."""
    hull = "M-44-12H46L38 8Q0 16-34 8ZM-44-12l-4-12h18l2 12z"
    sails = (
        "M-4-86Q22-66 20-24H-4ZM-8-78Q-30-56-32-24H-8Z",
        "M-22-72H16Q26-58 16-44H-22Q-12-58-22-72ZM-26-42H20Q32-30 20-18H-26Q-14-30-26-42ZM26-60L44-20H26Z",
        "M-34-66Q-8-62-6-20H-36Q-26-44-34-66ZM6-84Q36-72 36-20H4Q14-54 6-84Z",
    )[rig]
    masts = "M-6-94V-10M28-66V-10" if rig else "M-6-94V-10"
    inner = (
        line(masts, p.ground, 3) + path(sails, p.light) + path(hull, p.ground) + path("M-6-94l16 4l-16 5z", "#e0563b")
    )
    return turned(inner + dot(-38, -28, 3, "#ffcf6b"), x, y, size=s)


def buka(dice: random.Random, p: Palette, v: int) -> str:
    """Ships on the open sea, harbours, lighthouses, islands."""
    drawn = path("M0-66H250V2H0z", "url(#w)") + path(
        f"M{88 + dice.randint(-20, 20)}-62h70l-16 5h-40zm14 9h44l-12 4h-22zm10 8h20l-6 3h-8z", p.light, opacity=0.7
    )
    if v in (1, 4):
        x = 212 if v == 1 else 30
        drawn += path(f"M{x - 46}-60q20-16 40-16t52 18z", p.near) + path(
            f"M{x - 8}-70l3-58h10l3 58zM{x - 8}-130l8-12l8 12z", p.mid
        )
        beam = -150 if v == 1 else 150
        drawn += path(f"M{x}-126l{beam}-22v26z", p.light, opacity=0.35) + dot(x, -127, 5, p.light)
    if v == 2:
        drawn += path("M-2-62v-34q26-24 50-10t46 44zM252-62v-26q-30-16-60 26z", p.mid)
    ship = (150, 92, 158, 84, 150)[v] + dice.randint(-14, 14)
    if v in (0, 3):
        drawn += _sails(250 - ship + 4, -62, 0.42, p, 1) + _sails(30 if v else 226, -64, 0.3, p, 2)
    drawn += _sails(ship, -44, (1.15, 0.85, 0.95, 1.05, 0.8)[v], p, dice.randrange(3))
    for y, shade in ((40, p.mid), (24, p.near), (8, p.ground)):
        start = dice.randint(-28, 0)
        drawn += path(f"M{start}-{y}" + "q10-11 20-2q9 6 18 2" * 8 + "V2H0z", shade)
    return drawn

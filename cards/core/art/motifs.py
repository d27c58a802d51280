"""Motifs: the details that words of a name call for, around (0, 0), about forty units wide, in one colour.

`SHAPES` are filled, `STROKES` are drawn as lines; a motif may have both. `FIELDS` are strewn over the whole picture.
"""

import random

SHAPES: dict[str, str] = {
    "dragon": "M-34 6Q-20-2-12 2Q-16-20-32-26Q-10-28 2-8Q10-26 34-28Q18-16 14 0Q24 2 30-6L37-8L34-1Q28 10 12 9"
    "Q2 16-8 11Q-20 6-26 14Q-36 18-38 10Q-37 14-30 10Z",
    "butterfly": "M0-12Q-10-30-26-24Q-32-8-4 0Q-26 2-20 18Q-8 24 0 6Q8 24 20 18Q26 2 4 0Q32-8 26-24Q10-30 0-12Z",
    "caterpillar": "M-30 8a9 9 0 1 1 12-9a9 9 0 0 1 13-4a9 9 0 0 1 13-3a10 10 0 0 1 13-6a8 8 0 1 1 8 14a8 8 0 0 1-8 8Z",
    "potion": "M-5-24H5V-10Q20-2 18 12Q16 22 0 22Q-16 22-18 12Q-20-2-5-10Z",
    "octopus": "M-14-4Q-16-26 0-26Q16-26 14-4Q30 4 26 18Q22 24 18 18Q22 10 10 6Q14 22 6 24Q0 22 4 8H-4Q0 22-6 24"
    "Q-14 22-10 6Q-22 10-18 18Q-22 24-26 18Q-30 4-14-4Z",
    "fish": "M-30 0Q-14-20 10-14L24-24L22-6L30-14L27 12L18 4Q4 18-16 12L-6 4L-28 6L-14 1Z",
    "crab": "M-16 4Q-16-10 0-10Q16-10 16 4Q12 14 0 14Q-12 14-16 4ZM-18-4Q-32-8-28-20L-22-12L-20-24Q-8-16-15-4ZM18-4"
    "Q32-8 28-20L22-12L20-24Q8-16 15-4Z",
    "mermaid": "M-4-22a6 6 0 1 1 8 2Q12-12 6 0Q18 10 6 22L18 24L4 28L-10 24L0 20Q6 10-6 2Q-12-10-4-16Z",
    "bear": "M-28 18V-2Q-26-16-8-16Q4-16 10-20Q12-27 17-22Q22-26 23-19Q32-14 30-8L22-4Q20 2 22 18H12L10 4H-10L-14 18Z",
    "fox": "M-24 18L-20-2Q-30 4-36-2Q-24-6-16-8L8-8L14-22L18-15L24-20L24-12L32-6L22-2L18 18H13L11 2L-10 2L-17 18Z",
    "gazelle": "M-18 20L-14-2L-20-8Q-6-10 8-8L14-22Q6-30 9-38L12-38Q11-31 17-25Q19-33 24-36L26-34"
    "Q21-28 21-22L30-16L26-13"
    "L20-14L14 2L18 20H14L8 2L-6 2L-13 20Z",
    "unicorn": "M-18 20L-16 0Q-30 2-30 12Q-36-6-16-9L6-8L14-24L34-40L22-22L30-13L26-9L19-12L14 2L18"
    " 20H13L7 2L-6 2L-12 20Z",
    "cat": "M-12 20Q-18-2-4-8L-6-22L2-16L10-22L10-6Q18 6 14 20ZM-12 18Q-32 20-28-2L-24-1Q-26 12-11 11Z",
    "phoenix": "M0-8Q-14-28-34-22Q-26-16-28-8Q-20-8-18 0Q-8 2-4 0L-12 24L0 12L12 24L4 0Q8 2 18 0Q20-8 28-8Q26-16 34-22"
    "Q14-28 0-8ZM-3-12L0-22L7-18L3-12Z",
    "bird": "M0-2Q-10-20-36-16Q-22-10-18-2Q-10 4-4 2L-8 16L0 10L8 16L4 2Q10 4 18-2Q22-10 36-16Q10-20"
    " 0-2ZM-3-4L0-13L6-10Z",
    "bugs": "M-20-10a4 6 30 1 1 8 4a4 6 30 1 1-8-4M6-18a4 6-20 1 1 8-2a4 6-20 1 1-8 2M-6 8a4 6 10 1"
    " 1 8 2a4 6 10 1 1-8-2"
    "M16 6a4 6-40 1 1 7 6a4 6-40 1 1-7-6",
    "bolts": "M-14-34L2-34L-4-14L8-14L-18 26L-10-4L-22-4ZM14-30L24-30L20-16L28-16L10 10L15-8L8-8Z",
    "whirl": "M-34-26Q0-16 34-26Q30-14-2-12Q-22-12-28-16Q-16-4 20-10Q16 2-4 2Q-14 1-18-2Q-10 10 12 4"
    "Q8 14-2 13Q-6 18 6 16"
    "Q2 24-6 30Q0 20-8 12Q-20 6-20-4Q-32-12-34-26Z",
    "crack": "M-6-34L4-34L-2-16L10-8L0 6L8 16L-4 34L-2 18L-12 8L-2-6L-12-16Z",
    "flames": "M-38 24Q-40 0-30-12Q-28 2-22 4Q-24-18-10-30Q-10-12-2-6Q0-26 12-34Q10-14 18-4Q22-14 28-18Q40 2 36 24Z",
    "flame": "M0-32Q4-18 14-8Q24 6 14 18Q8 25 0 25Q-8 25-14 18Q-22 8-13-6Q-10 2-6 3Q-10-16 0-32Z",
    "torch": "M-4 30L-2-4H2L4 30ZM-10-6H10Q8 0 0 0Q-8 0-10-6ZM0-34Q2-24 8-18Q12-10 7-8H-7"
    "Q-13-12-8-20Q-6-16-4-16Q-6-26 0-34Z",
    "lava": "M-4-34Q6-20 0-8Q10 4 4 16Q12 26 20 32H-22Q-10 24-8 14Q-2 4-8-6Q-4-18-4-34Z",
    "wave": "M-38 20Q-34-16-4-26Q24-30 30-10Q32 2 22 4Q26-8 14-12Q0-14-2 2Q-2 14 14 16Q28 16 38 20Z",
    "drop": "M0-32Q20-4 18 10Q15 26 0 26Q-15 26-18 10Q-20-4 0-32Z",
    "moon": "M8-26A26 26 0 1 0 24 12A22 22 0 1 1 8-26Z",
    "sun": "M0-16a16 16 0 1 1-.1 0ZM-3-22L0-36L3-22ZM-3 22L0 36L3 22ZM-22-3L-36 0L-22 3ZM22-3L36 0"
    "L22 3ZM-18-13L-26-26L-13-18Z"
    "M18-13L26-26L13-18ZM-18 13L-26 26L-13 18ZM18 13L26 26L13 18Z",
    "star": "M0-34L6-8L30 0L6 8L0 34L-6 8L-30 0L-6-8Z",
    "burst": "M0-36L5-14L20-24L12-7L36 0L12 7L20 24L5 14L0 36L-5 14L-20 24L-12 7L-36 0L-12-7L-20-24L-5-14Z",
    "owl": "M-14-22L-8-16H8L14-22V2Q14 20 0 24Q-14 20-14 2ZM-7-12a4 4 0 1 0 .1 0ZM7-12a4 4 0 1 0 .1 0Z",
    "armor": "M-10-24Q0-16 10-24L24-18L20-2L15-5Q17 12 10 24H-10Q-17 12-15-5L-20-2L-24-18Z",
    "gauntlet": "M-10 26L-12 4Q-18-4-14-14L-8-6L-8-24H-3L-1-12L1-26H6L7-12L10-24L14-22L13-8L17-16"
    "L20-13Q16 0 12 6L12 26Z",
    "boomerang": "M-30 12Q-16-22 24-22L30-14Q-4-12-18 18Z",
    "book": "M0-12Q-14-22-30-16V14Q-14 8 0 18Q14 8 30 14V-16Q14-22 0-12ZM-1-8H1V14H-1Z",
    "catapult": "M-28 24L-6-4L-24-28L-18-31L2-7L8-9L26 24H20L6 0L-2 2L-20 24ZM-30-34a6 6 0 1 1-.1 0ZM-34 24H32V29H-34Z",
    "arrows": "M-30 24L14-20L6-22L26-32L18-10L16-17L-27 27ZM-34 4L-4-26L-11-28L8-36L0-17L-2-23L-31 7"
    "ZM-8 32L22 2L15 0L34-8"
    "L26 11L25 5L-5 35Z",
    "axe": "M-3 30L-3-20H3L3 30ZM3-26Q24-28 22 2Q14-8 3-8ZM-3-24Q-16-22-16-6Q-10-12-3-12Z",
    "notes": "M-20 14a7 6 0 1 1-4-5V-20L8-26V6a7 6 0 1 1-4-5V-14L-20-9ZM20-2a5 4 0 1 1-3-4V-26L28-20L27-14L20-18Z",
    "masks": "M-34-20Q-18-14-4-22Q0 6-16 14Q-30 8-34-20ZM-28-8Q-25-12-22-8ZM-16-9Q-12-13-10-9ZM-26 0"
    "Q-17 10-10-2Q-18 2-26 0Z"
    "M2-4Q16 2 30-4Q30 24 14 28Q2 20 2-4Z",
    "twins": "M-26 24Q-24-4-16-6a8 8 0 1 1 6 0Q-2-4 0 24ZM2 24Q4-2 10-6a8 8 0 1 1 8 0Q26-2 28 24Z",
    "brain": "M-2-22Q-14-28-20-16Q-30-10-24 2Q-26 14-12 16Q-6 22-2 16ZM2-22Q14-28 20-16Q30-10 24 2"
    "Q26 14 12 16Q6 22 2 16Z",
    "eye": "M-34 0Q0-32 34 0Q0 32-34 0ZM0-13a13 13 0 1 0 .1 0ZM0-6a6 6 0 1 1-.1 0Z",
    "ghost": "M-16 26Q-20-28 2-28Q20-26 16 4Q18 18 24 26Q14 20 8 28Q2 20-4 28Q-8 22-16 26ZM-5-16a3 4"
    " 0 1 0 .1 0ZM8-16a3 4 0 1 0 .1 0Z",
    "dancer": "M-4-24a6 6 0 1 1 6 4Q20-18 26-32L29-30Q24-10 8-8L6 2Q20 12 12 28L6 26Q10 14 0 10Q-4"
    " 22-18 28L-20 24Q-8 16-6-6"
    "Q-20-8-26 2L-29 0Q-22-16-6-15Z",
    "crowd": "M-36 24Q-36 4-28 2a6 6 0 1 1 5 0Q-18 3-16 8Q-14-4-6-6a7 7 0 1 1 7 0Q9-4 11 8Q14 3 18 2"
    "a6 6 0 1 1 6 0Q34 4 34 24Z",
    "bag": "M-8-16Q-16-26-12-28Q0-22 12-28Q16-26 8-16Q26 2 22 16Q18 26 0 26Q-18 26-22 16Q-26 2-8-16Z",
    "seal": "M-22-26H22V14H8L12 30L0 22L-12 30L-8 14H-22ZM-15-18V-15H15V-18ZM-15-9V-6H15V-9Z",
    "horns": "M-30-30Q-32-10-16-8Q-14-18 0-18Q14-18 16-8Q32-10 30-30Q40-6 18 6Q14 26 0 28Q-14 26-18"
    " 6Q-40-6-30-30ZM-10-2L-2 2L-9 5Z"
    "M10-2L2 2L9 5Z",
    "swords": "M-28-28L14 14L20 8L24 12L16 18L26 28L22 30L12 22L6 28L3 24L8 19L-28-22ZM28-28L-14 14"
    "L-20 8L-24 12L-16 18L-26 28"
    "L-22 30L-12 22L-6 28L-3 24L-8 19L28-22Z",
    "cannon": "M-32-10L18-20Q28-20 30-10Q30 0 22 2L-30 0ZM6 2a11 11 0 1 1-.1 0ZM-22 0L-8 2L0 22H-10Z",
    "gate": "M-26 30V-10Q-26-32 0-34Q26-32 26-10V30H16V-8Q16-22 0-24Q-16-22-16-8V30Z",
    "crown": "M-26-14L-13 0L0-24L13 0L26-14L20 18H-20Z",
    "hourglass": "M-16-28H16V-22Q14-6 4 0Q14 6 16 22V28H-16V22Q-14 6-4 0Q-14-6-16-22Z",
    "rocks": "M-30 8L-20-8L-6-4L-2 10L-14 18ZM2-10L14-22L28-14L24 0L8 2ZM8 12L20 8L28 18L16 26Z",
    "kite": "M0-32L20-8L0 18L-20-8ZM-2 18L2 18Q8 26 2 34Q-6 28-2 18Z",
    "lotus": "M0-20Q10-6 4 10Q20 6 24-10Q30 14 0 16Q-30 14-24-10Q-20 6-4 10Q-10-6 0-20Z",
    "comet": "M16 4A11 11 0 1 1 2 18L-34-28L8 4Z",
}
STROKES: dict[str, str] = {
    "serpent": "M-34 20Q-20-14-6 8T18 2Q30-8 22-20Q16-26 10-18",
    "spiral": "M0 0Q6-4 6 3Q2 12-7 7Q-15-3-5-13Q10-20 18-5Q21 15 1 21Q-24 21-27-3Q-24-29 2-31",
    "mire": "M-34 8Q-24 2-16 8T2 8T20 8T36 8M-26 20Q-16 14-8 20T10 20T28 20M-18-6V-28M-10-4"
    "Q-12-20-4-26M14-6Q12-18 20-30",
    "mist": "M-38-12Q-18-20 0-12T36-14M-28 2Q-8-6 10 2T40 0M-40 16Q-18 8 0 16T32 14",
    "wheel": "M0-20A20 20 0 1 1-.1-20M0-32V32M-32 0H32M-23-23L23 23M23-23L-23 23",
    "notes": "M30-30Q40-14 32 2",
    "butterfly": "M-1-12Q-4-22-10-28M1-12Q4-22 10-28",
    "kite": "M0 30Q-12 40-4 52T-14 70",
}
FIELDS = frozenset({"snow", "sand", "rain", "ashes"})
# Motifs that belong into the air, whichever figure is below them; the others stand on the ground.
IN_THE_AIR = frozenset(
    {
        *("dragon", "butterfly", "phoenix", "bird", "bugs", "bolts", "whirl", "moon", "sun", "star", "burst", "comet"),
        *("notes", "eye", "brain", "mist", "kite", "crown", "arrows", "owl", "masks", "boomerang", "spiral", "ghost"),
    }
)


def field(motif: str, dice: random.Random, colour: str) -> str:
    """Snow, sand, rain or ash over the whole of a picture, drawn upwards from its lower edge."""
    spots = [(8 + 218 * dice.random(), -190 * dice.random() - 30) for _ in range(22)]
    if motif in ("snow", "ashes"):
        marks = "".join(f"M{x:.0f} {y:.0f}h.1" for x, y in spots)
        return _strokes(marks, colour, 4 if motif == "snow" else 2.6, 0.85)
    dx, dy = (14, -3) if motif == "sand" else (-5, 14)
    marks = "".join(f"M{x:.0f} {y:.0f}l{dx} {dy}" for x, y in spots)
    return _strokes(marks, colour, 1.6, 0.7)


def _strokes(d: str, colour: str, width: float, opacity: float) -> str:
    return (
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="roun'
        f'd" opacity="{opacity}"/>'
    )


def drawing(motif: str) -> str:
    """The drawing of a motif in the colour of its group, which must set `fill`, and `stroke` where it has lines."""
    shape, stroke = SHAPES.get(motif, ""), STROKES.get(motif, "")
    drawn = f'<path d="{shape}" fill-rule="evenodd"/>' if shape else ""
    if stroke:
        drawn += f'<path d="{stroke}" fill="none" stroke-width="4" stroke-linecap="round"/>'
    return drawn

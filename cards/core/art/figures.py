"""Figures: the folk of each people in their own outlines, about a hundred units tall, feet at (0, 0).

An outline takes the colour of its group, so that it can be drawn twice: once as a rim of light, once in the dark.
"""

import random
from collections.abc import Callable, Mapping

Folk = Callable[[random.Random], str]


def _filled(*shapes: str) -> str:
    return f'<path d="{"".join(shapes)}"/>'


def _drawn(d: str, width: float) -> str:
    return f'<path d="{d}" fill="none" stroke-width="{width:g}" stroke-linecap="round"/>'


def _robe(dice: random.Random, *, wide: int = 17, top: int = 64) -> str:
    w, sway = wide + dice.randint(-2, 3), dice.randint(-5, 5)
    return f"M{-w} 0Q{-w + 6}-34-8-{top - 4}Q0-{top + 4} 8-{top - 4}Q{w - 6 + sway}-34 {w + sway} 0Z"


def vulca(dice: random.Random) -> str:
    """Fire mages: robes, hair of flames, hands or a staff raised."""
    hair = (
        "M-8-70Q-13-86-3-98Q-4-88 1-86Q4-98 11-102Q8-92 11-86Q13-78 8-68Z",
        "M-9-68Q-16-82-9-92Q-8-86-4-84Q-4-96 2-104Q4-94 7-90Q13-96 15-94Q10-84 9-68Z",
        "M-8-70Q-22-74-30-90Q-16-86-12-88Q-18-98-14-104Q-2-96 8-88Q12-78 8-68Z",
    )[dice.randrange(3)]
    arms = (
        ("M-7-56Q-20-60-26-78", "M-26-79q-10-10 0-22q8 12 0 22z"),
        ("M-7-56Q-24-58-28-84M7-56Q24-58 30-84", "M-28-84q-8-8 0-18q7 10 0 18zM30-84q-8-8 0-18q7 10 0 18z"),
        ("M22 0L18-96M7-54L19-60", "M18-92q-12-10 0-26q12 16 0 26z"),
        ("M7-56L34-62", "M34-62q10-12 22-10q-6 14-22 10z"),
    )[dice.randrange(4)]
    return _filled(_robe(dice), "M0-84a9 9 0 1 1-.1 0z", hair, arms[1]) + _drawn(arms[0], 5)


def hoax(dice: random.Random) -> str:
    """Sages: tall and thin, pointed hoods and high brows, books, staffs and orbs."""
    head = (
        "M-10-76L0-112L10-76Q0-68-10-76ZM-5-74L0-52L5-74Z",
        "M-9-74Q-15-104 0-104Q15-104 9-74Q0-66-9-74ZM-4-70L0-46L5-70Z",
        "M-22-82Q0-92 22-82Q8-80 9-72Q0-64-9-72Q-8-80-22-82ZM-10-86L4-114L11-86Z",
    )[dice.randrange(3)]
    held = (
        ("M21 0V-92", "M21-104a7 7 0 1 1-.1 0z"),
        ("M-6-54L-22-50M6-54L22-52", "M-30-62l14 4v14l-14-4zM-2-62z"),
        ("M6-56Q22-58 24-72", "M25-86a7 7 0 1 1-.1 0z"),
        ("M6-54L24-46M34-60L22-36", "M30-70l10-8l3 6l-10 7z"),
    )[dice.randrange(4)]
    return _filled(_robe(dice, wide=14, top=68), head, held[1]) + _drawn(held[0], 3.5)


def mimix(dice: random.Random) -> str:
    """Amazons and shamans of the woods: a long braid, spears and bows, hides."""
    body = "M-5-66Q0-70 6-66Q8-52 5-44Q14-30 10-24L14 0H7L2-26L-6 0H-13L-7-26Q-12-34-5-46Z"
    hair = (
        "M0-84a8 8 0 1 1-.1 0zM5-82Q20-80 18-54Q12-70 4-72Z",
        "M0-84a8 8 0 1 1-.1 0zM-8-76Q-20-66-16-50Q-10-64-2-68Z",
        "M0-84a8 8 0 1 1-.1 0zM-5-82L-15-100L-1-85L2-102L5-84L16-97L7-79Z",
    )[dice.randrange(3)]
    arms = (
        ("M24 0L18-100M5-60L20-56", "M18-116l5 18h-10z"),
        ("M-5-60L-24-62M5-60L22-74M-26-88Q-42-62-22-38M-26-88L-22-38", ""),
        ("M-5-60L-20-78L-18-94M5-60L22-76L20-96", "M-22-96l8 0l-4-10zM16-98h8l-4-10z"),
        ("M-5-60L-26-52M-40-36L4-86", "M4-86l10-14l-2 18z"),
    )[dice.randrange(4)]
    return _filled(body, hair, arms[1]) + _drawn(arms[0], 3.2)


def flit(dice: random.Random) -> str:
    """Bird folk on the wing."""
    body = (
        "M-7-40Q-9-62 0-66Q10-62 7-42Q6-26 0-14Q-6-26-7-40ZM0-82a8 8 0 1 1-.1 0zM7-76L17-73L7-70Z"
        "M-2-18L-14 4L-4-4L0 8L4-4L14 4L2-18Z"
    )
    wings = (
        "M-5-60Q-28-92-66-92Q-52-84-54-76Q-42-78-44-68Q-32-70-34-60Q-20-60-5-44ZM5-60Q28-92 66-92"
        "Q52-84 54-76Q42-78 44-68"
        "Q32-70 34-60Q20-60 5-44Z",
        "M-5-60Q-36-70-68-52Q-54-50-54-42Q-42-46-42-38Q-30-42-28-34Q-16-40-5-42ZM5-60Q36-70 68-52"
        "Q54-50 54-42Q42-46 42-38"
        "Q30-42 28-34Q16-40 5-42Z",
        "M-5-60Q-14-100-44-118Q-40-104-44-98Q-34-96-38-86Q-28-84-30-72Q-18-66-5-46ZM5-60Q20-94"
        " 62-104Q54-94 54-88Q44-86 46-76"
        "Q34-76 34-66Q20-60 5-46Z",
    )[dice.randrange(3)]
    crest = ("", "M-4-80L-14-92L2-84Z", "M-3-80Q-6-96-16-98Q0-100 4-82Z")[dice.randrange(3)]
    return _filled(body, wings, crest)


def khind(dice: random.Random) -> str:
    """Children: large heads, caps and tufts, short legs; often two or three of them."""
    many = dice.randrange(3)
    if many == 0:
        return _child(dice)
    first, second = _child(dice), _child(dice)
    drawn = f'<g transform="translate(-18)scale(.8)">{first}</g><g transform="translate(17)scale(.72)">{second}</g>'
    return drawn if many == 1 else f'{drawn}<g transform="translate(46)scale(.6)">{second}</g>'


def _child(dice: random.Random) -> str:
    body = "M-9-46Q0-52 9-46L12-18L13 0H3L1-16L-3 0H-13L-12-18Z"
    head = "M0-86a18 18 0 1 1-.1 0z"
    hats = (
        "M-18-72Q-14-94 4-92Q18-90 19-72L32-68L18-66Q0-76-18-72Z",
        "M-16-76L-22-98L-8-84L-2-102L4-85L18-98L15-76Z",
        "M-15-78a9 9 0 1 1-8-14a9 9 0 0 1 12 8zM15-78a9 9 0 1 0 8-14a9 9 0 0 0-12 8z",
        "M-17-74Q-16-96 0-104Q16-96 17-74Q0-82-17-74ZM0-112a5 5 0 1 1-.1 0z",
    )[dice.randrange(4)]
    arms = ("M-8-42L-22-58M8-42L22-60", "M-8-42L-20-30M8-42L24-52", "M-8-42L-18-28M8-42L18-28")[dice.randrange(3)]
    return _filled(body, head, hats) + _drawn(arms, 5)


def terrah(dice: random.Random) -> str:
    """Folk of stone: broad shoulders, small heads, heavy fists and hammers."""
    body = "M-34-62L-14-78L14-78L34-62L28-36L20-34L18-8L22 0H4L0-24L-4 0H-22L-18-8L-20-34L-28-36Z"
    head = (
        "M-8-76L-9-92L0-97L10-91L8-76Z",
        "M-10-76L-12-88L-5-96L7-94L12-86L9-76Z",
        "M-7-76L-10-86L-16-98L-5-91L6-91L16-98L10-85L8-76Z",
    )[dice.randrange(3)]
    arms = (
        "M-34-62L-46-34L-44-16L-32-16L-30-34L-22-52ZM34-62L46-34L44-16L32-16L30-34L22-52Z",
        "M-34-62L-50-84L-46-102L-34-100L-36-84L-18-66ZM34-62L50-84L46-102L34-100L36-84L18-66Z",
        "M-34-62L-46-34L-42-18L-32-20L-24-50ZM34-62L44-44L40-28L28-30L30-48ZM36-30L52-92L40-98"
        "L44-112L72-106L70-90L58-91L42-28Z",
    )[dice.randrange(3)]
    return _filled(body, head, arms)


def pillar(dice: random.Random) -> str:
    """Thin folk with feelers and long coats, some with wings."""
    coat = f"M-14 0Q-7-40-6-66Q0-72 6-66Q8-40 {14 + dice.randint(0, 8)} 0L4-8L0 0L-5-8Z"
    head = "M0-90a10 12 0 1 1-.1 0z"
    feelers = (
        "M-4-90Q-12-108-24-108M4-90Q12-110 24-106",
        "M-4-90Q-6-112-18-118M4-90Q8-112 20-116",
        "M-4-90Q-20-100-18-114M4-90Q22-98 18-114",
    )[dice.randrange(3)]
    wings = (
        "",
        "M-5-62Q-34-92-42-70Q-44-48-6-44ZM5-62Q34-92 42-70Q44-48 6-44ZM-6-44Q-34-40-28-20"
        "Q-16-14-5-36ZM6-44Q34-40 28-20Q16-14 5-36Z",
        "",
    )[dice.randrange(3)]
    arms = ("M-6-58L-22-42M6-58L24-70", "M-6-58L-20-68L-16-82M6-58L20-44", "M-6-58L-24-54M-24-88V0M6-58L18-42")[
        dice.randrange(3)
    ]
    return _filled(coat, head, wings) + _drawn(feelers + arms, 3)


def aqua(dice: random.Random) -> str:
    """Folk of the water: fish tails, flowing hair, tridents."""
    body = (
        "M-8-64Q0-69 8-64Q11-52 7-42Q14-22 2-8Q-6 0-18-2Q-30-4-34-16Q-30-10-24-11Q-32-22-44-20"
        "Q-34-14-34-4Q-26 12-6 8Q-16-2-44 4"
        "Q-30 12-18 12Q10 12 16-14Q18-30 9-44Q-6-36-7-44Z",
        "M-8-64Q0-69 8-64Q11-50 7-42Q13-24 6-8Q4 2 12 8Q22 8 30 2Q28 14 16 18Q4 20-2 16Q-12 20-26 14"
        "Q-34 6-34-2Q-24 8-12 8"
        "Q-4 4-5-8Q-13-28-7-42Z",
    )[dice.randrange(2)]
    hair = (
        "M0-84a9 9 0 1 1-.1 0zM-6-84Q-30-90-42-70Q-30-78-26-66Q-20-74-16-62Q-10-68-2-68Z",
        "M0-84a9 9 0 1 1-.1 0zM6-84Q30-94 46-74Q32-78 28-66Q20-74 14-62Q10-68 2-68Z",
        "M0-84a9 9 0 1 1-.1 0zM-9-80L-14-98L-6-90L0-106L6-90L14-98L9-80ZM-8-78Q-18-68-16-54Q-10-66-4-68Z",
    )[dice.randrange(3)]
    arms = (
        "M-7-60L-22-48M8-60L26-56M28-14V-104M19-108V-98Q28-90 37-98V-108",
        "M-7-60Q-24-66-30-86M8-60Q24-64 30-82",
        "M-7-60L-20-42M8-60Q26-60 36-78",
        "M-7-60L-26-70M8-60L28-70",
    )[dice.randrange(4)]
    return _filled(body, hair) + _drawn(arms, 3.6)


def buka(dice: random.Random) -> str:
    """Seafarers: long coats, hats of three corners, spyglass, sabre, rope."""
    coat = f"M-12-64Q0-70 12-64L15-34L{20 + dice.randint(-2, 4)} 0H8L1-26L-6 0H-18L-14-34Z"
    head = "M0-84a9 9 0 1 1-.1 0z"
    hat = (
        "M-22-80Q-10-84-8-90Q0-98 8-90Q10-84 22-80Q0-74-22-80Z",
        "M-12-78Q-10-94 0-94Q10-94 12-78ZM10-82L24-74L12-72Z",
        "M-20-78L-14-94Q0-100 14-94L20-78Q0-86-20-78Z",
    )[dice.randrange(3)]
    arms = (
        ("M10-60L26-74", "M22-80l20-12l3 6l-20 11z"),
        ("M10-60L26-50M24-46L44-92", ""),
        ("M-10-60L-26-70L-24-90M10-60L22-42", "M-24-112l14 8l-14 8z"),
        ("M-10-60L-22-44L-10-38M10-60L22-44L10-38", ""),
    )[dice.randrange(4)]
    return _filled(coat, head, hat, arms[1]) + _drawn(arms[0], 4)


def monster(dice: random.Random) -> str:
    """Horned and hunched, with many arms."""
    body = "M-24 0L-16-30Q-34-50-22-70Q-8-86 10-80Q30-72 26-48L18-28L26 0H10L4-22L-6 0Z"
    horns = (
        "M-6-78Q-26-84-28-106Q-16-92 2-88ZM8-80Q28-88 28-110Q16-94 2-88Z",
        "M-4-82Q-8-104-24-112Q-2-112 6-84ZM10-80Q22-98 40-100Q26-92 16-72Z",
        "M-8-80L-14-104L0-88L4-110L10-86L24-100L16-76Z",
    )[dice.randrange(3)]
    arms = (
        "M-20-64L-44-48L-40-22M24-62L46-50L44-24M-20-54L-38-80M24-54L42-84",
        "M-20-64L-46-76L-50-100M24-62L48-74L50-100",
        "M-20-62L-42-36L-54-44M24-62L46-34L56-42M22-70L40-92",
    )[dice.randrange(3)]
    return _filled(body, horns) + _drawn(arms, 6.5)


def robed(dice: random.Random) -> str:
    """Somebody in a long coat: for the lands that have no folk of their own."""
    head = (
        "M0-86a10 10 0 1 1-.1 0z",
        "M-12-70Q-12-94 0-96Q12-94 12-70Z",
        "M0-84a9 9 0 1 1-.1 0zM-18-80h36v-4h-8l-2-12h-16l-2 12h-8z",
    )[dice.randrange(3)]
    arms = ("M20 0V-86M7-56L19-58", "M-7-56L-22-40M7-56L24-66", "M-7-56L-18-36M7-56L18-36")[dice.randrange(3)]
    return _filled(_robe(dice), head) + _drawn(arms, 4)


FOLK: Mapping[str, Folk] = {
    "vulca": vulca,
    "hoax": hoax,
    "mimix": mimix,
    "flit": flit,
    "khind": khind,
    "terrah": terrah,
    "pillar": pillar,
    "aqua": aqua,
    "buka": buka,
    "mutant": monster,
    "cthulhu": monster,
    "shub": monster,
    "spirit": hoax,
    "hyla": aqua,
    "tutu": pillar,
}


def folk(land: str, dice: random.Random) -> str:
    """Somebody of a land, feet at (0, 0)."""
    return FOLK.get(land, robed)(dice)

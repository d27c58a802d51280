"""The powers of the cards of no people: mutants, interference, inquisitors, Hyla: declarations, one a card."""

from game.powers.verbs import (
    EARTH,
    FIRE,
    AllReplace,
    AttractOne,
    ChangeElement,
    Draw,
    Interfere,
    OnlyIf,
    Power,
    When,
)


def _mutant(condition: str, count: int = 0, to: int = 0) -> Power:
    return Power(When.HAND, (OnlyIf(condition, count), ChangeElement(to)), ("R0-25", "R1-015"))


POWERS: dict[str, Power] = {
    "Mutant 101": _mutant("dragons", 1),
    "Mutant 102": _mutant("hand_ahead", 2),
    "Mutant 103": _mutant("area_cards", 6),
    "Mutant 104": _mutant("active_cards", 3),
    "Mutant 105": _mutant("attacked", 7),
    "Mutant 106": _mutant("attacked_earth", 5, FIRE),
    "Mutant 107": _mutant("attacked_fire", 5, EARTH),
    "Mutant 108": _mutant("hyla"),
    "Mutant 109": _mutant("nothing_out"),
    "Mutant 110": _mutant("free_card", 1),
    "Inter 402": Power(When.HAND, (Interfere("character"),), ("R1-097", "R1-098", "R0-40")),
    "Inter 404": Power(When.HAND, (Interfere("power"),), ("R1-097", "R0-48")),
    "Inter 407": Power(When.HAND, (Interfere("interference"),), ("R1-097", "R1-098")),
    "Inq 411": Power(When.GAME_START, (AttractOne(),), ("R0-41",)),
    "Inq 412": Power(When.ACTIVE, (AllReplace(),), ("R0-28", "R1-059")),
    "Inq Schlangenzunge": Power(When.END, (Draw(count=1, additional=True),), ("R1-031",)),
    "Infl 607": Power(When.FIGHT_END, (Draw(to=8),), ("R0-49", "R1-096")),
}

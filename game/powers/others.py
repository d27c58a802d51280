"""The powers of the cards of no people: mutants, interference, inquisitors, Hyla: declarations, one a card."""

from game.powers import verbs as v


def _mutant(condition: str, count: int = 0, to: int = 0) -> v.Power:
    return v.Power(v.When.HAND, (v.OnlyIf(condition, count), v.ChangeElement(to)), ("R0-25", "R1-015"))


POWERS: dict[str, v.Power] = {
    "Mutant 101": _mutant("dragons", 1),
    "Mutant 102": _mutant("hand_ahead", 2),
    "Mutant 103": _mutant("area_cards", 6),
    "Mutant 104": _mutant("active_cards", 3),
    "Mutant 105": _mutant("attacked", 7),
    "Mutant 106": _mutant("attacked_earth", 5, v.FIRE),
    "Mutant 107": _mutant("attacked_fire", 5, v.EARTH),
    "Mutant 108": _mutant("hyla"),
    "Mutant 109": _mutant("nothing_out"),
    "Mutant 110": _mutant("free_card", 1),
    "Inter 402": v.Power(v.When.HAND, (v.Interfere("character"),), ("R1-097", "R1-098", "R0-40")),
    "Inter 404": v.Power(v.When.HAND, (v.Interfere("power"),), ("R1-097", "R0-48")),
    "Inter 407": v.Power(v.When.HAND, (v.Interfere("interference"),), ("R1-097", "R1-098")),
    "Inq 411": v.Power(v.When.GAME_START, (v.AttractOne(),), ("R0-41",)),
    "Inq 412": v.Power(v.When.ACTIVE, (v.AllReplace(),), ("R0-28", "R1-059")),
    "Inq Schlangenzunge": v.Power(v.When.END, (v.Draw(count=1, additional=True),), ("R1-031",)),
    "Infl 607": v.Power(v.When.FIGHT_END, (v.Draw(to=8),), ("R0-49", "R1-096")),
}

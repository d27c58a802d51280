"""The powers of the Aqua: declarations, one a card."""

from common.text import gettext_noop
from game.powers import verbs as v

_FLOOD = v.Power(v.When.AFTER_TURN, (v.RetreatIfSeveral("Flood"),), ("R0-35",))

POWERS: dict[str, v.Power] = {
    "Aqua 11": v.Power(v.When.NOW, (v.DiscardOwn(),), ("C-30",)),
    "Aqua 12": v.Power(v.When.NOW, (v.NextFree(),), ("R0-22", "R1-041", "R1-058")),
    "Aqua 13": v.Power(v.When.NOW, (v.NextFree(),), ("R0-22", "R1-041", "R1-058")),
    "Aqua 14": v.Power(v.When.NOW, (v.PutUnder(),), ("C-30",)),
    "Aqua 15": v.Power(
        v.When.ACTIVE,
        (v.CrystalAsIf(),),
        ("R1-110",),
        done=False,
        why=gettext_noop(
            "It waives a condition of crystal cards. No crystal card has been seen yet, so there’s nothing to waive."
        ),
    ),
    "Aqua 19": v.Power(v.When.ACTIVE, (v.TotalAtLeast(7, v.FIRE),), ("GAME-14",)),
    "Aqua 20": v.Power(v.When.ACTIVE, (v.TotalAtLeast(7, v.EARTH),), ("GAME-14",)),
    "Aqua 25": _FLOOD,
    "Aqua 26": _FLOOD,
    "Aqua 27": v.Power(v.When.ACTIVE, (v.RaiseAll(v.CHARACTER, "higher"),), ("GAME-14", "R1-073")),
    "Aqua 28": v.Power(
        v.When.ACTIVE, (v.Demand(v.Cost(cards=1, kinds=(v.CHARACTER,)), or_dragon=True),), ("R3-09", "GAME-22")
    ),
    "Aqua 29": v.Power(v.When.NOW, (v.TheyDiscard(down_to=5, may=False),), ("R1-074",)),
    "Aqua 30": v.Power(v.When.NOW, (v.DiscardAll("combat", but_one=True),), ("R1-082",)),
    "Aqua 31": v.Power(v.When.NOW, (v.ShuffleDiscard(),), ("R3-14",)),
    "Aqua 32": v.Power(v.When.NOW, (v.Both("hand6"),), ("R1-018",)),
}

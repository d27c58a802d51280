"""The powers of the Aqua: declarations, one a card."""

from common.text import gettext_noop
from game.powers.verbs import (
    CHARACTER,
    EARTH,
    FIRE,
    Both,
    Cost,
    CrystalAsIf,
    Demand,
    DiscardAll,
    DiscardOwn,
    NextFree,
    Power,
    PutUnder,
    RaiseAll,
    RetreatIfSeveral,
    ShuffleDiscard,
    TheyDiscard,
    TotalAtLeast,
    When,
)

_FLOOD = Power(When.AFTER_TURN, (RetreatIfSeveral("Flood"),), ("R0-35",))

POWERS: dict[str, Power] = {
    "Aqua 11": Power(When.NOW, (DiscardOwn(),), ("C-30",)),
    "Aqua 12": Power(When.NOW, (NextFree(),), ("R0-22", "R1-041", "R1-058")),
    "Aqua 13": Power(When.NOW, (NextFree(),), ("R0-22", "R1-041", "R1-058")),
    "Aqua 14": Power(When.NOW, (PutUnder(),), ("C-30",)),
    "Aqua 15": Power(
        When.ACTIVE,
        (CrystalAsIf(),),
        ("R1-110",),
        done=False,
        why=gettext_noop(
            "It waives a condition of crystal cards, and no crystal card has been seen: the engine asks for none."
        ),
    ),
    "Aqua 19": Power(When.ACTIVE, (TotalAtLeast(7, FIRE),), ("GAME-14",)),
    "Aqua 20": Power(When.ACTIVE, (TotalAtLeast(7, EARTH),), ("GAME-14",)),
    "Aqua 25": _FLOOD,
    "Aqua 26": _FLOOD,
    "Aqua 27": Power(When.ACTIVE, (RaiseAll(CHARACTER, "higher"),), ("GAME-14", "R1-073")),
    "Aqua 28": Power(When.ACTIVE, (Demand(Cost(cards=1, kinds=(CHARACTER,)), or_dragon=True),), ("R3-09", "GAME-22")),
    "Aqua 29": Power(When.NOW, (TheyDiscard(down_to=5, may=False),), ("R1-074",)),
    "Aqua 30": Power(When.NOW, (DiscardAll("combat", but_one=True),), ("R1-082",)),
    "Aqua 31": Power(When.NOW, (ShuffleDiscard(),), ("R3-14",)),
    "Aqua 32": Power(When.NOW, (Both("hand6"),), ("R1-018",)),
}

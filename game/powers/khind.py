"""The powers of the Khind: declarations, one a card."""

from common.text import gettext_noop
from game.powers.verbs import (
    BOOSTER,
    CHARACTER,
    SUPPORT,
    AttackAgain,
    Ban,
    CrystalAsIf,
    DeckLimit,
    DiscardOne,
    DiscardTop,
    Draw,
    DrawFromDiscard,
    Ignore,
    JoinAny,
    OnRetreat,
    Power,
    RaiseAll,
    ReducePrinted,
    Search,
    TheyDiscard,
    When,
    Which,
)

POWERS: dict[str, Power] = {
    "Khind 01": Power(When.ACTIVE, (ReducePrinted((CHARACTER,), 1),), ("GAME-14", "R0-11")),
    "Khind 02": Power(When.ACTIVE, (ReducePrinted((CHARACTER,), 0),), ("GAME-14", "R0-11")),
    "Khind 03": Power(When.ACTIVE, (ReducePrinted((BOOSTER, SUPPORT), 1),), ("GAME-14", "R0-11")),
    "Khind 04": Power(When.ACTIVE, (ReducePrinted((BOOSTER, SUPPORT), 0),), ("GAME-14", "R0-11")),
    "Khind 05": Power(When.END, (Draw(count=1, additional=True),), ("R0-36",)),
    "Khind 06": Power(When.TURN, (DiscardOne(with_icon=True, spare_last_character=True),), ("R0-33", "R1-082")),
    "Khind 07": Power(When.TURN, (DiscardOne((BOOSTER, SUPPORT)),), ("R0-33",)),
    "Khind 08": Power(When.END, (TheyDiscard(count=1),), ("R1-074",)),
    "Khind 09": Power(When.END, (DiscardTop(),), ("R1-065",)),
    "Khind 14": Power(When.ACTIVE, (RaiseAll(CHARACTER, "double"),), ("GAME-14",)),
    "Khind 23": Power(When.HAND, (JoinAny(),), ("R1-045",)),
    "Khind 24": Power(When.ACTIVE, (OnRetreat(mine=False, change="more"),), ("GAME-20",)),
    "Khind 25": Power(When.ACTIVE, (DeckLimit(1),), ("GAME-25",)),
    "Khind 26": Power(When.ACTIVE, (Ban(Which((SUPPORT,))),), ("R1-023", "R1-049")),
    "Khind 27": Power(
        When.ACTIVE, (Ignore("text", Which(except_people="Flit"), beaten_by=("Khind 27",)),), ("GAME-12", "R0-27")
    ),
    "Khind 28": Power(When.END, (Draw(count=1, additional=True),), ("R0-36",)),
    "Khind 29": Power(When.NOW, (Search("deck"),), ("R1-077",)),
    "Khind 30": Power(When.NOW, (DrawFromDiscard(3),), ("R1-077",)),
    "Khind 31": Power(When.NOW, (AttackAgain(),), ("R0-34", "R1-080")),
    "Khind 32": Power(
        When.NOW,
        (CrystalAsIf(both=True),),
        ("R1-018",),
        why=gettext_noop("Each may play a crystal card; the condition it waives is on no card that has been seen."),
    ),
}

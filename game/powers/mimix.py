"""The powers of the Mimix: declarations, one a card."""

from game.powers.verbs import (
    BOOSTER,
    Ban,
    Both,
    DrawAndReturn,
    DrawFromDiscard,
    OnRetreat,
    Power,
    RevealTop,
    Search,
    TakeBack,
    When,
    Which,
)

POWERS: dict[str, Power] = {
    "Mimix 18": Power(When.END, (RevealTop(3),), ("R0-37",)),
    "Mimix 19": Power(When.END, (DrawAndReturn(3, 2),), ("R0-38", "C-30")),
    "Mimix 20": Power(When.AFTER_PLAYS, (Search("deck"),), ("R1-066",)),
    "Mimix 21": Power(When.AFTER_PLAYS, (DrawFromDiscard(2),), ("R1-066",)),
    "Mimix 28": Power(When.ACTIVE, (Ban(Which((BOOSTER,))),), ("GAME-12",)),
    "Mimix 29": Power(When.ACTIVE, (OnRetreat(mine=True, change="fewer"),), ("GAME-20",)),
    "Mimix 30": Power(When.NOW, (TakeBack("combat"),), ("R1-077",)),
    "Mimix 31": Power(When.NOW, (Search("discard"),), ("R1-077",)),
    "Mimix 32": Power(When.NOW, (Both("reshuffle"),), ("R1-018",)),
}

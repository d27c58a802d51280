"""The powers of the Mimix: declarations, one a card."""

from game.powers import verbs as v

POWERS: dict[str, v.Power] = {
    "Mimix 18": v.Power(v.When.END, (v.RevealTop(3),), ("R0-37",)),
    "Mimix 19": v.Power(v.When.END, (v.DrawAndReturn(3, 2),), ("R0-38", "C-30")),
    "Mimix 20": v.Power(v.When.AFTER_PLAYS, (v.Search("deck"),), ("R1-066",)),
    "Mimix 21": v.Power(v.When.AFTER_PLAYS, (v.DrawFromDiscard(2),), ("R1-066",)),
    "Mimix 28": v.Power(v.When.ACTIVE, (v.Ban(v.Which((v.BOOSTER,))),), ("GAME-12",)),
    "Mimix 29": v.Power(v.When.ACTIVE, (v.OnRetreat(mine=True, change="fewer"),), ("GAME-20",)),
    "Mimix 30": v.Power(v.When.NOW, (v.TakeBack("combat"),), ("R1-077",)),
    "Mimix 31": v.Power(v.When.NOW, (v.Search("discard"),), ("R1-077",)),
    "Mimix 32": v.Power(v.When.NOW, (v.Both("reshuffle"),), ("R1-018",)),
}

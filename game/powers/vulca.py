"""The powers of the Vulca: declarations, one a card."""

from game.powers import verbs as v

POWERS: dict[str, v.Power] = {
    "Vulca 14": v.Power(v.When.NOW, (v.DiscardOne((v.BOOSTER, v.SUPPORT)),), ("R1-061", "R1-046")),
    "Vulca 15": v.Power(v.When.END, (v.Draw(count=2, additional=True),), ("R0-36",)),
    "Vulca 16": v.Power(v.When.ACTIVE, (v.Ban(v.Which((v.CHARACTER,), text=False)),), ("R1-049", "R1-068")),
    "Vulca 17": v.Power(v.When.NOW, (v.ShuffleAway(),), ("R0-47", "R1-051")),
    "Vulca 20": v.Power(v.When.ACTIVE, (v.TotalAtLeast(6, v.BOTH),), ("GAME-14",)),
    "Vulca 21": v.Power(v.When.ACTIVE, (v.RaiseOne("double", v.FIRE),), ("GAME-14", "R0-12")),
    "Vulca 22": v.Power(v.When.ACTIVE, (v.RaiseOne("double", v.EARTH),), ("GAME-14", "R0-12")),
    "Vulca 24": v.Power(v.When.ACTIVE, (v.Ban(v.Which((v.LEADERSHIP,))),), ("GAME-12",)),
    "Vulca 25": v.Power(v.When.ACTIVE, (v.Ban(v.Which((v.CHARACTER, v.BOOSTER), text=True)),), ("GAME-12", "R1-049")),
    "Vulca 26": v.Power(v.When.ACTIVE, (v.DeckLimit(0),), ("GAME-25",)),
    "Vulca 27": v.Power(v.When.ACTIVE, (v.OnRetreat(mine=False, change="more"),), ("GAME-20",)),
    "Vulca 28": v.Power(v.When.NOW, (v.TakeBack("active"),), ("R1-077",)),
    "Vulca 29": v.Power(v.When.NOW, (v.PayForDragon(v.Cost(fire=8)),), ("R3-10", "R3-11")),
    "Vulca 30": v.Power(v.When.NOW, (v.DiscardAll("supports"),), ("R0-18",)),
    "Vulca 31": v.Power(v.When.NOW, (v.MutantPass(),), ("R1-015",)),
    "Vulca 32": v.Power(v.When.NOW, (v.Both("leadership"),), ("R1-018",)),
}

"""The powers of the Pillar: declarations, one a card."""

from game.powers import verbs as v

POWERS: dict[str, v.Power] = {
    "Pillar 11": v.Power(v.When.ACTIVE, (v.Extra(v.BOOSTER),), ("R1-008",)),
    "Pillar 12": v.Power(v.When.NOW, (v.TakeBack("combat", other=True),), ("R1-077",)),
    "Pillar 13": v.Power(v.When.NOW, (v.DrawFromHand(1),), ("R1-076", "R3-13")),
    "Pillar 14": v.Power(v.When.ACTIVE, (v.DoubleDemand(("Caterpillar", "Raupe")),), ("R0-31", "R0-32")),
    "Pillar 15": v.Power(v.When.ACTIVE, (v.HandLimit(0),), ("GAME-25", "R1-077")),
    "Pillar 16": v.Power(v.When.ACTIVE, (v.Demand(v.Cost(fire=3)),), ("R0-29", "R0-30", "R1-005")),
    "Pillar 17": v.Power(v.When.ACTIVE, (v.Demand(v.Cost(earth=3)),), ("R0-29", "R0-30", "R1-005")),
    "Pillar 18": v.Power(v.When.ACTIVE, (v.Demand(v.Cost(fire=2, earth=2)),), ("R0-29", "R0-30", "R1-005")),
    "Pillar 19": v.Power(v.When.ACTIVE, (v.Demand(v.Cost(either=5)),), ("R0-29", "R0-30", "R1-005")),
    "Pillar 20": v.Power(v.When.ACTIVE, (v.Demand(v.Cost(moons=2)),), ("R0-29", "R1-005")),
    "Pillar 21": v.Power(v.When.ACTIVE, (v.RaiseOne("double", v.BOTH),), ("GAME-14", "R0-12")),
    "Pillar 22": v.Power(v.When.ACTIVE, (v.RaiseOne("sum", v.BOTH),), ("GAME-14", "R1-073")),
    "Pillar 23": v.Power(v.When.ACTIVE, (v.RaiseOne("higher", v.BOTH),), ("GAME-14", "R1-073")),
    "Pillar 24": v.Power(v.When.ACTIVE, (v.RaiseOne("to", v.FIRE, 6),), ("GAME-14", "R0-12")),
    "Pillar 25": v.Power(v.When.ACTIVE, (v.RaiseOne("to", v.EARTH, 6),), ("GAME-14", "R0-12")),
    "Pillar 26": v.Power(v.When.ACTIVE, (v.RaiseOne("to", v.BOTH, 5),), ("GAME-14", "R0-12")),
    "Pillar 27": v.Power(v.When.NOW, (v.Disclose(),), ("R3-13",)),
    "Pillar 30": v.Power(v.When.NOW, (v.Disclose(),), ("R3-13",)),
    "Pillar 31": v.Power(v.When.NOW, (v.PayForDragon(v.Cost(moons=5)),), ("R3-10",)),
    "Pillar 32": v.Power(v.When.NOW, (v.Both("cost", v.Cost(fire=2, earth=2)),), ("R1-018", "R0-30")),
}

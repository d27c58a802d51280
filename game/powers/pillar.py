"""The powers of the Pillar: declarations, one a card."""

from __future__ import annotations

from game.powers.verbs import (
    BOOSTER,
    BOTH,
    EARTH,
    FIRE,
    Both,
    Cost,
    Demand,
    Disclose,
    DoubleDemand,
    DrawFromHand,
    Extra,
    HandLimit,
    PayForDragon,
    Power,
    RaiseOne,
    TakeBack,
    When,
)

POWERS: dict[str, Power] = {
    "Pillar 11": Power(When.ACTIVE, (Extra(BOOSTER),), ("R1-008",)),
    "Pillar 12": Power(When.NOW, (TakeBack("combat", other=True),), ("R1-077",)),
    "Pillar 13": Power(When.NOW, (DrawFromHand(1),), ("R1-076", "R3-13")),
    "Pillar 14": Power(When.ACTIVE, (DoubleDemand("Caterpillar"),), ("R0-31", "R0-32")),
    "Pillar 15": Power(When.ACTIVE, (HandLimit(0),), ("GAME-25", "R1-077")),
    "Pillar 16": Power(When.ACTIVE, (Demand(Cost(fire=3)),), ("R0-29", "R0-30", "R1-005")),
    "Pillar 17": Power(When.ACTIVE, (Demand(Cost(earth=3)),), ("R0-29", "R0-30", "R1-005")),
    "Pillar 18": Power(When.ACTIVE, (Demand(Cost(fire=2, earth=2)),), ("R0-29", "R0-30", "R1-005")),
    "Pillar 19": Power(When.ACTIVE, (Demand(Cost(either=5)),), ("R0-29", "R0-30", "R1-005")),
    "Pillar 20": Power(When.ACTIVE, (Demand(Cost(moons=2)),), ("R0-29", "R1-005")),
    "Pillar 21": Power(When.ACTIVE, (RaiseOne("double", BOTH),), ("GAME-14", "R0-12")),
    "Pillar 22": Power(When.ACTIVE, (RaiseOne("sum", BOTH),), ("GAME-14", "R1-073")),
    "Pillar 23": Power(When.ACTIVE, (RaiseOne("higher", BOTH),), ("GAME-14", "R1-073")),
    "Pillar 24": Power(When.ACTIVE, (RaiseOne("to", FIRE, 6),), ("GAME-14", "R0-12")),
    "Pillar 25": Power(When.ACTIVE, (RaiseOne("to", EARTH, 6),), ("GAME-14", "R0-12")),
    "Pillar 26": Power(When.ACTIVE, (RaiseOne("to", BOTH, 5),), ("GAME-14", "R0-12")),
    "Pillar 27": Power(When.NOW, (Disclose(),), ("R3-13",)),
    "Pillar 30": Power(When.NOW, (Disclose(),), ("R3-13",)),
    "Pillar 31": Power(When.NOW, (PayForDragon((Cost(moons=5),)),), ("R3-10",)),
    "Pillar 32": Power(When.NOW, (Both("cost", Cost(fire=2, earth=2)),), ("R1-018", "R0-30")),
}

"""The powers of the Vulca: declarations, one a card."""

from __future__ import annotations

from game.powers.verbs import (
    BOOSTER,
    BOTH,
    CHARACTER,
    EARTH,
    FIRE,
    LEADERSHIP,
    SUPPORT,
    Ban,
    Both,
    Cost,
    DeckLimit,
    DiscardAll,
    DiscardOne,
    Draw,
    MutantPass,
    OnRetreat,
    PayForDragon,
    Power,
    RaiseOne,
    ShuffleAway,
    TakeBack,
    TotalAtLeast,
    When,
    Which,
)

POWERS: dict[str, Power] = {
    "Vulca 14": Power(When.NOW, (DiscardOne((BOOSTER, SUPPORT)),), ("R1-061", "R1-046")),
    "Vulca 15": Power(When.END, (Draw(count=2, additional=True),), ("R0-36",)),
    "Vulca 16": Power(When.ACTIVE, (Ban(Which((CHARACTER,), text=False)),), ("R1-049", "R1-068")),
    "Vulca 17": Power(When.NOW, (ShuffleAway(),), ("R0-47", "R1-051")),
    "Vulca 20": Power(When.ACTIVE, (TotalAtLeast(6, BOTH),), ("GAME-14",)),
    "Vulca 21": Power(When.ACTIVE, (RaiseOne("double", FIRE),), ("GAME-14", "R0-12")),
    "Vulca 22": Power(When.ACTIVE, (RaiseOne("double", EARTH),), ("GAME-14", "R0-12")),
    "Vulca 24": Power(When.ACTIVE, (Ban(Which((LEADERSHIP,))),), ("GAME-12",)),
    "Vulca 25": Power(When.ACTIVE, (Ban(Which((CHARACTER, BOOSTER), text=True)),), ("GAME-12", "R1-049")),
    "Vulca 26": Power(When.ACTIVE, (DeckLimit(0),), ("GAME-25",)),
    "Vulca 27": Power(When.ACTIVE, (OnRetreat(mine=False, change="more"),), ("GAME-20",)),
    "Vulca 28": Power(When.NOW, (TakeBack("active"),), ("R1-077",)),
    "Vulca 29": Power(When.NOW, (PayForDragon((Cost(fire=8),)),), ("R3-10", "R3-11")),
    "Vulca 30": Power(When.NOW, (DiscardAll("supports"),), ("R0-18",)),
    "Vulca 31": Power(When.NOW, (MutantPass(),), ("R1-015",)),
    "Vulca 32": Power(When.NOW, (Both("leadership"),), ("R1-018",)),
}

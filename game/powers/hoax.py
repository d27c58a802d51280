"""The powers of the Hoax: declarations, one a card."""

from __future__ import annotations

from game.powers.verbs import (
    ACHIEVEMENT,
    ANY_NUMBER,
    BOOSTER,
    EARTH,
    HYLA,
    LEADERSHIP,
    SUPPORT,
    Ban,
    Both,
    CardLimit,
    Cost,
    DiscardAll,
    Draw,
    DrawFromHand,
    Extra,
    Ignore,
    OnRetreat,
    PayForDragon,
    Power,
    RaiseAll,
    RaiseOne,
    When,
    Which,
)

POWERS: dict[str, Power] = {
    "Hoax 10": Power(When.ACTIVE, (OnRetreat(mine=False, change="more"),), ("GAME-20",)),
    "Hoax 11": Power(When.ACTIVE, (OnRetreat(mine=True, change="none"),), ("GAME-20",)),
    "Hoax 12": Power(When.ACTIVE, (RaiseAll(SUPPORT, "double"),), ("GAME-14",)),
    "Hoax 13": Power(When.ACTIVE, (Ban(Which((LEADERSHIP, BOOSTER, SUPPORT))),), ("R1-049", "R1-023")),
    "Hoax 14": Power(When.ACTIVE, (Extra(SUPPORT),), ("R0-33", "R1-009")),
    "Hoax 15": Power(When.END, (Draw(to=9),), ("R0-36", "R0-39", "GAME-25")),
    "Hoax 16": Power(When.ACTIVE, (Ignore("icons", kept=("STOP",)),), ("R0-17", "R0-19")),
    "Hoax 17": Power(When.NOW, (DrawFromHand(2),), ("R1-076", "R3-13")),
    "Hoax 25": Power(When.ACTIVE, (RaiseOne("double", EARTH),), ("GAME-14", "R0-12")),
    "Hoax 26": Power(When.ACTIVE, (CardLimit(),), ("R0-24", "R0-40", "R0-42")),
    "Hoax 27": Power(When.NOW, (Draw(count=5),), ("GAME-25",)),
    "Hoax 28": Power(When.ACTIVE, (Ignore("text", beaten_by=("Flit 07", "Khind 27")),), ("GAME-12",)),
    "Hoax 29": Power(When.ACTIVE, (Extra(SUPPORT, ANY_NUMBER),), ("R0-14", "R3-08")),
    "Hoax 30": Power(When.NOW, (DiscardAll("free"),), ("R0-20", "R1-039")),
    "Hoax 31": Power(
        When.NOW,
        (PayForDragon(tuple(Cost(cards=2, kinds=(kind,)) for kind in (LEADERSHIP, HYLA, ACHIEVEMENT))),),
        ("R3-10",),
    ),
    "Hoax 32": Power(When.NOW, (Both("discard3"),), ("R1-018",)),
}

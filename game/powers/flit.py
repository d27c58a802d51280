"""The powers of the Flit: declarations, one a card."""

from game.powers.verbs import (
    ANY_NUMBER,
    BOOSTER,
    CHARACTER,
    SUPPORT,
    Both,
    CardLimit,
    Cost,
    DiscardOne,
    Extra,
    Ignore,
    NoAdditional,
    OnRetreat,
    PayForDragon,
    Power,
    RaiseAll,
    When,
    Which,
)

POWERS: dict[str, Power] = {
    "Flit 06": Power(When.NOW, (DiscardOne((CHARACTER,), least_characters=2),), ("R1-061",)),
    "Flit 07": Power(When.ACTIVE, (Ignore("text", Which(except_people="Flit")),), ("GAME-12", "R0-27")),
    "Flit 08": Power(When.ACTIVE, (Ignore("card", Which((SUPPORT,))),), ("GAME-12", "R1-052")),
    "Flit 09": Power(When.ACTIVE, (Ignore("card", Which((BOOSTER,))),), ("GAME-12",)),
    "Flit 10": Power(When.ACTIVE, (CardLimit(combat_only=True),), ("GAME-12",)),
    "Flit 11": Power(When.ACTIVE, (RaiseAll(BOOSTER, "double"),), ("GAME-14",)),
    "Flit 12": Power(When.ACTIVE, (Ignore("card", Which((CHARACTER,), except_people="Flit")),), ("GAME-12",)),
    "Flit 13": Power(
        When.ACTIVE,
        (Ignore("card", Which(icons=True, except_people="Flit", except_protected=True)),),
        ("GAME-12", "R0-13", "R0-16"),
    ),
    "Flit 27": Power(When.ACTIVE, (OnRetreat(mine=True, change="fewer"),), ("GAME-20",)),
    "Flit 28": Power(When.ACTIVE, (NoAdditional(),), ("R0-39", "R1-081")),
    "Flit 29": Power(When.ACTIVE, (OnRetreat(mine=True, change="most_one"),), ("GAME-20",)),
    "Flit 30": Power(When.NOW, (PayForDragon(Cost(cards=3, kinds=(CHARACTER,))),), ("R3-10",)),
    "Flit 31": Power(When.ACTIVE, (Extra(BOOSTER, ANY_NUMBER),), ("R0-14", "R3-08")),
    "Flit 32": Power(When.NOW, (Both("supports"),), ("R1-018",)),
}

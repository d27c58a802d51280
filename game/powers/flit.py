"""The powers of the Flit: declarations, one a card."""

from game.powers import verbs as v

POWERS: dict[str, v.Power] = {
    "Flit 06": v.Power(v.When.NOW, (v.DiscardOne((v.CHARACTER,), least_characters=2),), ("R1-061",)),
    "Flit 07": v.Power(v.When.ACTIVE, (v.Ignore("text", v.Which(except_people="Flit")),), ("GAME-12", "R0-27")),
    "Flit 08": v.Power(v.When.ACTIVE, (v.Ignore("card", v.Which((v.SUPPORT,))),), ("GAME-12", "R1-052")),
    "Flit 09": v.Power(v.When.ACTIVE, (v.Ignore("card", v.Which((v.BOOSTER,))),), ("GAME-12",)),
    "Flit 10": v.Power(v.When.ACTIVE, (v.CardLimit(combat_only=True),), ("GAME-12",)),
    "Flit 11": v.Power(v.When.ACTIVE, (v.RaiseAll(v.BOOSTER, "double"),), ("GAME-14",)),
    "Flit 12": v.Power(v.When.ACTIVE, (v.Ignore("card", v.Which((v.CHARACTER,), except_people="Flit")),), ("GAME-12",)),
    "Flit 13": v.Power(
        v.When.ACTIVE,
        (v.Ignore("card", v.Which(icons=True, except_people="Flit", except_protected=True)),),
        ("GAME-12", "R0-13", "R0-16"),
    ),
    "Flit 27": v.Power(v.When.ACTIVE, (v.OnRetreat(mine=True, change="fewer"),), ("GAME-20",)),
    "Flit 28": v.Power(v.When.ACTIVE, (v.NoAdditional(),), ("R0-39", "R1-081")),
    "Flit 29": v.Power(v.When.ACTIVE, (v.OnRetreat(mine=True, change="most_one"),), ("GAME-20",)),
    "Flit 30": v.Power(v.When.NOW, (v.PayForDragon(v.Cost(cards=3, kinds=(v.CHARACTER,))),), ("R3-10",)),
    "Flit 31": v.Power(v.When.ACTIVE, (v.Extra(v.BOOSTER, v.ANY_NUMBER),), ("R0-14", "R3-08")),
    "Flit 32": v.Power(v.When.NOW, (v.Both("supports"),), ("R1-018",)),
}

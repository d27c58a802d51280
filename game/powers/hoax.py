"""The powers of the Hoax: declarations, one a card."""

from game.powers import verbs as v

POWERS: dict[str, v.Power] = {
    "Hoax 10": v.Power(v.When.ACTIVE, (v.OnRetreat(mine=False, change="more"),), ("GAME-20",)),
    "Hoax 11": v.Power(v.When.ACTIVE, (v.OnRetreat(mine=True, change="none"),), ("GAME-20",)),
    "Hoax 12": v.Power(v.When.ACTIVE, (v.RaiseAll(v.SUPPORT, "double"),), ("GAME-14",)),
    "Hoax 13": v.Power(v.When.ACTIVE, (v.Ban(v.Which((v.LEADERSHIP, v.BOOSTER, v.SUPPORT))),), ("R1-049", "R1-023")),
    "Hoax 14": v.Power(v.When.ACTIVE, (v.Extra(v.SUPPORT),), ("R0-33", "R1-009")),
    "Hoax 15": v.Power(v.When.ENDING, (v.Draw(to=9),), ("R0-36", "R0-39", "GAME-25")),
    "Hoax 16": v.Power(v.When.ACTIVE, (v.Ignore("icons", except_for=("STOP",)),), ("R0-17", "R0-19")),
    "Hoax 17": v.Power(v.When.NOW, (v.DrawFromHand(2),), ("R1-076", "R3-13")),
    "Hoax 25": v.Power(v.When.ACTIVE, (v.RaiseOne("double", v.EARTH),), ("GAME-14", "R0-12")),
    "Hoax 26": v.Power(v.When.ACTIVE, (v.CardLimit(),), ("R0-24", "R0-40", "R0-42")),
    "Hoax 27": v.Power(v.When.NOW, (v.Draw(count=5),), ("GAME-25",)),
    "Hoax 28": v.Power(v.When.ACTIVE, (v.Ignore("text", beaten_by=("Flit 07", "Khind 27")),), ("GAME-12",)),
    "Hoax 29": v.Power(v.When.ACTIVE, (v.Extra(v.SUPPORT, v.ANY_NUMBER),), ("R0-14", "R3-08")),
    "Hoax 30": v.Power(v.When.NOW, (v.DiscardAll("free"),), ("R0-20", "R1-039")),
    "Hoax 31": v.Power(
        v.When.NOW,
        (v.PayForDragon(v.Cost(cards=2, kinds=(v.LEADERSHIP, v.HYLA, v.ACHIEVEMENT))),),
        ("R3-10",),
    ),
    "Hoax 32": v.Power(v.When.NOW, (v.Both("discard3"),), ("R1-018",)),
}

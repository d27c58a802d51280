"""The powers of the Khind: declarations, one a card."""

from common.text import gettext_noop
from game.powers import verbs as v

POWERS: dict[str, v.Power] = {
    "Khind 01": v.Power(v.When.ACTIVE, (v.ReducePrinted((v.CHARACTER,), 1),), ("GAME-14", "R0-11")),
    "Khind 02": v.Power(v.When.ACTIVE, (v.ReducePrinted((v.CHARACTER,), 0),), ("GAME-14", "R0-11")),
    "Khind 03": v.Power(v.When.ACTIVE, (v.ReducePrinted((v.BOOSTER, v.SUPPORT), 1),), ("GAME-14", "R0-11")),
    "Khind 04": v.Power(v.When.ACTIVE, (v.ReducePrinted((v.BOOSTER, v.SUPPORT), 0),), ("GAME-14", "R0-11")),
    "Khind 05": v.Power(v.When.END, (v.Draw(count=1, additional=True),), ("R0-36",)),
    "Khind 06": v.Power(v.When.TURN, (v.DiscardOne(with_icon=True, spare_last_character=True),), ("R0-33", "R1-082")),
    "Khind 07": v.Power(v.When.TURN, (v.DiscardOne((v.BOOSTER, v.SUPPORT)),), ("R0-33",)),
    "Khind 08": v.Power(v.When.END, (v.TheyDiscard(count=1),), ("R1-074",)),
    "Khind 09": v.Power(v.When.END, (v.DiscardTop(),), ("R1-065",)),
    "Khind 14": v.Power(v.When.ACTIVE, (v.RaiseAll(v.CHARACTER, "double"),), ("GAME-14",)),
    "Khind 23": v.Power(v.When.HAND, (v.JoinAny(),), ("R1-045",)),
    "Khind 24": v.Power(v.When.ACTIVE, (v.OnRetreat(mine=False, change="more"),), ("GAME-20",)),
    "Khind 25": v.Power(v.When.ACTIVE, (v.DeckLimit(1),), ("GAME-25",)),
    "Khind 26": v.Power(v.When.ACTIVE, (v.Ban(v.Which((v.SUPPORT,))),), ("R1-023", "R1-049")),
    "Khind 27": v.Power(
        v.When.ACTIVE, (v.Ignore("text", v.Which(except_people="Flit"), beaten_by=("Khind 27",)),), ("GAME-12", "R0-27")
    ),
    "Khind 28": v.Power(v.When.END, (v.Draw(count=1, additional=True),), ("R0-36",)),
    "Khind 29": v.Power(v.When.NOW, (v.Search("deck"),), ("R1-077",)),
    "Khind 30": v.Power(v.When.NOW, (v.DrawFromDiscard(3),), ("R1-077",)),
    "Khind 31": v.Power(v.When.NOW, (v.AttackAgain(),), ("R0-34", "R1-080")),
    "Khind 32": v.Power(
        v.When.NOW,
        (v.CrystalAsIf(both=True),),
        ("R1-018",),
        why=gettext_noop("Each player may play a crystal card. The condition it waives isn’t on any card we’ve seen."),
    ),
}

"""The powers of the Terrah: declarations, one a card."""

from common.text import gettext_noop
from game.powers import verbs as v

_STORM = v.Power(v.When.START, (v.AttractIfSeveral("Storm"),), ("GAME-01", "GAME-19"))

POWERS: dict[str, v.Power] = {
    "Terrah 12": v.Power(v.When.ACTIVE, (v.Ban(v.Which(text=True)),), ("R0-43", "R1-049")),
    "Terrah 13": v.Power(v.When.ACTIVE, (v.MustPlay(v.SUPPORT),), ("R0-44", "R1-005")),
    "Terrah 14": v.Power(v.When.ACTIVE, (v.MustPlay(v.BOOSTER),), ("R1-005",)),
    "Terrah 15": v.Power(v.When.NOW, (v.TheyDiscard(count=2),), ("R1-074",)),
    "Terrah 16": v.Power(v.When.ACTIVE, (v.Ban(v.Which(text=False)),), ("R0-45", "R1-049")),
    "Terrah 19": v.Power(v.When.NOW, (v.DiscardOne((v.BOOSTER, v.SUPPORT)),), ("R1-061",)),
    "Terrah 21": _STORM,
    "Terrah 22": _STORM,
    "Terrah 23": _STORM,
    "Terrah 24": _STORM,
    "Terrah 25": v.Power(v.When.ACTIVE, (v.Ban(v.Which((v.CHARACTER,), above=4)),), ("GAME-12",)),
    "Terrah 26": v.Power(v.When.ACTIVE, (v.Ignore("icons", except_for=("STOP", "PROTECTED")),), ("GAME-12", "R1-053")),
    "Terrah 27": v.Power(v.When.ACTIVE, (v.HandLimit(4),), ("GAME-25", "R1-077")),
    "Terrah 28": v.Power(
        v.When.ACTIVE,
        (),
        ("CARD-03",),
        done=False,
        why=gettext_noop("The German text forbids action cards; we don’t know for certain which types that means."),
    ),
    "Terrah 29": v.Power(v.When.NOW, (v.DiscardAll("combat", active_only=False),), ("R0-18",)),
    "Terrah 30": v.Power(v.When.NOW, (v.PayForDragon(v.Cost(earth=8)),), ("R3-10", "R3-11")),
    "Terrah 31": v.Power(v.When.NOW, (v.DiscardTrophy(),), ("R1-110",)),
    "Terrah 32": v.Power(v.When.NOW, (v.Both("draw3"),), ("R1-018",)),
}

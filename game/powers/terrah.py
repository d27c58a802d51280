"""The powers of the Terrah: declarations, one a card."""

from common.text import gettext_noop
from game.powers.verbs import (
    BOOSTER,
    CHARACTER,
    SUPPORT,
    AttractIfSeveral,
    Ban,
    Both,
    Cost,
    DiscardAll,
    DiscardOne,
    DiscardTrophy,
    HandLimit,
    Ignore,
    MustPlay,
    PayForDragon,
    Power,
    TheyDiscard,
    When,
    Which,
)

_STORM = Power(When.START, (AttractIfSeveral("Storm"),), ("GAME-01", "GAME-19"))

POWERS: dict[str, Power] = {
    "Terrah 12": Power(When.ACTIVE, (Ban(Which(text=True)),), ("R0-43", "R1-049")),
    "Terrah 13": Power(When.ACTIVE, (MustPlay(SUPPORT),), ("R0-44", "R1-005")),
    "Terrah 14": Power(When.ACTIVE, (MustPlay(BOOSTER),), ("R1-005",)),
    "Terrah 15": Power(When.NOW, (TheyDiscard(count=2),), ("R1-074",)),
    "Terrah 16": Power(When.ACTIVE, (Ban(Which(text=False)),), ("R0-45", "R1-049")),
    "Terrah 19": Power(When.NOW, (DiscardOne((BOOSTER, SUPPORT)),), ("R1-061",)),
    "Terrah 21": _STORM,
    "Terrah 22": _STORM,
    "Terrah 23": _STORM,
    "Terrah 24": _STORM,
    "Terrah 25": Power(When.ACTIVE, (Ban(Which((CHARACTER,), above=4)),), ("GAME-12",)),
    "Terrah 26": Power(When.ACTIVE, (Ignore("icons", kept=("STOP", "PROTECTED")),), ("GAME-12", "R1-053")),
    "Terrah 27": Power(When.ACTIVE, (HandLimit(4),), ("GAME-25", "R1-077")),
    "Terrah 28": Power(
        When.ACTIVE,
        (),
        ("CARD-03",),
        done=False,
        why=gettext_noop("The German text forbids action cards, and which kinds that means is not confirmed."),
    ),
    "Terrah 29": Power(When.NOW, (DiscardAll("combat", active_only=False),), ("R0-18",)),
    "Terrah 30": Power(When.NOW, (PayForDragon(Cost(earth=8)),), ("R3-10", "R3-11")),
    "Terrah 31": Power(When.NOW, (DiscardTrophy(),), ("R1-110",)),
    "Terrah 32": Power(When.NOW, (Both("draw3"),), ("R1-018",)),
}

"""The powers of the Buka: declarations, one a card."""

from __future__ import annotations

from game.powers.verbs import (
    ANY_NUMBER,
    FIRE,
    SUPPORT,
    ChangeElement,
    DiscardAll,
    DiscardEither,
    Extra,
    FreeIf,
    LandedHand,
    LoadFromHand,
    NoCall,
    OneCharacter,
    OnlyIf,
    Power,
    RaiseAll,
    RaiseOne,
    Search,
    When,
)

POWERS: dict[str, Power] = {
    "Buka 13": Power(When.HAND, (FreeIf("area_cards", 6),), ("R0-25", "R1-058")),
    "Buka 14": Power(When.HAND, (FreeIf("characters", 2),), ("R0-25", "R1-058")),
    "Buka 15": Power(When.HAND, (FreeIf("boosters", 2),), ("R0-25", "R1-058")),
    "Buka 16": Power(When.HAND, (FreeIf("supports", 2),), ("R0-25", "R1-058")),
    "Buka 17": Power(When.HAND, (FreeIf("icons", 2),), ("R0-25", "R1-058")),
    "Buka 18": Power(When.ACTIVE, (OneCharacter(),), ("GAME-12",)),
    "Buka 19": Power(When.NOW, (DiscardAll("combat", active_only=False, from_ship_only=True),), ("R0-25", "R0-18")),
    "Buka 20": Power(When.ACTIVE, (Extra(SUPPORT, ANY_NUMBER),), ("R1-009", "R1-022", "R1-048")),
    "Buka 21": Power(When.ACTIVE, (RaiseAll("bluff", "to", 4),), ("GAME-13", "GAME-14")),
    "Buka 22": Power(When.NOW, (DiscardEither(),), ("R0-18",)),
    "Buka 23": Power(When.HAND, (OnlyIf("no_ships"), ChangeElement()), ("R0-25", "R1-106")),
    "Buka 24": Power(When.ACTIVE, (NoCall(),), ("GAME-12",)),
    "Buka 25": Power(When.ACTIVE, (Extra(SUPPORT),), ("R1-009", "R1-022", "R1-048")),
    "Buka 26": Power(When.ACTIVE, (RaiseOne("double", FIRE),), ("GAME-14", "R0-12")),
    "Buka 27": Power(When.NOW, (Search("deck", ships=True),), ("R1-021",)),
    "Buka 28": Power(When.ACTIVE, (LandedHand(),), ("R1-024",)),
    "Buka 29": Power(When.NOW, (LoadFromHand(3),), ("R0-42", "R1-021")),
    "Buka 31": Power(When.NOW, (LoadFromHand(1), LandedHand(1)), ("R0-42", "R1-021")),
}

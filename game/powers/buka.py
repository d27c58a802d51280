"""The powers of the Buka: declarations, one a card."""

from game.powers import verbs as v

POWERS: dict[str, v.Power] = {
    "Buka 13": v.Power(v.When.HAND, (v.FreeIf("area_cards", 6),), ("R0-25", "R1-058")),
    "Buka 14": v.Power(v.When.HAND, (v.FreeIf("characters", 2),), ("R0-25", "R1-058")),
    "Buka 15": v.Power(v.When.HAND, (v.FreeIf("boosters", 2),), ("R0-25", "R1-058")),
    "Buka 16": v.Power(v.When.HAND, (v.FreeIf("supports", 2),), ("R0-25", "R1-058")),
    "Buka 17": v.Power(v.When.HAND, (v.FreeIf("icons", 2),), ("R0-25", "R1-058")),
    "Buka 18": v.Power(v.When.ACTIVE, (v.OneCharacter(),), ("GAME-12",)),
    "Buka 19": v.Power(
        v.When.NOW, (v.DiscardAll("combat", active_only=False, from_ship_only=True),), ("R0-25", "R0-18")
    ),
    "Buka 20": v.Power(v.When.ACTIVE, (v.Extra(v.SUPPORT, v.ANY_NUMBER),), ("R1-009", "R1-022", "R1-048")),
    "Buka 21": v.Power(v.When.ACTIVE, (v.RaiseAll("bluff", "to", 4),), ("GAME-13", "GAME-14")),
    "Buka 22": v.Power(v.When.NOW, (v.DiscardEither(),), ("R0-18",)),
    "Buka 23": v.Power(v.When.HAND, (v.OnlyIf("no_ships"), v.ChangeElement()), ("R0-25", "R1-106")),
    "Buka 24": v.Power(v.When.ACTIVE, (v.NoCall(),), ("GAME-12",)),
    "Buka 25": v.Power(v.When.ACTIVE, (v.Extra(v.SUPPORT),), ("R1-009", "R1-022", "R1-048")),
    "Buka 26": v.Power(v.When.ACTIVE, (v.RaiseOne("double", v.FIRE),), ("GAME-14", "R0-12")),
    "Buka 27": v.Power(v.When.NOW, (v.Search("deck", ships=True),), ("R1-021",)),
    "Buka 28": v.Power(v.When.ACTIVE, (v.LandedHand(),), ("R1-024",)),
    "Buka 29": v.Power(v.When.NOW, (v.LoadFromHand(3),), ("R0-42", "R1-021")),
    "Buka 31": v.Power(v.When.NOW, (v.LoadFromHand(1), v.LandedHand(1)), ("R0-42", "R1-021")),
}

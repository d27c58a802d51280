"""Queries, their meaning in words, and their results in the catalogue, in order.

The codes of one affiliation are written together: "Vulca 01 02; Hoax 05".
"""

from __future__ import annotations

QUERIES: tuple[tuple[str, str, str], ...] = (
    (
        "people:vulca worth>=0.3",
        "cards of the Vulca with measured value of at least 0.3",
        "Vulca 01 02 03 05 18",
    ),
    (
        "flash incendiary",
        "cards that mention “flash” and “incendiary”",
        "Vulca 02",
    ),
    (
        "machtige",
        "cards that mention “machtige”",
        "Vulca 04",
    ),
    (
        "rasmus",
        "cards that mention “rasmus”",
        "Mutant 107",
    ),
    (
        "Wing-Commander",
        "cards that mention “wing commander”",
        "Flit 01",
    ),
    (
        '"rain of fire"',
        "cards that mention “rain of fire”",
        "Flit 16",
    ),
    (
        "old goo laas ghost",
        "cards that mention “old”, “goo”, “laas” and “ghost”",
        "Buka 23",
    ),
    (
        "!inferno",
        "cards called “inferno”",
        "Vulca 00",
    ),
    (
        '!"Flash the Incendiary"',
        "cards called “flash the incendiary”",
        "Vulca 02",
    ),
    (
        "-!inferno people:vulca type:leader",
        "leaders of the Vulca that aren’t called “inferno”",
        "",
    ),
    (
        "people:vulca type:character fire>=5 moons>=1",
        "characters of the Vulca with fire of at least 5 and one or more moons",
        "Vulca 01 02 03 04 05",
    ),
    (
        "p:vulca t:character f>5",
        "characters of the Vulca with fire of more than 5",
        "Vulca 01 02 03",
    ),
    (
        "faction:tutu",
        "cards of the Tutu",
        "Tutu slot 1 2 3 4 5 6 7 8",
    ),
    (
        "type:ship",
        "ships",
        "Buka 28 29 30 31",
    ),
    (
        "t:boo p:flit",
        "boosters of the Flit",
        "Flit 15 16 17 18 19 20 21 22 23 24 25 26 27",
    ),
    (
        "is:ship capacity>2",
        "ships with capacity of more than 2",
        "Buka 29 30",
    ),
    (
        "t!character p:aqua n<19",
        "cards of the Aqua, numbered below 19 that aren’t characters",
        "Aqua 00 16 17 18",
    ),
    (
        "-type:character people:hoax moons=2",
        "cards of the Hoax with 2 moons that aren’t characters",
        "Hoax 19 23 24",
    ),
    (
        "fire=7",
        "cards with fire of 7",
        "Vulca 01; Mutant 102",
    ),
    (
        "fire:7",
        "cards with fire of 7",
        "Vulca 01; Mutant 102",
    ),
    (
        "earth>=7",
        "cards with earth of at least 7",
        "Terrah 01; Mutant 101 102",
    ),
    (
        "e=6",
        "cards with earth of 6",
        "Mimix 02 04; Terrah 02 03; Pillar 02; Mutant 103",
    ),
    (
        "fire>earth p:hoax",
        "cards of the Hoax with more fire than earth",
        "Hoax 01 02 03 04 06 08 21 23",
    ),
    (
        "fire<earth p:vulca",
        "cards of the Vulca with less fire than earth",
        "Vulca 07 09 11 13",
    ),
    (
        "fire=earth p:aqua",
        "cards of the Aqua with as much fire as earth",
        "Aqua 01 04 07 08 11 14 15 18 25 26",
    ),
    (
        "fire!=earth p:mutant",
        "cards of the mutants with fire other than their earth",
        "Mutant 106 107",
    ),
    (
        "fire+earth>=9",
        "cards with fire plus earth of at least 9",
        "Vulca 02 04; Mimix 01 02; Terrah 02 04; Aqua 01; Buka 01 02; Mutant 101 102 103 104",
    ),
    (
        "fire+earth<=1 -is:mutant",
        "cards with fire plus earth of at most 1 that aren’t mutants",
        "Vulca 19; Hoax 18; Flit 11 12 13 14; Khind 14; Terrah 17; Aqua 15 18",
    ),
    (
        "fire>earth+moons p:vulca t:character",
        "characters of the Vulca with more fire than earth plus moons",
        "Vulca 01 02 03 05 08 10 12",
    ),
    (
        "moons>=4",
        "cards with 4 moons or more",
        ("Vulca 29; Hoax 25 26 27 31; Mimix 31; Flit 30; Khind 23 29; Terrah 29 30; Pillar 31; Aqua 27 31; Buka 26 28"),
    ),
    (
        "moons:3|4 p:vulca",
        "cards of the Vulca with 3 or 4 moons",
        "Vulca 01 17 26 27 29",
    ),
    (
        "fire:>6",
        "cards with fire of more than 6",
        "Vulca 01; Mutant 101 102",
    ),
    (
        "number:32",
        "cards numbered 32",
        "Vulca 32; Hoax 32; Mimix 32; Flit 32; Khind 32; Terrah 32; Pillar 32; Aqua 32",
    ),
    (
        "number>=100 number<=105",
        "cards numbered 100 or higher, numbered 105 or lower",
        "Mutant 101 102 103 104 105",
    ),
    (
        "no:13 p:flit",
        "cards of the Flit, numbered 13",
        "Flit 13",
    ),
    (
        "deck:T -people:terrah",
        "cards not of the Terrah with the Terrah deck indicator",
        "Vulca 02; Flit 13; Pillar 17; Mutant 107",
    ),
    (
        "d:flit people:terrah",
        "cards of the Terrah with the Flit deck indicator",
        "Terrah 15",
    ),
    (
        "deck:promo",
        "cards with the promotional deck indicator",
        "Spirit slot 1 2 3 4",
    ),
    (
        "family:c",
        "cards of family c",
        "Buka 13 17 25 27 30",
    ),
    (
        "set:base is:mutant",
        "mutants from the base game",
        "Mutant 105 106",
    ),
    (
        "set:allies t:character",
        "characters from Emissaries & Inquisitors: Allies",
        "Mimix 01; Khind 23; Mutant 110",
    ),
    (
        "edition:legends deck:E&I:B",
        "cards known from the Legends edition (2014) with the Emissaries & Inquisitors: Blessings deck indicator",
        "Khind 32; Terrah 32; Pillar 32; Aqua 32",
    ),
    (
        "timing:start",
        "cards with a power that works at the start of the game",
        "Inq 411",
    ),
    (
        'timing:"end of turn" people:buka',
        "cards of the Buka with a power that works at the end of the turn",
        "",
    ),
    (
        'text:"discard pile" p:mimix',
        "cards of the Mimix that mention “discard pile” in the power",
        "Mimix 21 31 32",
    ),
    (
        "name:caterpillar",
        "cards that have “caterpillar” in the name",
        "Pillar 16 17 18 19",
    ),
    (
        "name=Erupta",
        "cards called “erupta”",
        "Vulca 17",
    ),
    (
        "icon:gang:red",
        "cards with the red gang icon",
        "Khind 01 02 03 04",
    ),
    (
        "icon:pair icon:retrieve",
        "cards with the pair icon and the retrieve icon",
        "Flit 21 26",
    ),
    (
        'icon:"fire shield" p:aqua',
        "cards of the Aqua with a fire shield",
        "Aqua 18",
    ),
    (
        "has:shield -has:power",
        "cards with a shield and without a power",
        "Vulca 19; Hoax 18; Mimix 15; Flit 14; Terrah 17; Aqua 18",
    ),
    (
        "has:protected",
        "cards with the protected icon",
        "Aqua 02 03 05 06 09 10 23 24; Buka 22",
    ),
    (
        "has:capacity",
        "cards with a capacity",
        "Buka 28 29 30 31",
    ),
    (
        "has:moons is:mutant",
        "mutants with a moon",
        "",
    ),
    (
        "is:chosen",
        "Chosen Ones",
        "Vulca 32; Hoax 32; Mimix 32; Flit 32; Khind 32; Terrah 32; Pillar 32; Aqua 32",
    ),
    (
        "is:chosen sort:-name",
        "Chosen Ones, by name, Z to A",
        "Hoax 32; Pillar 32; Flit 32; Terrah 32; Aqua 32; Vulca 32; Mimix 32; Khind 32",
    ),
    (
        "is:promo",
        "cards that are promotional",
        "Spirit slot 1 2 3 4",
    ),
    (
        "is:gap people:emissary",
        "gaps in the catalogue of the emissaries",
        "Emissary slot 1 2 3 4",
    ),
    (
        "is:incomplete is:known",
        "cards that are incomplete and are known",
        "Inq Schlangenzunge; Infl 607; Inter 402 404 407",
    ),
    (
        "is:inquisitor -is:gap",
        "inquisitors that aren’t gaps in the catalogue",
        "Inq 411 412 Schlangenzunge",
    ),
    (
        "people:vulca|hoax (is:leader or is:chosen)",
        "leaders or Chosen Ones of the Vulca or Hoax",
        "Vulca 00 32; Hoax 00 32",
    ),
    (
        "(people:flit or people:khind) has:pair t:booster",
        "boosters of the Flit or of the Khind with the pair icon",
        "Flit 15 16 17 18 19 20 21 22 23 24 25 26 27",
    ),
    (
        "-(type:character or type:booster or type:support) people:buka",
        "cards of the Buka that aren’t characters, boosters or supports",
        "Buka 00 27 28 29 30 31",
    ),
    (
        "p:hoax t:leader or p:vulca t:leader",
        "leaders of the Hoax, or leaders of the Vulca",
        "Vulca 00; Hoax 00",
    ),
    (
        "is:leader sort:-order",
        "leaders, in reverse catalogue order",
        "Buka 00; Aqua 00; Pillar 00; Terrah 00; Khind 00; Flit 00; Mimix 00; Hoax 00; Vulca 00",
    ),
    (
        "p:vulca t:character fire>=6 sort:-fire sort:name",
        "characters of the Vulca with fire of at least 6, least fire first, by name",
        "Vulca 02 03 01",
    ),
    (
        "m=3 or m=4 -t:character p:vulca",
        "cards with 3 moons, or cards of the Vulca with 4 moons that aren’t characters",
        (
            "Vulca 01 17 26 27 29; Hoax 20; Mimix 01 02 21 29; Flit 12; Khind 14 27 30 31; Terrah 01 13 14 "
            "16; Pillar 21 28 29; Aqua 25 26 28; Buka 23 29 30"
        ),
    ),
    (
        "icon:gang p:khind number<10",
        "cards of the Khind, numbered below 10 with a gang icon",
        "Khind 01 02 03 04 05 06 07 08 09",
    ),
    (
        "x:fire p:hoax",
        "cards of the Hoax that mention “fire” in the power",
        "",
    ),
    (
        "-has:german is:known p:inquisitor",
        "cards of the inquisitors without a German name that are known",
        "Inq 412",
    ),
    (
        "has:free|stop p:pillar t:booster",
        "boosters of the Pillar with the free icon or the stop icon",
        "Pillar 16 17 18 19 20",
    ),
    (
        "owned>=2 -is:owned",
        "cards with at least 2 in your collection that aren’t in your collection",
        "",
    ),
    (
        "flsh incendary",
        "cards that mention “flsh” and “incendary”",
        "Vulca 02",
    ),
    (
        "kinetic|sonatos",
        "cards that mention “kinetic” or mention “sonatos”",
        "Terrah 09",
    ),
)

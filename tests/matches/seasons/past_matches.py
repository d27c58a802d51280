"""A past season for the tests of matches."""

from __future__ import annotations

SEASON = """date,player,opponent,games,people,opponent_people,event,round
2025-03-14,Roland,Elinor,w2 l0 w1,Vulca,Flit,Spring league,1
2025-03-21,Elinor,Roland,w1 l1 t,Flit,Vulca,Spring league,2
2025-03-28,Roland,Elinor,w3 w0,Hoax,Flit,Spring league,3
2025-03-28,Mira,Elinor,l3 l0,Aqua,Flit,Spring league,3
"""
WRONG = SEASON + "tomorrow,Roland,,w2,,,,\n"

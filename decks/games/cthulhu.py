"""Call of Cthulhu on deck pages: factions, types, papers."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.core.facts import CardFacts
from cards.games import GAMES
from cards.games.cthulhu.display import TYPE_PLURALS
from cards.games.cthulhu.facts import KEY
from decks.core.legality import GAME_RULES
from decks.games.game import DeckGame, PrintedCard, SideFilter


def _printed_card(card: CardFacts) -> PrintedCard:
    face = GAMES[KEY].face.context(card)
    named = ((_("Cost"), getattr(card, "cost", "")), (_("Skill"), getattr(card, "skill", "")))
    values = "   ".join(f"{name}: {value}" for name, value in named if value)
    lines = (face["subtypes"], values, *(face[name] for name in ("icon_counts", "struggle", "boosters", "keywords")))
    return PrintedCard(face["place"], "", tuple(line for line in lines if line))


def _highest_number_first(card: CardFacts, column: str) -> tuple[int]:
    """Sort a column of numbers, highest first; X and none count as 0."""
    text = str(getattr(card, column, ""))
    return (-int(text) if text.isdecimal() else 0,)


CTHULHU_DECKS = DeckGame(
    rules=GAME_RULES[KEY],
    types=tuple((kind, TYPE_PLURALS[kind]) for kind in GAMES[KEY].types),
    types_beside=(("", gettext_lazy("Type not known")),),
    side=SideFilter("faction", tuple(choice.value for choice in GAMES[KEY].keys["faction"].choices)),
    settings_without=frozenset({"edition", "leader", "inquisitor", "emissary", "family", "extend", "match", "pool"}),
    printed=_printed_card,
    orders={
        "cost": (gettext_lazy("Cost"), lambda card: _highest_number_first(card, "cost")),
        "skill": (gettext_lazy("Skill"), lambda card: _highest_number_first(card, "skill")),
    },
)

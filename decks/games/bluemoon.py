"""Blue Moon on deck pages: peoples, types, papers."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.core.facts import BLUE_MOON, CardFacts, CardType, People
from cards.games.labels import TYPE_PLURALS, icon_word, power_lines
from decks.core.legality import GAME_RULES
from decks.games.game import DeckGame, PrintedCard, SideFilter

_BESIDE_TYPES = (CardType.LEADER, CardType.EMISSARY, CardType.INQUISITOR)
_PEOPLES_BESIDE_DECK = (People.INQUISITOR, People.EMISSARY)


def _printed_card(card: CardFacts) -> PrintedCard:
    named = ((_("Fire"), card.fire), (_("Earth"), card.earth))
    values = "   ".join(f"{name}: {value}" for name, value in named if value is not None)
    icons = ", ".join(icon_word(icon) for icon in card.icons)
    lines = (values, icons, *power_lines(card))
    return PrintedCard(card.code, "?" if card.moons is None else str(card.moons or ""), tuple(x for x in lines if x))


GAME = DeckGame(
    rules=GAME_RULES[BLUE_MOON],
    types=tuple((kind.value, TYPE_PLURALS[kind]) for kind in CardType if kind and kind not in _BESIDE_TYPES),
    types_beside=tuple((kind.value, TYPE_PLURALS[kind]) for kind in CardType if not kind or kind in _BESIDE_TYPES),
    side=SideFilter("people", tuple(people.value for people in People if people not in _PEOPLES_BESIDE_DECK)),
    settings_without=frozenset({"list_version", "strict"}),
    printed=_printed_card,
    orders={
        "fire": (gettext_lazy("Fire"), lambda card: (-(card.fire or 0), -(card.earth or 0))),
        "earth": (gettext_lazy("Earth"), lambda card: (-(card.earth or 0), -(card.fire or 0))),
        "moons": (gettext_lazy("Moons"), lambda card: (-(card.moons or 0),)),
    },
)

"""Subject of a Call of Cthulhu picture: its faction's land, its type, the words of its name."""

from cards.core.art.subject import Subject
from cards.core.art.words import motif_of
from cards.games.cthulhu.facts import CthulhuFacts

_LANDS = {
    "Agency": "agency",
    "Miskatonic University": "miskatonic",
    "Syndicate": "syndicate",
    "Silver Twilight": "silver",
    "Cthulhu": "cthulhu",
    "Hastur": "hastur",
    "Shub-Niggurath": "shub",
    "Yog-Sothoth": "yog",
}
# An event is a moment of power, a conspiracy a call, a story a sign in the air.
_FIGURES = {"character": "character", "support": "support", "event": "booster", "conspiracy": "leadership"}


def subject_of(card: CthulhuFacts) -> Subject:
    """The picture of a card; combat leans its light as fire does, arcane and investigation as earth does."""
    mind = (card.arcane or 0) + (card.investigation or 0)
    return Subject(
        seed=card.code,
        land="story" if card.type == "story" else _LANDS.get(card.people, "neutral"),
        figure=_FIGURES.get(card.type, "sign"),
        motif=motif_of(f"{card.name} {card.title}"),
        fire=2 * (card.combat or 0),
        earth=2 * mind,
    )

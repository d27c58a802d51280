"""Card codes of a position text: first letter and number, `V05` for Vulca 05, `M106` for Mutant 106.

They are unique, since the numbers of peoples and mutants don’t overlap. The whole code without its space (`Vulca05`) is
read as well.
"""

from functools import lru_cache

from game.engine.catalogue import CardFacts, CardType, Catalogue, People

HIDDEN_CODE = "?"
# A card that a seat cannot see: without kind, values, icons and text.
HIDDEN_CARD = CardFacts(HIDDEN_CODE, list(People)[-1], CardType.UNKNOWN)


@lru_cache(maxsize=4096)
def short_code(code: str) -> str:
    word, _, rest = code.partition(" ")
    return word[0] + rest.replace(" ", "") if rest else code


def cards_by_code(catalogue: Catalogue) -> dict[str, CardFacts]:
    """Return the cards that can be in a position, by either of their codes."""
    cards = {card.code.replace(" ", ""): card for card in catalogue}
    return cards | {short_code(card.code): card for card in catalogue if card.known}

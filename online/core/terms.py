"""Terms: what both players agree on before a game, and whether two decks fit those terms."""

from dataclasses import dataclass
from typing import Literal

from common.errors import Detail, Invalid
from common.text import gettext_noop
from game.engine.catalogue import CardType, Catalogue
from game.engine.table import Deck, GameTable, RuleSettings, game_table_of_decks
from game.records.coverage import cards_played_in_part

ClockKind = Literal["none", "minutes", "day", "three_days"]


@dataclass(frozen=True, slots=True)
class GameTerms:
    """Terms of one game, taken from its match if it has one; `clock` is a value of `Game.Clock`."""

    edition: str = "legends"
    mulligan: bool = False
    crystals: bool = False
    emissary: bool = False
    inquisitor: bool = False
    interference: bool = False
    computer_finishes: bool = False
    moves_final: bool = False
    clock: ClockKind = "none"

    def rule_settings(self) -> RuleSettings:
        return RuleSettings(
            edition="1e" if self.edition == "first" else "legends",
            mulligan=self.mulligan,
            crystals=self.crystals,
            emissaries_agreed=self.emissary,
            ask_before_announcing=True,
            ask_always=self.interference,
        )


def lay_out_decks(catalogue: Catalogue, decks: tuple[Deck, Deck], terms: GameTerms) -> GameTable:
    """Lay out two decks, without inquisitors unless the terms include them."""
    first_deck, second = (deck if terms.inquisitor else Deck(deck.cards, "", deck.name) for deck in decks)
    return game_table_of_decks(catalogue, (first_deck, second), terms.rule_settings())


def codes_with_partial_text(catalogue: Catalogue, decks: tuple[Deck, Deck], terms: GameTerms) -> tuple[str, ...]:
    """Return the codes of cards whose text the engine only carries out in part; raise `Invalid` for unplayable cards.

    Interference cards are refused unless the terms include them: only their owners would get questions, which would
    reveal who holds one.
    """
    table = lay_out_decks(catalogue, decks, terms)
    refused = [card.label for card in table.facts if card.type is CardType.INTERFERENCE]
    if refused and not terms.interference:
        template = gettext_noop(
            "Both players need to agree to interference cards (%(cards)s). Choose “Play with interference cards”, "
            "which matches don’t have, or another deck."
        )
        params = {"cards": ", ".join(dict.fromkeys(refused))}
        raise Invalid(template, params, rule="GAME-09", details=[Detail(template, field="deck", params=params)])
    return cards_played_in_part(table.facts)

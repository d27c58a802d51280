"""Help with building: starting a deck, filling it, making it legal, completing it towards a goal."""

from decks.core.building.repair import (
    KEPT_AT_A_PRICE,
    Contradiction,
    ProposedDeck,
    complete_deck,
    repair_deck,
    repair_with_added,
)
from decks.core.building.requirements import Requirements, SearchGoal
from decks.core.building.start import complete_from_pool, filled_deck, initial_deck

"""Registry of the evening after a draft: the matches app registers how to find the match of a drafted deck."""

from dataclasses import dataclass

from accounts.models import Person
from common.hooks import SingleHook
from decks.models import Pool


@dataclass(frozen=True, slots=True)
class EveningOfDeck:
    """The draft a deck came from, by key, and its owner’s opponent and match in the round; empty before there are
    any."""

    draft_key: str
    opponent: str = ""
    match: str = ""


@SingleHook
def evening_of_pool(pool: Pool, person: Person | None) -> EveningOfDeck | None:
    """Return where a deck from a pool is played; None unless it was drafted with others."""
    return None

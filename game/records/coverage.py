"""Coverage of the catalogue: powers carried out, cards played without their text, cards that cannot be played."""

from collections.abc import Iterable
from dataclasses import dataclass

from common.text import gettext_noop
from game.engine.catalogue import CardFacts, CardType, Catalogue
from game.powers.cards import POWERS


@dataclass(frozen=True, slots=True)
class PowerCoverage:
    """Codes of powers carried out; of powers carried out in part or not, with what is missing; and of cards that can’t
    be played because facts are unknown."""

    known: int
    carried_out: tuple[str, ...]
    carried_out_in_part: dict[str, str]
    not_carried_out: dict[str, str]
    unplayable: tuple[str, ...]
    peoples: dict[str, tuple[int, int]]


def cards_played_without_text(cards: Iterable[CardFacts]) -> tuple[str, ...]:
    """Return the codes of the cards that the engine plays without their text, sorted, each once."""
    return tuple(sorted({card.code for card in cards if not _is_text_carried_out(card)}))


def cards_played_in_part(cards: Iterable[CardFacts]) -> tuple[str, ...]:
    """Return the codes of the cards whose text is carried out in part or not at all, sorted, each once."""
    return tuple(
        sorted(
            {
                card.code
                for card in cards
                if not _is_text_carried_out(card) or (card.summary and _missing_part(card.code))
            }
        )
    )


def power_coverage(catalogue: Catalogue) -> PowerCoverage:
    texts = [card for card in catalogue if card.summary]
    partly = {card.code: why for card in texts if _is_text_carried_out(card) and (why := _missing_part(card.code))}
    done = tuple(card.code for card in texts if _is_text_carried_out(card) and card.code not in partly)
    undone = {code: _missing_part(code) for code in cards_played_without_text(catalogue)}
    peoples: dict[str, tuple[int, int]] = {}
    for card in texts:
        carried, of = peoples.get(card.people.value, (0, 0))
        peoples[card.people.value] = (carried + (card.code in done), of + 1)
    unplayable = tuple(
        card.code
        for card in catalogue
        if not card.known or card.type is CardType.UNKNOWN or card.type.value == "emissary"
    )
    return PowerCoverage(len(texts), done, partly, undone, unplayable, peoples)


def _is_text_carried_out(card: CardFacts) -> bool:
    return POWERS[card.code].done if card.code in POWERS else not card.summary


def _missing_part(code: str) -> str:
    return POWERS[code].why if code in POWERS else gettext_noop("Its power is known, but the engine can’t play it yet.")

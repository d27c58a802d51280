"""Blue Moon (2004) and Blue Moon Legends (2014): facts, faults and display of its cards, declared as a `Game`."""

from collections.abc import Iterator
from typing import Any

from cards.core.art.subject import subject_of
from cards.core.catalogue_csv import contradictions, parse_cards, wrong_cells
from cards.core.editing.partial_table import parse_part
from cards.core.facts import (
    DECK_MARKS,
    CardFacts,
    CardType,
    Icon,
    IconKind,
    People,
    Timing,
    catalogue_order,
    known_word,
)
from cards.core.search.bluemoon import BLUE_MOON
from cards.games import labels
from cards.games.card_details import sheet_of
from cards.games.game import Face, Game
from cards.translations import other_name, summary_of, working_name


def is_known(row: Any) -> bool:
    """Return whether this version knows the people of a row; other rows are left out."""
    return row.people in People.__members__.values()


def facts_of(row: Any) -> CardFacts:
    """Return the facts of one row; words of a newer version count as unknown."""
    return CardFacts(
        code=row.code,
        people=known_word(People, row.people, People.SPIRIT),
        type=known_word(CardType, row.type, CardType.UNKNOWN),
        name=row.name,
        name_de=row.name_de,
        title=row.title,
        number=row.number,
        fire=row.fire,
        earth=row.earth,
        icons=Icon.known(row.icons),
        moons=row.moons,
        deck=row.deck,
        family=row.family,
        capacity=row.capacity,
        extra_cards=row.extra_cards,
        extra_moons=row.extra_moons,
        aliases=tuple(row.aliases),
        timing=known_word(Timing, row.timing, Timing.NONE),
        summary=row.summary,
        notes=row.notes,
        source=row.source,
        slot=row.slot,
        emissary=row.emissary,
    )


def faults(card: CardFacts) -> Iterator[tuple[str, str]]:
    yield from wrong_cells(card)
    yield from contradictions(card)


def context(card: CardFacts) -> dict[str, Any]:
    return {
        "name": labels.name_of(card),
        "german": card.known and not card.name,
        "working_name": working_name(card),
        "emblem": f"people-{card.people.value.lower()}",
        "kind": labels.kind_of(card),
        "spoken": labels.spoken(card),
        "values": _face_values(card),
        "lacks": f"{_missing_parts(card)} {_letters(labels.name_of(card) + ' ' + other_name(card))}".strip(),
        "icons": [_icon_drawing(icon) for icon in card.icons if icon.kind is not IconKind.SHIELD],
        "moons": range(card.moons or 0),
        "limits": labels.limits_of(card),
        "timing": labels.TIMINGS[card.timing],
        "summary": summary_of(card),
        "other_name": other_name(card),
        "unknown": labels.unknown_of(card) if card.known else [],
        "mark": _deck_mark(card),
    }


def _missing_parts(card: CardFacts) -> str:
    """CSS classes for what the face goes without: the card itself (`gap`), its values (`plain`), its power (`bare`)."""
    lacks = (("gap", not card.known), ("plain", not _face_values(card)), ("bare", card.known and not card.summary))
    return " ".join(name for name, lacking in lacks if lacking)


def _letters(name: str) -> str:
    """CSS class for how long the longest word is, in steps of three letters; none for up to nine."""
    steps = -(-max(map(len, name.replace("-", " ").split())) // 3)
    return f"letters-{3 * steps}" if steps > 3 else ""


def _face_values(card: CardFacts) -> list[tuple[str, int, bool]]:
    values = (("fire", card.fire), ("earth", card.earth))
    return [(name, value, card.has(IconKind.SHIELD, name)) for name, value in values if value is not None]


def _icon_drawing(icon: Icon) -> tuple[str, str]:
    symbol = icon.kind.value.lower()
    return (f"{symbol}-{icon.detail}" if icon.detail else symbol), labels.icon_word(icon)


def _deck_mark(card: CardFacts) -> tuple[str, str]:
    """The deck indicator and the people whose colour it has."""
    people = DECK_MARKS.get(card.deck)
    return card.deck, people.value.lower() if people else ""


GAME = Game(
    key="bluemoon",
    title="Blue Moon",
    parse=parse_cards,
    facts_of=facts_of,
    is_known=is_known,
    order=catalogue_order,
    faults=faults,
    face=Face(
        {
            "tile": "cards/faces/bluemoon_card.html",
            "full": "cards/faces/bluemoon_card.html",
            "row": "cards/faces/bluemoon_row.html",
        },
        context,
    ),
    picture=subject_of,
    sheet=sheet_of,
    name_of=labels.name_of,
    kind_of=labels.kind_of,
    unknown_of=labels.unknown_of,
    keys=BLUE_MOON,
    affiliations=tuple(people.value for people in People),
    types=tuple(kind.value for kind in CardType if kind.value),
    tables=("topics", "readings", "rulings"),
    parse_part=parse_part,
)

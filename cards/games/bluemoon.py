"""Blue Moon (2004) and Blue Moon Legends (2014): facts, errors and display of its cards as a `CardGame`."""

from collections.abc import Iterator
from typing import Any

from cards.core.art.subject import picture_subject_of
from cards.core.catalogue_csv import card_cell_errors, card_contradictions, parse_card_table
from cards.core.facts import (
    DECK_MARKS,
    CardFacts,
    CardIcon,
    CardType,
    IconKind,
    People,
    Timing,
    card_sort_key,
    enum_value_or_default,
    facts_from_columns,
)
from cards.core.import_plan import parse_partial_table
from cards.core.search.bluemoon import BLUE_MOON
from cards.games import labels
from cards.games.game import CardFace, CardGame
from cards.games.labels import card_detail_rows
from cards.translations import card_summary_text, german_name, name_meaning


def is_row_readable(row: Any) -> bool:
    """Return whether this release knows the people of a row; other rows are left out."""
    return row.people in People.__members__.values()


def facts_from_row(row: Any) -> CardFacts:
    """Return the facts of one row; words of a newer release count as unknown."""
    return facts_from_columns(
        CardFacts,
        row,
        people=enum_value_or_default(People, row.people, People.SPIRIT),
        type=enum_value_or_default(CardType, row.type, CardType.UNKNOWN),
        icons=CardIcon.parse_known(row.icons),
        timing=enum_value_or_default(Timing, row.timing, Timing.NONE),
    )


def card_errors(card: CardFacts) -> Iterator[tuple[str, str]]:
    yield from card_cell_errors(card)
    yield from card_contradictions(card)


def face_context(card: CardFacts) -> dict[str, Any]:
    return {
        "name": labels.displayed_name(card),
        "german": card.known and not card.name,
        "working_name": name_meaning(card),
        "emblem": f"people-{card.people.value.lower()}",
        "kind": labels.people_and_type(card),
        "spoken": labels.drawing_in_words(card),
        "values": _face_values(card),
        "lacks": f"{_missing_part_classes(card)} {_word_length_css_class(card)}".strip(),
        "icons": [_icon_name_and_label(icon) for icon in card.icons if icon.kind is not IconKind.SHIELD],
        "moons": range(card.moons or 0),
        "limits": labels.printed_limits_in_words(card),
        "timing": labels.TIMING_LABELS[card.timing],
        "summary": card_summary_text(card),
        "other_name": german_name(card),
        "unknown": labels.unknown_fact_labels(card) if card.known else [],
        "mark": _deck_indicator(card),
    }


def _missing_part_classes(card: CardFacts) -> str:
    """Return CSS classes for what the face lacks: the card itself (`gap`), its values (`plain`), its power (`bare`)."""
    lacks = (("gap", not card.known), ("plain", not _face_values(card)), ("bare", card.known and not card.summary))
    return " ".join(name for name, lacking in lacks if lacking)


def _word_length_css_class(card: CardFacts) -> str:
    """Return the CSS class for the length of the longest word, in steps of three letters; none for up to nine."""
    words = f"{labels.displayed_name(card)} {german_name(card)}".replace("-", " ").split()
    steps = -(-max(map(len, words)) // 3)
    return f"letters-{3 * steps}" if steps > 3 else ""


def _face_values(card: CardFacts) -> list[tuple[str, int, bool]]:
    values = (("fire", card.fire), ("earth", card.earth))
    return [(name, value, card.has_icon(IconKind.SHIELD, name)) for name, value in values if value is not None]


def _icon_name_and_label(icon: CardIcon) -> tuple[str, str]:
    symbol = icon.kind.value.lower()
    return (f"{symbol}-{icon.detail}" if icon.detail else symbol), labels.icon_word(icon)


def _deck_indicator(card: CardFacts) -> tuple[str, str]:
    people = DECK_MARKS.get(card.deck)
    return card.deck, people.value.lower() if people else ""


BLUE_MOON_GAME = CardGame(
    key="bluemoon",
    title="Blue Moon",
    parse=parse_card_table,
    facts_of=facts_from_row,
    is_known=is_row_readable,
    order=card_sort_key,
    faults=card_errors,
    face=CardFace(
        {
            "tile": "cards/faces/bluemoon_card.html",
            "full": "cards/faces/bluemoon_card.html",
            "row": "cards/faces/bluemoon_row.html",
        },
        face_context,
    ),
    picture=picture_subject_of,
    sheet=card_detail_rows,
    name_of=labels.displayed_name,
    kind_of=labels.people_and_type,
    unknown_of=labels.unknown_fact_labels,
    keys=BLUE_MOON,
    affiliations=tuple(people.value for people in People),
    types=tuple(kind.value for kind in CardType if kind.value),
    tables=("topics", "readings", "rulings"),
    parse_part=parse_partial_table,
)

"""Decks as saved objects of Tabletop Simulator: a pile of named cards, with the leader and other extras beside it.

With pictures, every card has its place on a sheet of ten by seven; the last place of a sheet is what others see of a
card in hand. Cards are numbered by sheet and place: 100 × sheet + place.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cards.core.facts import Catalogue
from decks.core.legality.decklist import DeckList
from decks.core.text.write import card_code_and_name, header_lines, note_comment_lines

ACROSS, DOWN = 10, 7
CARDS_PER_SHEET = ACROSS * DOWN - 1
SHEET_ID_STEP = 100
# Cards beside the deck are in the pile’s notes as well; when read back, they must not count as cards.
BESIDE_DECK_TAG = "beside the deck"


@dataclass(frozen=True, slots=True)
class SheetPictures:
    """URLs of the sheets and of the back, and the place of each card."""

    faces: tuple[str, ...]
    back: str
    order: tuple[str, ...]

    def card_id(self, code: str) -> int:
        sheet, place = divmod(self.order.index(code), CARDS_PER_SHEET)
        return (sheet + 1) * SHEET_ID_STEP + place

    def sheets(self) -> dict[str, dict[str, Any]]:
        return {str(number): _sheet(face, self.back, ACROSS, DOWN) for number, face in enumerate(self.faces, start=1)}


def format_tabletop_save(deck: DeckList, catalogue: Catalogue, *, pictures: SheetPictures | None = None) -> str:
    """Return the deck as a saved object; without pictures the cards have names only."""
    codes = tuple(deck.codes)
    ids = [pictures.card_id(code) if pictures else number * SHEET_ID_STEP for number, code in enumerate(codes, start=1)]
    cards = [{**_tabletop_card(code, catalogue), "CardID": card_id} for code, card_id in zip(codes, ids, strict=True)]
    blank = {str(place): _sheet("", "", 1, 1) for place in range(1, len(codes) + 1)}
    pile = {
        **_tabletop_object("DeckCustom"),
        "Nickname": deck.name,
        "GMNotes": "\n".join([*header_lines(deck, catalogue), *note_comment_lines(deck, catalogue)]),
        "DeckIDs": ids,
        "CustomDeck": pictures.sheets() if pictures else blank,
        "ContainedObjects": cards,
    }
    states = [pile]
    if pictures:
        beside = (*deck.leaders, *deck.inquisitors, *deck.emissaries)
        states += [
            _tabletop_card_beside_deck(code, number, catalogue, pictures) for number, code in enumerate(beside, start=1)
        ]
    document: Mapping[str, Any] = {"SaveName": "", "GameMode": "", "Date": "", "Note": "", "ObjectStates": states}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _tabletop_card(code: str, catalogue: Catalogue) -> dict[str, Any]:
    name = catalogue[code].label if code in catalogue else card_code_and_name(code, catalogue)
    return {**_tabletop_object("Card"), "Nickname": name, "GMNotes": code}


def _tabletop_card_beside_deck(code: str, index: int, catalogue: Catalogue, pictures: SheetPictures) -> dict[str, Any]:
    """Return a card that lies face up to the left of the pile."""
    number = pictures.card_id(code)
    sheet = str(number // SHEET_ID_STEP)
    card = {**_tabletop_card(code, catalogue), "CardID": number, "CustomDeck": {sheet: pictures.sheets()[sheet]}}
    card["Transform"] = {**card["Transform"], "posX": -3 * index, "rotZ": 0}
    return {**card, "Tags": [BESIDE_DECK_TAG]}


def _sheet(face: str, back: str, across: int, down: int) -> dict[str, Any]:
    size = {"NumWidth": across, "NumHeight": down}
    return {"FaceURL": face, "BackURL": back, **size, "BackIsHidden": True, "UniqueBack": False}


def _tabletop_object(name: str) -> dict[str, Any]:
    transform = {"posX": 0, "posY": 1, "posZ": 0, "rotX": 0, "rotY": 180, "rotZ": 180, "scaleX": 1, "scaleY": 1}
    return {"Name": name, "Transform": {**transform, "scaleZ": 1}}


def is_beside_deck(card: Mapping[str, Any]) -> bool:
    tags = card.get("Tags")
    return isinstance(tags, list) and BESIDE_DECK_TAG in tags

"""Paint the pictures of all Blue Moon cards on one sheet, docs/pictures/faces.jpg: `python -m tests.picture_sheet`."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from pathlib import Path

import resvg_py
from PIL import Image

from cards.core.art.scene import scene_svg
from cards.core.art.subject import picture_subject_of
from cards.core.catalogue_csv import parse_card_table
from cards.core.facts import PEOPLES, CardFacts, Catalogue

ROOT = Path(__file__).resolve().parent.parent
SHEET = ROOT / "docs" / "pictures" / "faces.jpg"
ACROSS, GAP = 22, 6
CARD = (84, 98)
NIGHT = (11, 16, 32)


def main() -> int:
    """Draw the cards of the nine peoples, people by people, and the mutants."""
    sheet(known_cards()).save(SHEET, quality=80, optimize=True, progressive=True)
    return 0


def known_cards() -> list[CardFacts]:
    """Return the cards on the sheet, in their order."""
    cards = Catalogue(
        parse_card_table((ROOT / "fixtures" / "bluemoon" / "cards.csv").read_text(encoding="utf-8")).cards
    )
    return [card for card in cards if card.known and (card.people in PEOPLES or card.people.value == "Mutant")]


def sheet(shown: Sequence[CardFacts]) -> Image.Image:
    """Return the pictures of cards in rows of 22."""
    down = -(-len(shown) // ACROSS)
    wide, high = CARD[0] + GAP, CARD[1] + GAP
    whole = Image.new("RGB", (ACROSS * wide + GAP, down * high + GAP), NIGHT)
    for at, card in enumerate(shown):
        svg = scene_svg(picture_subject_of(card), width=CARD[0] * 2, height=CARD[1] * 2)
        painted = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)
        picture = Image.open(io.BytesIO(bytes(painted))).convert("RGB").resize(CARD, Image.Resampling.LANCZOS)
        whole.paste(picture, (GAP + at % ACROSS * wide, GAP + at // ACROSS * high))
    return whole


if __name__ == "__main__":
    sys.exit(main())

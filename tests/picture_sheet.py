"""Paint the pictures of all Blue Moon cards on one sheet, docs/pictures/faces.jpg: `python -m tests.picture_sheet`."""

from __future__ import annotations

import io
import sys
from pathlib import Path

from PIL import Image

from cards.core.art.scene import scene
from cards.core.art.subject import subject_of
from cards.core.catalogue_csv import parse_cards
from cards.core.facts import PEOPLES, Catalogue
from cards.pictures.painting import painted

ROOT = Path(__file__).resolve().parent.parent
SHEET = ROOT / "docs" / "pictures" / "faces.jpg"
ACROSS, GAP = 22, 6
CARD = (84, 98)
NIGHT = (11, 16, 32)


def main() -> int:
    """The cards of the nine peoples, people by people, and the mutants."""
    cards = Catalogue(parse_cards((ROOT / "fixtures" / "bluemoon" / "cards.csv").read_text(encoding="utf-8")).cards)
    shown = [card for card in cards if card.known and (card.people in PEOPLES or card.people.value == "Mutant")]
    down = -(-len(shown) // ACROSS)
    wide, high = CARD[0] + GAP, CARD[1] + GAP
    sheet = Image.new("RGB", (ACROSS * wide + GAP, down * high + GAP), NIGHT)
    for at, card in enumerate(shown):
        svg = scene(subject_of(card), width=CARD[0] * 2, height=CARD[1] * 2)
        picture = Image.open(io.BytesIO(painted(svg))).convert("RGB").resize(CARD, Image.Resampling.LANCZOS)
        sheet.paste(picture, (GAP + at % ACROSS * wide, GAP + at // ACROSS * high))
    sheet.save(SHEET, quality=80, optimize=True, progressive=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

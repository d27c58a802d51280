"""Pictures of all Blue Moon cards: milliseconds and bytes of each: `python -m benchmarks.card_pictures`.

Processor milliseconds, the best of several rounds, so that other work on the machine matters little.
"""

from __future__ import annotations

import gzip
import statistics
import sys
import time
from pathlib import Path

from cards.core.art.scene import scene_svg
from cards.core.art.subject import picture_subject_of
from cards.core.catalogue_csv import parse_card_table

CARDS = Path(__file__).resolve().parent.parent / "fixtures" / "bluemoon" / "cards.csv"
ROUNDS = 7


def main() -> int:
    """Draw every card and print the costs."""
    subjects = [picture_subject_of(card) for card in parse_card_table(CARDS.read_text(encoding="utf-8")).cards]
    rounds = []
    for _ in range(ROUNDS):
        start = time.process_time()
        pictures = [scene_svg(subject) for subject in subjects]
        rounds.append((time.process_time() - start) / len(subjects) * 1000)
    sizes = [len(gzip.compress(picture.encode(), 9)) for picture in pictures]
    sys.stdout.write(f"{len(subjects)} pictures: {min(rounds):.2f} ms each\n")
    sys.stdout.write(f"compressed {min(sizes)} to {max(sizes)} bytes, {statistics.mean(sizes):.0f} on average\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

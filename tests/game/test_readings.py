"""What the two readings say of each text and ruling, and which texts games have used."""

from __future__ import annotations

import csv

from django.conf import settings

from cards.core.facts import Catalogue
from game.records.coverage import power_coverage
from game.shipped_evidence import shipped_text_reviews, shipped_text_uses


def test_each_text_and_each_ruling_was_read_twice_and_as_the_engine_says(facts: Catalogue) -> None:
    first, second = shipped_text_reviews()
    with (settings.BASE_DIR / "fixtures" / "bluemoon" / "rulings.csv").open(encoding="utf-8", newline="") as file:
        rulings = {row["id"] for row in csv.DictReader(file) if row["id"].startswith("R")}
    assert first.on < second.on
    assert set(first.found) == set(second.found) == rulings | {card.code for card in facts if card.summary}
    played = power_coverage(facts)
    for state, codes in (("partly", played.carried_out_in_part), ("not", played.not_carried_out)):
        assert {subject for subject, found in second.found.items() if found == state} - rulings == set(codes)
    assert first.counts_by_result(rulings=False) == {"whole": 160, "partly": 1, "not": 2}


def test_every_text_has_worked_in_a_game_but_those_that_need_a_crystal_card(facts: Catalogue) -> None:
    uses, played = shipped_text_uses(), power_coverage(facts)
    assert sorted(uses.texts) == sorted({*played.carried_out, *played.carried_out_in_part})
    assert uses.unused_texts() == ["Khind 32", "Terrah 31"]

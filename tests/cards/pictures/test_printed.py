"""Printed cards: every word readable on its paper, the picture of the right height, the back."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.cache import caches
from django.utils.translation import override
from PIL import Image, ImageChops, ImageStat

from cards.core.facts import Catalogue
from cards.games.cthulhu.csv_table import parse_card_table
from cards.pictures.painting import FACES_CACHE, SHEETS_CACHE, card_back_png, paint_card_faces
from cards.pictures.print_data import HIGH_ART, INK_COLOUR, PICTURE_HEIGHT, card_print_data, icon_svg
from common import typesetting
from tests.cards.pictures.test_art import contrast

ICONS = ("fire", "moon", "gang-red", "bluff-none", "bluff-fire", "protected", "people-vulca")


def test_all_words_stand_out_from_their_paper(facts: Catalogue) -> None:
    for card in {card.people: card for card in facts}.values():
        drawn = card_print_data(card)
        assert contrast(drawn["accent"], drawn["paper"]) >= 4.5, card.people
        assert contrast(INK_COLOUR, drawn["paper"]) >= 7


def test_a_card_shows_what_is_known_of_it_in_the_language_of_the_reader(facts: Catalogue) -> None:
    ship = next(card for card in facts if card.type == "ship" and card.summary)
    with override("de"):
        drawn = card_print_data(ship)
    assert "Schiff" in drawn["kind"] and drawn["limits"].startswith("trägt")
    assert drawn["moons"] == ship.moons and drawn["number"] == ship.number
    inferno = card_print_data(facts["Vulca 02"])
    assert [value["element"] for value in inferno["values"]] == ["fire", "earth"]


def test_a_card_without_a_power_has_a_higher_picture(facts: Catalogue) -> None:
    heights = {
        bool(card.summary): card_print_data(card)["art"] for card in list(facts)[:60] if card.type == "character"
    }
    assert heights == {True: PICTURE_HEIGHT, False: HIGH_ART}


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_is_a_drawing_of_its_own(name: str) -> None:
    drawing = ElementTree.fromstring(icon_svg(name))
    used = [element.attrib["href"][1:] for element in drawing.iter("{http://www.w3.org/2000/svg}use")]
    assert set(used) <= {element.attrib.get("id") for element in drawing.iter()}
    assert "currentColor" not in icon_svg(name)


def test_cards_of_both_games_and_the_back_are_painted_at_one_size(facts: Catalogue) -> None:
    table = (Path(__file__).parents[3] / "fixtures" / "cthulhu" / "cards.csv").read_text(encoding="utf-8")
    horror = parse_card_table(table).cards[0]
    drawn = [card_print_data(card) for card in (facts["Vulca 03"], horror)]
    pictures = [*paint_card_faces(drawn), Image.open(io.BytesIO(card_back_png()))]
    assert [picture.size for picture in pictures] == [(409, 572)] * 3
    assert len({picture.convert("L").resize((8, 8)).tobytes() for picture in pictures}) == 3
    assert paint_card_faces([]) == []


@pytest.fixture
def painter(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Record how many cards were painted each time."""
    asked: list[int] = []
    paint = typesetting.typeset_pngs

    def counted(template: str, data: Any, *, dots_per_inch: float) -> list[bytes]:
        asked.append(len(data["cards"]))
        return paint(template, data, dots_per_inch=dots_per_inch)

    monkeypatch.setattr(typesetting, "typeset_pngs", counted)
    for name in (FACES_CACHE, SHEETS_CACHE):
        caches[name].clear()
    return asked


def test_a_card_is_painted_once_as_long_as_it_shows_the_same(facts: Catalogue, painter: list[int]) -> None:
    flame, spark = (card_print_data(facts[code]) for code in ("Vulca 03", "Vulca 04"))
    first = paint_card_faces([flame])
    again = paint_card_faces([spark, flame])
    assert painter == [1, 1]
    assert ImageStat.Stat(ImageChops.difference(first[0], again[1]).convert("L")).mean[0] < 2
    paint_card_faces([flame | {"power": "Another power."}])
    assert painter == [1, 1, 1]


def test_a_disk_that_cannot_be_used_costs_time_and_no_picture(
    facts: Catalogue, painter: list[int], settings: LazySettings, tmp_path: Path
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    files = {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache", "LOCATION": blocked / "faces"}
    settings.CACHES = settings.CACHES | {FACES_CACHE: files}
    drawn = [card_print_data(facts["Vulca 03"])]
    assert [len(paint_card_faces(drawn)), len(paint_card_faces(drawn))] == [1, 1]
    assert painter == [1, 1]


def test_a_broken_file_is_painted_over(
    facts: Catalogue, painter: list[int], settings: LazySettings, tmp_path: Path
) -> None:
    files = {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache", "LOCATION": tmp_path}
    settings.CACHES = settings.CACHES | {FACES_CACHE: files}
    drawn = [card_print_data(facts["Vulca 03"])]
    paint_card_faces(drawn)
    [file] = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:200])
    paint_card_faces(drawn)
    paint_card_faces(drawn)
    assert painter == [1, 1]

"""Pictures of cards: always the same, small, different from each other, within their frame; and how they are served."""

from __future__ import annotations

import gzip
import io
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
import resvg_py
from django.test import Client
from PIL import Image
from pytest import MonkeyPatch

from cards.catalogue.queries import catalogue
from cards.core.art import scene as scene_module
from cards.core.art.other_lands import LAND_DRAWINGS
from cards.core.art.palettes import PALETTES, LandPalette
from cards.core.art.people_lands import LAND_VARIANTS, PEOPLE_LAND_DRAWINGS
from cards.core.art.scene import scene_svg
from cards.core.art.subject import PictureSubject, picture_subject_of
from cards.core.art.words import motif_for_name
from cards.core.facts import PEOPLES as NINE
from cards.core.facts import Catalogue, People
from cards.games import GAMES
from cards.pictures.addresses import inline_picture_svg, picture_sheet_url, picture_url
from cards.templatetags.cards import INLINE_PICTURES

MOST_BYTES = 1500
HASH_SIDE = 16
# Minimum number of the 768 bits of a picture’s hash that differ between any two cards of a people.
LEAST_DISTANCE = 80
# Half the size of a picture, with a margin: anything outside the frame is visible there.
WIDER = '<svg xmlns="http://www.w3.org/2000/svg" width="225" height="200" viewBox="-100 -300 450 400">'
TOKENS = Path("static/css/site.css").read_text()


def painted(svg: str) -> Image.Image:
    """Return the picture as a browser paints it."""
    return Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))))


def perceptual_hash(subject: PictureSubject) -> int:
    """Return a difference hash: for each of three colours, whether a spot is brighter than the one on its right."""
    small = painted(scene_svg(subject, width=85, height=95)).convert("RGB").resize((HASH_SIDE + 1, HASH_SIDE))
    bits = 0
    for band in small.split():
        points = band.tobytes()
        for y in range(HASH_SIDE):
            row = points[y * (HASH_SIDE + 1) : (y + 1) * (HASH_SIDE + 1)]
            for left, right in pairwise(row):
                bits = bits << 1 | (left > right)
    return bits


def luminance(colour: str) -> float:
    """Return relative luminance as WCAG 2.2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    low, high = sorted((luminance(colour), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_same_facts_give_the_same_picture(facts: Catalogue) -> None:
    for card in list(facts)[::17]:
        assert scene_svg(picture_subject_of(card)) == scene_svg(picture_subject_of(card))


def test_a_picture_changes_its_address_with_the_facts_it_shows(facts: Catalogue) -> None:
    subject = picture_subject_of(facts["Vulca 03"])
    assert subject.version == picture_subject_of(facts["Vulca 03"]).version
    others = {PictureSubject("Vulca 03", "vulca", "character", "flame", fire, 0, 2).version for fire in range(9)}
    assert len(others) == 9


@pytest.mark.parametrize("game", list(GAMES))
def test_every_picture_is_small_and_well_formed(game: str, db_catalogue: Catalogue) -> None:
    for card in catalogue(game):
        svg = scene_svg(GAMES[game].picture(card))
        assert len(gzip.compress(svg.encode(), 9)) <= MOST_BYTES, card.code
        ElementTree.fromstring(svg)
        assert "nan" not in svg and "--" not in svg


def test_every_land_has_at_least_four_variants(facts: Catalogue) -> None:
    assert LAND_VARIANTS >= 4
    assert set(PEOPLE_LAND_DRAWINGS) == {people.value.lower() for people in NINE}
    assert {people.value.lower() for people in People} <= set(LAND_DRAWINGS) <= set(PALETTES)


@pytest.mark.parametrize("people", [people.value for people in NINE])
def test_no_two_cards_of_a_people_look_alike(people: str, facts: Catalogue) -> None:
    hashes = {card.code: perceptual_hash(picture_subject_of(card)) for card in facts if card.people.value == people}
    near = {
        (card, other): (hashes[card] ^ hashes[other]).bit_count()
        for card, other in combinations(hashes, 2)
        if (hashes[card] ^ hashes[other]).bit_count() < LEAST_DISTANCE
    }
    assert not near


def actors(subject: PictureSubject) -> str:
    """Return the figures in a card’s picture, without sky and land; empty for an unseen card."""
    drawn: list[str] = []

    def noted(*arguments: Any) -> str:
        drawn.append(draw(*arguments))
        return drawn[-1]

    draw = scene_module._draw_figure_and_weather
    with MonkeyPatch.context() as patch:
        patch.setattr(scene_module, "_draw_figure_and_weather", noted)
        scene_svg(subject)
    return drawn[0]


def test_nobody_stands_outside_the_frame(facts: Catalogue) -> None:
    for card in facts:
        drawn = actors(picture_subject_of(card))
        mask = painted(f"{WIDER}{drawn}</svg>").getchannel("A").point(lambda alpha: 255 if alpha > 60 else 0)
        box = mask.getbbox()
        assert box is None or (box[0] >= 50 and box[2] <= 175), card.code


def test_a_land_is_lit_by_the_stronger_element() -> None:
    fire, earth = (
        painted(scene_svg(PictureSubject("x", "buka", "", "", *values), width=50, height=60))
        for values in ((8, 0), (0, 8))
    )
    red, green = (image.convert("RGB").resize((1, 1)).getpixel((0, 0)) for image in (fire, earth))
    assert isinstance(red, tuple) and isinstance(green, tuple)
    assert red[0] > green[0] and green[1] > red[1]


def test_moons_hang_in_the_sky_as_many_as_the_card_costs(facts: Catalogue) -> None:
    for card in facts:
        assert scene_svg(picture_subject_of(card)).count('href="#m"') == (card.moons or 0), card.code


@pytest.mark.parametrize(
    ("name", "motif"),
    [
        ("Crashing Thunder Storm", "bolts"),
        ("Swirling Snow Storm", "snow"),
        ("Young Bear", "bear"),
        ("Cast Cataclysm", "flames"),
        ("Charm Holy Dragon", "dragon"),
        ("Monduntergangs-Raupe", "caterpillar"),
        ("Bashdin", ""),
    ],
)
def test_the_words_of_a_name_become_a_detail(name: str, motif: str) -> None:
    assert motif_for_name(name) == motif


def test_a_card_nobody_has_seen_shows_its_land_without_a_figure(facts: Catalogue) -> None:
    assert picture_subject_of(facts["Tutu slot 1"]).figure == ""
    assert not actors(picture_subject_of(facts["Tutu slot 1"]))


def test_values_can_be_read_on_their_shields() -> None:
    shields = re.findall(r"--shield-(?!rim)\w+: (#[0-9a-f]{6})", TOKENS)
    assert len(shields) == 3
    assert all(contrast("#ffffff", shield) >= 4.5 for shield in shields)


@pytest.mark.parametrize("land", sorted(PALETTES))
def test_figures_stand_out_against_the_horizon_and_moons_against_the_sky(land: str) -> None:
    palette: LandPalette = PALETTES[land]
    assert contrast(palette.ground, palette.horizon) >= 4.5
    assert contrast("#fff6dc", palette.top) >= 4.5


def test_a_picture_is_kept_for_good_under_the_address_of_its_version(client: Client, db_catalogue: Catalogue) -> None:
    address = picture_url(db_catalogue["Vulca 03"])
    answer = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert answer["Content-Type"] == "image/svg+xml"
    assert "immutable" in answer["Cache-Control"]
    assert answer["Content-Encoding"] == "gzip"
    assert len(answer.content) <= MOST_BYTES + 120  # the middleware pads, so that lengths reveal nothing


def test_an_outdated_address_shows_the_present_picture_and_is_not_kept(client: Client, db_catalogue: Catalogue) -> None:
    answer = client.get("/cards/pictures/vulca-03.0123456789.svg")
    assert answer.content == scene_svg(picture_subject_of(db_catalogue["Vulca 03"])).encode()
    assert answer["Cache-Control"] == "no-cache"
    assert client.get("/cards/pictures/no-card.0123456789.svg").status_code == 404


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["page", "what a search puts in its place"])
def test_the_pictures_of_a_list_come_within_its_page(
    headers: dict[str, str], client: Client, db_catalogue: Catalogue
) -> None:
    page = client.get("/cards/", headers=headers).text
    assert page.count('<svg class="scene"') == INLINE_PICTURES and page.count('<img class="scene"') == 0
    named = re.findall(r'\bid="([^"]+)"', page)
    assert len(named) == len(set(named))
    used = set(re.findall(r'(?:fill="url\(|<use href=")#([^")]+)', page))
    assert len(used) > INLINE_PICTURES and used <= set(named)


def test_every_part_of_a_picture_within_a_page_has_a_name_of_its_card(db_catalogue: Catalogue) -> None:
    for card in db_catalogue:
        picture = inline_picture_svg(card)
        names = re.findall(r'(?:id="|url\(#|href="#)([^")]+)', picture)
        assert names and all(name.startswith(f"{card.slug}-") for name in names), card.code


def test_the_sheet_of_faces_is_painted_without_a_site() -> None:
    program = "from tests.picture_sheet import known_cards, sheet; print(*sheet(known_cards()[:2]).size)"
    bare = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=bare, check=False)
    assert done.stdout.split() == ["1986", "110"], done.stderr


@pytest.mark.django_db
def test_pictures_of_several_cards_come_on_one_sheet(client: Client, db_catalogue: Catalogue) -> None:
    cards = [db_catalogue["Vulca 01"], db_catalogue["Hoax 15"]]
    answer = client.get(picture_sheet_url(cards))
    assert answer["Content-Type"] == "image/svg+xml" and "immutable" in answer["Cache-Control"]
    assert '<svg id="vulca-01">' in answer.text and 'id="hoax-15-s"' in answer.text
    stale = client.get("/cards/pictures/sheet.0123456789.svg?of=vulca-01.no-such-card")
    assert stale["Cache-Control"] == "no-cache" and "no-such-card" not in stale.text

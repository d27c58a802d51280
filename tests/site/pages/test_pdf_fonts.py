"""Fonts of the PDFs: letters of all four languages, and of names in other scripts."""

from __future__ import annotations

import re
import unicodedata
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader
from reportlab.pdfbase import pdfmetrics

from common.errors import Invalid
from common.paper import fonts
from common.paper.tables import PdfTable, tables_as_pdf
from matches.core.names import clean_name

NAMES = {
    "Chinese": "王小明",
    "Japanese": "田中 さくら",
    "Korean": "김철수",
    "Thai": "ธนวัฒน์ กิตติ",
    "Hindi": "नमस्ते कृष्ण",
    "Arabic": "محمد علي",
    "Persian": "مریم رضایی\u200cنژاد",
    "Hebrew": "דוד כהן",
    "Emoji": "🐉 Anna 👍🏽",
    "Family": "👨\u200d👩\u200d👧 Ott",
    "Polish": "Łukasz Zieliński",
    "Vietnamese": "Nguyễn Văn Ánh",
    "Greek": "Γιάννης",
    "Georgian": "გიორგი",
}
_ACTUAL_TEXT = re.compile(r"/ActualText <FEFF([0-9a-f]*)>")


def drawn_letters(text: str, font: str = fonts.PLAIN) -> str:
    return "".join(run.text for run in fonts.text_runs(text, font))


@pytest.mark.parametrize("text", ["Ваш ход, ёж", "Größe, Übermut", "één ĳsje", "„Zug“ – «ход»", "● → −"])
def test_the_papers_have_the_letters_of_all_four_languages(text: str) -> None:
    for font in fonts.register_fonts():
        assert fonts.is_single_run(text, font)


def test_a_title_is_in_the_serif_of_the_pages_unless_that_lacks_a_letter() -> None:
    assert [fonts.title_font_for(text) for text in ("Größe", "Ёжик", "Ωmega")] == [fonts.TITLE, fonts.TITLE, fonts.BOLD]


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_of_every_script_is_drawn_and_found_in_the_paper(name: str) -> None:
    assert fonts.fonts_cover_text(name) and fonts.MISSING_LETTER not in drawn_letters(name)
    paper = tables_as_pdf(
        f"Cup {name}", [name], [PdfTable(("#", "Player"), [(1, name), (2, "Ben")], (40, 200), strong=(0,))]
    )
    page = PdfReader(BytesIO(paper)).pages[0]
    content = page.get_contents()
    assert content is not None
    marked = [
        bytes.fromhex(each).decode("utf-16-be") for each in _ACTUAL_TEXT.findall(content.get_data().decode("latin-1"))
    ]
    assert name in marked or name in page.extract_text()


def test_a_letter_that_no_font_has_is_a_box() -> None:
    assert not fonts.fonts_cover_text("Արամ") and drawn_letters("Արամ") == fonts.MISSING_LETTER * 4
    assert fonts.fonts_cover_text(fonts.MISSING_LETTER) and set(drawn_letters("শ্রী")) == {fonts.MISSING_LETTER}


@given(st.text(max_size=40) | st.text(st.sampled_from("শ্রীन\u200d🐉👍🏽ד5: aА王ع\u0301"), max_size=12))
def test_every_letter_of_an_accepted_name_is_drawn_or_the_name_is_known_to_lack_some(text: str) -> None:
    try:
        name = clean_name(text)
    except Invalid:
        return
    runs = fonts.text_runs(name, fonts.PLAIN)
    for run in runs:
        face = pdfmetrics.getFont(run.font).face  # type: ignore[attr-defined]
        assert all(ord(letter) in face.charToGlyph for letter in run.text)
    letters = "".join(run.text for run in runs)
    assert fonts.fonts_cover_text(name) == (letters.count(fonts.MISSING_LETTER) == name.count(fonts.MISSING_LETTER))
    seen = [each for each in name if unicodedata.category(each)[0] in "LN"]
    assert not fonts.fonts_cover_text(name) or sorted(seen) == sorted(
        each for each in letters if unicodedata.category(each)[0] in "LN"
    )


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("דוד 5 : 3 Ben", ["3", ":", "5", "דוד", "Ben"]),
        ("\u2068דוד\u2069 5 : 3 Ben", ["דוד", "5 : 3 Ben"]),
        ("Ben 5 : 3 דוד", ["Ben 5 : 3", "דוד"]),
        ("Cup (דוד)", ["Cup (", "דוד", ")"]),
        ("דוד 12", ["12", "דוד"]),
    ],
)
def test_runs_stand_in_the_order_of_reading(text: str, drawn: list[str]) -> None:
    assert [part for run in fonts.text_runs(text, fonts.PLAIN) if (part := run.text.strip())] == drawn


def test_letters_that_join_are_shaped() -> None:
    pytest.importorskip("uharfbuzz")
    (run,) = fonts.text_runs("नमस्ते", fonts.PLAIN)
    assert run.is_shaped and len(run.drawn(10)) < len(run.text)

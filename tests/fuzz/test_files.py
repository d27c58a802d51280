"""Generated files in each format: every reader either reads them or says what is wrong, and none takes the site
down."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from cards.core.catalogue_csv import parse_card_table
from cards.core.facts import Catalogue
from common.errors import DomainError
from decks.core.legality import judge_deck
from decks.core.text import DECK_TEXT_FORMATS, decode_text_file, format_deck, parse_deck_text, parse_picks
from decks.markdown import markdown_as_html
from matches.core.seasons.csv_import import preview_season

pytestmark = pytest.mark.once

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "40"))
SEED = int(os.environ.get("FUZZ_SEED", "7"))
usual = settings(max_examples=EXAMPLES, database=None, deadline=None, suppress_health_check=list(HealthCheck))

# Pieces of real files, so that generated files get past the first line.
PIECES = (
    *('<?xml version="1.0"?>', "<deck>", '<card qty="2" id="x">Vulca 03</card>', "</deck>", "<zone name='main'>"),
    *('<!DOCTYPE a [<!ENTITY b "c">]>', "&b;", '{"cards": [', '{"id": "Vulca 03", "count": 2}', "]}", "null", "1e999"),
    *("card,copies\n", '"Vulca 03",2\n', "Name: x\n", "Format: custom\n", "Leader: Terrah 00\n", "3x Vulca 03\n"),
    *("\r\n", "\x00", "\ufeff", "\ud800", "#", "\t", ",,,", '"', "٣", "-1", "99999999999999999999"),
    *("date,a,b,crystals_a,crystals_b\n", "2005-11-01,Roland,Elinor,5,3\n", "Roland 5 : 3 Elinor\n"),
)
texts = st.one_of(
    st.text(max_size=300), st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=12)), max_size=30).map("".join)
)
raws = st.one_of(st.binary(max_size=400), texts.map(lambda text: text.encode("utf-8", "surrogatepass")))


@pytest.mark.parametrize("format_", [None, *DECK_TEXT_FORMATS])
def test_a_deck_in_any_format_is_read_or_refused(format_: str | None, facts: Catalogue) -> None:
    @seed(SEED)
    @usual
    @given(raws)
    def attempt(raw: bytes) -> None:
        try:
            reading, _format = parse_deck_text(decode_text_file(raw).text, facts, format_=format_ or "")
        except DomainError:
            return
        judge_deck(reading.deck, facts)
        format_deck(reading.deck, facts)

    attempt()


def _seasons(text: str, facts: Catalogue) -> object:
    return preview_season(text, members=("Roland", "Elinor"), choices={}, known=(), today=date(2026, 1, 2))


def _cards(text: str, facts: Catalogue) -> object:
    return parse_card_table(text)


def _picks(text: str, facts: Catalogue) -> object:
    return parse_picks(text, facts)


@pytest.mark.parametrize("read", [_seasons, _cards, _picks])
def test_tables_of_seasons_cards_and_picks_are_read_or_refused(
    read: Callable[[str, Catalogue], object], facts: Catalogue
) -> None:
    @seed(SEED)
    @usual
    @given(texts)
    def attempt(text: str) -> None:
        try:
            read(text, facts)
        except DomainError:
            return

    attempt()


_MARKDOWN = st.lists(
    st.one_of(
        st.sampled_from(
            (
                *("[a](javascript:alert(1))", "![x](https://elsewhere/x.png)", "<script>alert(1)</script>", "`", "**"),
                *("<img src=x onerror=alert(1)>", "[x](data:text/html,hi)", "| a |\n|---|\n", "# ", "> ", "- ", "\n"),
                *("<a href='x' onclick='y'>", "&#106;avascript:", "[b]: javascript:alert(1)\n[b]", "<!--", "]]>", "\\"),
            )
        ),
        st.text(max_size=10),
    ),
    max_size=25,
).map("".join)


@seed(SEED)
@usual
@given(_MARKDOWN)
def test_notes_never_become_anything_that_runs(text: str) -> None:
    from html.parser import HTMLParser

    allowed = {"p", "br", "hr", "em", "strong", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a", "h3", "h4"}
    allowed |= {"h5", "h6", "table", "thead", "tbody", "tr", "th", "td"}

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert tag in allowed, tag
            for name, value in attrs:
                assert name in ("href", "title", "rel"), name
                assert name != "href" or not (value or "").strip().lower().startswith(("javascript", "data", "vb"))

    Reader().feed(str(markdown_as_html(text)))


PAGES = {"/decks/import/": "file", "/decks/check/": "text", "/cards/texts/": "file", "/cards/keeping/upload/": "file"}


@override_settings(LIMITS=dict.fromkeys(("anonymous", "member", "token"), "999999/min"))
@pytest.mark.parametrize("path", PAGES)
def test_no_page_that_takes_a_file_breaks(path: str, judge_client: Client, db_catalogue: Catalogue) -> None:
    @seed(SEED)
    @settings(usual, max_examples=max(10, EXAMPLES // 4))
    @given(raws)
    def attempt(raw: bytes) -> None:
        field = PAGES[path]
        sent = SimpleUploadedFile("deck.o8d", raw) if field == "file" else raw.decode("utf-8", "replace")
        answer = judge_client.post(path, {field: sent, "name": "made up"})
        assert answer.status_code < 500

    attempt()


def test_a_bomb_of_entities_is_not_read(facts: Catalogue) -> None:
    lines = ['<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha">']
    lines += [f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9)]
    reading, _format = parse_deck_text("\n".join([*lines, "]><deck>&j;</deck>"]), facts, format_="octgn")
    assert not reading.deck.entries
    assert any("document type" in problem.template for problem in reading.problems)


@pytest.mark.parametrize("path", ["/decks/import/", "/cards/texts/"])
def test_a_file_that_is_too_large_is_refused_before_it_is_read(path: str, judge_client: Client) -> None:
    answer = judge_client.post(path, {"file": SimpleUploadedFile("deck.txt", b"x" * 3_500_000), "name": "large"})
    assert answer.status_code == 413


def test_a_body_that_is_too_large_is_refused_in_the_shape_of_the_api(client: Client, db: None) -> None:
    body = '{"text": "' + "x" * 1_200_000 + '"}'
    answer = client.post("/api/v1/decks/check/", body, content_type="application/json")
    assert answer.status_code == 413
    assert set(answer.json()["error"]) == {"code", "message", "rule", "details"}

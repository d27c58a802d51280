"""Formats of decks: read back unchanged, tolerant of other programs, harmless with any input."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.core.facts import FAMILIES, CardType, Catalogue, People
from common.errors import Invalid
from common.text import tidy_name
from decks.core.legality import (
    GAME_RULES,
    Agreement,
    DeckList,
    Edition,
    Entry,
    FamilyRule,
    HouseRules,
    Play,
    judge_deck,
)
from decks.core.text import (
    DECK_TEXT_FORMATS,
    MAX_DECK_LINES,
    ParsedDeck,
    decode_text_file,
    detect_text_format,
    format_deck,
    parse_deck,
    parse_deck_text,
)
from decks.core.text.encodings import PICTURE_SENT_MESSAGE
from decks.core.text.formats import _FORMAT_SIGNS
from tests.decks.example_decks import deck, own, published
from tests.effort import examples

EXACT = [key for key in DECK_TEXT_FORMATS if key != "lcg"]
HOUSE = HouseRules("k3j9x2m4p5q6", "Twelve moons", moons=12)


def houses(word: str) -> HouseRules | None:
    return HOUSE if word in (HOUSE.key, HOUSE.name) else None


@st.composite
def decks(draw: st.DrawFn, facts: Catalogue) -> DeckList:
    codes = st.lists(st.sampled_from([card.code for card in facts]), unique=True, max_size=12)
    beside = {kind: [card.code for card in facts if card.type is kind] for kind in CardType}
    house = draw(st.sampled_from([None, HOUSE]))
    return DeckList(
        entries=tuple(Entry(code, draw(st.integers(1, 4))) for code in draw(codes)),
        name=tidy_name(draw(st.text(max_size=130))),
        format=house.base if house else draw(st.sampled_from(GAME_RULES["bluemoon"].formats)),
        edition=draw(st.sampled_from(Edition)),
        leaders=tuple(draw(st.lists(st.sampled_from(beside[CardType.LEADER]), max_size=2))),
        inquisitors=tuple(draw(st.lists(st.sampled_from(beside[CardType.INQUISITOR]), max_size=2))),
        families=tuple(draw(st.lists(st.sampled_from(FAMILIES), max_size=2))),
        family_rule=draw(st.sampled_from(FamilyRule)),
        match=draw(st.booleans()),
        agreed=draw(st.none() | st.frozensets(st.sampled_from(Agreement))),
        house=house,
        list_version=draw(st.sampled_from(["", "4.2"])),
        play=draw(st.sampled_from(Play)),
    )


@pytest.mark.parametrize("key", EXACT)
@settings(max_examples=examples(15))
@given(data=st.data())
def test_what_is_printed_reads_back_the_same(facts: Catalogue, key: str, data: st.DataObject) -> None:
    written = data.draw(decks(facts))
    text = DECK_TEXT_FORMATS[key].print(written, facts)
    reading, text_format = parse_deck_text(text, facts, houses=houses)
    assert reading.problems == ()
    assert reading.deck == written
    assert text_format.key == key


@settings(max_examples=examples(15))
@given(data=st.data())
def test_text_by_type_reads_back_with_its_cards_in_another_order(facts: Catalogue, data: st.DataObject) -> None:
    written = data.draw(decks(facts))
    reading, _ = parse_deck_text(DECK_TEXT_FORMATS["lcg"].print(written, facts), facts, houses=houses)
    assert reading.problems == ()
    assert Counter(reading.deck.entries) == Counter(written.entries)
    assert DECK_TEXT_FORMATS["lcg"].print(reading.deck, facts) == DECK_TEXT_FORMATS["lcg"].print(written, facts)


@settings(max_examples=examples(15))
@given(text=st.text(max_size=300))
def test_no_text_whatever_breaks_a_reader(facts: Catalogue, text: str) -> None:
    for key in DECK_TEXT_FORMATS:
        parse_deck_text(text, facts, format_=key)


@given(raw=st.binary(max_size=300))
def test_no_file_whatever_breaks_the_decoder(raw: bytes) -> None:
    try:
        decode_text_file(raw)
    except Invalid as error:
        assert error.template == PICTURE_SENT_MESSAGE or error.details[0].line


def read(text: str, facts: Catalogue) -> ParsedDeck:
    return parse_deck_text(text, facts)[0]


@pytest.mark.parametrize(
    "text",
    [
        "Character: (1)\n2x Sear (Vulca deck)\n\nDeck created with Somebody",
        "code,quantity\nVulca 10,2\n",
        "Name;Anzahl\nSear;2\n",
        "Stück;Karte;Volk\n2;Sear;Vulca\n",
        "Кол-во;Карта\n2;Sear\n",
        "2;Sear\n",
        "Sear;2\n",
        "qty\tcard\n2\tSear\n",
        '{"cards": [{"name": "sear", "quantity": 2}]}',
        '{"slots": {"Vulca 10": 2}}',
        '["Sear", "Vulca 10"]',
        '<deck game="x"><section name="Any"><card qty="2" id="zzz">Sear</card></section></deck>',
        '<cockatrice_deck version="1"><zone name="main"><card number="2" name="Sear"/></zone>'
        '<zone name="side"><card number="9" name="Terrah 05"/></zone></cockatrice_deck>',
        '{"ObjectStates": [{"ContainedObjects": [{"Nickname": "Sear"}, {"Nickname": "SEAR"}]}]}',
    ],
)
def test_what_other_sites_write_is_read(facts: Catalogue, text: str) -> None:
    reading = read(text, facts)
    assert reading.problems == ()
    assert sum(entry.copies for entry in reading.deck.entries if entry.code == "Vulca 10") == 2
    assert {entry.code for entry in reading.deck.entries} == {"Vulca 10"}


def test_a_truncated_octgn_file_keeps_what_was_whole_and_names_its_line(facts: Catalogue) -> None:
    written = deck(People.TERRAH, published(facts, People.TERRAH))
    text = DECK_TEXT_FORMATS["octgn"].print(written, facts)
    reading = read(text[: len(text) // 2], facts)
    assert 5 < len(reading.deck.entries) < 30
    (problem,) = reading.problems
    assert problem.line == text[: len(text) // 2].count("\n") + 1
    assert "damaged or incomplete" in problem.message


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><deck><section><card qty="1">&b;</card></section></deck>',
        '<!DOCTYPE d SYSTEM "file:///etc/passwd"><deck/>',
        "<a>" * 100 + "</a>" * 100,
    ],
)
def test_xml_is_read_without_document_types_and_without_depth(facts: Catalogue, text: str) -> None:
    reading = read(text, facts)
    assert reading.deck.entries == ()
    assert (
        "The file has a document type declaration or is nested too deeply. Neither can be "
        "read." in reading.problems[0].message
    )


def test_the_lines_that_were_not_understood_have_their_numbers_in_every_format(facts: Catalogue) -> None:
    xml = '<deck>\n<section name="Main">\n<card qty="-2" id="x">Sear</card>\n<card qty="1" id="y">Nobody</card>\n'
    assert [problem.line for problem in read(f"{xml}</section></deck>", facts).problems] == [3, 4]
    table = "code,copies\nVulca 10,-1\nNobody,1\n"
    assert [problem.line for problem in read(table, facts).problems] == [2, 3]
    said = '{\n"cards": [\n{"card": "Sear", "copies": -1},\n{"card": "Nobody"}\n]}'
    assert [problem.line for problem in read(said, facts).problems] == [3, 4]


def test_damaged_json_is_told_with_its_line(facts: Catalogue) -> None:
    (problem,) = read('{\n"cards": [', facts).problems
    assert problem.line == 2
    deep = read("[" * 5000, facts).problems
    assert len(deep) == 1
    (number,) = read("[" + "9" * 5_000 + "]", facts).problems
    assert "The file is nested too deeply or contains a number that’s too long." in number.message


@pytest.mark.parametrize("text", ["Terrah 05\n" * 5000, "code\n" + "Terrah 05\n" * 5000, json.dumps(["Sear"] * 5000)])
def test_five_thousand_lines_are_refused(facts: Catalogue, text: str) -> None:
    with pytest.raises(Invalid, match=str(MAX_DECK_LINES)):
        parse_deck_text(text, facts)


def test_a_card_under_two_names_is_one_card_twice(facts: Catalogue) -> None:
    lines = [*own(facts, People.VULCA, 28), "Scorch the Inflammable", "Sengar der Glutvolle"]
    reading = read("Leader: Vulca\n" + "\n".join(code for code in lines if code != "Vulca 03"), facts)
    findings = [finding for finding in judge_deck(reading.deck, facts).findings if finding.code == "DECK-08"]
    assert findings[0].cards == ("Vulca 03",)


def test_a_table_does_not_carry_formulas_into_a_spreadsheet(facts: Catalogue) -> None:
    text = DECK_TEXT_FORMATS["csv"].print(DeckList(name='=HYPERLINK("x")'), facts)
    assert "'=HYPERLINK" in text


@pytest.mark.parametrize(
    ("raw", "encoding", "guessed"),
    [
        ("Lavar der Mächtige".encode(), "UTF-8", False),
        ("Lavar der Mächtige".encode("utf-8-sig"), "UTF-8", False),
        ("Lavar der Mächtige".encode("utf-16"), "UTF-16", False),
        ("Lavar der Mächtige".encode("utf-16-le"), "UTF-16", True),
        ("Lavar der Mächtige".encode("utf-16-be"), "UTF-16", True),
        ("Lavar der Mächtige".encode("latin-1"), "Latin-1", True),
    ],
)
def test_encodings_are_told_apart(facts: Catalogue, raw: bytes, encoding: str, guessed: bool) -> None:
    decoded = decode_text_file(raw)
    assert (decoded.text, decoded.encoding, decoded.guessed) == ("Lavar der Mächtige", encoding, guessed)
    assert bool(decoded.template) is guessed
    assert parse_deck(decoded.text, facts).deck.entries == (Entry("Vulca 04"),)


LATIN = [
    "ä", "Größe", "Äther", "Müde Krieger", "Wächter\r\n3 Ölfeuer", "Café Ménage", "Façade", "Ångström", "Señor",
    "“quoted” – dash", "Leader: Terrah 00\r\nTerrah 05\r\nLavar der Mächtige\r\n", "é", "naïef, coördinatie",
]  # fmt: skip
RUSSIAN = [
    "Персонаж", "Вулка 03", "Люди огня", "ёж", "ЛИДЕР", "Колода Романа\n3 Персонаж\n2 Усиление",
    "Name: Моя колода\nTerrah 05\nTerrah 06\n", "Мост\r\nСтраж\r\n",
]  # fmt: skip


@pytest.mark.parametrize("text", LATIN)
def test_german_and_french_words_are_latin_however_short(text: str) -> None:
    assert (decode_text_file(text.encode("cp1252")).text, decode_text_file(text.encode("cp1252")).encoding) == (
        text,
        "Latin-1",
    )


@pytest.mark.parametrize("text", RUSSIAN)
def test_russian_words_are_read_in_whichever_of_their_encodings(text: str) -> None:
    for codec, name in (("cp1251", "Windows-1251"), ("koi8-r", "KOI8-R")):
        decoded = decode_text_file(text.encode(codec))
        assert (decoded.text, decoded.encoding, decoded.guessed) == (text, name, True)
    for codec in ("utf-8", "utf-16", "utf-16-le", "utf-16-be"):
        assert decode_text_file(text.encode(codec)).text == text


@pytest.mark.parametrize("raw", [b"\xff\xd8\xff\xe0", b"GIF89a", b"RIFF\0\0\0\0WEBPVP8", b"\0\0\0\x18ftypheic"])
def test_a_picture_is_refused_as_a_picture_without_a_line(raw: bytes) -> None:
    with pytest.raises(Invalid, match="a picture, not a list") as refused:
        decode_text_file(raw)
    assert not refused.value.details


def test_a_file_that_is_no_text_is_refused_with_its_line() -> None:
    with pytest.raises(Invalid) as refused:
        decode_text_file(b"Sear\n\x89PNG\x1a\x00\x01")
    assert refused.value.details[0].line == 2


def test_a_declared_format_is_found_by_key_and_by_name(facts: Catalogue) -> None:
    for word in (HOUSE.key, HOUSE.name):
        assert parse_deck(f"Format: {word}", facts, houses=houses).deck.house == HOUSE
    assert "Use one of" in parse_deck("Format: nothing", facts, houses=houses).problems[0].message
    assert format_deck(DeckList(house=HOUSE), facts).startswith("Format: k3j9x2m4p5q6\n")


def test_formats_are_recognised(facts: Catalogue) -> None:
    written = deck(People.FLIT, published(facts, People.FLIT))
    assert {
        key: detect_text_format(text_format.print(written, facts)) for key, text_format in DECK_TEXT_FORMATS.items()
    } == {
        **{key: key for key in DECK_TEXT_FORMATS},
        "lcg": "text",
    }


@pytest.mark.parametrize(
    ("first", "kind", "column"),
    [
        ("<3 my first deck", "XML", 2),
        ("<Terrah>", "XML", None),
        ("{the good one}", "JSON", 2),
    ],
)
def test_a_list_that_only_begins_like_a_file_is_read_line_by_line(
    facts: Catalogue, first: str, kind: str, column: int | None
) -> None:
    reading, text_format = parse_deck_text(f"{first}\nLeader: Terrah 00\nTerrah 05\nNobody\n", facts)
    assert text_format.key == "text"
    assert [entry.code for entry in reading.deck.entries] == ["Terrah 05"]
    lost = [(1, first), (4, "Nobody")]
    assert [(problem.line, problem.text) for problem in reading.problems] + list(reading.headings[:-1]) in (
        lost,
        lost[::-1],
    )
    assert reading.notice is not None
    assert f"looks like {kind} but isn’t valid" in reading.notice.message
    if column:
        assert f"line 1, column {column}" in reading.notice.message
        assert (reading.notice.as_error_detail().line, reading.notice.as_error_detail().column) == (1, column)


def test_every_kind_of_file_that_is_no_table_has_a_sign() -> None:
    kinds = {text_format.mime for text_format in DECK_TEXT_FORMATS.values() if text_format.rows}
    assert kinds - {"text/csv"} == _FORMAT_SIGNS.keys()


def test_a_damaged_file_of_another_program_says_where_it_breaks(facts: Catalogue) -> None:
    xml = '<deck>\n<section name="Main">\n<card qty="1">Sear</card>\n<card qty="1">Terrah 05</crad>\n'
    reading, text_format = parse_deck_text(xml, facts)
    assert (text_format.key, reading.deck.codes, reading.notice) == ("octgn", ("Vulca 10",), None)
    assert "line 4, column 26" in reading.problems[0].message
    reading, text_format = parse_deck_text('<deck>\n<section name="Main">\n<card qty="1" na', facts)
    assert (text_format.key, reading.deck.codes, reading.problems[0].line) == ("octgn", (), 3)
    reading, text_format = parse_deck_text('{"cards": ["Sear", "Terrah 05"', facts)
    assert (text_format.key, reading.problems[0].column) == ("json", 31)


def test_a_file_in_another_encoding_names_its_line_and_what_would_be_right() -> None:
    decoded = decode_text_file("Leader: Terrah 00\r\nTerrah 05\r\nLavar der Mächtige\r\n".encode("latin-1"))
    assert (decoded.line, decoded.column) == (3, 12)
    assert decoded.params["shown"] == "Lavar der Mächtige"
    assert "”. Check that accented letters look right, or save it as UTF-8 to be sure." in decoded.template


def test_a_leader_among_the_cards_stands_below_its_counted_heading(facts: Catalogue) -> None:
    deck = DeckList(entries=(Entry("Vulca 00", 1), Entry("Vulca 10", 1)), leaders=("Terrah 00",))
    back, _format = parse_deck_text(DECK_TEXT_FORMATS["lcg"].print(deck, facts), facts)
    assert (back.problems, back.deck.leaders) == ((), ("Terrah 00",))
    assert {entry.code for entry in back.deck.entries} == {"Vulca 00", "Vulca 10"}

"""Decks as text: tolerant of form, every unreadable line named, and round trips."""

from __future__ import annotations

from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.core.facts import FAMILIES, MAX_SUGGESTED_NAMES, CardType, Catalogue
from common.errors import Invalid
from common.text import fold, nearest_folded_names, tidy_name
from decks.core.legality import GAME_RULES, Agreement, DeckList, Edition, Entry, FamilyRule, Format
from decks.core.text import (
    MAX_DECK_BYTES,
    MAX_DECK_LINES,
    BadLine,
    format_deck,
    format_picks_as_text,
    parse_deck,
    parse_picks,
)

EXAMPLE = """Name: A first Terrah
Format: custom              # preconstructed | custom | emissary | draft
Edition: legends            # legends | first
Leader: Terrah 00           # a code or a name, everywhere
Inquisitor: Inq 411         # optional
Terrah 05
1x Drowning Rain Storm
# a comment
"""


def only_problem(text: str, facts: Catalogue) -> BadLine:
    (problem,) = parse_deck(text, facts).problems
    return problem


def test_the_example_of_the_command_is_read(facts: Catalogue) -> None:
    reading = parse_deck(EXAMPLE, facts)
    assert reading.problems == ()
    assert reading.deck == DeckList(
        name="A first Terrah",
        leaders=("Terrah 00",),
        inquisitors=("Inq 411",),
        entries=(Entry("Terrah 05"), Entry("Terrah 24")),
    )
    assert [(line.line, line.code) for line in reading.lines] == [(6, "Terrah 05"), (7, "Terrah 24")]


@pytest.mark.parametrize(
    "line",
    [
        "Vulca 03",
        "vulca 3",
        "1x Vulca 03",
        "1 x Vulca 03",
        "1X Scorch the Inflammable",
        "1 Scorch the Inflammable",
        "1× scorch the inflammable",
        "Scorch the Inflammable x1",
        "Vulca 03 Scorch the Inflammable",
        "1x Vulca 03 Scorch the Inflammable",
        "Vulca 03: Scorch the Inflammable".replace(":", " –"),
        "Scorch the Inflammable (Vulca 03)",
        "“Scorch the Inflammable”",
        "  Scorch   the\tInflammable  # the hot one",
        "Scorch the Inflammable\u00a0",
        "VULCA 03",
    ],
)
def test_a_card_is_known_in_any_form(facts: Catalogue, line: str) -> None:
    reading = parse_deck(line, facts)
    assert reading.problems == ()
    assert reading.deck.entries == (Entry("Vulca 03"),)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Old Goo Laa’s Ghost", "Buka 23"),
        ("Old Goo Laa's Ghost", "Buka 23"),
        ("Rasmus-Pan", "Mutant 107"),
        ("Lavar der Mächtige", "Vulca 04"),
        ("Hyla slot 1", "Hyla slot 1"),
        ("Inquisitor 411", "Inq 411"),
    ],
)
def test_curly_quotes_accents_old_and_german_names_are_known(facts: Catalogue, line: str, code: str) -> None:
    assert parse_deck(line, facts).deck.entries == (Entry(code),)


def test_headers_are_read_in_any_case_and_place(facts: Catalogue) -> None:
    text = "2x Terrah 05\nLEADER: tecton earthquaker\nformat : Emissary\nedition: FIRST\nmatch: Yes\nfamily: B\n"
    deck = parse_deck(text, facts).deck
    assert deck.leaders == ("Terrah 00",)
    assert (deck.format, deck.edition, deck.match, deck.families) == (Format.EMISSARY, Edition.FIRST, True, ("b",))
    assert deck.entries == (Entry("Terrah 05", 2),)


def test_a_people_names_its_leader(facts: Catalogue) -> None:
    assert parse_deck("Leader: terrah", facts).deck.leaders == ("Terrah 00",)


def test_two_leaders_are_for_the_rule_to_refuse(facts: Catalogue) -> None:
    reading = parse_deck("Leader: Vulca 00\nLeader: Hoax 00", facts)
    assert reading.deck.leaders == ("Vulca 00", "Hoax 00")
    assert reading.problems == ()


@pytest.mark.parametrize("break_", ["\n", "\r\n", "\r"])
def test_byte_order_mark_and_line_ends_do_not_matter(facts: Catalogue, break_: str) -> None:
    reading = parse_deck("\ufeff" + EXAMPLE.replace("\n", break_), facts)
    assert reading == parse_deck(EXAMPLE, facts)


def test_an_empty_text_is_an_empty_deck(facts: Catalogue) -> None:
    assert parse_deck(" \n\n# nothing\n", facts).deck == DeckList()


def test_a_name_keeps_its_hash(facts: Catalogue) -> None:
    assert parse_deck("Name: Deck # 1: the best ", facts).deck.name == "Deck # 1: the best"


def test_an_unknown_name_has_its_line_and_the_nearest_names(facts: Catalogue) -> None:
    problem = only_problem("Leader: Terrah 00\n\nFlash the Incendary\nTerrah 05", facts)
    assert (problem.line, problem.text) == (3, "Flash the Incendary")
    assert problem.suggestions[0] == "Flash the Incendiary"
    assert "Did you mean Flash the Incendiary" in problem.message


def test_what_was_understood_stays_beside_what_was_not(facts: Catalogue) -> None:
    reading = parse_deck("Terrah 05\nNobody at all\nTerrah 06\nFormat: standard", facts)
    assert reading.deck.codes == ("Terrah 05", "Terrah 06")
    assert [problem.line for problem in reading.problems] == [2, 4]


def test_code_and_name_must_agree(facts: Catalogue) -> None:
    problem = only_problem("Vulca 03 Flash the Incendiary", facts)
    assert problem.message == "Vulca 03 is Scorch the Inflammable, not “flash the incendiary”."
    assert problem.suggestions == ("Vulca 03", "Vulca 02")


@pytest.mark.parametrize("quantity", ["-1x", "-3", "−2 x", "0x", "1.5x", "100x"])
def test_an_impossible_quantity_is_refused_with_its_line(facts: Catalogue, quantity: str) -> None:
    reading = parse_deck(f"Terrah 05\n{quantity} Terrah 06", facts)
    assert [problem.line for problem in reading.problems] == [2]
    assert quantity.rstrip(" x") in reading.problems[0].message
    assert reading.deck.codes == ("Terrah 05",)


@pytest.mark.parametrize(
    ("line", "suggestion"),
    [
        ("Format: custum", "custom"),
        ("Edition: legend", "legends"),
        ("Leadr: Terrah 00", "Leader:"),
        ("Match: perhaps", None),
        ("Family: q", None),
        ("Game: chess", None),
        ("Agreed: everything", None),
        ("Family rule: extended", "extend"),
    ],
)
def test_a_wrong_header_says_what_may_stand_there(facts: Catalogue, line: str, suggestion: str | None) -> None:
    problem = only_problem(line, facts)
    assert "one of" in problem.message or "they are" in problem.message
    if suggestion:
        assert suggestion in problem.suggestions


def test_a_header_stands_once(facts: Catalogue) -> None:
    assert only_problem("Format: draft\nFormat: custom", facts).line == 2


def test_a_text_of_too_many_lines_is_refused(facts: Catalogue) -> None:
    with pytest.raises(Invalid, match="at most 1000 are read") as caught:
        parse_deck("Terrah 05\n" * (MAX_DECK_LINES + 1), facts)
    assert caught.value.details[0].line == MAX_DECK_LINES + 1


def test_a_text_of_too_many_bytes_is_refused(facts: Catalogue) -> None:
    with pytest.raises(Invalid, match="200000 bytes"):
        parse_deck("é" * (MAX_DECK_BYTES // 2 + 1), facts)


def test_a_long_line_is_a_problem_of_its_own(facts: Catalogue) -> None:
    problem = only_problem("Terrah 05\n" + "x" * 5_000, facts)
    assert (problem.line, problem.message) == (2, "The line is longer than 300 characters.")


def test_a_list_of_picks_is_a_pool(facts: Catalogue) -> None:
    codes, problems = parse_picks("# round 1\nVulca 03\n2x Sear\nNobody here\nLeader: Terrah\nVulca 00\n", facts)
    assert codes == ("Vulca 03", "Vulca 10", "Vulca 10")
    assert [problem.line for problem in problems] == [4, 5, 6]
    assert parse_picks(format_picks_as_text(codes, facts), facts) == (codes, ())


def test_printing_says_only_what_is_not_the_rule(facts: Catalogue) -> None:
    deck = DeckList(name="Small", leaders=("Terrah 00",), entries=(Entry("Vulca 10"),))
    assert format_deck(deck, facts) == (
        "Name: Small\nFormat: custom\nEdition: legends\nLeader: Terrah 00 Tecton Earthquaker\n\n1x Vulca 10 Sear\n"
    )


def decks(facts: Catalogue) -> st.SearchStrategy[DeckList]:
    """Generate any deck that can be written down."""
    every = st.sampled_from([card.code for card in facts])
    outside = st.sampled_from([card.code for card in facts if card.type is not CardType.UNKNOWN])
    return st.builds(
        DeckList,
        entries=st.lists(st.builds(Entry, every, st.integers(1, 99)), max_size=12).map(tuple),
        name=st.text(max_size=40).map(tidy_name),
        format=st.sampled_from(GAME_RULES["bluemoon"].formats),
        edition=st.sampled_from(Edition),
        leaders=st.lists(outside, max_size=2).map(tuple),
        inquisitors=st.lists(outside, max_size=2).map(tuple),
        emissaries=st.lists(outside, max_size=1).map(tuple),
        families=st.lists(st.sampled_from(FAMILIES), max_size=2).map(tuple),
        family_rule=st.sampled_from(FamilyRule),
        match=st.booleans(),
        agreed=st.none() | st.frozensets(st.sampled_from(Agreement)),
    )


@given(data=st.data())
def test_what_is_printed_reads_back_the_same(facts: Catalogue, data: st.DataObject) -> None:
    deck = data.draw(decks(facts))
    reading = parse_deck(format_deck(deck, facts, pool_file="picks.txt"), facts)
    assert reading.problems == ()
    assert reading.deck == deck
    assert reading.pool_file == "picks.txt"


@given(text=st.text())
def test_no_text_breaks_the_parser(facts: Catalogue, text: str) -> None:
    reading = parse_deck(text, facts)
    assert all(problem.message for problem in reading.problems)


@given(data=st.data())
def test_every_name_of_a_card_finds_it(facts: Catalogue, data: st.DataObject) -> None:
    card = data.draw(st.sampled_from(facts.cards))
    for form in card.names:
        if len(facts.lookup(form)) == 1:
            assert parse_deck(f"2x {form}", facts).deck.entries == (Entry(card.code, 2),)


def test_to_suggest_a_card_folds_none_of_the_names_again(facts: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("common.text.fold", folded := Mock(wraps=fold))
    assert facts.suggest_names("Flash the Incendary")[0] == "Flash the Incendiary"
    folded.assert_called_once_with("Flash the Incendary")


def test_only_the_first_lines_that_name_no_card_are_compared_with_every_name(
    facts: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Mock(wraps=nearest_folded_names)
    monkeypatch.setattr("cards.core.facts.nearest_folded_names", asked)
    lines = [f"1x Flash the Incendary {n}" for n in range(600)]
    problems = parse_deck("\n".join(lines), facts).problems
    assert len(problems) == 600 and "Flash the Incendiary" in problems[0].suggestions
    assert problems[MAX_SUGGESTED_NAMES - 1].suggestions and not problems[MAX_SUGGESTED_NAMES].suggestions
    assert problems[599].message == "No card is called “Flash the Incendary 599”."
    assert asked.call_count == MAX_SUGGESTED_NAMES
    _codes, problems = parse_picks("\n".join(lines), facts)
    assert len(problems) == 600 and asked.call_count == 2 * MAX_SUGGESTED_NAMES

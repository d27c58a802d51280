"""The verdict: findings, sums and sentences at every limit."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.core.facts import PEOPLES, Catalogue, People
from decks.core.legality import (
    GAME_RULES,
    Agreement,
    DeckList,
    Edition,
    Entry,
    FamilyRule,
    Finding,
    Format,
    HouseRules,
    Report,
    judge_deck,
)
from drafts.core.engine.setup import Setup, pool_codes_of
from tests.decks.example_decks import SET_OF_SEVEN, completed, deck, foreign, own, published, sample_step_2, with_extras

V, H, M, F, K, T, P, A, B = PEOPLES
FOREIGN_MOONS = {V: 5, H: 6, M: 4, F: 5, K: 7, T: 6, P: 7, A: 4, B: 0}


def of(report: Report, code: str) -> list[Finding]:
    return [finding for finding in report.findings if finding.code == code]


@pytest.mark.parametrize("people", PEOPLES)
def test_every_published_deck_is_legal_as_published(facts: Catalogue, people: People) -> None:
    report = judge_deck(deck(people, published(facts, people), format=Format.PRECONSTRUCTED), facts)
    assert report.status == "legal"
    assert (report.have, report.required, report.moons_allowed) == (30, 30, None)


@pytest.mark.parametrize("people", PEOPLES)
def test_every_published_deck_is_a_legal_custom_deck_with_the_moons_of_the_data(
    facts: Catalogue, people: People
) -> None:
    report = judge_deck(deck(people, published(facts, people)), facts)
    assert (report.status, report.moons_have, report.moons_allowed) == ("legal", FOREIGN_MOONS[people], 10)


def test_the_report_has_the_shape_of_the_command(facts: Catalogue) -> None:
    codes = [*(code for code in sample_step_2(facts) if code != "Terrah 06"), "Pillar 17"]
    answer = judge_deck(deck(T, codes), facts).as_dict()
    assert list(answer) == ["status", "size", "moons", "findings", "list"]
    assert answer["list"] is None
    assert answer["status"] == "illegal"
    assert answer["size"] == {"have": 30, "required": 30}
    assert answer["moons"] == {
        "have": 12,
        "allowed": 10,
        "rows": [
            {"card": "Vulca 02", "moons": 2},
            {"card": "Flit 13", "moons": 2},
            {"card": "Mutant 107", "moons": 0},
            {"card": "Vulca 03", "moons": 2},
            {"card": "Flit 15", "moons": 2},
            {"card": "Flit 16", "moons": 2},
            {"card": "Pillar 17", "moons": 2},
        ],
    }
    findings = answer["findings"]
    assert isinstance(findings, list)
    assert findings[0] == {
        "code": "DECK-03",
        "severity": "error",
        "message": "Two moons over the limit: cards from outside Terrah cost 12 moons, and 10 are allowed.",
        "cards": ["Vulca 02", "Flit 13", "Vulca 03", "Flit 15", "Flit 16", "Pillar 17"],
        "have": 12,
        "allowed": 10,
        "link": "docs/rules.md#deck-03",
    }


def test_cards_of_the_own_box_get_their_own_sentence(facts: Catalogue) -> None:
    (finding,) = of(judge_deck(deck(T, published(facts, T)), facts), "DECK-04")
    assert finding.severity == "info"
    assert finding.cards == ("Vulca 02", "Flit 13", "Pillar 17")
    assert finding.message == (
        "The Terrah deck comes with cards of other peoples. Their moons count, too (6): "
        "Vulca 02 Flash the Incendiary, Flit 13 Mad Mike Magpie, Pillar 17 Caterpillar Eartheroder."
    )


@pytest.mark.parametrize(
    ("count", "message"),
    [
        (28, "Two cards too few: the deck has 28 and must have 30."),
        (29, "One card too few: the deck has 29 and must have 30."),
        (31, "One card too many: the deck has 31 and must have 30."),
        (32, "Two cards too many: the deck has 32 and must have 30."),
    ],
)
def test_the_size_is_said_in_numbers_that_agree(facts: Catalogue, count: int, message: str) -> None:
    assert [finding.message for finding in judge_deck(deck(V, own(facts, V, count)), facts).findings] == [message]


def test_more_than_two_are_said_in_figures(facts: Catalogue) -> None:
    report = judge_deck(deck(V, own(facts, V, 20) + foreign(facts, V, 2, 2, 2, 2, 3, 3, 3)), facts)
    assert of(report, "DECK-02")[0].message == "3 cards too few: the deck has 27 and must have 30."
    assert of(report, "DECK-03")[0].message.startswith("7 moons over the limit: ")
    report = judge_deck(deck(V, own(facts, V, 25) + foreign(facts, V, 2, 2, 2, 2, 3)), facts)
    assert of(report, "DECK-03")[0].message.startswith("One moon over the limit: cards from outside")


def test_every_fault_is_found_at_once(facts: Catalogue) -> None:
    codes = [*own(facts, V, 20), "Vulca 01", "Hoax 00", "Crystal slot 1", *foreign(facts, V, 4, 4, 4)]
    report = judge_deck(deck(V, codes, inquisitors=("Inq 411", "Inq 412"), families=("b",)), facts)
    broken = [finding.code for finding in report.findings_of_severity("error")]
    assert {"DECK-02", "DECK-03", "DECK-08", "DECK-09", "DECK-11", "DECK-12"} <= set(broken)
    assert broken == sorted(broken)


def test_an_empty_list_is_illegal_and_says_what_is_missing(facts: Catalogue) -> None:
    report = judge_deck(DeckList(), facts)
    assert report.status == "illegal"
    assert [finding.code for finding in report.findings] == ["DECK-01", "DECK-02"]
    assert (report.moons_have, report.rows) == (None, ())


@pytest.mark.parametrize("code", ["Terrah 05", "Inq 411"])
def test_only_a_leader_leads(facts: Catalogue, code: str) -> None:
    report = judge_deck(deck(None, own(facts, T, 30), leaders=(code,)), facts)
    assert "isn’t the leader of a people." in of(report, "DECK-01")[0].message
    assert report.status == "illegal"


def test_a_foreign_card_of_unknown_moons_leaves_the_verdict_open(facts: Catalogue) -> None:
    report = judge_deck(deck(V, [*own(facts, V, 29), "Infl 607"]), facts)
    assert report.status == "unknown"
    assert of(report, "DECK-03")[0].cards == ("Infl 607",)
    assert report.rows[-1].moons is None
    over = judge_deck(deck(V, [*own(facts, V, 26), "Infl 607", *foreign(facts, V, 4, 4, 4)]), facts)
    assert over.status == "illegal"


def test_moons_nobody_knows_do_not_matter_where_moons_do_not_count(facts: Catalogue) -> None:
    codes = [*own(facts, V, 29), "Infl 607"]
    report = judge_deck(deck(None, codes, format=Format.DRAFT, pool=tuple(codes)), facts)
    assert report.status == "legal"


def test_a_code_the_catalogue_does_not_know_leaves_the_verdict_open(facts: Catalogue) -> None:
    report = judge_deck(deck(V, [*own(facts, V, 30), "Vulca 99"]), facts)
    assert report.status == "unknown"
    assert of(report, "CARD-04")[0].cards == ("Vulca 99",)


def test_an_inquisitor_of_unknown_numbers_leaves_size_and_moons_open(facts: Catalogue) -> None:
    report = judge_deck(deck(V, own(facts, V, 31), inquisitors=("Inquisitor slot 1",)), facts)
    assert (report.status, report.required, report.moons_allowed) == ("unknown", None, None)
    twice = judge_deck(deck(V, [*own(facts, V, 30), "Vulca 01"], inquisitors=("Inquisitor slot 1",)), facts)
    assert twice.status == "illegal"


@pytest.mark.parametrize(("format_", "rule"), [(Format.PRECONSTRUCTED, "DECK-12"), (Format.DRAFT, "DECK-18")])
def test_an_inquisitor_serves_no_other_format(facts: Catalogue, format_: Format, rule: str) -> None:
    leader = None if format_ is Format.DRAFT else V
    codes = published(facts, V)
    report = judge_deck(deck(leader, codes, format=format_, inquisitors=("Inq 411",), pool=tuple(codes)), facts)
    assert [finding.code for finding in report.findings_of_severity("error")] == [rule]


def test_an_inquisitor_header_must_name_an_inquisitor(facts: Catalogue) -> None:
    report = judge_deck(deck(V, own(facts, V, 30), inquisitors=("Vulca 01",)), facts)
    assert of(report, "DECK-12")[0].message == "Vulca 01 Flamebreath the Dazzling isn’t an inquisitor."


def test_an_emissary_needs_his_format(facts: Catalogue) -> None:
    report = judge_deck(deck(V, own(facts, V, 30), emissaries=("Emissary slot 1",)), facts)
    assert [finding.code for finding in report.findings_of_severity("error")] == ["DECK-14"]


def test_an_emissary_deck_names_one_emissary(facts: Catalogue) -> None:
    codes = with_extras(facts, V) + SET_OF_SEVEN
    nobody = judge_deck(deck(V, codes, format=Format.EMISSARY), facts)
    assert of(nobody, "DECK-13")[0].message == "The deck has no emissary."
    two = judge_deck(deck(V, codes, format=Format.EMISSARY, emissaries=("Emissary slot 1", "Emissary slot 2")), facts)
    assert of(two, "DECK-13")[0].have == 2
    wrong = judge_deck(deck(V, codes, format=Format.EMISSARY, emissaries=("Vulca 01",)), facts)
    assert "isn’t an emissary." in of(wrong, "DECK-13")[0].message


def test_an_emissary_deck_says_which_of_the_three_parts_is_wrong(facts: Catalogue) -> None:
    codes = [code for code in with_extras(facts, V) if code not in ("Vulca 01", "Vulca 32")]
    listed = [*codes, *SET_OF_SEVEN[:5], "Hoax 01"]
    report = judge_deck(deck(V, listed, format=Format.EMISSARY, emissaries=("Emissary slot 1",)), facts)
    said = " ".join(finding.message for finding in of(report, "DECK-13"))
    assert "Missing from the Vulca deck: Vulca 01" in said
    assert "Missing from the Vulca deck" in said
    assert "Not part of this deck or of any emissary’s set: Hoax 01" in said
    assert "the deck has 5 cards from emissary sets" in said


def test_the_first_edition_wants_the_extras_of_one_expansion_whole(facts: Catalogue) -> None:
    half = [code for code in with_extras(facts, H) if code not in ("Hoax 30", "Hoax 31")] + SET_OF_SEVEN
    fields = {"format": Format.EMISSARY, "emissaries": ("Emissary slot 1",), "edition": Edition.FIRST}
    report = judge_deck(deck(H, half, **fields), facts)
    assert [finding.code for finding in report.findings_of_severity("error")] == ["DECK-13", "DECK-24"]


@pytest.mark.parametrize(("held", "size"), [(("Hoax 30", "Hoax 32"), 39), (("Hoax 31",), 38)])
def test_deck_24_the_extras_of_one_expansion_alone_do_in_the_first_edition(
    facts: Catalogue, held: tuple[str, ...], size: int
) -> None:
    """Hoax 30 and 32 come in one expansion, 31 in the other; Legends requires all three (DECK-13)."""
    fields = {"format": Format.EMISSARY, "emissaries": ("Emissary slot 1",)}
    listed = deck(H, [*published(facts, H), *held, *SET_OF_SEVEN], **fields)
    first = judge_deck(replace(listed, edition=Edition.FIRST), facts)
    assert (first.required, len(first.findings_of_severity("error"))) == (size, 0)
    legends = judge_deck(listed, facts)
    lacking = [finding.cards for finding in legends.findings_of_severity("error") if "extra cards" in finding.message]
    assert (legends.required, lacking) == (40, [tuple(sorted({"Hoax 30", "Hoax 31", "Hoax 32"} - set(held)))])


def test_deck_13_an_extra_of_another_people_is_no_card_of_an_emissary_set(facts: Catalogue) -> None:
    """Hoax 30 comes in the same expansion as the sets of seven, but belongs to none; nor does the mutant of a people’s
    box."""
    for stranger in ("Hoax 30", "Mutant 105"):
        listed = [*with_extras(facts, V), *SET_OF_SEVEN[:6], stranger]
        report = judge_deck(deck(V, listed, format=Format.EMISSARY, emissaries=("Emissary slot 1",)), facts)
        errors = of(report, "DECK-13")[:2]
        assert (errors[0].cards, errors[1].have, errors[1].allowed) == ((stranger,), 6, 7)
        assert errors[0].message.startswith("Not part of this deck or of any emissary’s set: ")


@pytest.mark.parametrize(
    ("copies", "allowed", "message"),
    [
        (2, 1, "The deck has two copies of Vulca 05 Volca; you can have only one."),
        (3, 1, "The deck has 3 copies of Vulca 05 Volca; you can have only one."),
        (3, 2, "The deck has 3 copies of Vulca 05 Volca; you can have 2."),
    ],
)
def test_deck_08_says_how_many_copies_there_are_and_may_be(
    facts: Catalogue, copies: int, allowed: int, message: str
) -> None:
    house = HouseRules("k", "Doubles", copies=allowed) if allowed > 1 else None
    listed = replace(deck(V, [], house=house), entries=(Entry("Vulca 05", copies),))
    assert [finding.message for finding in of(judge_deck(listed, facts), "DECK-08")] == [message]


def test_deck_02_deck_03_without_a_leader_thirty_cards_and_ten_moons_are_the_measure(facts: Catalogue) -> None:
    report = judge_deck(deck(None, own(facts, V, 30)), facts)
    assert [finding.code for finding in report.findings_of_severity("error")] == ["DECK-01"]
    assert (report.required, report.moons_allowed) == (30, 10)


def test_a_family_joins_whole(facts: Catalogue) -> None:
    codes = own(facts, V, 26) + [card.code for card in facts if card.family == "b"][:4]
    report = judge_deck(deck(V, codes, families=("b",)), facts)
    assert of(report, "DECK-16")[0].severity == "error"


def test_a_family_that_is_only_named_is_its_five_cards(facts: Catalogue) -> None:
    report = judge_deck(deck(V, own(facts, V, 25), families=("b",)), facts)
    assert (report.status, report.have, report.moons_have) == ("legal", 30, 8)


def test_the_buka_deck_takes_no_family(facts: Catalogue) -> None:
    report = judge_deck(deck(B, published(facts, B), format=Format.PRECONSTRUCTED, families=("a",)), facts)
    assert "DECK-15" in {finding.code for finding in report.findings_of_severity("error")}


@pytest.mark.parametrize("format_", [Format.EMISSARY, Format.DRAFT])
def test_a_family_joins_no_other_format(facts: Catalogue, format_: Format) -> None:
    report = judge_deck(deck(V, own(facts, V, 30), format=format_, families=("a",)), facts)
    assert "DECK-15" in {finding.code for finding in report.findings_of_severity("error")}


def test_the_literal_family_rule_raises_size_and_moons_alike(facts: Catalogue) -> None:
    codes = own(facts, V, 25) + foreign(facts, V, 2, 2, 2, 2, 2)
    report = judge_deck(deck(V, codes, families=("b",), family_rule=FamilyRule.EXTEND), facts)
    assert (report.status, report.required, report.moons_have, report.moons_allowed) == ("legal", 35, 18, 18)


def test_what_was_not_agreed_is_a_warning_until_it_is_known(facts: Catalogue) -> None:
    fields = {"inquisitors": ("Inq 411",), "match": True}
    unsaid = judge_deck(deck(V, own(facts, V, 30), **fields), facts)
    assert unsaid.status == "legal"
    assert len(unsaid.findings_of_severity("warning")) == 1
    agreed = frozenset({Agreement.INQUISITOR})
    assert judge_deck(deck(V, own(facts, V, 30), agreed=agreed, **fields), facts).findings == ()
    assert judge_deck(deck(V, own(facts, V, 30), agreed=frozenset(), **fields), facts).status == "illegal"


def test_a_match_needs_the_word_of_both_only_with_a_draft(facts: Catalogue) -> None:  # DECK-23
    plain = judge_deck(deck(V, own(facts, V, 30), match=True, agreed=frozenset()), facts)
    assert (plain.status, plain.findings) == ("legal", ())
    picks = own(facts, V, 30)
    drafted = deck(None, picks, format=Format.DRAFT, pool=tuple(picks), match=True)
    assert [finding.code for finding in judge_deck(drafted, facts).findings_of_severity("warning")] == ["DECK-23"]
    assert judge_deck(replace(drafted, agreed=frozenset()), facts).status == "illegal"
    assert judge_deck(replace(drafted, agreed=frozenset({Agreement.MATCH})), facts).findings == ()


def test_the_buka_deck_takes_no_family_and_the_finding_says_why(facts: Catalogue) -> None:  # DECK-15
    fields = {"format": Format.PRECONSTRUCTED, "families": ("a",), "agreed": frozenset({Agreement.FAMILY})}
    report = judge_deck(deck(People.BUKA, published(facts, People.BUKA), **fields), facts)
    assert "The Buka deck already has all its families." in {finding.message for finding in report.findings}


def test_deck_11_is_silent_about_cards_that_are_no_crystals(facts: Catalogue) -> None:
    report = judge_deck(deck(V, [*own(facts, V, 29), "Hoax 00"]), facts)
    assert "DECK-09" in {finding.code for finding in report.findings_of_severity("error")}
    assert of(report, "DECK-11") == []


def test_the_first_edition_does_not_keep_crystals_for_matches(facts: Catalogue) -> None:
    codes = [*own(facts, K, 29), "Crystal slot 1"]
    assert judge_deck(deck(K, codes, edition=Edition.FIRST), completed(facts)).status == "legal"


def test_a_draft_deck_is_made_of_own_picks(facts: Catalogue) -> None:
    picks = tuple(own(facts, V, 30))
    report = judge_deck(deck(None, [*picks[:29], "Hoax 01"], format=Format.DRAFT, pool=picks), facts)
    assert of(report, "DECK-18")[0].message == "Not among your picks: Hoax 01 Wogarathoras the Gloomy."
    unknown = judge_deck(deck(None, picks, format=Format.DRAFT), facts)
    assert (unknown.status, unknown.findings[0].severity) == ("legal", "warning")


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("match", [False, True])
def test_draft_25_what_no_pool_holds_is_in_no_draft_deck(facts: Catalogue, edition: Edition, match: bool) -> None:
    """Every card outside a pool of all peoples, whatever is agreed, unless a pool of other rules dealt it."""
    dealt, agreed = set(pool_codes_of(Setup(6, PEOPLES), facts)), frozenset(Agreement)
    rules = {"format": Format.DRAFT, "edition": edition, "match": match, "agreed": agreed}
    outside = [card.code for card in facts if card.code not in dealt]
    assert {"Crystal slot 1", "Infl 607", "Inter 402", "Mutant 108", "Mutant 110", "Vulca 00"} <= set(outside)
    for code in outside:
        report = judge_deck(deck(None, [*own(facts, V, 29), code], **rules), facts)
        assert report.status == "illegal", code
        assert {finding.code for finding in report.findings_of_severity("error")} & {"DRAFT-25", "DECK-18"}, code
    for code in dealt - set(own(facts, V, 29)):
        assert judge_deck(deck(None, [*own(facts, V, 29), code], **rules), facts).status == "legal", code
    picks = (*own(facts, V, 29), "Inter 402")
    assert judge_deck(deck(None, picks, pool=picks, **rules), facts).status == "legal"


def test_a_draft_deck_has_no_leader_beside_it(facts: Catalogue) -> None:
    picks = tuple(own(facts, V, 30))
    report = judge_deck(deck(V, picks, format=Format.DRAFT, pool=picks), facts)
    assert [finding.code for finding in report.findings_of_severity("error")] == ["DECK-18"]


def test_a_long_list_names_a_few_cards_and_counts_the_rest(facts: Catalogue) -> None:
    report = judge_deck(deck(V, [], format=Format.PRECONSTRUCTED), facts)
    finding = of(report, "DECK-17")[0]
    assert finding.message.endswith("… (+24).")
    assert len(finding.cards) == 30


@given(data=st.data())
def test_the_order_of_lines_never_changes_the_verdict(facts: Catalogue, data: st.DataObject) -> None:
    drawn = data.draw(st.lists(st.sampled_from([card.code for card in facts]), max_size=40))
    format_ = data.draw(st.sampled_from(GAME_RULES["bluemoon"].formats))
    fields = {"format": format_, "edition": data.draw(st.sampled_from(Edition))}
    judged = deck(data.draw(st.sampled_from(PEOPLES)), drawn, **fields)
    shuffled = list(judged.entries)
    random.Random(data.draw(st.integers())).shuffle(shuffled)
    report, shuffled_report = judge_deck(judged, facts), judge_deck(replace(judged, entries=tuple(shuffled)), facts)
    assert (report.status, report.have, report.moons_have) == (
        shuffled_report.status,
        shuffled_report.have,
        shuffled_report.moons_have,
    )
    assert sorted((f.code, f.severity, f.have or 0) for f in report.findings) == sorted(
        (f.code, f.severity, f.have or 0) for f in shuffled_report.findings
    )


@given(data=st.data())
def test_adding_a_card_never_lowers_the_moon_sum(facts: Catalogue, data: st.DataObject) -> None:
    every = [card.code for card in facts]
    drawn = data.draw(st.lists(st.sampled_from(every), max_size=35))
    before = deck(data.draw(st.sampled_from(PEOPLES)), drawn)
    after = replace(before, entries=(*before.entries, Entry(data.draw(st.sampled_from(every)))))
    assert (judge_deck(after, facts).moons_have or 0) >= (judge_deck(before, facts).moons_have or 0)


def test_a_second_copy_is_found_beside_a_code_nobody_knows(facts: Catalogue) -> None:
    codes = ("Terrah 01", "Terrah 01", "Terrah 02", "Nobody 1")
    report = judge_deck(DeckList(entries=tuple(Entry(code) for code in codes), leaders=("Terrah 00",)), facts)
    assert {"CARD-04", "DECK-08"} <= {finding.code for finding in report.findings}

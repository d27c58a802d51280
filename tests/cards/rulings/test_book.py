"""Rulings, errata and lists: each is found by a search and on every card it names."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import settings as limits
from hypothesis import strategies as st

from cards.catalogue.queries import catalogue, current_catalogues
from cards.core.facts import Catalogue
from cards.core.rulings import (
    Ruling,
    RulingQuery,
    RulingsBook,
    RulingsFound,
    Trust,
    rulings_about_card,
    search_rulings,
)
from cards.core.rulings.answers import Answer, AnswerIndex, AnswerKind
from cards.core.rulings.finding import CardNameRecogniser
from cards.core.rulings.ranking import RankableAnswers
from cards.rulings.answers import current_answers
from cards.rulings.queries import card_name_recogniser, current_rulings_book
from common.text import fold
from tests.effort import examples, one_in

pytestmark = pytest.mark.django_db

# Statements on the same subject that differ, with our reading.
DIFFERING = Path(__file__).with_name("differing.csv")
# 260 of the first game, 181 of the second: 94 errata, 32 restricted entries.
COUNTS = {"bluemoon": 260, "cthulhu": 181}
# The gate searches for one ruling in six, `make thorough` for each.
SEARCHED = 6


def found(**asked: Any) -> RulingsFound:
    now = current_rulings_book()
    answers = current_answers(now, current_catalogues())
    return search_rulings(RulingQuery(**asked), now, card_name_recogniser(), answers)


def test_the_book_is_whole() -> None:
    now = current_rulings_book()
    assert {game: sum(ruling.game == game for ruling in now.rulings) for game in COUNTS} == COUNTS
    assert len(now.errata) == 94
    assert len(now.lists[0].entries) == 32
    assert len({ruling.id for ruling in now.rulings}) == 441


@pytest.mark.parametrize("game", COUNTS)
def test_every_ruling_is_found_by_its_own_words(game: str) -> None:
    now = current_rulings_book()
    for ruling in one_in(SEARCHED, [ruling for ruling in now.rulings if ruling.game == game]):
        assert ruling in found(text=ruling.id).rulings, ruling.id
        assert ruling in found(text=ruling.question, game=game).rulings, ruling.id


@pytest.mark.parametrize("game", COUNTS)
def test_every_ruling_is_on_every_card_it_names(game: str) -> None:
    now, cards = current_rulings_book(), catalogue(game)
    for ruling in one_in(SEARCHED, [ruling for ruling in now.rulings if ruling.game == game]):
        for code in ruling.cards:
            assert ruling in rulings_about_card(cards[code], now).named, (ruling.id, code)
            assert ruling in found(card=code, game=game).rulings, (
                ruling.id,
                code,
            )
            result = found(text=cards[code].label)
            assert ruling in result.rulings, (ruling.id, code)


def test_every_erratum_is_on_its_card_and_found_by_its_name() -> None:
    now, cards = current_rulings_book(), catalogue("cthulhu")
    for erratum in one_in(SEARCHED, now.errata):
        card = cards[erratum.card]
        assert erratum in rulings_about_card(card, now).errata
        assert erratum in found(text=card.label).errata, erratum.id
        assert "errata" in card.attributes["marks"]  # type: ignore[operator]


def test_every_restricted_entry_is_on_its_card_and_found_by_its_name() -> None:
    now, cards = current_rulings_book(), catalogue("cthulhu")
    for entry in now.lists[0].entries:
        card = cards[entry.card]
        assert entry in [on for _, on in rulings_about_card(card, now).lists]
        assert entry in [on for _, on in found(text=entry.printed).entries], entry.id
        assert "restricted" in card.attributes["marks"]  # type: ignore[operator]


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("cast cataclysm, ravenous razorjaw", "R0-19"),
        ("Does Cast Cataclysm take my Ravenous Razorjaw while Mekarthas is out?", "R0-19"),
        ("razorjaw cataclysm", "R0-19"),
        ("ravenus razorjaw cast cataclism", "R0-19"),
        ("yang young bear", "R0-22"),
        ("bottelus emptius shaman of the holy sacrifice", "R0-37"),
        ("Mad Mike Magpie + Crysalus Frendus", "R0-31"),
        ("library of pergamum shotgun", "CR-145"),
        ("khopesh matthew alexander", "CR-160"),
        ("snow graves stygian eye", "CR-137"),
    ],
)
def test_two_card_names_find_the_ruling_with_both(text: str, best: str) -> None:
    result = found(text=text)
    assert result.rulings[0].id == best
    assert result.together >= 1
    assert len(result.cards) >= 2


def test_two_cards_no_ruling_names_together_find_those_that_name_one() -> None:
    result = found(text="cast cataclysm, bounce back")
    assert result.together == 0
    assert result.rulings
    assert all({"Vulca 30", "Khind 31"} & set(ruling.cards) for ruling in result.rulings)


def test_filters_narrow_what_is_found() -> None:
    assert {ruling.topic for ruling in found(topic="bluff").rulings} == {"bluff"}
    assert all("STOP" in ruling.icons for ruling in found(icon="STOP").rulings)
    assert all(ruling.trust is Trust.LOW for ruling in found(trust="low").rulings)
    editions = {ruling.edition for ruling in found(edition="first").rulings}
    assert editions == {"first", "both"}
    assert not found(text="zzzz qqqq").rulings


def test_a_statement_of_low_trust_comes_last_and_has_a_note() -> None:
    now = current_rulings_book()
    assert all(ruling.note for ruling in now.rulings if ruling.doubtful)
    for text in ("retrieve", "gang", ""):
        doubts = [ruling.doubtful for ruling in found(text=text).rulings]
        assert doubts == sorted(doubts)


def test_rulings_on_icons_timing_and_type_leave_out_what_is_of_low_trust(facts: Catalogue) -> None:
    now = current_rulings_book()
    concern = rulings_about_card(facts["Hoax 19"], now)
    assert all(not ruling.doubtful for _, _, rulings in concern.on for ruling in rulings)
    for card in facts:
        ids = [ruling.id for _, _, rulings in rulings_about_card(card, now).on for ruling in rulings]
        ids += [place.id for place in rulings_about_card(card, now).named]
        assert len(ids) == len(set(ids)), card.code


def test_every_reading_and_every_pointer_leads_somewhere() -> None:
    now = current_rulings_book()
    ids = {ruling.id for ruling in now.rulings}
    for ruling in now.rulings:
        assert set(ruling.readings) <= set(now.readings), ruling.id
        assert set(ruling.see) <= ids, ruling.id
        assert ruling.topic in now.topics, ruling.id
    assert {f"C-{number:02}" for number in range(1, 44)} | {f"K-{number:02}" for number in range(1, 24)} == set(
        now.readings
    )


@pytest.mark.parametrize(
    "row", list(csv.DictReader(DIFFERING.read_text(encoding="utf-8").splitlines())), ids=lambda row: row["about"]
)
def test_statements_on_one_thing_that_differ_carry_a_reading_with_its_reason(row: dict[str, str]) -> None:
    now = current_rulings_book()
    rules = (settings.BASE_DIR / "docs" / "rules.md").read_text(encoding="utf-8")
    assert row["reading"] in now.readings
    assert f"### {row['reading']}: " in rules
    for slug in row["rulings"].lower().split():
        assert row["reading"] in now.by_slug[slug].readings, slug


def test_the_same_question_answered_twice_says_how_the_answers_go_together() -> None:
    now = current_rulings_book()
    asked: dict[tuple[str, str], list[Ruling]] = {}
    for ruling in now.rulings:
        asked.setdefault((ruling.game, fold(ruling.question)), []).append(ruling)
    for first, *others in asked.values():
        for other in others:
            assert set(first.readings) & set(other.readings) or first in now.related(other), (first.id, other.id)


def test_what_is_wrong_in_a_document_carries_a_reading_or_what_is_right() -> None:
    wrong = [ruling for ruling in current_rulings_book().rulings if ruling.doubtful]
    assert [ruling.id for ruling in wrong if not (ruling.readings or ruling.see)] == []


def test_texts_speak_of_documents_as_people_do() -> None:
    now = current_rulings_book()
    for ruling in now.rulings:
        text = f"{ruling.question} {ruling.answer} {ruling.source} {ruling.place} {ruling.note}"
        assert "seed" not in fold(text).split(), ruling.id
        assert not {"000", "001", "002", "003", "004"} & set(text.split()), ruling.id


@limits(max_examples=examples(30))
@given(st.text(max_size=60))
def test_whatever_is_typed_nothing_breaks(text: str) -> None:
    ruling = Ruling("R1-001", "bluemoon", "stop", "May I?", "No.", "both", "FAQ", "1", Trust.HIGH, cards=("Vulca 03",))
    book, names = RulingsBook(rulings=[ruling]), CardNameRecogniser([("Vulca 03", ("Scorch the Inflammable",), True)])
    source = Answer(ruling.id, AnswerKind.RULING, ruling.game, {"title": ruling.question, "body": ruling.answer})
    result = search_rulings(
        RulingQuery(text=text), book, names, RankableAnswers([source], [AnswerIndex([source], "en")])
    )
    assert set(result.rulings) <= {ruling}


def test_asking_again_keeps_the_book() -> None:
    current_catalogues()
    assert current_rulings_book() is current_rulings_book()
    assert card_name_recogniser() is card_name_recogniser()

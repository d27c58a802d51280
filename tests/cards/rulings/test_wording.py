"""Wording of rulings, errata and summaries: what their sources say, complete, in the game’s terms."""

from __future__ import annotations

import re

import pytest

from cards.core.facts import Catalogue, Timing
from cards.rulings.queries import current_rulings_book
from cards.translations import summary_translations

pytestmark = pytest.mark.django_db


def answer(key: str) -> str:
    return current_rulings_book().by_slug[key.lower()].answer


@pytest.mark.parametrize(
    ("key", "says"),
    [
        ("R0-40", "not even that one when it answers your opponent’s I saw that coming!"),
        ("R1-081", "ignore or influence texts worded “during the end phase”"),
        ("R1-106", "announces power for the first time"),
        ("R1-120", "four more cards each from those set aside"),
        ("R1-136", "until you hold six cards"),
        ("R1-145", "whatever mark the card bears"),
        ("R1-158", "42 cards after the draft, and no last deal."),
        ("R3-01", "special power takes precedence over the general rules"),
        ("R4-08", "back to six cards"),
        ("CR-019", "Control through an attached card lasts only while that card is in play"),
        ("CR-031", "goes from one zone out of play to another, is a new one"),
        ("CR-097", "even if it is uncommitted or leaves play"),
        ("CR-163", "the first one first"),
        ("CR-035", "A Forced Response still demands its sacrifice then, if able"),
        ("CR-022", "If that wins the game, the game is over"),
        ("CR-026", "unless the effect creates a lasting condition"),
        ("CR-035", "only once for each time its condition is met"),
        ("CR-045", "A card that leaves play, or goes from one zone out of play to another"),
        ("CR-049", "right after the first struggle of it; if the story has none"),
        ("CR-053", "But the character suffers the wound"),
        ("CR-055", "however the card enters play"),
        ("CR-056", "does not count as restoring a character; a restored event is discarded"),
        ("CR-062", "its success tokens are removed, all characters there are uncommitted"),
        ("CR-070", "It is in play, but no Attachment"),
        ("CR-117", "the game effect of losing a Terror struggle included"),
    ],
)
def test_an_answer_says_what_its_source_says(key: str, says: str) -> None:
    assert says in answer(key)


def test_the_question_of_the_cheat_is_about_power_not_about_winning() -> None:
    assert "cannot match my opponent’s power" in current_rulings_book().by_slug["r0-07"].question


def test_every_phase_is_asked_for_by_its_name() -> None:
    questions = [current_rulings_book().by_slug[f"r1-{number}"].question for number in range(130, 138)]
    assert len(set(questions)) == 8
    assert questions[0] == "What do I do in the beginning phase?"


def test_an_erratum_keeps_its_limit_its_end_and_its_missing_symbol() -> None:
    errata = {erratum.id: erratum for erratum in current_rulings_book().errata}
    assert "limit 1 per phase, all copies together" in errata["CE-86"].text
    assert errata["CE-83"].text.endswith("to each of your domains as a resource.")
    assert errata["CE-68"].text == "Syndicate resource symbol instead of Shub-Niggurath."
    assert errata["CE-69"].text == "Cthulhu resource symbol instead of Miskatonic University."
    for key in ("CE-43", "CE-52"):
        assert "K-18" in errata[key].readings
        assert "symbol is missing" in errata[key].note


def test_keywords_of_cthulhu_begin_with_a_capital() -> None:
    said = " ".join(
        f"{ruling.question} {ruling.answer}" for ruling in current_rulings_book().rulings if ruling.game == "cthulhu"
    )
    words = ("ancient one", "x-cost", "willpower", "toughness", "dormant", "loyal", "steadfast", "spell", "terror")
    assert [word for word in words if re.search(rf"\b{word}\b", said)] == []


def test_the_words_of_the_game_are_those_of_its_booklets(facts: Catalogue) -> None:
    now = current_rulings_book()
    said = [text for ruling in now.rulings for text in (ruling.question, ruling.answer, ruling.note)]
    said += [reading.text for reading in now.readings.values()] + [card.summary for card in facts]
    wrong = re.compile(
        r"\bunload|\bdeck mark|\bdraw pile|\broll(ed)? back|\btak(e|es|en|ing) the play back|(?<!special )power text"
    )
    assert [text for text in said if wrong.search(text)] == []


def test_errata_call_a_player_they() -> None:
    said = [erratum.text for erratum in current_rulings_book().errata if "player" in erratum.text]
    assert [text for text in said if re.search(r"player\b.*\b(he|his|him)\b", text)] == []


def test_rulings_call_a_player_they(facts: Catalogue) -> None:
    said = [
        text
        for ruling in current_rulings_book().rulings
        if ruling.game == "bluemoon"
        for text in (ruling.question, ruling.answer, ruling.note)
    ]
    assert [text for text in said if re.search(r"\b(he|his|him|whoever owns)\b", text)] == []


def test_german_summaries_use_the_printed_words_and_names() -> None:
    said = " ".join(row["de"] for row in summary_translations().values())
    for wrong in (
        "Führungs",
        "Ablagestapel",
        "ablegen",
        "anlocken",
        "lockst",
        "Tittertweet",
        "Laughing Gas",
        "Caterpillar",
    ):
        assert wrong not in said
    for right in ("Anführeraktion", "Abwurfstapel", "abwerfen", "gewinnst", "Zirper", "Lachgas", "Raupen"):
        assert right in said


def test_what_happens_each_turn_or_at_an_event_is_not_while_active(facts: Catalogue) -> None:
    events = {card.code for card in facts if card.timing is Timing.EVENT}
    assert events == {
        *("Vulca 27", "Hoax 10", "Khind 24", "Terrah 13", "Terrah 14", "Aqua 28", "Infl 607"),
        *(f"Pillar {number}" for number in range(16, 21)),
    }
    assert {facts[f"Terrah {number}"].timing for number in range(21, 25)} == {Timing.ONCE}


def test_no_power_needs_another_column_to_be_understood(facts: Catalogue) -> None:
    """A power that is used when its card is played, or again each turn, says so itself (28 did not)."""
    when = {
        Timing.NOW: re.compile(r"play this (card|ship)"),
        Timing.ONCE: re.compile(r"your turns?\b|your booster/support phase|your leadership phase"),
        Timing.END: re.compile(r"your turn\b"),
        Timing.GAME_START: re.compile(r"opening hands"),
        Timing.EVENT: re.compile(r"their turns|opponent’s turns|each of their own turns|retreats|fight ends"),
    }
    silent = [
        card.code
        for card in facts
        if card.summary and card.type != "leadership" and not when.get(card.timing, re.compile("")).search(card.summary)
    ]
    assert silent == []

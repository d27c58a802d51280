"""Notes of the companion: what they add up to, which are refused, and who may send them."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from accounts.models import Person, User
from common.errors import Conflict, Invalid, Missing, NotAllowed
from matches.companion import services as companion_services
from matches.companion.services import CompanionNotesResult
from matches.companion.views import WHOLE_NUMBER_FIELDS, WORD_FIELDS
from matches.core import companion
from matches.core.companion import (
    PHASES,
    CompanionNote,
    CompanionState,
    NoteConflictReason,
    NoteKind,
    check_note_id,
    match_clock_from_notes,
    parse_note_data,
    replay_notes,
)
from matches.core.scoring import MatchSettings, SixCardsRule
from matches.models import Game, GameEvent, Match
from matches.play import note_store, queries, services
from tests.matches.builders import made_match, person, won

NOW = 1_000_000
ROOT = Path(__file__).resolve().parent.parent.parent.parent


def fight(id: str, move: int, winner: str = "a", combat: int = 1, **more: Any) -> CompanionNote:
    return CompanionNote(id, "fight", 1, {"move": move, "winner": winner, "combat": combat, "support": 0, **more})


def table(*notes: CompanionNote) -> CompanionState:
    return replay_notes(notes, game=1, starter="a", reading=SixCardsRule.COMBAT_AND_SUPPORT)


def test_a_form_can_send_every_field_of_a_note() -> None:
    fields = {name for of_kind in companion._FIELDS_BY_KIND.values() for name in of_kind}
    assert fields == {*WHOLE_NUMBER_FIELDS, *WORD_FIELDS, "value"}


def test_the_same_fight_noted_twice_counts_once() -> None:
    replayed = table(fight("one", 1), fight("two", 1), fight("one", 1))
    assert (len(replayed.moves), replayed.dragons, replayed.conflicts) == (1, 1, [])


def test_two_accounts_of_a_fight_clash_until_one_is_taken() -> None:
    notes = [fight("one", 1), fight("two", 1, "b")]
    replayed = table(*notes)
    assert replayed.dragons == 1 and [conflict.why for conflict in replayed.conflicts] == [NoteConflictReason.DIFFERS]
    taken = table(*notes, CompanionNote("three", "take", 1, {"target": "two"}))
    assert (taken.dragons, taken.turn, taken.conflicts) == (-1, "a", [])
    dropped = table(*notes, CompanionNote("three", "undo", 1, {"target": "two"}))
    assert dropped.dragons == 1 and not dropped.conflicts


def test_what_follows_an_undone_fight_is_asked_about() -> None:
    replayed = table(fight("one", 1), CompanionNote("two", "undo", 1, {"target": "one"}), fight("three", 2))
    assert [conflict.why for conflict in replayed.conflicts] == [NoteConflictReason.GAP] and not replayed.moves


def test_nothing_is_fought_for_after_the_fourth_dragon_or_the_end() -> None:  # GAME-22
    replayed = table(fight("one", 1, combat=6), fight("two", 2, combat=6), fight("three", 3))
    assert (replayed.over, replayed.states) == ("a", [2, 3])
    assert [conflict.why for conflict in replayed.conflicts] == [NoteConflictReason.OVER]
    ended = table(fight("one", 1), CompanionNote("two", "end", 1, {"ended": "out_of_cards"}), fight("three", 2))
    assert ended.end is not None and [conflict.why for conflict in ended.conflicts] == [NoteConflictReason.ENDED]


def test_who_retreated_starts_the_next_fight_and_powers_are_forgotten() -> None:  # GAME-23
    power = CompanionNote("two", "power", 1, {"move": 1, "side": "a", "element": "fire", "value": 7})
    phase = CompanionNote("three", "phase", 1, {"move": 1, "side": "b", "phase": 3})
    open_table = table(power, phase)
    assert (open_table.element, open_table.power["a"], open_table.turn, open_table.phase) == ("fire", 7, "b", 3)
    assert not open_table.is_opening_turn and table().is_opening_turn
    after = table(
        power, phase, fight("four", 1, "b"), CompanionNote("late", "phase", 1, {"move": 1, "side": "b", "phase": 8})
    )
    assert (after.turn, after.phase, after.element, after.power) == ("a", 1, "", {"a": None, "b": None})


def test_a_called_bluff_moves_a_dragon_and_the_fight_goes_on() -> None:  # GAME-24
    phase = CompanionNote("one", "phase", 1, {"move": 1, "side": "b", "phase": 6})
    replayed = table(phase, CompanionNote("two", "bluff", 1, {"move": 1, "winner": "b"}))
    assert (replayed.dragons, replayed.turn, replayed.phase) == (-1, "b", 6)


def test_the_clock_counts_what_ran() -> None:
    notes = [
        CompanionNote(str(at), "clock", 1, {"action": what}, at=at)
        for what, at in (("start", 5), ("pause", 9), ("start", 20))
    ]
    assert match_clock_from_notes(notes) == (4, 20)


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("weather", {}),
        ("fight", {"move": 1, "winner": "c", "combat": 1, "support": 0}),
        ("fight", {"move": 1, "winner": "a", "combat": 0, "support": 0}),
        ("fight", {"move": 0, "winner": "a", "combat": 1, "support": 0}),
        ("fight", {"move": 1, "winner": "a", "combat": True, "support": 0}),
        ("fight", {"winner": "a"}),
        ("power", {"move": 1, "side": "a", "element": "water", "value": 1}),
        ("power", {"move": 1, "side": "a", "element": "fire", "value": -1}),
        ("power", {"move": 1, "side": "a", "element": "fire", "value": 0.1}),
        ("phase", {"move": 1, "side": "a", "phase": 9}),
        ("undo", {"target": "x"}),
        ("end", {"ended": "weather"}),
    ],
)
def test_a_note_that_cannot_be_is_refused(kind: str, data: dict[str, object]) -> None:
    with pytest.raises(Invalid):
        parse_note_data(kind, data)
    with pytest.raises(Invalid):
        check_note_id("no blanks")


moves = st.builds(
    lambda number, kind, move, winner, combat, target: CompanionNote(
        f"note-{number}",
        kind,
        1,
        {"target": f"note-{target}"}
        if kind in (NoteKind.UNDO, NoteKind.TAKE)
        else {"move": move, "winner": winner, "combat": combat},
    ),
    st.integers(0, 30),
    st.sampled_from([NoteKind.FIGHT, NoteKind.FIGHT, NoteKind.BLUFF, NoteKind.UNDO, NoteKind.TAKE]),
    st.integers(1, 8),
    st.sampled_from("ab"),
    st.integers(1, 7),
    st.integers(0, 30),
)


@given(st.lists(moves, max_size=30))
def test_whatever_is_noted_dragons_stay_on_the_track_and_nothing_counts_twice(notes: list[CompanionNote]) -> None:
    replayed = table(*notes)
    assert all(-3 <= state <= 3 for state in replayed.states) and len(replayed.states) == len(replayed.moves)
    assert len({note.id for note in replayed.moves}) == len(replayed.moves)
    again = table(*notes, *notes)
    assert ([note.id for note in again.moves], again.dragons) == (
        [note.id for note in replayed.moves],
        replayed.dragons,
    )


def send(match: Match, by: User | None, *notes: tuple[str, str, int, dict[str, object]]) -> CompanionNotesResult:
    sent = [CompanionNote(note, kind, game, data, at=NOW) for note, kind, game, data in notes]
    return companion_services.add_companion_notes(by=person(by) if by else None, key=match.key, sent=sent, now=NOW)


def four(game: int, side: str = "a") -> list[tuple[str, str, int, dict[str, object]]]:
    fights: list[tuple[str, str, int, dict[str, object]]] = [
        (f"{side}-fight-{game}-{n}", "fight", game, {"move": n, "winner": side, "combat": 1, "support": 0})
        for n in range(1, 5)
    ]
    return [*fights, (f"{side}-end-of-{game}", "end", game, {"ended": "fourth_dragon"})]


@pytest.mark.django_db
def test_a_noted_end_is_a_game_of_the_record_and_is_taken_back_with_it(roland: User, elinor: User) -> None:
    match = made_match(roland, elinor)
    answer = send(match, roland, *four(1))
    assert len(answer.kept) == 5 and not answer.refused
    game = match.games.get()
    assert game.fights is not None
    assert (game.winner, game.dragons, game.ended, len(game.fights)) == ("a", 3, "fourth_dragon", 4)
    assert queries.load_scored_match(match.key).players[0].crystals == 4
    send(match, roland, ("take-it-back", "undo", 1, {"target": "a-end-of-1"}))
    assert not match.games.exists() and match.corrections.get().kind == "taken_back"
    send(match, roland, ("end-once-more", "end", 1, {"ended": "fourth_dragon"}))
    match.refresh_from_db()
    services.undo_last_game(by=person(roland), key=match.key, version=match.version)
    notes = note_store.companion_notes_of_match(match)
    assert companion_services.companion_state_of(match, notes, game=1).end is None


@pytest.mark.django_db
def test_notes_sent_twice_are_kept_once(roland: User) -> None:
    match = made_match(roland)
    for _ in range(2):
        assert len(send(match, roland, *four(1)).kept) == 5
    assert GameEvent.objects.filter(match=match).count() == 5 and match.games.count() == 1


@pytest.mark.django_db
def test_both_phones_end_the_game_and_it_counts_once(roland: User, elinor: User) -> None:
    match = made_match(roland, elinor)
    send(match, roland, *four(1))
    send(match, elinor, ("elinors-own-end", "end", 1, {"ended": "fourth_dragon"}))
    assert match.games.get().status == Game.Status.CONFIRMED
    assert queries.load_scored_match(match.key).players[0].crystals == 4


@pytest.mark.django_db
def test_one_impossible_note_is_refused_and_the_others_get_through(roland: User) -> None:
    match = made_match(roland)
    good = ("a-good-fight", "fight", 1, {"move": 1, "winner": "a", "combat": 1, "support": 0})
    answer = send(
        match,
        roland,
        ("no-such-kind", "weather", 1, {}),
        ("end-too-soon", "end", 1, {"ended": "fourth_dragon"}),
        ("the-next-game", "fight", 2, dict(good[3])),
        good,
    )
    assert answer.kept == ["a-good-fight"] and len(answer.refused) == 3
    assert not match.games.exists()


@pytest.mark.django_db
def test_a_match_that_is_over_takes_no_more_fights(roland: User) -> None:
    match = made_match(roland, sheet=MatchSettings(target=4))
    send(match, roland, *four(1))
    refused = send(match, roland, *four(2)).refused
    assert len(refused) == 5 and match.games.count() == 1


@pytest.mark.django_db
def test_only_the_last_game_is_taken_back_and_none_both_agree_on(roland: User, elinor: User) -> None:
    match = made_match(roland, elinor, MatchSettings(target=20))
    send(match, roland, *four(1), *four(2))
    answer = send(match, roland, ("undo-the-first", "undo", 1, {"target": "a-end-of-1"}))
    assert isinstance(answer.refused["undo-the-first"], Conflict)
    send(match, elinor, ("elinors-own-end", "end", 2, {"ended": "fourth_dragon"}))
    answer = send(match, roland, ("undo-the-second", "undo", 2, {"target": "a-end-of-2"}))
    assert "undo-the-second" in answer.refused
    assert match.games.count() == 2


@pytest.mark.django_db
def test_strangers_note_nothing(roland: User, stranger: User, client: Client) -> None:
    match = made_match(roland)
    for who in (stranger, None):
        with pytest.raises(NotAllowed):
            send(match, who, *four(1))
    address = reverse("matches:table", args=[match.key])
    assert "You’re watching." in client.get(address).content.decode()
    assert client.post(reverse("matches:note", args=[match.key]), {"kind": "fight"}).status_code == 403
    assert client.get(reverse("matches:note", args=[match.key])).status_code == 405
    assert client.post(address).status_code == 405
    assert client.get(reverse("matches:table", args=["nothing"])).status_code == 404


@pytest.mark.django_db
def test_the_form_without_scripts_notes_and_says_what_is_wrong(roland: User, roland_client: Client) -> None:
    match = made_match(roland)
    address = reverse("matches:note", args=[match.key])
    good = {"kind": "fight", "game": "1", "move": "1", "winner": "b", "combat": "6", "support": "0"}
    assert roland_client.post(address, good).status_code == 302
    assert (
        "Elinor won a fight (cards: 6)."
        in roland_client.get(reverse("matches:table", args=[match.key])).content.decode()
    )
    for change in ({"winner": "c"}, {"combat": "x"}, {"game": "7"}, {"kind": ""}):
        assert roland_client.post(address, {**good, **change}).status_code in (400, 409)
    power = {"kind": "power", "game": "1", "move": "2", "side": "a", "element": "fire", "value": "4,5"}
    assert roland_client.post(address, power).status_code == 302
    assert roland_client.post(address, {**power, "value": "much"}).status_code == 400


@pytest.mark.django_db
def test_the_api_sends_and_reads_the_table(roland: User, roland_client: Client, client: Client) -> None:
    match = made_match(roland)
    read, write = (reverse(f"matches_api:{name}", args=[match.key]) for name in ("table", "notes"))
    sent = [
        {"id": note_id, "kind": kind, "game": game, "data": data, "at": NOW} for note_id, kind, game, data in four(1)
    ]
    answer = roland_client.post(write, {"now": NOW, "notes": sent}, content_type="application/json").json()
    assert len(answer["kept"]) == 5 and answer["table"]["game"] == 2 and answer["table"]["crystals"] == {"a": 4, "b": 0}
    version = client.get(read).json()["version"]
    assert client.get(read, {"since": version}).status_code == 204
    assert client.post(write, {"now": NOW, "notes": sent}, content_type="application/json").status_code == 401
    for bad in ({}, {"now": "x", "notes": []}, {"now": 1, "notes": [{"id": "x"}]}, {"now": 1, "notes": "x"}):
        assert roland_client.post(write, bad, content_type="application/json").status_code == 400
    many = [{**sent[0], "id": f"note-number-{n}"} for n in range(201)]
    assert roland_client.post(write, {"now": 1, "notes": many}, content_type="application/json").status_code == 400
    assert roland_client.get(write).status_code == 405


def test_a_note_from_long_before_its_match_is_refused(roland: User, roland_client: Client) -> None:
    match = made_match(roland)
    address, day = reverse("matches_api:notes", args=[match.key]), 24 * 3600 * 1000
    now = 10 * day
    bluff = {"kind": "bluff", "game": 1, "data": {"move": 1, "winner": "a"}}
    notes = [{**bluff, "id": "n-too-old", "at": 0}, {**bluff, "id": "n-old-clock", "at": now - day // 2}]
    answer = roland_client.post(address, {"now": now, "notes": notes}, content_type="application/json").json()
    assert [row["id"] for row in answer["refused"]] == ["n-too-old"] and answer["kept"] == ["n-old-clock"]
    answer = roland_client.post(address, {"now": 2**53, "notes": notes[:1]}, content_type="application/json").json()
    assert [row["message"] for row in answer["refused"]] == ["An entry can’t be older than its match."]


def test_what_somebody_else_noted_on_the_device_is_refused(
    roland: User, roland_client: Client, elinor_client: Client
) -> None:
    match = made_match(roland)
    address = reverse("matches_api:notes", args=[match.key])
    sent = [{"id": "n-of-roland", "kind": "undo", "game": 1, "data": {"target": "n-none-such"}, "at": NOW}]

    def sends(reader: str, client: Client) -> int:
        body = {"now": NOW, "notes": sent}
        return client.post(address, body, content_type="application/json", headers={"X-Reader": reader}).status_code

    mark = Person.objects.get(user=roland).device_digest
    assert sends(mark, roland_client) == 200
    assert sends("of-another", roland_client) == sends("", roland_client) == sends(mark, elinor_client) == 403


@pytest.mark.django_db
@pytest.mark.parametrize("what", ["deleted", "agreed anew"])
def test_what_happened_while_a_note_waited_for_the_match_counts(
    roland: User, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    match, read = made_match(roland), note_store.lock_match

    def locked_after_the_other(old: Match) -> None:
        if what == "deleted":
            services.delete_match(by=person(roland), key=old.key)
        else:
            services.change_match_settings(
                by=person(roland), key=old.key, version=old.version, sheet=MatchSettings(target=3)
            )
        read(old)

    monkeypatch.setattr(note_store, "lock_match", locked_after_the_other)
    if what == "deleted":
        with pytest.raises(Missing):
            send(match, roland, four(1)[0])
    else:
        assert send(match, roland, *four(1)).match.status == Match.Status.FINISHED


@pytest.mark.django_db
@pytest.mark.parametrize("games", [1, 6])
def test_the_table_asks_the_same_few_queries(
    roland: User, roland_client: Client, django_assert_max_num_queries: DjangoAssertNumQueries, games: int
) -> None:
    match = made_match(roland, sheet=MatchSettings(target=40))
    for number in range(1, games + 1):
        send(match, roland, *four(number))
    with django_assert_max_num_queries(10):
        roland_client.get(reverse("matches:table", args=[match.key]))


@pytest.mark.django_db
def test_names_on_the_table_are_text_and_the_start_is_json(roland_client: Client, roland: User) -> None:
    match = made_match(roland)
    Match.objects.filter(pk=match.pk).update(name_b='"><b>E')
    page = roland_client.get(reverse("matches:table", args=[match.key]))
    assert "<b>E" not in page.content.decode()
    assert json.loads(page.context["start"])["names"]["b"] == '"><b>E'


@pytest.mark.django_db
def test_a_game_recorded_by_its_result_closes_the_table_of_that_game(roland: User) -> None:
    match = made_match(roland)
    send(match, roland, four(1)[0])
    won(match, "b", 2)
    assert isinstance(
        send(match, roland, ("a-second-end", "end", 1, {"ended": "out_of_cards"})).refused["a-second-end"], Conflict
    )
    assert queries.load_scored_match(match.key).players[1].crystals == 3


def test_the_table_leads_to_the_rulings_in_question(roland: User, roland_client: Client) -> None:
    match = made_match(roland)
    page = roland_client.get(f"/matches/{match.key}/table/").content.decode()
    assert 'name="q"' in page and 'href="/cards/rulings/?topic=turn"' in page
    topics = {phase.topic for phase in PHASES} | {phase.opening_topic for phase in PHASES if phase.opening_topic}
    with (ROOT / "fixtures/bluemoon/topics.csv").open() as file:
        known = {row["topic"] for row in csv.DictReader(file)}
    assert topics <= known


def test_the_element_is_named_as_power_is_first_announced() -> None:  # GAME-10, R1-106
    opening = {phase.number: phase.opening or phase.may for phase in PHASES}
    assert "fire or earth" not in opening[3]
    assert opening[6].startswith("Name fire or earth and announce your power")

"""Pages of a match: create, record and correct games, and what a stranger sees."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Person, User
from cards.core.facts import Catalogue
from matches.core.scoring import MatchSettings
from matches.models import Group, Match
from matches.play import services
from tests.decks.rows import terrah_deck
from tests.html import Forms, flat
from tests.matches.builders import group_match, made_group, made_match, person, won

pytestmark = pytest.mark.django_db

SHEET = {"edition": "legends", "target": "5", "deck_changes": "locked", "six_cards": "combat_and_support"}
NEW = {**SHEET, "name_a": "Roland", "name_b": "Elinor", "me": "a"}
GAME = {"winner": "a", "dragons": "2", "ended": "out_of_cards"}


def address(name: str, *args: object) -> str:
    return reverse(f"matches:{name}", args=args)


def text(client: Client, url: str) -> str:
    return flat(client.get(url).content)


def test_the_first_page_says_what_to_do(client: Client) -> None:
    page = text(client, reverse("play:index"))
    assert [door in page for door in ("Write down a result", "Count dragons during a game", "Events")] == [True] * 3


def test_a_guest_scores_a_match_without_an_account(client: Client) -> None:
    answer = client.post(address("create"), NEW)
    match = Match.objects.get()
    assert answer.headers["Location"] == address("detail", match.key)
    assert match.created_by.display_name == "Roland" and match.player_a == match.created_by
    game = {**GAME, "version": match.version}
    assert client.post(address("record", match.key), game).status_code == 302
    page = text(client, address("detail", match.key))
    assert "+3 crystals" in page and "Elinor</b> starts the next game" in page
    assert match.key in text(client, address("index"))


def test_a_match_begins_with_a_deck_of_mine(
    roland: User, roland_client: Client, elinor: User, facts: Catalogue
) -> None:
    mine, theirs = terrah_deck(roland, facts), terrah_deck(elinor, facts)
    assert f'name="deck" value="{mine.key}"' in text(roland_client, f"{address('create')}?deck={mine.key}")
    roland_client.post(address("create"), {**NEW, "deck": mine.key, "me": "b", "name_a": "Mira", "name_b": "Roland"})
    match = Match.objects.get()
    assert [(row.side, row.number, row.deck) for row in match.decks.all()] == [("b", 1, mine)]
    answer = roland_client.post(address("create"), {**NEW, "deck": theirs.key}, follow=True)
    assert "We couldn’t find that deck among yours." in flat(answer.content)
    assert Match.objects.count() == 2 and not Match.objects.exclude(pk=match.pk).get().decks.exists()


def test_a_member_finds_his_name_filled_in_and_may_only_keep_the_score(roland_client: Client) -> None:
    assert 'value="Roland"' in text(roland_client, address("create"))
    roland_client.post(address("create"), {**NEW, "name_a": "Mira", "me": ""})
    assert Match.objects.get().player_a is None


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name_b": "roland"}, "different names"),
        ({"name_b": ""}, "required"),
        ({"target": "0"}, "greater than or equal to 1"),
        ({"target": "x"}, "whole number"),
        ({"edition": "third"}, "valid choice"),
        ({"name_b": "x" * 61}, "at most 60"),
    ],
)
def test_a_match_that_cannot_be_is_refused_and_nothing_typed_is_lost(
    client: Client, change: dict[str, str], said: str
) -> None:
    answer = client.post(address("create"), {**NEW, "name_a": "Roland", **change})
    assert answer.status_code == 400
    assert said in answer.content.decode() and 'value="Roland"' in answer.content.decode()
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("change", "status", "said"),
    [
        ({"dragons": "4"}, 400, "MATCH-01"),
        ({"dragons": "-1"}, 400, "MATCH-01"),
        ({"winner": "c"}, 400, "MATCH-01"),
        ({"ended": "fourth_dragon"}, 400, "MATCH-06"),
        ({"dragons": "x"}, 400, "whole number"),
        ({"dragons": ""}, 400, "how many dragons"),
        ({"winner": ""}, 400, "who won"),
        ({"dragons": "9" * 30}, 400, "less than or equal"),
        ({"version": "99"}, 409, "Someone else just changed this match."),
        ({"version": ""}, 400, "required"),
    ],
)
def test_a_game_that_cannot_be_is_refused_with_its_rule(
    roland: User, roland_client: Client, change: dict[str, str], status: int, said: str
) -> None:
    match = made_match(roland)
    answer = roland_client.post(address("record", match.key), {**GAME, "version": "1", **change})
    assert answer.status_code == status and said in answer.content.decode()
    assert match.games.count() == 0


def test_the_second_tab_sees_the_first_game_and_keeps_what_was_typed(roland: User, roland_client: Client) -> None:
    match = made_match(roland)
    game = {**GAME, "version": "1"}
    assert roland_client.post(address("record", match.key), game).status_code == 302
    answer = roland_client.post(address("record", match.key), game)
    page = flat(answer.content)
    assert answer.status_code == 409 and "Someone else just changed this match." in page and "Game 2" in page
    assert 'name="version" value="2"' in page and 'name="dragons" value="2" checked' in page
    assert match.games.count() == 1


@pytest.mark.parametrize(("row", "winner"), [(0, "a"), (1, "b")])
def test_a_tap_on_the_winners_dragons_saves_a_game_however_often_it_is_pressed(
    roland: User, roland_client: Client, row: int, winner: str
) -> None:
    match = made_match(roland)
    page = roland_client.get(address("detail", match.key)).content.decode()
    sent = [fields for action, fields in Forms(page).forms if action == address("record", match.key)][row]
    answers = [roland_client.post(address("record", match.key), {**sent, "dragons": "2"}) for _press in range(2)]
    assert [answer.status_code for answer in answers] == [302, 409]
    game = match.games.get()
    assert (game.winner, game.dragons, game.ended) == (winner, 2, "out_of_cards")


def test_a_stranger_looks_on_and_changes_nothing(roland: User, stranger_client: Client, client: Client) -> None:
    match = won(made_match(roland))
    for visitor in (stranger_client, client):
        page = text(visitor, address("detail", match.key))
        assert "You’re watching." in page and "Who won?" not in page and match.join_key not in page
        assert visitor.post(address("record", match.key), {**GAME, "version": 2}).status_code == 403
        assert visitor.post(address("undo", match.key), {"version": 2}).status_code == 403
        assert visitor.get(address("correct", match.key, 1)).status_code == 403
        assert visitor.post(address("correct", match.key, 1), {**GAME, "version": 2}).status_code == 403
        assert visitor.post(address("sheet", match.key), {**SHEET, "version": 2}).status_code == 403
    assert match.games.count() == 1


@pytest.mark.parametrize("name", ["record", "undo"])
def test_changes_are_made_by_post_only(roland: User, roland_client: Client, name: str) -> None:
    assert roland_client.get(address(name, made_match(roland).key)).status_code == 405


def test_pages_that_only_show_refuse_a_post(roland: User, roland_client: Client) -> None:
    match, group = made_match(roland), made_group(roland)
    for url in (address("index"), address("detail", match.key), address("group", group.key)):
        assert roland_client.post(url).status_code == 405


@pytest.mark.parametrize(
    ("name", "args"),
    [("detail", ["nothing"]), ("group", ["nothing"]), ("correct", ["nothing", 1]), ("join", ["nothing", "x"])],
)
def test_what_is_not_there_is_404(client: Client, name: str, args: list[object]) -> None:
    assert client.get(address(name, *args)).status_code == 404


def test_a_game_is_taken_back_and_corrected_on_the_page(roland: User, roland_client: Client) -> None:
    match = won(won(made_match(roland), "a", 3), "b", 1)
    roland_client.post(address("undo", match.key), {"version": match.version})
    assert match.games.count() == 1
    assert 'value="3" checked' in text(roland_client, address("correct", match.key, 1))
    match.refresh_from_db()
    game = {**GAME, "winner": "b", "version": match.version}
    assert roland_client.post(address("correct", match.key, 1), game).status_code == 302
    page = text(roland_client, address("detail", match.key))
    assert "2 changes" in page and "Game 1" in page
    assert roland_client.get(address("correct", match.key, 7)).status_code == 404


def test_a_correction_from_an_old_page_is_a_conflict(roland: User, roland_client: Client) -> None:
    match = won(made_match(roland), "a", 3)
    answer = roland_client.post(address("correct", match.key, 1), {**GAME, "version": 1})
    assert answer.status_code == 409 and "Someone else just changed this match." in answer.content.decode()
    answer = roland_client.post(address("undo", match.key), {"version": 1}, follow=True)
    assert "Someone else just changed this match." in answer.content.decode() and match.games.count() == 1


def test_the_agreement_changes_until_the_first_game(roland: User, roland_client: Client) -> None:
    match = made_match(roland)
    page = text(roland_client, address("sheet", match.key))
    assert "Maximum crystals per game" in page
    seen = page.partition('name="seen" value="')[2].partition('"')[0]
    changed = {**SHEET, "target": "7", "crystal_cards": "on", "seen": seen}
    assert roland_client.post(address("sheet", match.key), changed).status_code == 302
    assert "of 7" in text(roland_client, address("detail", match.key))
    won(match)
    assert roland_client.post(address("sheet", match.key), changed).status_code == 409


def test_the_opponent_takes_the_free_seat_from_another_phone(roland: User, elinor_client: Client) -> None:
    match = made_match(roland)
    url = address("join", match.key, match.join_key)
    assert "I’m Elinor" in text(elinor_client, url) and "I’m Roland" not in text(elinor_client, url)
    assert elinor_client.post(url, {"side": "b"}).status_code == 302
    assert "Who won?" in text(elinor_client, address("detail", match.key))
    assert "taken" in text(elinor_client, url)
    assert elinor_client.get(address("join", match.key, "wrong")).status_code == 404
    assert elinor_client.post(url, {"side": "b"}).status_code == 409


def test_a_guest_who_takes_a_seat_is_called_by_its_name(roland: User, client: Client) -> None:
    match = made_match(roland)
    client.post(address("join", match.key, match.join_key), {"side": "b"})
    match.refresh_from_db()
    assert match.player_b is not None and match.player_b.display_name == "Elinor"


def test_a_page_that_is_up_to_date_is_told_so_in_one_query(
    roland: User, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    match = made_match(roland)
    with django_assert_max_num_queries(1):
        assert client.get(address("detail", match.key), {"since": "1"}).status_code == 204
    won(match)
    assert client.get(address("detail", match.key), {"since": "1"}).status_code == 200


def test_a_finished_match_shows_its_winner_and_no_form(roland: User, roland_client: Client) -> None:
    match = won(won(made_match(roland), "a", 3, ended="fourth_dragon"), "a", 0)
    page = text(roland_client, address("detail", match.key))
    assert "won the match, 5 : 0" in page and "Who won?" not in page and "Undo last game" in page


def test_crystal_cards_and_penalties_are_asked_for_only_where_agreed(roland: User, roland_client: Client) -> None:
    plain = made_match(roland)
    page = text(roland_client, address("detail", plain.key))
    assert "Winner’s crystal cards" not in page and 'value="penalty"' not in page
    strict = made_match(roland, sheet=MatchSettings(crystal_cards=True))
    page = text(roland_client, address("detail", strict.key))
    assert "Winner’s crystal cards" in page and 'value="penalty"' in page


def test_names_are_shown_as_text_and_never_as_markup(client: Client) -> None:
    client.post(address("create"), {**NEW, "name_b": "<b>Elinor"})
    page = text(client, address("detail", Match.objects.get().key))
    assert "<b>Elinor" not in page and "&lt;b&gt;Elinor" in page


@pytest.mark.parametrize("games", [0, 9])
def test_the_page_of_a_match_asks_the_same_few_queries(
    roland: User, roland_client: Client, django_assert_max_num_queries: DjangoAssertNumQueries, games: int
) -> None:
    match = made_match(roland, sheet=MatchSettings(target=20))
    for _ in range(games):
        won(match, "a", 0)
    services.undo_last_game(by=match.created_by, key=match.key, version=won(match).version)
    with django_assert_max_num_queries(9):
        roland_client.get(address("detail", match.key))


def test_a_group_is_made_by_a_guest_and_starts_a_match_in_few_taps(client: Client) -> None:
    made = {"name": "Thursday league", "me": "Roland", "members": "Elinor\n\n Mira \n"}
    answer = client.post(address("group_create"), made)
    group = Group.objects.get()
    assert answer.headers["Location"] == address("group", group.key)
    ids = {member.name: member.pk for member in group.members.all()}
    assert set(ids) == {"Roland", "Elinor", "Mira"} and group.members.get(name="Roland").person == group.owner
    pair = {"a": ids["Roland"], "b": ids["Mira"]}
    answer = client.post(address("group_start", group.key), pair)
    match = Match.objects.get()
    assert answer.headers["Location"] == address("detail", match.key)
    assert (match.group, match.target, match.penalty) == (group, 5, "none")
    page = text(client, address("group", group.key) + "?round=1")
    assert "Still playing:" in page and "Elinor sits out" in page


def test_a_group_starts_with_what_it_agreed_on_last(roland: User, roland_client: Client) -> None:
    group = made_group(roland, "Elinor")
    ids = [member.pk for member in group.members.all()]
    both = {"a": ids[0], "b": ids[1]}
    roland_client.post(address("group_start", group.key), {**SHEET, **both, "target": "7", "crystal_cards": "on"})
    roland_client.post(address("group_start", group.key), both)
    assert [(match.target, match.crystal_cards) for match in group.matches.all()] == [(7, True), (7, True)]


@pytest.mark.parametrize("bad", [{"a": "x"}, {"a": "0", "b": "0"}, {}, {"target": "0"}])
def test_a_group_match_that_cannot_be_is_refused(roland: User, roland_client: Client, bad: dict[str, str]) -> None:
    group = made_group(roland, "Elinor")
    assert roland_client.post(address("group_start", group.key), {**SHEET, **bad}).status_code == 400


def test_nobody_is_paired_with_himself(roland: User, roland_client: Client) -> None:
    group = made_group(roland, "Elinor")
    pk = group.members.get(name="Elinor").pk
    answer = roland_client.post(address("group_start", group.key), {"a": pk, "b": pk})
    assert answer.status_code == 400 and "Choose two different members." in answer.content.decode()


def test_a_stranger_sees_the_table_and_changes_nothing(roland: User, stranger_client: Client, client: Client) -> None:
    group = made_group(roland, "Elinor")
    a, b = group.members.all()
    for visitor in (stranger_client, client):
        page = text(visitor, address("group", group.key) + "?round=1")
        assert "Standings" in page and "Start a match" not in page and "Remove" not in page
        answers = (
            visitor.post(address("group_start", group.key), {"a": a.pk, "b": b.pk}),
            visitor.post(address("members", group.key), {"name": "Mira"}),
            visitor.post(address("member_remove", group.key, a.pk)),
        )
        assert [answer.status_code for answer in answers] == [403, 403, 403]
    assert not Match.objects.exists() and group.members.filter(left=None).count() == 2
    assert not Person.objects.filter(user=None).exists()


def test_the_owner_adds_and_removes_members(roland: User, roland_client: Client) -> None:
    group = made_group(roland, "Elinor")
    assert roland_client.post(address("members", group.key), {"name": "Mira"}).status_code == 302
    answer = roland_client.post(address("members", group.key), {"name": "mira"})
    assert answer.status_code == 409 and "already in the group" in answer.content.decode()
    pk = group.members.get(name="Mira").pk
    for _ in range(2):
        assert roland_client.post(address("member_remove", group.key, pk)).status_code == 302
    assert group.members.get(pk=pk).left is not None


def test_a_group_with_a_double_name_is_refused_and_nothing_typed_is_lost(client: Client) -> None:
    answer = client.post(address("group_create"), {"name": "League", "members": "Mira\nmira"})
    assert answer.status_code == 409 and "Mira\nmira" in answer.content.decode()
    assert not Group.objects.exists()


@pytest.mark.parametrize("matches", [1, 8])
def test_the_page_of_a_group_asks_the_same_few_queries(
    roland: User, roland_client: Client, django_assert_max_num_queries: DjangoAssertNumQueries, matches: int
) -> None:
    group = made_group(roland, "Elinor", "Mira", "Otto")
    for _ in range(matches):
        group_match(group, "Elinor", "Mira", ("a", 3), ("a", 3))
    with django_assert_max_num_queries(21):  # the first reader asks for changes, and then for them
        roland_client.get(address("group", group.key) + "?round=1")
    with django_assert_max_num_queries(17):  # everybody after them only for changes
        roland_client.get(address("group", group.key) + "?round=1")


def test_my_page_asks_the_same_few_queries(
    roland: User, roland_client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(5):
        won(made_match(roland))
    made_group(roland)
    with django_assert_max_num_queries(9):
        roland_client.get(address("index"))


def test_what_a_guest_played_is_his_after_signing_up(client: Client) -> None:
    client.post(address("create"), NEW)
    match = Match.objects.get()
    user = User.objects.create_user("Roland", password="a long password")
    client.post(reverse("account_login"), {"login": "Roland", "password": "a long password"})
    match.refresh_from_db()
    assert match.created_by == person(user)
    assert match.key in text(client, address("index"))


def test_the_admin_finds_matches_and_groups(judge_client: Client, roland: User) -> None:
    match, group = won(made_match(roland)), made_group(roland, "Elinor")
    for url in (
        reverse("admin:matches_match_changelist") + "?q=Roland",
        reverse("admin:matches_match_change", args=[match.pk]),
        reverse("admin:matches_group_changelist") + "?q=Thursday",
        reverse("admin:matches_group_change", args=[group.pk]),
    ):
        assert judge_client.get(url).status_code == 200


def test_a_match_for_the_companion_opens_there(client: Client) -> None:
    assert "companion" in text(client, f"{address('create')}?companion")
    answer = client.post(address("create"), NEW | {"companion": ""})
    assert answer.headers["Location"] == address("table", Match.objects.get().key)

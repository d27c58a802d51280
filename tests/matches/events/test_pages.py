"""Pages of an event: run it, report results, print slips, and the cost in queries."""

from __future__ import annotations

import json
import re
from datetime import date

import pytest
from django.test import Client

from accounts.models import Person, User
from cards.core.facts import Catalogue
from drafts.models import Draft
from drafts.table.services import create_draft
from matches.events import pod_services, result_services, round_services, services
from matches.events.entry import services as entry_services
from matches.events.presenters import own_spread_seconds
from matches.events.queries import load_event
from matches.events.rounds import clock
from matches.groups import services as group_services
from matches.models import Event, Registration
from tests.drafts.tables import setup_for
from tests.html import flat
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired

pytestmark = pytest.mark.django_db
NEW = {
    "name": "Saturday",
    "me": "Roland",
    "format": "swiss",
    "cut_size": "0",
    "round_minutes": "50",
    "edition": "legends",
    "target": "5",
    "points_win": "3",
    "points_draw": "1",
    "points_loss": "0",
    "points_bye": "3",
    "tie_1": "crystals",
    "decks_seen": "staff",
    "days_between": "7",
}


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


@pytest.mark.parametrize(("players", "seconds"), [(99, 0), (300, 2), (600, 4), (2000, 13)])
def test_as_many_players_ask_for_their_own_panel_in_a_second_as_one_process_answers(players: int, seconds: int) -> None:
    assert own_spread_seconds(players) == seconds


def do(client: Client, event: Event, action: str, **data: object) -> int:
    return client.post(f"/matches/events/{event.key}/do/{action}/", data).status_code


def test_an_event_is_run_from_its_page(roland_client: Client, elinor_client: Client, client: Client) -> None:
    assert roland_client.get("/matches/events/new/").status_code == 200
    answer = roland_client.post("/matches/events/new/", NEW)
    event = Event.objects.get()
    assert answer.url == f"/matches/events/{event.key}/"  # type: ignore[attr-defined]
    assert do(roland_client, event, "add", names="Mira\nOtto\n\nAlma") == 302
    assert do(elinor_client, event, "register", name="Elinor") == 302
    assert do(client, event, "register", name="A guest") == 302
    assert do(roland_client, event, "pair", number=1) == 302
    view = load_event(event.key)
    for pairing in view.rounds[0].unreported:
        assert do(roland_client, event, "result", pairing=pairing.row.pk, a=5, b=1) == 302
    assert do(roland_client, event, "clock", number=1, running=1) == 302
    for visitor in (roland_client, elinor_client, client, Client()):
        page = visitor.get(f"/matches/events/{event.key}/")
        assert (page.status_code == 200 and "most points" in page.content.decode()) or "tied" in page.content.decode()
    assert roland_client.get("/matches/events/").status_code == 200
    assert client.get(f"/matches/e/{event.code}/").status_code == 302
    assert client.get("/matches/events/", {"code": event.code.upper()}).status_code == 302
    assert client.get(f"/matches/events/{event.key}/trail/").status_code == 200
    assert client.get(f"/matches/events/{event.key}/?since={Event.objects.get().version}").status_code == 204


def test_the_code_of_a_draft_leads_to_the_draft_also_from_the_events(client: Client, roland: User) -> None:
    key = create_draft(host=person(roland), setup=setup_for(2)).key
    for typed in (key, f" {key[:4].upper()} {key[4:8]} {key[8:]}"):
        assert client.get("/matches/events/", {"code": typed}).headers["Location"] == f"/drafts/{key}/"
    assert client.get("/matches/events/", {"code": "0" * len(key)}).status_code == 404


def test_strangers_cannot_and_what_was_typed_is_kept(
    owner: Person, roland_client: Client, stranger_client: Client
) -> None:
    event = made_event(owner, 4)
    assert do(stranger_client, event, "pair", number=1) == 403
    assert do(roland_client, event, "behead") == 404
    assert stranger_client.get(f"/matches/events/{event.key}/do/pair/").status_code == 405
    answer = roland_client.post(f"/matches/events/{event.key}/do/add/", {"names": "Lena\nMIRA"})
    assert answer.status_code == 409 and "Lena\nMIRA" in answer.content.decode()
    assert do(roland_client, event, "pair", number="x") == 400
    assert do(roland_client, event, "pair", number=1, fixed="1 two") == 400
    assert do(roland_client, event, "pair", number=1, fixed="1 2") == 302
    pairing = load_event(event.key).rounds[0].pairings[0]
    typed = {"pairing": pairing.row.pk, "a": 9, "b": 8, "as": "desk", "back": "results"}
    answer = roland_client.post(f"/matches/events/{event.key}/do/result/", typed)
    assert (
        answer.status_code == 400 and 'value="9"' in answer.content.decode() and "MATCH-03" in answer.content.decode()
    )
    assert do(roland_client, event, "result", pairing=999999, a=5, b=0) == 404
    assert do(roland_client, event, "result", pairing=pairing.row.pk, a="", b=0) == 400
    assert stranger_client.get("/matches/events/nothing/").status_code == 404
    assert stranger_client.get(f"/matches/events/{event.key}/settings/").status_code == 403


def test_helpers_come_by_a_secret_link(owner: Person, elinor_client: Client) -> None:
    event = made_event(owner, 2)
    link = f"/matches/events/{event.key}/help/{event.judge_key}/"
    assert elinor_client.get(link).status_code == 200 and elinor_client.post(link, {"name": "E"}).status_code == 302
    assert do(elinor_client, event, "note", number=1, kind="warning", text="slow") == 302
    assert elinor_client.get(f"/matches/events/{event.key}/help/guessed/").status_code == 404


def test_the_page_says_when_and_where_it_is_played_and_for_which_club(
    owner: Person, roland_client: Client, client: Client
) -> None:
    group = group_services.create_group(by=owner, name="Friday club", me="Roland", members=["Elinor"])
    day = {
        **NEW,
        "first_day": "2026-11-28",
        "is_past": "1",
        "venue": "  Café  Crystal ",
        "group": group.key,
        "rounds_planned": "4",
    }
    roland_client.post("/matches/events/new/", day)
    event = Event.objects.get()
    page = flat(client.get(event.get_absolute_url()).content)
    assert "Saturday, 28 Nov 2026" in page and '<span class="venue">Café Crystal</span>' in page
    assert "Friday club ·" in page and "4 rounds ·" in page and f"/groups/{group.key}/" not in page
    assert f"/groups/{group.key}/" in flat(roland_client.get(event.get_absolute_url()).content)


def test_a_first_day_that_is_long_over_is_asked_about(roland_client: Client) -> None:
    typed = {**NEW, "first_day": "2019-01-01"}
    refused = roland_client.post("/matches/events/new/", typed)
    assert (
        refused.status_code == 400
        and "The first day is long past. Change it, or confirm that it’s right." in refused.text
    )
    assert 'type="checkbox" name="is_past"' in flat(refused.content) and not Event.objects.exists()
    assert roland_client.post("/matches/events/new/", {**typed, "is_past": "on"}).status_code == 302


def test_a_sensible_number_of_rounds_is_one_tap(owner: Person, roland_client: Client, stranger_client: Client) -> None:
    event = made_event(owner, 41, cut_size=8)
    page = flat(roland_client.get(event.get_absolute_url()).content)
    assert "41 players usually play 5 rounds." in page and "That allows for the playoff." in page
    assert do(stranger_client, event, "plan", rounds=5) == 403 and do(roland_client, event, "plan", rounds=99) == 400
    assert do(roland_client, event, "plan", rounds=5) == 302
    assert Event.objects.get().rounds_planned == 5
    assert "players usually play" not in flat(roland_client.get(event.get_absolute_url()).content)
    assert "planned 5 rounds" in flat(roland_client.get(f"/matches/events/{event.key}/trail/").content)


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("standings.pdf", b"%PDF"),
        ("poster.pdf", b"%PDF"),
        ("standings.csv", b"\xef\xbb\xbfplace,"),
        ("results.csv", b"\xef\xbb\xbfround,"),
        ("event.json", b"{"),
        ("calendar.ics", b"BEGIN:VCALENDAR"),
    ],
)
def test_files_of_an_event(owner: Person, client: Client, name: str, begins: bytes) -> None:
    event = made_event(owner, 4, format="round_robin", first_day=date(2026, 12, 1))
    event.refresh_from_db()
    paired(event, 1)
    enter_all(event)
    answer = client.get(f"/matches/events/{event.key}/files/{name}")
    assert answer.status_code == 200 and answer.content.startswith(begins)
    assert client.get(f"/matches/events/{event.key}/files/passwords.txt").status_code == 404


def test_slips_wall_and_calendar(owner: Person, client: Client) -> None:
    event = made_event(owner, 13)
    paired(event, 1)
    assert client.get(f"/matches/events/{event.key}/slips/1.pdf").content.startswith(b"%PDF")
    assert client.get(f"/matches/events/{event.key}/slips/9.pdf").status_code == 404
    clock.set_round_clock(by=owner, key=event.key, number=1, running=True)
    page = client.get(f"/matches/events/{event.key}/wall/").content.decode()
    assert ("Roland" in page and "49:5" in page) or "50:00" in page
    assert 'class="qr"' in page and f"/matches/e/{event.code}/</span>" in page


def test_a_formula_in_a_name_stays_text(owner: Person, client: Client) -> None:
    event = made_event(owner, 2)
    services.add_players(by=owner, key=event.key, names=["=1+1"])
    assert "'=1+1" in client.get(f"/matches/events/{event.key}/files/standings.csv").content.decode()
    assert json.loads(client.get(f"/matches/events/{event.key}/files/event.json").content)["standings"]


def test_a_draft_event_seats_everybody_at_live_drafts(owner: Person, db_catalogue: Catalogue) -> None:
    event = made_event(owner, 7, format="draft")
    made = pod_services.seat_players_in_pods(by=owner, key=event.key, most=4)
    assert sorted(pod.draft.players for pod in made) == [3, 4]
    assert Draft.objects.filter(pod__event=event).count() == 2
    assert Registration.objects.filter(event=event, pod=None).count() == 0
    for pod in made:
        assert pod.draft.seats.count() == pod.draft.players
    assert [(pod.pod.number, len(pod.players)) for pod in load_event(event.key).pods] == [(1, 4), (2, 3)]


def test_the_page_of_a_large_event_takes_as_many_queries_as_that_of_a_small_one(
    owner: Person, roland_client: Client, django_assert_max_num_queries: object
) -> None:
    for players in (4, 60):
        event = made_event(owner, players)
        paired(event, 1)
        with django_assert_max_num_queries(14):  # type: ignore[operator]
            assert roland_client.get(f"/matches/events/{event.key}/").status_code == 200


def test_byes_by_hand_and_a_table_where_both_lose(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 4)
    assert do(roland_client, event, "pair", number=1, byes="1 two") == 400
    assert do(roland_client, event, "pair", number=1, byes="1, 2") == 302
    view = load_event(event.key)
    assert {pairing.a.number for pairing in view.rounds[0].pairings if pairing.b is None} == {1, 2}
    pairing = view.rounds[0].unreported[0]
    assert do(roland_client, event, "result", pairing=pairing.row.pk, a=0, b=0, outcome="nobody") == 302
    assert [place.line.points for place in load_event(event.key).standings] == [3, 3, 0, 0]


def _lower_seeds_win_the_cut(event: Event) -> None:
    seeds = [place.player for place in load_event(event.key).standings]
    for _ in range(2):
        current = load_event(event.key).current
        assert current is not None
        for pairing in current.unreported:
            assert pairing.b is not None
            crystals = (2, 5) if seeds.index(pairing.a) < seeds.index(pairing.b) else (5, 2)
            result_services.enter_result(by=event.owner, key=event.key, pairing=pairing.row.pk, crystals=crystals)
        if len(current.pairings) > 1:
            paired(event, current.row.number + 1)


def test_after_a_cut_the_winner_stands_first_everywhere(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 6, cut_size=4)
    paired(event, 1)
    enter_all(event)
    assert do(roland_client, event, "cut") == 302
    _lower_seeds_win_the_cut(event)
    view = load_event(event.key)
    champion = view.champion
    assert champion is not None and champion != view.standings[0].player
    address = f"/matches/events/{event.key}"
    for path in ("/", "/wall/"):
        page = roland_client.get(address + path).content.decode()
        ranking, _, after = page[page.index("Final ranking") :].partition("Standings before the playoff")
        # The wall has only the final ranking, beside the winner.
        assert "Semifinals" in page and (view.standings[0].player.name in after) == (path == "/")
        ranking = ranking.partition('class="wall-page"')[0]  # on the wall, the bracket follows
        order = [ranking.rindex(player.name) for player in (champion, view.standings[-1].player)]
        assert order == sorted(order)
    answer = roland_client.get(f"/api/v1/events/{event.key}/").json()
    assert [(row["first"], row["last"]) for row in answer["final"]] == [(1, 1), (2, 2), (3, 4), (3, 4), (5, 6), (5, 6)]
    assert answer["final"][0]["name"] == champion.name and answer["champion"] == champion.number
    files = json.loads(roland_client.get(f"{address}/files/event.json").content)
    assert files["final"][0]["player"] == champion.name
    lines = roland_client.get(f"{address}/files/standings.csv").content.decode("utf-8-sig").splitlines()
    assert (
        lines[0].startswith("final_place,final_last,place")
        and lines[1].startswith("1,1,")
        and champion.name in lines[1]
    )
    assert roland_client.get(f"{address}/files/standings.pdf").content.startswith(b"%PDF")
    own = roland_client.get(f"{address}/players/{champion.number}/").content.decode()
    assert "Final rank: 1" in own


def test_a_bracket_is_drawn_to_its_final_from_the_first_round_on(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 6, cut_size=4)
    paired(event, 1)
    enter_all(event)
    assert do(roland_client, event, "cut") == 302
    first = load_event(event.key).rounds[-1].unreported[0]
    result_services.enter_result(by=owner, key=event.key, pairing=first.row.pk, crystals=(5, 2))
    for path in ("/", "/wall/"):
        page = flat(roland_client.get(f"/matches/events/{event.key}{path}").content)
        semifinals, final = page[page.index("<h3>Semifinals") :].split("<h3>Final", 1)
        assert semifinals.count('"bracket-match"') == 2
        last = final[: final.index("</ul>")]
        assert last.count('"bracket-match"') == 1
        assert re.findall(">([^<>]+)</span>", last) == [first.a.name, "–"]
    page = flat(roland_client.get(f"/matches/events/{event.key}/").content)
    assert 'id="table-title">Bracket</h2>' in page and "Standings before the playoff" in page


def test_scores_are_buttons_own_name_first_and_a_report_is_accepted_by_a_tap(
    owner: Person, roland_client: Client, elinor: User, elinor_client: Client, stranger: User, stranger_client: Client
) -> None:
    event = made_event(owner, 0)
    for user in (elinor, stranger):
        entry_services.register_player(by=person(user), key=event.key, name=user.username.title())
    pairing = paired(event, 1).rounds[0].pairings[0]
    assert pairing.b is not None
    clients = {person(elinor).pk: elinor_client, person(stranger).pk: stranger_client}
    first, second = (clients[row.person_id or 0] for row in (pairing.a, pairing.b))
    page = second.get(event.get_absolute_url()).content.decode()
    own = page[page.index("You win") :]
    assert own.index('value="0:5"') < own.index('value="5:0"')
    assert do(first, event, "result", **{"pairing": pairing.row.pk, "as": "player", "score": "5:2"}) == 302
    page = second.get(event.get_absolute_url()).content.decode()
    assert f"Yes, {pairing.a.name} won 5 : 2" in flat(page) and 'value="5:2"' in page
    assert "won 5 : 2" not in first.get(event.get_absolute_url()).content.decode()
    assert do(second, event, "result", **{"pairing": pairing.row.pk, "as": "player", "score": "3:5"}) == 302
    desk = roland_client.get(f"{event.get_absolute_url()}results/").content.decode()
    assert f"Accept {pairing.a.name}’s report: 5 : 2" in desk and f"Accept {pairing.b.name}’s report: 3 : 5" in desk
    data = {"pairing": pairing.row.pk, "as": "desk", "score": "5:2", "shown": 1, "table": 1}
    answer = roland_client.post(f"/matches/events/{event.key}/do/result/", data)
    assert answer.url.endswith("?round=1#table-1")  # type: ignore[attr-defined]
    assert load_event(event.key).rounds[0].pairings[0].crystals == (5, 2)
    assert do(roland_client, event, "result", pairing=pairing.row.pk, score="5:x") == 400


@pytest.mark.parametrize("wanted", ["9" * 5000, "٣", "-1", "x"])
def test_a_round_that_is_no_number_shows_the_current_one(owner: Person, roland_client: Client, wanted: str) -> None:
    event = made_event(owner, 4)
    paired(event, 1)
    page = roland_client.get(event.get_absolute_url(), {"round": wanted})
    assert page.status_code == 200 and "Round 1" in page.content.decode()


def test_a_player_of_a_large_event_is_led_to_their_own_row(roland: User, elinor: User, elinor_client: Client) -> None:
    event = made_event(person(roland), 60)
    last = load_event(event.key).players[-1]
    Registration.objects.filter(pk=last.pk).update(person=person(elinor))
    shown = paired(event, 1)
    assert shown.current is not None
    page = flat(elinor_client.get(event.get_absolute_url()).content)
    assert f'href="{event.get_absolute_url()}?row={last.number}#player-{last.number}"' in page
    row = f'<tr id="player-{last.number}">'
    assert row not in page
    asked = {"row": str(last.number)}
    assert row in flat(elinor_client.get(event.get_absolute_url(), asked).content)
    # Also when results have come in since the link was rendered, and they are on another page.
    mine = next(table for table in shown.current.pairings if last in (table.a, table.b))
    crystals = (5, 0) if mine.a == last else (0, 5)
    result_services.enter_result(by=event.owner, key=event.key, pairing=mine.row.pk, crystals=crystals)
    assert load_event(event.key).standings[0].player == last
    assert row in flat(elinor_client.get(event.get_absolute_url(), asked | {"places": "2"}).content)


def folded(client: Client, event: Event, **asked: str) -> list[str]:
    """Return the parts of the page that a phone shows as headings only."""
    page = flat(client.get(event.get_absolute_url(), asked).content)
    return [part for part in ("tables", "standings") if re.search(rf'class="[^"]* folded"[^>]* id="{part}"', page)]


def test_a_phone_shows_either_the_tables_or_the_standings(
    owner: Person, roland_client: Client, elinor: User, elinor_client: Client, client: Client
) -> None:
    """Each person once: while a round is played the tables, except for a player whose own is above them."""
    event = made_event(owner, 4, cut_size=2)
    player = event.registrations.get(name="Elinor")
    Registration.objects.filter(pk=player.pk).update(person=person(elinor))
    paired(event, 1)
    assert folded(client, event) == folded(roland_client, event) == ["standings"]
    assert folded(elinor_client, event) == ["tables", "standings"]
    assert folded(elinor_client, event, round="1") == ["standings"]
    assert folded(client, event, places="1") == folded(client, event, who="Mira") == []
    enter_all(event)
    assert folded(client, event) == folded(elinor_client, event) == ["tables"]
    assert folded(roland_client, event) == []  # the results stand there in place of the tables
    round_services.begin_playoff(by=owner, key=event.key)
    assert folded(client, event) == ["tables", "standings"]  # the bracket shows both
    enter_all(event)
    assert folded(client, event) == ["tables"]


def test_open_tables_come_first(owner: Person, client: Client) -> None:
    event = made_event(owner, 8)
    current = paired(event, 1).current
    assert current is not None
    result_services.enter_result(by=owner, key=event.key, pairing=current.pairings[0].row.pk, crystals=(5, 2))
    page = client.get(event.get_absolute_url()).content.decode()
    assert re.findall(r'id="table-(\d)"', page) == ["2", "3", "4", "1"]


def test_who_only_looks_on_has_no_row_to_be_led_to(roland: User, client: Client) -> None:
    event = made_event(person(roland), 60)
    paired(event, 1)
    page = flat(client.get(event.get_absolute_url()).content)
    assert "Go to my row" not in page


def test_what_breaks_ties_stands_in_a_column_of_the_table_the_file_and_the_api(
    owner: Person, roland_client: Client
) -> None:
    event = made_event(owner, 4, tie_breaks=("wins", "crystals_a_match", "direct"))
    paired(event, 1)
    enter_all(event)
    address = f"/matches/events/{event.key}"
    table = flat(roland_client.get(f"{address}/").content)
    assert "Matches won</th><th" in table and "Crystals per match</th></tr>" in table
    assert table.count('<td class="r hide-narrow">5.00</td>') == 2
    head, first, *_rest = roland_client.get(f"{address}/files/standings.csv").content.decode().splitlines()
    assert head.endswith(",wins,crystals_a_match,reason") and ",1,5," in first
    values = roland_client.get(f"/api/v1/events/{event.key}/").json()["standings"][0]["values"]
    assert values == {"points": 3, "wins": 1, "crystals_a_match": 5}


def test_the_columns_are_explained_and_a_bye_that_counts_like_a_match_is_on_the_page_of_its_player(
    roland: User, client: Client
) -> None:
    event = made_event(person(roland), 3)
    paired(event, 1)
    view = enter_all(event)
    page = flat(client.get(event.get_absolute_url()).content)
    assert "What the columns mean" in page and "<dt>Opponents’ points</dt>" in page
    assert "For the order, a bye counts like the player’s average match." in page
    assert "Points first. Tiebreakers, in order: crystals won, crystal difference," in page
    rested = next(table.a for table in view.tables if table.b is None)
    own = flat(client.get(f"{event.get_absolute_url()}players/{rested.number}/").content)
    assert "With the bye, which counts like an average match:" in own and "no opponents yet" in own
    played = next(table for table in view.tables if table.b is not None)
    own = flat(client.get(f"{event.get_absolute_url()}players/{played.a.number}/").content)
    assert "(1 opponent)" in own and "With the bye" not in own

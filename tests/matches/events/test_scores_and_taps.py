"""Scores: what has been reported counts when time is up, own crystals first on a player's phone, and no tap is lost."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import Person, User
from common.errors import Conflict
from matches.events import result_services, round_services
from matches.events.entry import leaving
from matches.events.queries import load_event
from matches.events.read_models import LoadedPairing
from matches.events.result_services import DeviceStamp
from matches.models import AuditLogEntry, Event, Pairing, Registration, Webhook, WebhookNotice
from tests.effort import examples
from tests.html import flat
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


@pytest.fixture
def event(owner: Person, elinor: User, stranger: User) -> Event:
    """Table 1 is Elinor's and the stranger's, whoever of them is the first; the others have no phone."""
    event = made_event(owner, 6)
    rows = {row.name: row for row in event.registrations.all()}
    for name, user in (("Elinor", elinor), ("Otto", stranger)):
        Registration.objects.filter(pk=rows[name].pk).update(person=person(user))
    paired(event, 1, fixed=[(rows["Elinor"].number, rows["Otto"].number)])
    return event


def own_table(event: Event, user: User) -> LoadedPairing:
    return next(table for table in load_event(event.key).rounds[0].pairings if table.side_of_person(person(user)))


def report(event: Event, user: User, own: int, other: int, **more: object) -> LoadedPairing:
    """Report a result, own crystals first."""
    table = own_table(event, user)
    crystals = (own, other) if table.side_of_person(person(user)) == "a" else (other, own)
    own_pk = {"by": person(user), "key": event.key, "pairing": table.row.pk, "crystals": crystals}
    return result_services.report_result(**own_pk, **more)  # type: ignore[arg-type]


def result(event: Event, row: Pairing) -> tuple[str, tuple[int, int]]:
    table = next(each for each in load_event(event.key).rounds[0].pairings if each.row.pk == row.pk)
    return table.state, table.crystals


def test_when_time_is_up_a_report_of_one_counts_and_the_log_says_so(
    event: Event, owner: Person, elinor: User, roland_client: Client
) -> None:
    report(event, elinor, 5, 0)
    page = flat(roland_client.get(event.get_absolute_url()).content)
    asked = page[page.index("Time is up") : page.index("Close round with current scores")]
    assert "Elinor says" in asked and "Only one player reported; this counts." in asked
    round_services.close_round(by=owner, key=event.key, number=1, unfinished=True)
    table = own_table(event, elinor)
    assert table.winner is not None and table.winner.name == "Elinor" and sorted(table.crystals) == [0, 5]
    log = roland_client.get(f"{event.get_absolute_url()}trail/").content.decode()
    assert "as reported by Elinor when time ran out" in log


def test_when_time_is_up_two_who_differ_are_asked(
    event: Event, owner: Person, elinor: User, stranger: User, roland_client: Client
) -> None:
    report(event, elinor, 5, 0)
    report(event, stranger, 5, 2)
    table = own_table(event, elinor)
    close = f"{event.get_absolute_url()}do/close/"
    page = flat(roland_client.get(event.get_absolute_url()).content)
    assert "The reports differ. Which one counts?" in page and f'name="decide-{table.row.pk}"' in page
    refused = roland_client.post(close, {"number": 1, "unfinished": 1})
    assert refused.status_code == 409
    assert f"The reports differ at these tables: {table.row.table}." in refused.content.decode()
    side = table.side_of_person(person(stranger))
    assert roland_client.post(close, {"number": 1, "unfinished": 1, f"decide-{table.row.pk}": side}).status_code == 302
    winner = own_table(event, elinor).winner
    assert winner is not None and winner.name == "Otto"


def test_the_api_decides_between_two_who_differ_too(
    event: Event, elinor: User, stranger: User, roland_client: Client
) -> None:
    report(event, elinor, 5, 0)
    report(event, stranger, 5, 2)
    row, address = own_table(event, elinor).row, f"/api/v1/events/{event.key}/rounds/1/"
    asked = {"closed": True, "unfinished": True}
    assert roland_client.post(address, asked, "application/json").status_code == 409
    asked |= {"decided": [{"id": row.pk, "counts": "played"}]}  # type: ignore[dict-item]
    assert roland_client.post(address, asked, "application/json").status_code == 200
    assert result(event, row) == ("done", (0, 0))


def test_when_time_is_up_who_stays_wins_against_who_has_left(event: Event, owner: Person, elinor: User) -> None:
    leaving.drop_player(by=person(elinor), key=event.key, number=own_number(event, "Elinor"))
    round_services.close_round(by=owner, key=event.key, number=1, unfinished=True)
    winner = own_table(event, elinor).winner
    assert winner is not None and winner.name == "Otto"
    assert AuditLogEntry.objects.filter(event=event, kind="result", about__left="Elinor").exists()


def own_number(event: Event, name: str) -> int:
    return Registration.objects.get(event=event, name=name).number


def test_who_leaves_is_told_to_the_desk_and_to_who_stays(
    event: Event, elinor: User, stranger_client: Client, roland_client: Client
) -> None:
    leaving.drop_player(by=person(elinor), key=event.key, number=own_number(event, "Elinor"))
    table = own_table(event, elinor)
    for address in ("", "results/"):
        assert "Elinor dropped" in flat(roland_client.get(f"{event.get_absolute_url()}{address}").content)
    desk = flat(roland_client.get(f"{event.get_absolute_url()}results/").content)
    assert "Otto wins 5 : 0" in desk
    panel = flat(stranger_client.get(f"{event.get_absolute_url()}mine/").content)
    assert "Elinor has dropped. The organiser knows" in panel
    score = "5:0" if table.a.name == "Otto" else "0:5"
    assert f'value="{score}"' in desk[desk.index("Elinor dropped") : desk.index("Otto wins 5 : 0")]


def test_a_players_own_crystals_come_first_and_the_button_says_who_won(
    event: Event, elinor: User, stranger: User, elinor_client: Client, stranger_client: Client
) -> None:
    report(event, elinor, 5, 1)
    address = f"{event.get_absolute_url()}mine/"
    assert "You reported 5 : 1." in flat(elinor_client.get(address).content)
    told = flat(stranger_client.get(address).content)
    assert "Elinor reported that you lost 1 : 5." in told and "Yes, Elinor won 5 : 1" in told
    report(event, elinor, 2, 5)
    told = flat(stranger_client.get(address).content)
    assert "Elinor reported that you won 5 : 2." in told and "Yes, I won 5 : 2" in told
    report(event, stranger, 5, 2)
    assert "Elinor 2 : 5 Otto" in flat(elinor_client.get(address).content)
    assert "Otto 5 : 2 Elinor" in flat(stranger_client.get(address).content)


def test_every_place_shows_a_score_in_its_order(
    event: Event, owner: Person, elinor: User, stranger: User, elinor_client: Client, stranger_client: Client,
    roland_client: Client, client: Client,
) -> None:  # fmt: skip
    """The table of places in docs/matches.md: own crystals first on a player's own panel and page, else the table's."""
    report(event, elinor, 5, 1)
    row = own_table(event, elinor).row
    first, second = own_table(event, elinor).a.name, own_table(event, elinor).b.name  # type: ignore[union-attr]
    x, y = (5, 1) if first == "Elinor" else (1, 5)
    base = event.get_absolute_url()
    for user, one in ((elinor, elinor_client), (stranger, stranger_client)):
        page = flat(one.get(f"{base}mine/").content)
        wins = page[page.index("You win") :]
        side = own_table(event, user).side_of_person(person(user))
        own = "5:0" if side == "a" else "0:5"
        assert wins.index(f'value="{own}">5:0') < wins.index("wins")
        fields = page[page.index("Another score") :]
        assert fields.index(f'name="{side}"') < fields.index(f'name="{"b" if side == "a" else "a"}"')
    desk = flat(roland_client.get(f"{base}results/").content)
    assert f"Accept Elinor’s report: {x} : {y}" in desk
    assert desk.index(f"{first} wins") < desk.index(f"{second} wins")
    assert f"{x} : {y}" in flat(roland_client.get(base).content)
    result_services.enter_result(by=owner, key=event.key, pairing=row.pk, crystals=(x, y))
    for number, own in ((own_number(event, "Elinor"), "5:1"), (own_number(event, "Otto"), "1:5")):
        assert f">{own}<" in flat(client.get(f"{base}players/{number}/").content)
    between = {
        "": f"{x} : {y}",
        "results/": f'<b class="tally">{x}:{y}</b>',
    }
    for place, shown in between.items():
        assert shown in flat((roland_client if place == "results/" else client).get(f"{base}{place}").content)
    results = client.get(f"{base}files/results.csv").content.decode()
    assert f"{first},{second},{x},{y}" in results or f"{first},{second}" in results
    said = AuditLogEntry.objects.filter(event=event, kind="result").latest("pk").about["after"]
    assert said == f"{first} {x} : {y} {second}"


@pytest.mark.parametrize("rules", [{"format": "knockout"}, {"cut_size": 2}], ids=["knock-out", "cut"])
def test_a_final_that_the_second_player_wins_has_one_order_on_bracket_wall_paper_and_in_webhooks(
    rules: dict[str, object], owner: Person, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = made_event(owner, 2, **rules)
    Webhook.objects.create(event=event, url="https://example.org/")
    paired(event, 1)
    if "cut_size" in rules:
        enter_all(event)
        round_services.begin_playoff(by=owner, key=event.key)
    view = load_event(event.key)
    final = view.rounds[-1].pairings[0]
    result_services.enter_result(by=owner, key=event.key, pairing=final.row.pk, crystals=(2, 5))
    assert final.b is not None
    first, second = final.a.name, final.b.name
    drawn = re.compile(f'>{first}</span> *<b>2</b> *</span> *<span class="won"> *<span[^>]*>{second}</span> *<b>5</b>')
    for place in ("", "wall/"):
        assert drawn.search(flat(client.get(f"{event.get_absolute_url()}{place}").content))
    notice = WebhookNotice.objects.filter(hook__event=event, kind="result").latest("pk")
    assert notice.body["after"] == f"{first} 2 : 5 {second}"
    lines: list[tuple[int, str, str]] = []
    draw = "matches.events.paper.tree.draw_player_line"
    monkeypatch.setattr(draw, lambda _paper, _box, *line, **_more: lines.append(line))
    assert client.get(f"{event.get_absolute_url()}files/bracket.pdf").status_code == 200
    assert lines == [(0, first, "2"), (1, second, "5")]


def enter(client: Client, event: Event, row: Pairing, score: str, **more: object) -> tuple[int, str]:
    data = {"pairing": row.pk, "as": "desk", "score": score, "shown": 1, "back": "results", **more}
    answer = client.post(f"{event.get_absolute_url()}do/result/", data)
    page = client.get(answer["Location"]) if answer.status_code == 302 else answer
    return answer.status_code, flat(page.content)


@pytest.fixture
def second_desk(event: Event, roland: User) -> Client:
    """Return the same person at a second device."""
    client = Client()
    client.force_login(roland)
    return client


def test_a_desk_that_has_not_seen_what_another_entered_is_asked(
    event: Event, elinor: User, roland_client: Client, second_desk: Client
) -> None:
    row = own_table(event, elinor).row
    assert enter(roland_client, event, row, "5:0", before="")[0] == 302
    status, page = enter(second_desk, event, row, "0:5", before="")
    assert status == 409 and "meanwhile" in page and "Keep 5 : 0" in page and "Change to 0 : 5" in page
    assert result(event, row) == ("done", (5, 0))
    assert enter(second_desk, event, row, "5:0", before="")[0] == 302
    assert enter(second_desk, event, row, "0:5", before="5:0")[0] == 302
    assert result(event, row) == ("done", (0, 5))


def test_a_desk_whose_result_another_has_changed_reads_that_and_its_undo_is_gone(
    event: Event, elinor: User, roland_client: Client, second_desk: Client
) -> None:
    row = own_table(event, elinor).row
    enter(roland_client, event, row, "5:0", before="")
    enter(second_desk, event, row, "0:5", before="5:0")
    query = f"?round=1&entered={row.pk}&before=&after=5:0"
    page = flat(roland_client.get(f"{event.get_absolute_url()}results/{query}").content)
    assert "0 : 5" in page and "You entered 5 : 0." in page and ">Undo<" not in page.replace(" ", "")
    undo = {"pairing": row.pk, "before": "", "undoes": "5:0", "back": "results", "shown": 1}
    answer = roland_client.post(f"{event.get_absolute_url()}do/take_back/", undo)
    assert answer.status_code == 409 and result(event, row) == ("done", (0, 5))


def test_two_undos_of_one_tap_are_one(event: Event, elinor: User, roland_client: Client) -> None:
    row = own_table(event, elinor).row
    enter(roland_client, event, row, "5:0", before="")
    undo = {"pairing": row.pk, "before": "", "undoes": "5:0", "back": "results", "shown": 1}
    for _time in range(2):
        assert roland_client.post(f"{event.get_absolute_url()}do/take_back/", undo).status_code == 302
    assert result(event, row) == ("open", (0, 0))
    assert AuditLogEntry.objects.filter(event=event, kind="reopened").count() == 1


def test_the_last_tap_of_one_hand_counts_in_whatever_order_they_arrive(
    event: Event, elinor: User, roland_client: Client
) -> None:
    row = own_table(event, elinor).row
    assert enter(roland_client, event, row, "5:1", before="", tap=2000)[0] == 302
    assert enter(roland_client, event, row, "5:0", before="", tap=1000)[0] == 302
    assert result(event, row) == ("done", (5, 1))
    assert enter(roland_client, event, row, "5:2", before="", tap=3000)[0] == 302
    assert result(event, row) == ("done", (5, 2))


def test_the_last_report_of_one_phone_counts_and_one_sent_twice_is_one(
    event: Event, elinor: User, stranger: User
) -> None:
    report(event, elinor, 5, 1, tap=DeviceStamp("phone", 2000))
    report(event, elinor, 5, 0, tap=DeviceStamp("phone", 1000))
    assert sorted(own_table(event, elinor).claims[0].crystals) == [1, 5]
    report(event, stranger, 1, 5)
    assert report(event, elinor, 5, 1, tap=DeviceStamp("phone", 2000)).state == "done"
    with pytest.raises(Conflict):
        report(event, elinor, 5, 3)


def test_undo_of_a_settled_dispute_brings_both_reports_back(
    event: Event, owner: Person, elinor: User, stranger: User
) -> None:
    report(event, elinor, 5, 1)
    report(event, stranger, 5, 2)
    table = own_table(event, elinor)
    told = sorted(claim.crystals for claim in table.claims)
    result_services.enter_result(by=owner, key=event.key, pairing=table.row.pk, crystals=table.claims[0].crystals)
    result_services.undo_result(by=owner, key=event.key, pairing=table.row.pk)
    again = own_table(event, elinor)
    assert again.state == "disputed" and sorted(claim.crystals for claim in again.claims) == told


def test_the_api_compares_what_was_read_and_says_who_was_first(
    event: Event, elinor: User, roland_client: Client, second_desk: Client
) -> None:
    row = own_table(event, elinor).row
    address = f"/api/v1/events/{event.key}/pairings/{row.pk}/result/"
    made = roland_client.put(address, {"crystals": [5, 0], "before": ""}, "application/json")
    assert made.status_code == 200 and made.json()["score"] == "5:0"
    refused = second_desk.put(address, {"crystals": [0, 5], "before": ""}, "application/json")
    assert refused.status_code == 409 and "5 : 0" in refused.json()["error"]["message"]
    assert second_desk.put(address, {"crystals": [0, 5], "before": "5:0"}, "application/json").status_code == 200


def test_the_queue_of_a_day_is_sent_in_any_order_and_counts_each_table_once(
    event: Event, elinor: User, roland_client: Client
) -> None:
    """Taps of one phone, half of them older than what it has sent meanwhile, and all of them twice."""
    rows = [table.row for table in load_event(event.key).rounds[0].pairings]
    taps = [(row, 5, nth % 5, nth + 1) for nth in range(examples(20) // len(rows) + 1) for row in rows]
    last = {row.pk: (5, less) for row, _five, less, _at in taps}
    for _time in range(2):
        for row, a, b, at in [*taps[len(taps) // 2 :], *taps[: len(taps) // 2]]:
            address = f"/api/v1/events/{event.key}/pairings/{row.pk}/result/"
            asked = {"crystals": [a, b], "before": "", "tap": at}
            assert roland_client.put(address, asked, "application/json").status_code == 200
    assert {row.pk: result(event, row)[1] for row in rows} == last


def test_a_result_for_a_round_that_was_taken_back_is_refused_in_a_sentence(
    event: Event, owner: Person, elinor: User, roland_client: Client
) -> None:
    row = own_table(event, elinor).row
    round_services.unpair_round(by=owner, key=event.key, number=1)
    address = f"/api/v1/events/{event.key}/pairings/{row.pk}/result/"
    refused = roland_client.put(address, {"crystals": [5, 0], "before": "", "tap": 1}, "application/json")
    assert refused.status_code == 404 and "the round was paired again" in refused.json()["error"]["message"]


def test_what_waited_for_another_person_is_not_taken(event: Event, elinor: User, roland_client: Client) -> None:
    address = f"/api/v1/events/{event.key}/pairings/{own_table(event, elinor).row.pk}/result/"
    asked = {"crystals": [5, 0], "before": ""}
    refused = roland_client.put(address, asked, "application/json", headers={"X-Reader": "somebody-else"})
    assert refused.status_code == 403 and own_table(event, elinor).state == "open"


def test_two_desks_that_are_both_wrong_are_put_right_by_either(
    event: Event, elinor: User, roland_client: Client, second_desk: Client
) -> None:
    row = own_table(event, elinor).row
    assert enter(roland_client, event, row, "5:0", before="")[0] == 302
    assert enter(second_desk, event, row, "5:1", before="")[0] == 409
    assert enter(second_desk, event, row, "5:1", before="5:0")[0] == 302
    assert enter(roland_client, event, row, "2:5", before="5:0")[0] == 409
    assert enter(roland_client, event, row, "2:5", before="5:1")[0] == 302
    assert result(event, row) == ("done", (2, 5))


def test_a_withdrawal_during_a_pairing_is_paired_or_out_and_never_half(
    event: Event, owner: Person, elinor: User
) -> None:
    leaving.drop_player(by=owner, key=event.key, number=own_number(event, "Mira"))
    for table in load_event(event.key).rounds[0].pairings:
        result_services.enter_result(by=owner, key=event.key, pairing=table.row.pk, crystals=(5, 0))
    seated = {
        player.name
        for table in paired(event, 2).rounds[1].pairings
        for player in (table.a, table.b)
        if player is not None
    }
    assert "Mira" not in seated and len(seated) == 5


def test_an_open_match_page_says_what_was_entered_for_it(
    event: Event, owner: Person, elinor: User, elinor_client: Client
) -> None:
    table = own_table(event, elinor)
    address = f"/matches/{table.match_key}/"
    assert 'id="entered"' in elinor_client.get(address).text
    assert elinor_client.get(f"{address}?settled=1").status_code == 204
    result_services.enter_result(by=owner, key=event.key, pairing=table.row.pk, crystals=(5, 4))
    answer = elinor_client.get(f"{address}?settled=1")
    said = f"Result in the event: {table.a.name} 5 : 4 {table.b and table.b.name}."
    assert said in flat(answer.text) and 'settled=1" hx-trigger' not in flat(answer.text)

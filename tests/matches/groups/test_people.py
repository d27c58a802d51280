"""Who is who in a group: one person is one row, however they are spelled, and everything can be undone."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import Person, User
from common.errors import Conflict, DomainError, Invalid, Missing, NotAllowed
from matches.core.tournament import EventRules
from matches.events import services as event_services
from matches.events.entry import services as entry_services
from matches.events.players import services as player_services
from matches.events.result_services import report_result
from matches.groups import people, services
from matches.groups.encounters import encounters_of
from matches.groups.queries import load_group
from matches.models import Group, Match, Member
from matches.seasons import import_services
from matches.seasons.import_services import SubmittedFile
from tests.html import flat
from tests.matches.builders import group_match, made_group, person, won
from tests.matches.events.builders import enter_all, paired
from tests.matches.events.test_api import Script

pytestmark = pytest.mark.django_db
FILE = "date,player,opponent,crystals\n2025-03-14,Benn Ott,Elinor,5:3\n"


@pytest.fixture
def group(roland: User) -> Group:
    return made_group(roland, "Elinor", "Ben Ott", "Benn Ott")


def pk_of(group: Group, name: str) -> int:
    return group.members.get(name=name).pk


def merged(group: Group, name: str = "Benn Ott", into: str = "Ben Ott") -> Member:
    pks = {"member_pk": pk_of(group, name), "into_pk": pk_of(group, into)}
    return people.merge_members(by=group.owner, key=group.key, **pks)


def records(group: Group) -> dict[str, tuple[int, int]]:
    return {line.name: (line.row.won, line.row.lost) for line in load_group(group.key).standings if line.row.played}


def test_two_spellings_become_one_person_and_two_again(group: Group) -> None:
    mine = group_match(group, "Benn Ott", "Elinor", ("a", 3), ("a", 0))
    group_match(group, "Elinor", "Ben Ott", ("a", 3), ("a", 0))
    before = records(group)
    merged(group)
    assert records(group) == {"Ben Ott": (1, 1), "Elinor": (1, 1)}
    assert Match.objects.get(pk=mine.pk).name_a == "Ben Ott"
    assert "Benn Ott" not in [member.name for member in load_group(group.key).members]
    people.split_member(by=group.owner, key=group.key, member_pk=pk_of(group, "Benn Ott"))
    assert records(group) == before and Match.objects.get(pk=mine.pk).name_a == "Benn Ott"
    assert "Benn Ott" in [member.name for member in load_group(group.key).members]
    with pytest.raises(Missing):
        people.split_member(by=group.owner, key=group.key, member_pk=pk_of(group, "Benn Ott"))
    assert [deed.kind for deed in group.log_entries.all()] == ["split", "merged"]


def test_a_renamed_member_keeps_matches_and_ratings_and_is_found_by_old_files(group: Group) -> None:
    import_services.import_season(by=group.owner, key=group.key, file=SubmittedFile(FILE))
    pk = pk_of(group, "Benn Ott")
    people.rename_member(by=group.owner, key=group.key, member_pk=pk, name="Benno Otto")
    assert records(group)["Benno Otto"] == (1, 0)
    with pytest.raises(Conflict, match="already"):
        import_services.import_season(by=group.owner, key=group.key, file=SubmittedFile(FILE))
    more = import_services.import_season(by=group.owner, key=group.key, file=SubmittedFile(FILE.replace("5:3", "5:4")))
    assert more.count == 1 and records(group)["Benno Otto"] == (2, 0)
    people.rename_member(by=group.owner, key=group.key, member_pk=pk, name="benn ott")
    assert records(group)["benn ott"] == (2, 0)
    with pytest.raises(Conflict, match="merge the two"):
        people.rename_member(by=group.owner, key=group.key, member_pk=pk, name="ELINOR")


@pytest.mark.parametrize("case", ["met", "open", "accounts", "self", "twice"])
def test_who_are_two_people_are_not_merged(group: Group, case: str, elinor: User, stranger: User) -> None:
    if case in ("met", "open"):
        group_match(group, "Ben Ott", "Benn Ott", *([("a", 3), ("a", 0)] if case == "met" else []))
    if case == "accounts":
        for name, user in (("Ben Ott", elinor), ("Benn Ott", stranger)):
            group.members.filter(name=name).update(person=person(user))
    if case == "twice":
        merged(group)
    with pytest.raises(DomainError):
        merged(group, into="Benn Ott" if case == "self" else "Ben Ott")


def test_the_account_goes_with_a_merge_and_comes_back_with_a_split(group: Group, elinor: User) -> None:
    group.members.filter(name="Benn Ott").update(person=person(elinor))
    merged(group)
    assert group.members.get(name="Ben Ott").person == person(elinor)
    people.split_member(by=group.owner, key=group.key, member_pk=pk_of(group, "Benn Ott"))
    assert group.members.get(name="Benn Ott").person == person(elinor)
    assert group.members.get(name="Ben Ott").person is None


def test_who_was_removed_comes_back_as_who_they_were_and_so_does_the_printed_link(group: Group, elinor: User) -> None:
    printed = services.create_invitation(by=group.owner, key=group.key).key
    joined = services.join_group(by=person(elinor), invite_key=printed, member_pk=pk_of(group, "Elinor"))
    services.remove_member(by=group.owner, key=group.key, member_pk=joined.pk)
    with pytest.raises(Missing):
        services.invitation_by_key(printed)
    people.restore_members(by=group.owner, key=group.key, member_pks=[joined.pk])
    assert services.invitation_by_key(printed).group == group and group.members.get(pk=joined.pk).left is None
    with pytest.raises(Missing):
        people.restore_members(by=group.owner, key=group.key, member_pks=[joined.pk])


def test_near_names_are_asked_about_wherever_somebody_comes_in(group: Group, elinor: User, client: Client) -> None:
    key = services.create_invitation(by=group.owner, key=group.key).key
    for name in ("Elinorr", "Ben Otto"):
        with pytest.raises(Conflict, match="same player") as caught:
            services.join_group(by=person(elinor), invite_key=key, name=name)
        assert caught.value.details[0].suggestions
        with pytest.raises(Conflict, match="same player"):
            services.add_member(by=group.owner, key=group.key, name=name, is_new=False)
    page = client.post(f"/matches/groups/join/{key}/", {"name": "Elinorr"})
    assert page.status_code == 409 and "I’m new here" in page.text
    assert Person.objects.latest("pk").nickname == ""
    joined = client.post(f"/matches/groups/join/{key}/", {"name": "Elinorr", "new": "1"})
    assert joined.status_code == 302 and Person.objects.latest("pk").nickname == "Elinorr"


def test_a_near_name_of_a_pasted_list_is_taken_for_a_member_with_one_tap(group: Group, roland_client: Client) -> None:
    event = event_services.create_event(by=group.owner, rules=EventRules(name="Evening"), group=group)
    add = f"/matches/events/{event.key}/do/add/"
    page = roland_client.post(add, {"names": "Elinorr\nMia Lang"})
    assert page.status_code == 400 and 'name="same" value="Elinorr&#10;Elinor"' in page.text
    said = {"names": "Elinorr\nMia Lang", "seen": "Elinorr\nMia Lang", "same": "Elinorr\nElinor"}
    assert roland_client.post(add, said).status_code == 302
    assert {row.name for row in event.registrations.all()} == {"Elinor", "Mia Lang"}


def test_who_has_left_is_welcomed_back(group: Group, elinor: User) -> None:
    key, client = services.create_invitation(by=group.owner, key=group.key).key, Client()
    client.force_login(elinor)
    services.join_group(by=person(elinor), invite_key=key, member_pk=pk_of(group, "Elinor"))
    services.leave_group(by=person(elinor), key=group.key)
    assert "Welcome back, Elinor" in flat(client.get(f"/matches/groups/join/{key}/").text)
    client.post(f"/matches/groups/join/{key}/", {"name": "Elinor"})
    assert group.members.get(name="Elinor").left is None


def test_guests_of_a_file_are_no_members_until_somebody_makes_them(group: Group) -> None:
    import_services.import_season(
        by=group.owner, key=group.key, file=SubmittedFile(FILE.replace("Elinor", "A visitor"))
    )
    assert "A visitor" not in [member.name for member in load_group(group.key).members]
    key, client = services.create_invitation(by=group.owner, key=group.key).key, Client()
    assert "A visitor" not in client.get(f"/matches/groups/join/{key}/").text
    listed = Script(group.owner.user).done("GET", f"groups/{group.key}/members/")["results"]
    assert [(row["role"], row["guest"]) for row in listed if row["name"] == "A visitor"] == [("left", True)]
    people.restore_members(by=group.owner, key=group.key, member_pks=[pk_of(group, "A visitor")])
    assert "A visitor" in [member.name for member in load_group(group.key).members]


def test_the_page_of_a_member_renames_merges_and_undoes(group: Group, roland_client: Client, client: Client) -> None:
    page = f"/matches/groups/{group.key}/members/{pk_of(group, 'Benn Ott')}/"
    assert client.get(page).status_code == 403
    taken = roland_client.post(f"{page}name/", {"name": "Elinor"})
    assert taken.status_code == 409 and "Everything Benn Ott has played" in flat(taken.text)
    assert roland_client.post(f"{page}name/", {"name": "Benno"}).status_code == 302
    into = pk_of(group, "Ben Ott")
    assert roland_client.post(f"{page}merge/").status_code == 400
    answer = roland_client.post(f"{page}merge/", {"into": into}, follow=True)
    assert (
        "are now one person. If that was wrong, split them again here." in answer.text and "Other names" in answer.text
    )
    assert roland_client.get(page).status_code == 404
    log = flat(roland_client.get(f"/matches/groups/{group.key}/members/").text)
    assert "Benn Ott was renamed Benno" in log and "Benno was merged with Ben Ott" in log and "Undo" in log
    assert roland_client.post(f"{page}split/").status_code == 302
    assert roland_client.post(f"{page}split/").status_code == 404


def test_a_script_renames_merges_splits_and_reads_the_log(group: Group, roland: User, stranger: User) -> None:
    script, base = Script(roland), f"groups/{group.key}"
    pk, into = pk_of(group, "Benn Ott"), pk_of(group, "Ben Ott")
    assert script.done("PATCH", f"{base}/members/{pk}/", {"name": "Benno"})["name"] == "Benno"
    assert script.done("POST", f"{base}/members/{pk}/merge/", {"into": into})["id"] == into
    assert script.call("POST", f"{base}/members/{pk}/merge/", {"into": into})[0] == 409
    assert script.done("DELETE", f"{base}/members/{pk}/merge/")["name"] == "Benno"
    script.done("DELETE", f"{base}/members/{pk}/")
    assert script.done("POST", f"{base}/members/{pk}/restore/")["role"] == "name"
    log = script.done("GET", f"{base}/log/")["results"]
    assert [line["kind"] for line in log] == ["restored", "removed", "split", "merged", "renamed"]
    assert script.call("POST", f"{base}/members/", {"name": "Elinorr"})[0] == 409
    assert script.done("POST", f"{base}/members/", {"name": "Elinorr", "new": True})["name"] == "Elinorr"
    other = Script(stranger)
    assert other.call("PATCH", f"{base}/members/{pk}/", {"name": "X"})[0] == 403
    assert other.call("GET", f"{base}/log/")[0] == 403


def test_an_entry_to_an_event_is_bound_to_the_member_and_their_account(group: Group, elinor: User) -> None:
    group.members.filter(name="Elinor").update(person=person(elinor))
    event = event_services.create_event(by=group.owner, rules=EventRules(name="Evening"), group=group)
    # Elinor enters under the short name of her account; Ben is typed at the desk, as he was called once.
    merged(group)
    entry_services.register_player(by=person(elinor), key=event.key, name="ely")
    event_services.add_players(by=group.owner, key=event.key, names=["Benn Ott", "A stranger"])
    paired(event, 1, fixed=[(1, 2)])
    enter_all(event)
    assert set(records(group)) == {"Elinor", "Ben Ott"}
    rows = {row.number: row for row in event.registrations.select_related("member")}
    assert rows[1].member and rows[1].member.name == "Elinor" and rows[3].member is None
    player_services.rename_player(by=group.owner, key=event.key, number=2, name="Ben (sub Jan)")
    assert set(records(group)) == {"Elinor", "Ben Ott"}


def test_the_desk_types_a_member_and_their_own_account_plays(group: Group, elinor: User, elinor_client: Client) -> None:
    group.members.filter(name="Elinor").update(person=person(elinor))
    event = event_services.create_event(by=group.owner, rules=EventRules(name="Evening"), group=group)
    assert 'value="Elinor"' in flat(elinor_client.get(event.get_absolute_url()).text)
    (row,) = event_services.add_players(by=group.owner, key=event.key, names=["elinor"])
    assert row.person == person(elinor)
    assert player_services.delete_pasted_players(by=group.owner, key=event.key, first=1, last=1) == 1


def test_somebody_removed_while_they_play_keeps_the_match(group: Group) -> None:
    match = group_match(group, "Ben Ott", "Elinor")
    services.remove_member(by=group.owner, key=group.key, member_pk=pk_of(group, "Ben Ott"))
    assert Match.objects.get(pk=match.pk).status == "open" and not encounters_of(group)
    with pytest.raises(NotAllowed):
        people.rename_member(by=None, key=group.key, member_pk=pk_of(group, "Elinor"), name="X")
    with pytest.raises(Invalid):
        people.rename_member(by=group.owner, key=group.key, member_pk=pk_of(group, "Elinor"), name="x" * 61)


def test_of_two_merges_of_the_same_one_is_done(group: Group) -> None:
    merged(group)
    with pytest.raises(Conflict, match="is already another name for"):
        merged(group)
    with pytest.raises(Conflict, match="two different"):
        merged(group, "Ben Ott", "Ben Ott")


def test_a_result_that_is_reported_during_a_merge_counts_for_the_one(group: Group) -> None:
    match = group_match(group, "Benn Ott", "Elinor", ("a", 3))
    merged(group)
    won(match, "a", 0)
    assert records(group) == {"Ben Ott": (1, 0), "Elinor": (0, 1)}


def test_who_is_removed_plays_tonight_all_the_same(group: Group, elinor: User) -> None:
    Member.objects.filter(group=group, name="Elinor").update(person=person(elinor))
    event = event_services.create_event(by=group.owner, rules=EventRules(name="Evening"), group=group)
    event_services.add_players(by=group.owner, key=event.key, names=["Elinor", "Ben Ott"])
    view = paired(event, 1)
    services.remove_member(by=group.owner, key=group.key, member_pk=pk_of(group, "Elinor"))
    table = view.rounds[0].pairings[0]
    assert report_result(by=person(elinor), key=event.key, pairing=table.row.pk, crystals=(5, 2)).state == "claimed"
    enter_all(event)
    assert len(encounters_of(group)) == 1


def test_a_club_of_two_thousand_has_its_pages(group: Group, roland_client: Client) -> None:
    Member.objects.bulk_create(Member(group=group, name=f"Player {n}") for n in range(1990))
    event = event_services.create_event(by=group.owner, rules=EventRules(name="Evening"), group=group)
    for page in (group.get_absolute_url(), event.get_absolute_url()):
        answer = roland_client.get(page)
        assert answer.status_code == 200 and len(answer.content) < 400_000


def test_an_event_changes_its_group_by_the_word_of_both_and_both_logs_say_so(group: Group, elinor: User) -> None:
    event = event_services.create_event(by=group.owner, rules=EventRules(name="Evening"), group=group)
    event_services.add_players(by=group.owner, key=event.key, names=["Elinor", "Ben Ott"])
    paired(event, 1)
    change: dict[str, Any] = {"by": group.owner, "key": event.key, "rules": EventRules(name="Evening")}
    other = made_group(elinor)
    with pytest.raises(NotAllowed):
        event_services.change_event(**change, group=other)
    Member.objects.create(group=other, name="Roland's", person=group.owner, organiser=True)
    event_services.change_event(**change, group=other)
    assert [one.log_entries.values_list("kind", flat=True)[0] for one in (group, other)] == ["event_out", "event_in"]
    Member.objects.filter(group=other, person=group.owner).update(organiser=False)
    with pytest.raises(NotAllowed, match="This event’s matches count for Thursday league"):
        event_services.change_event(**change, group=None)

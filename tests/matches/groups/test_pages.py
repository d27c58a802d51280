"""Pages of groups: join, seasons, statistics and files."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Person, User
from cards.core.facts import Catalogue, People
from common.errors import Conflict, Missing, NotAllowed
from decks.core.building import initial_deck
from decks.deck.services import DeckContents, create_deck
from drafts.models import Draft
from matches.core.scoring import DEFAULT_SHEET
from matches.core.tournament import EventRules
from matches.events import services as event_services
from matches.groups import services as group_services
from matches.groups.encounters import encounters_of
from matches.groups.queries import Role, role_in_group
from matches.models import Event, Group, GroupDraft, Invitation, Match, Season
from matches.play import permissions, services
from matches.play.decks_brought import choose_deck
from matches.seasons import import_services
from matches.seasons.import_services import SubmittedFile
from tests.html import flat
from tests.matches.builders import group_match, made_group, person, won
from tests.matches.seasons.past_matches import SEASON

pytestmark = pytest.mark.django_db


@pytest.fixture
def group(roland: User) -> Group:
    return made_group(roland, "Elinor")


def at(name: str, group: Group, *more: object) -> str:
    return reverse(f"matches:{name}", args=[group.key, *more])


def invited(group: Group) -> Invitation:
    return group_services.create_invitation(by=group.owner, key=group.key)


def filled(group: Group) -> Group:
    import_services.import_season(by=group.owner, key=group.key, file=SubmittedFile(SEASON))
    return group


def test_somebody_joins_as_a_name_that_was_there_and_has_its_seats(
    group: Group, elinor: User, elinor_client: Client
) -> None:
    match = group_match(group, "Roland", "Elinor", ("a", 0))
    address = reverse("matches:group_join", args=[invited(group).key])
    shown = flat(elinor_client.get(address).content)
    assert "Thursday league" in shown and "I’m not on the list" in shown
    member = group.members.get(name="Elinor")
    assert elinor_client.post(address, {"member": member.pk, "name": ""}).status_code == 302
    member.refresh_from_db()
    assert member.person == person(elinor) and role_in_group(group, member) is Role.MEMBER
    assert Match.objects.get(pk=match.pk).player_b == person(elinor)
    assert "You’re already in this group" in flat(elinor_client.get(address).content)
    assert elinor_client.post(address, {"member": "", "name": "Elinor 2"}).status_code == 409


def test_a_guest_without_account_joins_under_a_new_name(group: Group, client: Client) -> None:
    address = reverse("matches:group_join", args=[invited(group).key])
    assert client.post(address, {"member": "", "name": ""}).status_code == 400
    for name in ("Elinor", "roland"):
        answer = client.post(address, {"member": "", "name": name})
        assert answer.status_code == 409 and f'value="{name}"' in flat(answer.content)
    assert client.post(address, {"member": "", "name": "Mira"}).status_code == 302
    assert group.members.get(name="Mira").person is not None


def test_a_new_link_takes_the_place_of_the_old_and_a_withdrawn_one_opens_nothing(
    group: Group, roland_client: Client, client: Client, stranger_client: Client
) -> None:
    for visitor in (client, stranger_client):
        assert visitor.post(at("group_invitation", group), {"do": "renew"}).status_code == 403
    roland_client.post(at("group_invitation", group), {"do": "renew"})
    first = group.invitations.get(revoked=None)
    roland_client.post(at("group_invitation", group), {"do": "renew"})
    second = group.invitations.get(revoked=None)
    address = [reverse("matches:group_join", args=[invitation.key]) for invitation in (first, second)]
    assert [client.get(link).status_code for link in address] == [404, 200]
    assert second.key in flat(roland_client.get(at("members", group)).content)
    assert second.key not in flat(stranger_client.get(at("members", group)).content)
    roland_client.post(at("group_invitation", group), {"do": "withdraw"})
    assert client.get(address[1]).status_code == 404
    assert client.post(address[1], {"member": "", "name": "Mira"}).status_code == 404
    assert client.get(at("group_invitation", group)).status_code == 405


def test_of_two_who_take_one_name_the_second_is_told(group: Group, elinor: User, stranger: User) -> None:
    key, pk = invited(group).key, group.members.get(name="Elinor").pk
    group_services.join_group(by=person(elinor), invite_key=key, member_pk=pk)
    with pytest.raises(Conflict, match="Someone has already joined under this name"):
        group_services.join_group(by=person(stranger), invite_key=key, member_pk=pk)


def test_who_leaves_stays_in_the_table_and_may_come_back(
    group: Group, elinor: User, elinor_client: Client, stranger_client: Client
) -> None:
    key = invited(group).key
    group_services.join_group(by=person(elinor), invite_key=key, member_pk=group.members.get(name="Elinor").pk)
    group_match(group, "Roland", "Elinor", ("a", 3), ("a", 0))
    assert stranger_client.post(at("group_leave", group)).status_code == 403
    assert elinor_client.post(at("group_leave", group)).status_code == 302
    assert "Elinor" in flat(elinor_client.get(at("group", group)).content)
    assert "Their matches still count." in flat(elinor_client.get(at("members", group)).content)
    assert not permissions.may_start_match(person(elinor), group, group.members.filter(left=None))
    group_services.join_group(by=person(elinor), invite_key=key)
    assert group.members.get(name="Elinor").left is None


def test_an_owner_hands_over_before_he_leaves(
    group: Group, roland: User, roland_client: Client, elinor: User, elinor_client: Client
) -> None:
    elinors = group.members.get(name="Elinor")
    refused = roland_client.post(at("group_leave", group))
    assert refused.status_code == 409 and "Hand it over" in flat(refused.content)
    with pytest.raises(Conflict, match="Nobody has joined as Elinor"):
        group_services.hand_over_group(by=person(roland), key=group.key, member_pk=elinors.pk)
    group_services.join_group(by=person(elinor), invite_key=invited(group).key, member_pk=elinors.pk)
    assert elinor_client.post(at("group_hand_over", group), {"member": elinors.pk}).status_code == 403
    assert roland_client.post(at("group_hand_over", group), {"member": "0"}).status_code == 400
    assert roland_client.post(at("group_hand_over", group), {"member": elinors.pk}).status_code == 302
    group.refresh_from_db()
    assert group.owner == person(elinor)
    assert roland_client.post(at("group_leave", group)).status_code == 302
    with pytest.raises(NotAllowed):
        group_services.hand_over_group(by=person(roland), key=group.key, member_pk=elinors.pk)


def test_a_season_is_named_changed_and_forgotten(group: Group, roland_client: Client, stranger_client: Client) -> None:
    filled(group)
    given = {"name": "Spring", "first": "2025-03-01", "last": "2025-03-21", "order": "match", "best": 6, "minimum": 5}
    assert stranger_client.post(at("season_keep", group), given).status_code == 403
    shown = flat(roland_client.post(at("season_keep", group), given, follow=True).content)
    assert re.search(r"<h1>\s*Spring\s*</h1>", shown) and "Mira" not in re.findall(r"\w+", shown)
    season = Season.objects.get()
    assert roland_client.post(at("season_keep", group), given).status_code == 409
    backwards = roland_client.post(at("season_keep", group), given | {"name": "B", "last": "2024-01-01"})
    page = flat(backwards.content)
    assert backwards.status_code == 400 and 'value="2024-01-01"' in page
    assert "A season can’t end before its first day." in page and "is violated" not in page
    assert roland_client.post(at("season_keep", group), {"name": "", "first": "soon"}).status_code == 400
    changed = roland_client.post(
        at("season_change", group, season.key), given | {"last": "", "seen": season.fingerprint}
    )
    assert changed.status_code == 302 and Season.objects.get().last is None
    assert stranger_client.post(at("season_forget", group, season.key)).status_code == 403
    assert roland_client.post(at("season_forget", group, season.key)).status_code == 302
    assert not Season.objects.exists() and roland_client.get(at("group_season", group)).status_code == 200
    assert roland_client.get(at("group_season", group) + f"?season={season.key}").status_code == 404


def test_the_season_explains_every_row_and_draws_what_moved(group: Group, client: Client) -> None:
    page = flat(client.get(at("group_season", filled(group))).content)
    assert "points per match: 2.33, Elinor has 1" in page and "<svg" in page and "View as a table" in page
    assert "few matches" in page and "1 draw" in page and "style=" not in page


def test_two_players_and_one_player_have_their_pages(group: Group, client: Client) -> None:
    filled(group)
    duel = flat(client.get(at("season_duel", group) + "?a=Elinor&b=Roland").content)
    assert "Games won" in duel and "Vulca" in duel and "Drawn" in duel
    player = flat(client.get(at("season_player", group) + "?name=Elinor").content)
    assert "Elinor’s rating after each match" in player and "Against" in player and "Flit" in player
    for address in ("season_duel", "season_player"):
        assert client.get(at(address, group) + "?name=Nobody&a=Nobody&b=Roland").status_code == 404
        assert client.get(at(address, group)).status_code == 404
    assert client.get(at("season_duel", group) + "?a=Mira&b=Roland").status_code == 404


def test_peoples_are_never_a_bare_percentage(group: Group, client: Client) -> None:
    page = flat(client.get(at("season_strengths", filled(group))).content)
    assert (
        ": far too few games to tell. The true rate could be anywhere from" in page and "10 games recorded in" in page
    )
    assert "No decks recorded in finished matches yet." in page


def test_everything_over_time_by_kind(group: Group, roland_client: Client, client: Client) -> None:
    group_match(filled(group), "Roland", "Elinor", ("a", 3), ("a", 0))
    for what, says in (("matches", "won by Roland"), ("past", "Spring league"), ("events", "Nothing yet")):
        assert says in flat(client.get(at("group_time", group) + f"?what={what}").content)
    for odd in ("?what=nothing", "?page=999", "?page=x", "?what=decks&page=0"):
        assert client.get(at("group_time", group) + odd).status_code == 200


def test_a_draft_is_put_to_the_group_once(
    group: Group, roland: User, roland_client: Client, stranger_client: Client
) -> None:
    draft = Draft.objects.create(host=person(roland), name="Friday draft", players=2, peoples=["Vulca", "Hoax"])
    address = f"https://moons.example/drafts/{draft.key}/"
    assert stranger_client.post(at("group_draft_add", group), {"draft": address}).status_code == 403
    assert roland_client.post(at("group_draft_add", group), {"draft": address}).status_code == 302
    assert GroupDraft.objects.get().draft == draft
    assert roland_client.post(at("group_draft_add", group), {"draft": draft.key}).status_code == 409
    for odd in ("nothing", "/", ""):
        assert roland_client.post(at("group_draft_add", group), {"draft": odd}).status_code in (400, 404)
    assert "Friday draft" in flat(roland_client.get(at("group_time", group) + "?what=drafts").content)


@pytest.mark.parametrize(
    "name", ["standings.pdf", "standings.csv", "standings.md", "results.csv", "strengths.csv", "season.json"]
)
def test_the_files_of_a_season(group: Group, client: Client, name: str) -> None:
    answer = client.get(at("season_file", filled(group), name))
    assert answer.status_code == 200 and name in answer.headers["Content-Disposition"]
    assert answer.content[:4] == b"%PDF" if name.endswith("pdf") else b"Elinor" in answer.content or "strengths" in name
    assert client.get(at("season_file", group, "season.exe")).status_code == 404
    assert client.post(at("season_file", group, name)).status_code == 405


def test_an_empty_season_has_its_files_too(group: Group, client: Client) -> None:
    for name in ("standings.pdf", "standings.csv", "results.csv", "strengths.csv", "season.json", "calendar.ics"):
        assert client.get(at("season_file", group, name)).status_code == 200


PAGES = ("group_season", "season_strengths", "season_player", "season_duel", "group_time", "members")


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("matches", [1, 6])
def test_the_pages_ask_the_same_few_queries(
    *,
    group: Group,
    roland_client: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
    page: str,
    matches: int,
) -> None:
    filled(group)
    for _ in range(matches):
        group_match(group, "Roland", "Elinor", ("a", 3), ("a", 0))
    with django_assert_max_num_queries(18):
        answer = roland_client.get(at(page, group) + "?name=Roland&a=Roland&b=Elinor")
    assert answer.status_code == 200


def test_what_does_not_exist_is_missing(group: Group, client: Client) -> None:
    for name in ("group_season", "season_strengths", "group_time", "members", "season_import"):
        assert client.get(reverse(f"matches:{name}", args=["nothing"])).status_code == 404
    with pytest.raises(Missing):
        group_services.join_group(by=Person.objects.create(), invite_key="nothing", name="Mira")
    with pytest.raises(Missing):
        group_services.delete_season(by=group.owner, key=group.key, season_key="nothing")


def test_group_page_and_season_page_rank_alike(group: Group, roland_client: Client) -> None:
    group_match(group, "Roland", "Elinor", ("a", 3), ("a", 0))
    filled(group)
    names = re.compile(r'class="player-name"[^>]*>([^<]*)<')
    pages = [flat(roland_client.get(at(name, group)).content) for name in ("group", "group_season")]
    played = names.findall(pages[1].split('class="cross"')[0])
    assert len(played) == 3 and [name for name in names.findall(pages[0]) if name in played] == played


def test_the_group_page_shows_matches_from_files_and_the_cross_table_leads_to_duels(
    group: Group, client: Client
) -> None:
    filled(group)
    page = flat(client.get(at("group", group)).content)
    assert "No matches yet." not in page and page.count('class="num tally"') >= 3
    season = flat(client.get(at("group_season", group)).content)
    rows = season.split('class="cross"')[1].split("</table>")[0]
    assert rows.count('class="self"') == rows.count('<th scope="row">') == 3
    link = re.search(r'<td class="ahead"><a href="([^"]*)"', rows)
    assert link is not None and client.get(link[1].replace("&amp;", "&")).status_code == 200


def test_the_next_event_of_the_club_stands_on_top(group: Group, roland_client: Client) -> None:
    today = timezone.localdate()
    for name, days in (("Bygone", -3), ("Next Saturday", 4), ("Later", 40)):
        rules = EventRules(name=name, first_day=today + timedelta(days=days), venue="Café Crystal")
        event_services.create_event(by=group.owner, rules=rules, group=group)
    page = flat(roland_client.get(at("group", group)).content)
    assert "Next Saturday" in page and "Café Crystal" in page and "Bygone" not in page
    top = page[: page.index("table-title")]
    assert "Next Saturday" in top and ">Later<" not in top
    form = flat(roland_client.get(f"{reverse('matches:event_create')}?group={group.key}").content)
    assert f'<option value="{group.key}" selected>' in form
    # A league under way is not played on its first day alone.
    league = {"format": "round_robin", "status": "running", "first_day": today - timedelta(days=9)}
    Event.objects.filter(name="Bygone").update(**league)
    top = flat(roland_client.get(at("group", group)).content).split("next-event-title")[2].split("</section>")[0]
    assert "In progress" in top and f"{today - timedelta(days=9):%Y}" not in top


def test_decks_brought_to_matches_cost_no_queries(
    group: Group, roland: User, db_catalogue: Catalogue, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    seats = group.members.get(name="Roland").pk, group.members.get(name="Elinor").pk
    deck = create_deck(owner=person(roland), contents=DeckContents(deck=initial_deck(People.VULCA, db_catalogue)))
    for played in range(1, 4):
        match = services.create_group_match(by=group.owner, group_key=group.key, members=seats, sheet=DEFAULT_SHEET)
        match = choose_deck(by=person(roland), key=match.key, version=1, side="a", deck_key=deck.key)
        won(match, dragons=3)
        won(match, dragons=3)
        encounters_of(group)
        with django_assert_num_queries(5):
            assert len(encounters_of(group)) == played
    assert encounters_of(group)[0].bouts[0].decks[0].people == People.VULCA

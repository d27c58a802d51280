"""Tables with real cards: the steps shown, and the pools entered at the end."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from common.errors import Conflict, Invalid, NotAllowed
from decks.models import Pool
from drafts.core.engine.setup import pool_codes_of
from drafts.core.simulator import simulate_draft
from drafts.models import PaperSeat, PaperTable
from drafts.paper import services
from tests.drafts.tables import person, setup_for
from tests.html import flat

pytestmark = pytest.mark.django_db


def opened(host: User, *, names: tuple[str, ...] = ("Roland", "Elinor"), clock: int | None = None) -> PaperTable:
    return services.create_paper_draft(
        host=person(host), setup=setup_for(2), names=names, shuffled=False, pick_seconds=clock
    )


def to_the_pools(table: PaperTable, host: User) -> None:
    while not services.load_paper_draft(table.key).awaits_pools:
        services.advance_paper_draft(table.key, person=person(host), version=PaperTable.objects.get().version)


def test_the_table_goes_through_every_packet_of_the_rules(roland: User) -> None:
    table = opened(roland, clock=60)
    to_the_pools(table, roland)
    assert PaperTable.objects.get().version == 1 + 9 * 4 + 3
    assert PaperTable.objects.get().ends is None


def test_said_twice_it_counts_once_and_back_goes_back(roland: User, elinor: User) -> None:
    table = opened(roland, clock=30)
    services.advance_paper_draft(table.key, person=person(roland), version=1)
    assert services.advance_paper_draft(table.key, person=person(roland), version=1).table.number == 2
    assert services.load_paper_draft(table.key).table.ends is not None
    assert services.advance_paper_draft(table.key, person=person(roland), version=2, back=True).table.number == 1
    with pytest.raises(Conflict):
        services.advance_paper_draft(table.key, person=person(roland), version=3, back=True)
    with pytest.raises(NotAllowed):
        services.advance_paper_draft(table.key, person=person(elinor), version=3)


@pytest.mark.parametrize("names", [("Roland",), ("Roland", "roland"), ("a", "b", "c"), ("", " ")])
def test_as_many_different_names_as_players(roland: User, names: tuple[str, ...]) -> None:
    with pytest.raises(Invalid, match="2 different names"):
        opened(roland, names=names)


def test_a_name_that_is_too_long_is_not_cut_but_named(roland: User) -> None:
    with pytest.raises(Invalid, match="has more than 60 characters"):
        opened(roland, names=("R" * 300, "Elinor"))


def test_pools_are_checked_against_the_peoples_and_each_other_and_kept(
    roland: User, elinor: User, db_catalogue: Catalogue
) -> None:
    table = opened(roland)
    hands = simulate_draft(setup_for(2), db_catalogue, seed="1").state.hands
    with pytest.raises(Conflict):
        services.submit_pool(table.key, number=0, person=person(roland), codes=hands[0], catalogue=catalogue())
    to_the_pools(table, roland)

    def enter(number: int, who: User, codes: tuple[str, ...]) -> list[str]:
        pool = services.submit_pool(table.key, number=number, person=person(who), codes=codes, catalogue=catalogue())
        return [f"{finding.rule} {finding.message}" for finding in pool.findings]

    assert enter(0, roland, hands[0][:-1]) == ["DRAFT-13 38 cards; everyone keeps exactly 39."]
    assert enter(0, roland, (*hands[0][:-1], "Buka 01"))[0].startswith(
        "DRAFT-03 Buka 01 isn’t from any of the drafted peoples"
    )
    assert "2 times" in enter(0, roland, (*hands[0][:-1], hands[0][0]))[0]
    assert Pool.objects.count() == 0
    assert enter(0, roland, hands[0]) == []
    shared = hands[0][0]
    assert enter(1, elinor, (*hands[1][:-1], shared)) == [
        f"DRAFT-03 {shared} is in the pool of Roland as well; one of you has misread it."
    ]
    assert enter(1, elinor, hands[1]) == []
    assert sorted(Pool.objects.values_list("owner__user__username", flat=True)) == sorted(["roland", "elinor"]) or (
        Pool.objects.count() == 2
    )
    with pytest.raises(NotAllowed):
        enter(0, elinor, hands[1])


def test_the_pages_of_a_paper_table(
    roland: User, roland_client: Client, elinor_client: Client, client: Client, db_catalogue: Catalogue
) -> None:
    form = {"players": "2", "peoples": ["Vulca", "Hoax", "Mimix"], "step8": "right", "seating": "as_sat"}
    bad = roland_client.post("/drafts/paper/", form | {"names": "Roland"})
    assert bad.status_code == 400
    assert "Enter 2 different names, one per line. You’ve entered 1." in bad.content.decode()
    page = roland_client.post("/drafts/paper/", form | {"names": "Roland\nElinor"}, follow=True).content.decode()
    table = PaperTable.objects.get()
    assert "Deal 5 cards to each" in page
    assert "Everyone has passed" in page
    assert "Everyone has passed" not in client.get(f"/drafts/paper/{table.key}/").content.decode()
    assert elinor_client.post(f"/drafts/paper/{table.key}/step/", {"version": "1"}).status_code == 403
    assert client.get(f"/drafts/paper/{table.key}/step/").status_code == 405
    assert client.get("/drafts/paper/nothing/").status_code == 404
    to_the_pools(table, roland)
    said = form | {"names": "Roland\nElinor", "peoples": ["Vulca", "Hoax", "Mimix"]}
    russian = client.post("/drafts/paper/", said, follow=True, headers={"accept-language": "ru"}).content.decode()
    assert "Драфт настоящими картами · Вулка, Хоукс, Мимикс" in " ".join(russian.split())
    # Each language is named in its own words, so that everybody finds theirs.
    lines = {line.strip() for line in russian.splitlines()}
    assert {"English", "Deutsch", "Русский"} <= lines
    hands = simulate_draft(setup_for(2), db_catalogue, seed="2").state.hands
    address = f"/drafts/paper/{table.key}/pools/1/"
    typo = elinor_client.post(address, {"card": list(hands[1][:30]), "text": "no such card at all"})
    assert typo.status_code == 400
    assert "no such card at all" in typo.content.decode()
    assert flat(typo.content).count(" checked") == 30
    said = {"card": list(hands[1][:30]), "text": "\n".join(hands[1][30:])}
    assert "Your pool fits" in elinor_client.post(address, said, follow=True).content.decode()
    assert client.get(f"/drafts/paper/{table.key}/pools/7/").status_code == 404
    assert client.get(address).content.decode().count(" checked") == 0


def test_a_kept_pool_is_corrected_by_a_few_cards_for_all_to_see(
    roland: User, elinor: User, elinor_client: Client, db_catalogue: Catalogue
) -> None:
    table = opened(roland)
    hands = simulate_draft(setup_for(2), db_catalogue, seed="1").state.hands
    to_the_pools(table, roland)
    spare = sorted(set(pool_codes_of(setup_for(2), catalogue())) - set(hands[0]) - set(hands[1]))

    def enter(codes: tuple[str, ...]) -> bool:
        return services.submit_pool(
            table.key, number=0, person=person(roland), codes=codes, catalogue=catalogue()
        ).is_saved

    assert enter(hands[0])
    assert enter(hands[0])
    assert PaperSeat.objects.get(number=0).corrected == 0
    assert enter((*hands[0][5:], *spare[:5]))
    with pytest.raises(Conflict, match="at most 5 cards in a saved pool at a time; this would change 6"):
        enter((*hands[0][5:-6], *spare[:5], *hands[1][:6]))
    assert not enter((*hands[0][1:], "Buka 01"))
    assert "edited once" in elinor_client.get(f"/drafts/paper/{table.key}/").content.decode()


def test_a_bell_of_its_own_rings_at_a_paper_table(roland: User) -> None:
    assert opened(roland).topic.startswith("paper.")


@pytest.mark.parametrize("seconds", [0, 9, 7 * 86400 + 1])
def test_a_clock_that_is_none_is_refused(roland: User, seconds: int) -> None:
    with pytest.raises(Invalid):
        opened(roland, clock=seconds)


def test_paper_pages_need_few_queries(
    roland: User, roland_client: Client, db_catalogue: Catalogue, django_assert_max_num_queries: object
) -> None:
    table = opened(roland)
    address = f"/drafts/paper/{table.key}/"
    roland_client.get(address)
    with django_assert_max_num_queries(6):  # type: ignore[operator]
        roland_client.get(address)
    to_the_pools(table, roland)
    hands = simulate_draft(setup_for(2), db_catalogue, seed="1").state.hands
    services.submit_pool(table.key, number=0, person=person(roland), codes=hands[0], catalogue=catalogue())
    for page in (address, f"{address}pools/0/"):
        roland_client.get(page)
        with django_assert_max_num_queries(7):  # type: ignore[operator]
            assert roland_client.get(page).status_code == 200

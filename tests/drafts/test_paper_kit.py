"""The site deals for a table with real cards: the papers, who may have them, and the proof afterwards."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pypdf import PdfReader

from accounts.models import User
from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from common.errors import Conflict, NotAllowed
from common.paper.sheet import ELLIPSIS
from drafts.core.engine.setup import pool_codes_of
from drafts.core.proof.verify import check_proof
from drafts.models import PaperSeat, PaperTable
from drafts.paper import services
from drafts.paper.kit_paper import packet_kit_pdf
from tests.drafts.tables import person, setup_for
from tests.drafts.test_paper import opened

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(roland: User, db_catalogue: Catalogue) -> PaperTable:
    made = opened(roland)
    services.deal_packets(made.key, person=person(roland), catalogue=db_catalogue)
    return PaperTable.objects.get()


def enter(table: PaperTable, who: User, number: int, codes: list[str]) -> None:
    PaperTable.objects.update(status=PaperTable.Status.ENTERING)
    PaperSeat.objects.filter(number=number).update(person=person(who), codes=codes, entered=True)


def proof_of(client: Client, table: PaperTable) -> Any:
    return json.loads(client.get(reverse("drafts:paper_proof", args=[table.key])).content)


def test_every_card_is_in_one_packet_or_stays_in_the_box(table: PaperTable, roland: User) -> None:
    printed = services.packet_kit_for(table.key, person=person(roland), catalogue=catalogue())
    codes = [card.code for packet in printed.packets for card in packet.cards]
    assert sorted([*codes, *(card.code for card in printed.leftover)]) == sorted(
        pool_codes_of(setup_for(2), catalogue())
    )
    assert [packet.code for packet in printed.packets[:4]] == ["1A", "1B", "2A", "2B"]
    assert [len(packet.cards) for packet in printed.packets] == [5] * 18 + [4] * 2


def test_the_deal_is_made_once_by_the_host_and_before_the_first_packet(
    table: PaperTable, roland: User, elinor: User, db_catalogue: Catalogue
) -> None:
    with pytest.raises(NotAllowed):
        services.deal_packets(table.key, person=person(elinor), catalogue=db_catalogue)
    services.deal_packets(table.key, person=person(roland), catalogue=db_catalogue)
    assert PaperTable.objects.get().commitment == table.commitment
    other = opened(roland)
    services.advance_paper_draft(other.key, person=person(roland), version=1)
    with pytest.raises(Conflict):
        services.deal_packets(other.key, person=person(roland), catalogue=db_catalogue)


def test_the_papers_say_where_each_card_goes_and_are_for_the_host_alone(
    table: PaperTable, roland_client: Client, elinor_client: Client
) -> None:
    address = reverse("drafts:paper_kit", args=[table.key])
    assert elinor_client.get(address).status_code == 403
    pages = PdfReader(io.BytesIO(roland_client.get(address).content)).pages
    first, last = pages[0].extract_text(), pages[-1].extract_text()
    assert table.commitment[:8] in first and "For the person sorting the cards" in first
    assert "10B" in last and "Elinor" in last


@pytest.mark.parametrize("language", ["de", "nl", "ru"])
def test_nothing_on_the_papers_is_cut_short(table: PaperTable, roland: User, language: str) -> None:
    made = services.packet_kit_for(table.key, person=person(roland), catalogue=catalogue())
    name = "Wilhelmina Magdalena Featherstonehaughs"
    long = replace(made, packets=tuple(replace(packet, player=name) for packet in made.packets))
    with override(language):
        pages = PdfReader(
            io.BytesIO(packet_kit_pdf(long, "https://a-long-name-of-a-club.example.org/drafts/p/abcdef/"))
        ).pages
    told = [page.extract_text() for page in pages]
    assert not any(ELLIPSIS in page for page in told)
    assert table.commitment == "".join(re.findall(r"\b[0-9a-f]{8}\b", told[0]))
    assert " ".join(told[-1].split()).count(name) == len(made.packets) - 16
    assert all(card.code in "".join(told) for card in made.leftover)


def test_no_page_tells_a_card_of_the_deal(table: PaperTable, roland_client: Client, elinor_client: Client) -> None:
    for client in (roland_client, elinor_client):
        page = client.get(reverse("drafts:paper", args=[table.key])).content.decode()
        said = client.get(f"/api/v1/drafts/paper/{table.key}/").content.decode()
        assert table.commitment in page
        assert table.deal is not None
        assert not any(code in page or code in said for code in table.deal["order"])
        assert table.deal["salt"] not in page + said


def test_a_player_checks_the_packets_they_were_dealt(
    table: PaperTable, roland: User, roland_client: Client, elinor_client: Client
) -> None:
    address = reverse("drafts:paper_proof", args=[table.key])
    assert roland_client.get(address).status_code == 409
    enter(table, roland, 1, [])
    assert elinor_client.get(address).status_code == 403
    proof = proof_of(roland_client, table)
    verdict = check_proof(proof, noted=table.commitment, real_cards=True)
    assert verdict.is_valid and (verdict.packets, verdict.cards) == (10, 49)
    assert check_proof(proof, noted="0" * 64, real_cards=True).faults
    assert table.deal is not None
    # The packets of the seat and no others.
    assert {card_proof["index"] for card_proof in proof["proofs"]} == {
        at for packet in proof["packets"] for at in packet["cards"]
    }


@pytest.mark.parametrize(
    "spoil",
    [
        lambda proof: proof["proofs"][0].update(card="Vulca 99"),
        lambda proof: proof["packets"].pop(),
        lambda proof: proof["packets"][0]["cards"].reverse() or proof["packets"][0]["cards"].pop(),
        lambda proof: proof["packets"][1].update(cards=proof["packets"][0]["cards"]),
        lambda proof: proof["seats"].update(name="Somebody"),
        lambda proof: proof["rounds"][0].update(direction="left"),
        lambda proof: proof["packets"].append(proof["packets"][0] | {"number": 2}),
    ],
)
def test_a_changed_proof_does_not_hold(table: PaperTable, roland: User, roland_client: Client, spoil: Any) -> None:
    enter(table, roland, 0, [])
    proof = proof_of(roland_client, table)
    spoil(proof)
    assert not check_proof(proof, real_cards=True).is_valid


def test_where_players_shuffle_themselves_there_are_no_papers(roland: User, roland_client: Client) -> None:
    own = opened(roland)
    for name in ("paper_kit", "paper_proof"):
        assert roland_client.get(reverse(f"drafts:{name}", args=[own.key])).status_code == 409
    page = roland_client.get(reverse("drafts:paper", args=[own.key])).content.decode()
    assert "Let the site deal" in page

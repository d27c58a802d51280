"""Unseen cards: owners type facts, and two people who agree are believed."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from cards.core.facts import Catalogue
from cards.editing.witnesses import agreed_facts_of, unseen_card
from cards.models import CardWitness
from common.errors import Missing

pytestmark = pytest.mark.django_db
URL = "/cards/keeping/seen/tutu-slot-1/"


def test_the_page_says_what_is_known_and_what_it_blocks(client: Client, db_catalogue: Catalogue) -> None:
    page = client.get(URL).content.decode()
    assert "Its text names a price that must be paid to play it." in page
    assert "We can’t say whether a custom deck with this card is legal." in page and "#CARD-08" in page
    assert 'type="file"' not in page


def test_two_people_who_type_the_same_are_believed_and_one_is_not(
    roland_client: Client, judge_client: Client, client: Client, db_catalogue: Catalogue
) -> None:
    sent = {"name": "Ferryman", "number": "801", "moons": "1", "credit": "Roland"}
    roland_client.post(URL, sent)
    roland_client.post(URL, sent)
    assert agreed_facts_of(unseen_card("tutu-slot-1")) is None
    assert "Ferryman" not in client.get(URL).content.decode()
    judge_client.post(URL, sent | {"name": "ferryman", "credit": ""})
    agreed = agreed_facts_of(unseen_card("tutu-slot-1"))
    assert agreed is not None and (agreed.facts["number"], agreed.by) == ("801", ("Roland",))
    page = client.get(URL).content.decode()
    assert "Ferryman" in page and "Thanks to Roland." in page


@pytest.mark.parametrize("sent", [{}, {"fire": "99"}, {"type": "picture"}, {"said": "x" * 301}])
def test_nothing_and_nonsense_are_refused(roland_client: Client, db_catalogue: Catalogue, sent: dict[str, str]) -> None:
    assert roland_client.post(URL, sent).status_code == 400
    assert not CardWitness.objects.exists()


def test_only_a_gap_has_such_a_page(client: Client, db_catalogue: Catalogue) -> None:
    assert client.get("/cards/keeping/seen/vulca-03/").status_code == 404
    with pytest.raises(Missing):
        unseen_card("vulca-03")


def test_what_somebody_said_goes_with_them(roland_client: Client, roland: User, db_catalogue: Catalogue) -> None:
    roland_client.post(URL, {"said": "It pays with a dragon."})
    assert CardWitness.objects.get().said == "It pays with a dragon."
    roland.person.delete()
    assert CardWitness.objects.get().person is None

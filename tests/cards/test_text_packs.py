"""Private card texts are seen by their owner and invited people, and by nobody else, anywhere."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from cards.models import TextPack, TextPackText
from cards.text_packs.services import MAX_TEXT_PACKS

pytestmark = pytest.mark.django_db
SECRET = "Wobblyfoot sings of the printed text"
TABLE = f'code,text\nVulca 03,"{SECRET}"\n'


@pytest.fixture
def pack(roland_client: Client) -> TextPack:
    """Create Roland’s pack with the text of one card."""
    answer = roland_client.post("/cards/texts/", {"name": "My box", "text": TABLE})
    assert answer.status_code == 302
    return TextPack.objects.get()


def invitation(owner: Client, pack: TextPack) -> str:
    """Return the path of the owner’s invitation link."""
    page = owner.get(f"/cards/texts/{pack.key}/").content.decode()
    return str(re.findall(r"/cards/texts/join/[^\"]+", page)[0])


def reads(client: Client) -> bool:
    """Return whether the card page shows the text."""
    return SECRET in client.get("/cards/vulca-03/").content.decode()


def test_the_owner_reads_it_on_the_card_page_and_no_cache_keeps_it(roland_client: Client, pack: TextPack) -> None:
    answer = roland_client.get("/cards/vulca-03/")
    assert SECRET in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    assert "no-store" in roland_client.get(f"/cards/texts/{pack.key}/")["Cache-Control"]
    assert SECRET not in roland_client.get("/cards/vulca-04/").content.decode()


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/cards/vulca-03/",
            "/cards/?q=Wobblyfoot",
            "/cards/suggest/?q=Wobblyfoot",
            "/cards/texts/",
            "/cards/keeping/",
        ),
        *("/api/v1/cards/Vulca%2003/", "/api/v1/cards/?q=Wobblyfoot", "/api/v1/cards/all.json", "/cards/?q=Scorch"),
        *("/cards/keeping/history/", "/api/v1/catalogue/", "/api/v1/catalogue/changes/", "/cards/peoples/vulca/"),
    ],
)
def test_nobody_else_reads_it_anywhere(
    client: Client, stranger_client: Client, judge_client: Client, pack: TextPack, path: str
) -> None:
    for visitor in (client, stranger_client, judge_client):
        page = visitor.get(path).content.decode()
        assert "sings of the printed text" not in page
        assert pack.secret not in page


@pytest.mark.parametrize("path", ["/api/v1/cards/Vulca%2003/", "/api/v1/cards/all.json", "/cards/?q=Wobblyfoot"])
def test_what_others_may_fetch_has_it_not_even_for_the_owner(roland_client: Client, pack: TextPack, path: str) -> None:
    assert "sings of the printed text" not in roland_client.get(path).content.decode()


def test_a_stranger_cannot_tell_that_the_pack_is_there(
    client: Client, stranger_client: Client, judge_client: Client, pack: TextPack
) -> None:
    for visitor in (client, stranger_client, judge_client):
        assert visitor.get(f"/cards/texts/{pack.key}/").status_code == 404
        assert visitor.post(f"/cards/texts/{pack.key}/", {"act": "remove"}).status_code == 404
    assert TextPack.objects.exists()


def test_the_admin_does_not_have_it(judge_client: Client, pack: TextPack) -> None:
    for path in ("/admin/", "/admin/cards/card/?q=Wobblyfoot", f"/admin/accounts/person/{pack.owner_id}/delete/"):
        assert SECRET not in judge_client.get(path).content.decode()
    assert judge_client.get("/admin/cards/textpack/").status_code == 404


def test_whoever_is_invited_reads_along_until_sent_away(
    roland_client: Client, elinor_client: Client, pack: TextPack
) -> None:
    path = invitation(roland_client, pack)
    assert SECRET not in elinor_client.get(path).content.decode()
    assert not reads(elinor_client)
    assert elinor_client.post(path).status_code == 302
    assert reads(elinor_client)
    page = elinor_client.get(f"/cards/texts/{pack.key}/").content.decode()
    assert SECRET in page
    assert pack.secret not in page
    reader = pack.readers.get().person_id
    assert elinor_client.post(f"/cards/texts/{pack.key}/", {"act": "remove"}).status_code == 404
    roland_client.post(f"/cards/texts/{pack.key}/", {"act": "send_away", "reader": str(reader)})
    assert not reads(elinor_client)


def test_a_guest_may_read_along_and_leave(client: Client, roland_client: Client, pack: TextPack) -> None:
    assert client.post(invitation(roland_client, pack)).status_code == 302
    assert reads(client)
    client.post(f"/cards/texts/{pack.key}/", {"act": "leave"})
    assert not reads(client)


def test_a_new_link_ends_the_old_one(roland_client: Client, elinor_client: Client, pack: TextPack) -> None:
    old = invitation(roland_client, pack)
    roland_client.post(f"/cards/texts/{pack.key}/", {"act": "renew"})
    assert elinor_client.get(old).status_code == 404
    assert elinor_client.post(old).status_code == 404
    assert invitation(roland_client, pack) != old


def test_removing_deletes_every_text(roland_client: Client, pack: TextPack) -> None:
    roland_client.post(f"/cards/texts/{pack.key}/", {"act": "remove"})
    assert not TextPackText.objects.exists()
    assert not reads(roland_client)


@pytest.mark.parametrize(
    "text",
    [
        *("", "code\nVulca 03\n", "code,text\n", "code,text\nVulca 99,x\n", "code,text\nVulca 03,\n"),
        *("code,text\nVulca 03,a\nVulca 03,b\n", "code,text\nVulca 03,a,b\n", 'code,text\nVulca 03,"a\n'),
        *(f"code,text\nVulca 03,{'x' * 2_001}\n", "code,text\n" + "x" * 300_001),
    ],
    ids=range(10),
)
def test_a_table_that_cannot_be_read_is_refused_whole(roland_client: Client, text: str) -> None:
    assert roland_client.post("/cards/texts/", {"name": "My box", "text": text}).status_code == 400
    assert not TextPack.objects.exists()


def test_nobody_keeps_packs_without_end(roland_client: Client, pack: TextPack) -> None:
    for _again in range(MAX_TEXT_PACKS - 1):
        roland_client.post("/cards/texts/", {"name": "More", "text": TABLE})
    assert roland_client.post("/cards/texts/", {"name": "More", "text": TABLE}).status_code == 400
    assert TextPack.objects.count() == MAX_TEXT_PACKS


def test_a_refusal_says_nothing_of_the_text(roland_client: Client, caplog: pytest.LogCaptureFixture) -> None:
    roland_client.post("/cards/texts/", {"name": "My box", "text": f"code,text\nVulca 99,{SECRET}\n"})
    assert SECRET not in caplog.text


def test_the_api_tells_version_completeness_and_changes(client: Client, judge_client: Client) -> None:
    from tests.cards.test_admin import send

    before = client.get("/api/v1/catalogue/").json()
    assert (before["total"]["cards"], len(before["gaps"])) == (344, 31)
    send(judge_client, "Inter 402", moons="2")
    assert client.get("/api/v1/catalogue/").json()["version"] == before["version"] + 1
    results = client.get("/api/v1/catalogue/changes/?card=Inter 402").json()["results"]
    assert [(change["field"], change["after"], change["by"], change["way"]) for change in results] == [
        ("moons", "2", "Judge", "admin")
    ]
    assert client.get("/api/v1/catalogue/changes/?card=Vulca 03").json()["results"] == []
    assert client.get("/api/v1/catalogue/changes/?card=x").status_code == 400
    assert client.post("/api/v1/catalogue/").status_code in {403, 405}

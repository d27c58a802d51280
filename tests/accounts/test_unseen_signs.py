"""Invisible characters: no name contains one, so that nobody looks like somebody else."""

from __future__ import annotations

import unicodedata

import pytest
from django.test import Client

from accounts.identity import get_or_create_person
from accounts.models import Person, User
from common.errors import DomainError
from common.text import remove_invisible, tidy_name
from matches.core.names import clean_name

pytestmark = pytest.mark.django_db
# Default_Ignorable_Code_Point characters of Unicode, and the braille blank.
UNSEEN = [
    *(
        chr(code)
        for plane in (0x00000, 0x10000, 0xE0000)  # the others contain no such character, and are long
        for code in range(plane, plane + 0x10000)
        if unicodedata.category(chr(code)) == "Cf" and code not in range(0x600, 0x606)
    ),
    *"\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\ufe00\ufe0f\uffa0\U000e0100\U000e01ef",
]
# Characters of numbers, verses and music that surround others and are visible.
SEEN = {"\u06dd", "\u070f", "\u0890", "\u0891", "\u08e2", "\U000110bd", "\U000110cd"}
SEEN |= {chr(code) for code in (*range(0x13430, 0x13460), *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B))}


def test_a_name_with_an_unseen_sign_is_cleaned_or_refused() -> None:
    for sign in UNSEEN:
        if sign in SEEN:
            continue
        assert tidy_name(f"A{sign}da") == "Ada", ascii(sign)
        try:
            assert clean_name(f"A{sign}da") == "Ada", ascii(sign)
        except DomainError:
            assert not sign.isprintable(), ascii(sign)


def test_emoji_keep_what_joins_them() -> None:
    for text in ("❤️", "👩‍👩‍👧", "🏳️‍🌈", "✌🏽"):
        assert remove_invisible(text) == text


@pytest.mark.parametrize("sign", "\u034f\u3164\u115f\uffa0\u200b")
def test_no_account_looks_like_another(sign: str, roland: User, client: Client) -> None:
    password = "a long password of many moons"
    sent = {"username": f"ro{sign}land", "password1": password, "password2": password}
    assert client.post("/accounts/signup/", sent).status_code == 200
    assert User.objects.count() == 1


def test_a_nickname_has_no_unseen_sign(client: Client) -> None:
    client.post("/accounts/nickname/", {"nickname": "A\u3164da"})
    assert [person.nickname for person in Person.objects.all()] in ([], ["Ada"])


def test_a_guest_is_called_by_what_is_seen(client: Client) -> None:
    request = client.get("/").wsgi_request
    assert get_or_create_person(request, "A\u3164da").nickname == "Ada"

"""Tokens created by a script: password and second step, the same limits as the page, nothing for strangers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import MAX_TOKENS, ApiToken, LogIn, User
from tests.accounts.test_second_factor import code_of, give_app

TOKENS, CURRENT = "/api/v1/tokens/", "/api/v1/tokens/current/"
ASKED = {"username": "Roland", "password": "a long password", "name": "a script", "scopes": ["decks", "read"]}


def _ask(**more: Any) -> Any:
    return Client().post(TOKENS, json.dumps(ASKED | more), content_type="application/json")


def test_a_script_makes_its_own_token(roland: User) -> None:
    answer = _ask(days=7)
    assert answer.status_code == 201
    assert answer.headers["Cache-Control"] == "no-store"
    made = answer.json()
    assert made["scopes"] == ["read", "decks"]
    headers = {"Authorization": f"Bearer {made['token']}"}
    assert Client().get("/api/v1/decks/", headers=headers).status_code == 200
    current = Client().get(answer.headers["Location"], headers=headers).json()
    assert (current["name"], current["prefix"]) == ("a script", made["token"][:8])
    assert "token" not in current
    assert LogIn.objects.get().way == "script"
    assert Client().delete(CURRENT, headers=headers).status_code == 204
    assert Client().get(CURRENT, headers=headers).status_code == 401
    assert not ApiToken.objects.exists()


def test_an_account_with_two_steps_needs_the_code(roland: User) -> None:
    secret = give_app(roland)
    missing = _ask()
    assert missing.status_code == 401
    assert missing.json()["error"]["details"][0]["field"] == "code"
    assert _ask(code="000000").status_code == 401
    code = code_of(secret)
    assert _ask(code=code).status_code == 201
    assert _ask(code=code).status_code == 401, "a code is taken once"


@pytest.mark.parametrize("wrong", [{"password": "a guess"}, {"username": "Nobody"}])
def test_who_does_not_know_the_password_gets_none(wrong: dict[str, str], roland: User) -> None:
    answer = _ask(**wrong)
    assert answer.status_code == 401
    assert answer.json()["error"]["message"] == "Wrong username or password."
    assert not ApiToken.objects.exists()


def test_passwords_cannot_be_tried_out_here_either(roland: User) -> None:
    seen = [_ask(password=f"guess {number}").status_code for number in range(7)]
    assert seen[0] == 401
    assert seen[-1] == 429
    assert _ask().status_code == 429


@pytest.mark.parametrize("wrong", [{"scopes": []}, {"scopes": ["all"]}, {"days": 0}, {"days": 366}, {"name": ""}])
def test_a_token_that_makes_no_sense_is_not_made(wrong: dict[str, Any], roland: User) -> None:
    assert _ask(**wrong).status_code == 400


def test_nobody_hoards_tokens_here_either(roland: User) -> None:
    for _each in range(MAX_TOKENS):
        ApiToken.issue(user=roland, name="one more")
    assert _ask().status_code == 400


def test_without_a_token_there_is_no_current_one(roland_client: Client) -> None:
    assert roland_client.get(CURRENT).status_code == 403
    assert Client().get(CURRENT).status_code == 401


def test_the_tokens_of_a_person_are_listed_without_their_secrets(roland: User, elinor: User) -> None:
    secret = ApiToken.issue(user=roland, name="bot")[1]
    ApiToken.issue(user=elinor, name="hers")
    listed = Client().get(TOKENS, headers={"Authorization": f"Bearer {secret}"}).json()["results"]
    assert [(row["name"], row["prefix"]) for row in listed] == [("bot", secret[:8])]
    assert secret not in json.dumps(listed)
    assert Client().get(TOKENS).status_code == 401

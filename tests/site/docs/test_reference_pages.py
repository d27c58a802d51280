"""The references are what the code says today."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils import translation

from cards.games import GAMES
from matches.models import WebhookNotice
from matches.webhooks import NOTICE_KINDS, NOTICE_SENTENCES
from tenmoons.help_site.rulebook import rules_chapters
from tests.reference import events as events_page
from tests.reference import pages as reference
from tests.reference import settings as settings_page
from tests.reference.__main__ import main


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    return reference.texts()


@pytest.fixture
def _written_once(texts: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the comparison of files use the texts in memory, and not write them each time."""
    monkeypatch.setattr(reference, "texts", lambda: texts)


@pytest.mark.usefixtures("_written_once")
def test_no_reference_is_stale() -> None:
    assert reference.stale() == [], "run python -m tests.reference and commit docs/reference/"


def test_they_are_english_whoever_writes_them(texts: dict[str, str]) -> None:
    with translation.override("de"):
        assert reference.texts() == texts


def test_every_setting_stands_in_them_with_its_meaning() -> None:
    settings = {setting.name: setting for setting in settings_page.found()}
    assert settings["LOG_FORMAT"].kind == "`text`, `json`"
    assert settings["DEBUG"].kind == "`yes` or `no`"
    assert settings["REDIS_URL"].default == ""
    assert all(setting.meaning for setting in settings.values())


def test_every_rule_key_and_kind_of_notice_stands_in_them(texts: dict[str, str]) -> None:
    for chapter in rules_chapters():
        assert all(f"[{rule.number}]" in texts["rules.md"] for rule in chapter.rules)
    for game in GAMES.values():
        assert all(f"| `{key.name}` |" in texts["search-keys.md"] for key in game.keys.keys)
    longest = WebhookNotice._meta.get_field("kind").max_length or 0
    assert all(len(kind) <= longest and f"| `{kind}` |" in texts["events.md"] for kind in NOTICE_KINDS)


def test_every_field_of_a_notice_is_explained() -> None:
    of_all = {"id", "event", "version", "kind"}
    assert {field for _meaning, fields in NOTICE_KINDS.values() for field in fields} | of_all == set(events_page.FIELDS)
    assert NOTICE_SENTENCES.keys() == NOTICE_KINDS.keys() | {"test"}
    for kind, (_meaning, fields) in NOTICE_KINDS.items():
        assert set(re.findall(r"%\((\w+)\)s", NOTICE_SENTENCES[kind])) <= set(fields), kind


def test_first_tasks_stand_with_their_files(texts: dict[str, str]) -> None:
    assert "| Apply this to a small cluster such as kind " in texts["first-tasks.md"]
    assert "`deploy/kubernetes.yml`" in texts["first-tasks.md"]


def test_the_commands_say_what_they_take(texts: dict[str, str]) -> None:
    assert "## replay_game" in texts["commands.md"]
    assert "| `--log` |  | describe the game in sentences |" in texts["commands.md"]
    assert "| `make run` |" in texts["commands.md"]


@pytest.mark.usefixtures("_written_once")
def test_the_command_writes_and_tells_what_is_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sorted(reference.update(tmp_path)) == sorted(reference.WRITERS)
    assert reference.update(tmp_path) == []
    (tmp_path / "api.md").write_text("old")
    assert reference.stale(tmp_path) == ["api.md"]
    monkeypatch.setattr(reference, "stale", lambda: ["api.md"])
    with pytest.raises(SystemExit, match=r"api\.md"):
        main(["--check"])

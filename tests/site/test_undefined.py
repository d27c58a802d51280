"""Templates that ask for what does not exist fail in every test (`tests.undefined`); this checks that they do."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.template import engines
from django.template.backends.django import Template
from django.test import override_settings

from tests import undefined


def rendered(text: str, monkeypatch: pytest.MonkeyPatch, **context: Any) -> str:
    """Return what a template of ours with this text renders."""
    template = engines["django"].from_string(text)
    assert isinstance(template, Template)
    monkeypatch.setattr(template.template.origin, "name", str(Path(undefined.OURS) / "made.html"))
    return str(template.render(context))


@pytest.mark.parametrize(
    "text",
    [
        "{{ nobody }}",
        "{{ seat.nobody }}",
        "{% if seat.nobody > 1 %}yes{% endif %}",
        "{% if seat.name and seat.nobody %}yes{% endif %}",
        "{% for one in seat.nobody %}{% endfor %}",
        "{% with a=nobody %}{% endwith %}",
        "{{ seat.nobody|default:1 }}",
        "{% load i18n %}{% blocktranslate %}Hello {{ nobody }}{% endblocktranslate %}",
    ],
)
def test_what_does_not_exist_is_not_passed_over(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(undefined.UndefinedVariable, match="nobody"):
        rendered(text, monkeypatch, seat=SimpleNamespace(name="Elinor"))


@pytest.mark.parametrize(
    "text",
    [
        "{% if nobody %}yes{% endif %}no",
        "{% for one in nobody %}yes{% empty %}no{% endfor %}",
        '{{ nobody|default:"no" }}',
        "{% if seat.owner.name %}yes{% endif %}no",
        "{% if errors.name %}yes{% endif %}no",
    ],
)
def test_a_missing_name_may_be_an_answer(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rendered(text, monkeypatch, seat=SimpleNamespace(owner=None), errors={}) == "no"


def test_the_next_page_is_not_blamed_for_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(undefined.UndefinedVariable):
        rendered("{{ nobody }}", monkeypatch)
    assert rendered("Elinor", monkeypatch) == "Elinor"


@override_settings(TEMPLATES=settings.TEMPLATES)
def test_engines_that_are_built_again_are_watched_too(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(undefined.UndefinedVariable, match="nobody"):
        rendered("{% load i18n %}{% blocktranslate %}Hello {{ nobody }}{% endblocktranslate %}", monkeypatch)

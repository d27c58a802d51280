"""Sentences of the cores: a template and its parameters, in English and in the language of the reader."""

from __future__ import annotations

from django.utils.translation import override

from common.errors import Invalid
from common.i18n import translated
from common.text import fill_template, gettext_noop

CHANGED = gettext_noop("Version conflict: this is now at version %(version)d. Fetch it again and reapply your change.")


def test_an_error_is_said_in_the_language_of_the_reader() -> None:
    error = Invalid(CHANGED, {"version": 7})
    assert error.message == "Version conflict: this is now at version 7. Fetch it again and reapply your change."
    with override("de"):
        assert "Version 7" in translated(error) and translated(error) != error.message


def test_a_template_without_places_stands_as_it_is() -> None:
    assert fill_template("100 % sure", {}) == "100 % sure"

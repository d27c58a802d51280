"""Template engine: knows the tags of every app but those that are left out."""

from __future__ import annotations

from django.template import engines
from django.template.backends.django import get_installed_libraries

from tenmoons.serving.template_engine import WITHOUT_TAGS


def test_only_the_tags_of_the_apps_without_templates_are_missing() -> None:
    every, known = get_installed_libraries(), engines["django"].engine.libraries  # type: ignore[attr-defined]
    missing = every.keys() - known.keys()
    assert {every[name].partition(".")[0] for name in missing} == WITHOUT_TAGS
    assert {name: every[name] for name in known} == known

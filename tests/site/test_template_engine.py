"""Template engine: knows the tags of every app but those that are left out."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template import Library, engines
from django.template.backends.django import get_installed_libraries
from django.template.loader import get_template

from tenmoons.serving.template_engine import PACKAGES_WITHOUT_TAGS


def test_only_the_tags_of_the_apps_without_templates_are_missing() -> None:
    every, known = get_installed_libraries(), engines["django"].engine.libraries  # type: ignore[attr-defined]
    missing = every.keys() - known.keys()
    assert {every[name].partition(".")[0] for name in missing} == PACKAGES_WITHOUT_TAGS
    assert {name: every[name] for name in known} == known


def test_pages_have_no_blanks_before_their_lines_and_mails_stay_as_they_stand() -> None:
    page, mail = get_template("error.html"), get_template("matches/mail/mail_body.txt")
    assert "\n " not in page.template.source and "\n<" in page.template.source  # type: ignore[attr-defined]
    assert mail.template.source == Path(mail.origin.name).read_text()  # type: ignore[attr-defined]


def test_no_template_loads_tags_that_every_template_has() -> None:
    engine = engines["django"].engine  # type: ignore[attr-defined]
    built_in = {module.rpartition(".")[2] for module in engine.builtins}
    loads = re.compile(r"{% load ([^%]*)%}")
    again = [
        f"{path.name}: {name}"
        for path in (settings.BASE_DIR / "templates").rglob("*.*")
        for names in loads.findall(path.read_text(encoding="utf-8"))
        for name in built_in.intersection(names.split())
    ]
    assert not again


def test_every_tag_of_the_site_has_a_name_of_its_own() -> None:
    tags = [name for module in settings.OWN_TAGS for name in _tags_of(import_module(module).register)]
    assert len(tags) == len(set(tags))


def _tags_of(register: Library) -> list[str]:
    return [*register.tags, *register.filters]


def test_every_linked_sheet_and_script_is_there() -> None:
    tags = re.compile(r'{% (sheets|scripts) ((?:"[\w/-]+" )+)%}')
    kinds = {"sheets": "css", "scripts": "js"}
    lacking = [
        f"{path.name}: {name}"
        for path in (settings.BASE_DIR / "templates").rglob("*.html")
        for tag, names in tags.findall(path.read_text(encoding="utf-8"))
        for name in re.findall(r'"([^"]+)"', names)
        if not finders.find(f"{kinds[tag]}/{name}.{kinds[tag]}")
    ]
    assert not lacking

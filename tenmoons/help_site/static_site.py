"""The documents as static pages for any web server: guides, documents, references and the rules by number.

All URLs are relative, so the folder can be opened from disk or be anywhere on a host. Links to the running site, such
as to its cards, are removed.
"""

import re
import shutil
from pathlib import Path

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from tenmoons.help_site.documents import document_library
from tenmoons.help_site.rulebook import rules_chapters, rules_introduction

_URL_ATTRIBUTE = re.compile(r'\s(href|src)="(/[^"]*)"')
_DIGEST_IN_NAME = re.compile(r"\.[0-9a-f]{12}(?=\.)")
_STYLE_FILES = ("css/site.css", "css/help.css", "img/moon.svg")
_FONT_URL = re.compile(r'url\("\.\./(fonts/[^"]+)"\)')


def write_static_site(folder: Path) -> int:
    """Write all pages into an emptied folder; return their number. ValueError if it has other files."""
    if folder.exists() and any(folder.iterdir()) and not (folder / "index.html").is_file():
        raise ValueError(f"{folder} holds other files. Name an empty folder, or one of an earlier run.")
    shutil.rmtree(folder, ignore_errors=True)
    with translation.override("en"):
        pages = _rendered_pages()
        written = {slug: _with_relative_urls(html, slug, set(pages)) for slug, html in pages.items()}
    needed = {name for html in written.values() for name in re.findall(r'"(?:\.\./)*static/([^"]+)"', html)}
    for slug, html in written.items():
        file = folder / slug / "index.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(html, encoding="utf-8")
    for name in sorted(needed | set(_STYLE_FILES)):
        _copy_static_file(name, folder)
    for font in _FONT_URL.findall((folder / "static/css/site.css").read_text(encoding="utf-8")):
        _copy_static_file(font, folder)
    return len(written)


def _rendered_pages() -> dict[str, str]:
    """Return the HTML of each page by its slug, with URLs of the running site; "" is the index."""
    documents = document_library("en")
    shelf = {"library": documents}
    pages: dict[str, str] = {"": render_to_string("help/static/index.html", shelf)}
    rules = {"chapters": rules_chapters("en"), "intro": rules_introduction("en")}
    pages["rules"] = render_to_string("help/static/rules.html", shelf | rules)
    for page in documents.all_pages():
        pages[page.slug] = render_to_string("help/static/page.html", shelf | {"page": page})
    return pages


def _with_relative_urls(html: str, slug: str, pages: set[str]) -> str:
    """Make the URLs of a page relative; links to anything but the pages are removed."""
    up, help_root = "../" * (slug.count("/") + 1 if slug else 0), reverse("help:index")

    def address(match: re.Match[str]) -> str:
        name, target = match.groups()
        path, sign, anchor = target.partition("#")
        if path.startswith("/static/"):
            return f' {name}="{up}{path[1:]}"'
        wanted = path.removeprefix(help_root).strip("/")
        if not path.startswith(help_root) or wanted not in pages:
            return ""
        return f' {name}="{up}{wanted + "/" if wanted else ""}index.html{sign}{anchor}"'

    return _URL_ATTRIBUTE.sub(address, html)


def _copy_static_file(name: str, folder: Path) -> None:
    """Copy a static file under the name that pages use, which contains a digest for collected files."""
    source = finders.find(_DIGEST_IN_NAME.sub("", name))
    if not isinstance(source, str):
        raise ValueError(f"There is no {name} among the static files.")
    target = folder / "static" / name
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)

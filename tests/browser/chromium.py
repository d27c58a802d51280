"""The tests’ browser: Chromium, and its fonts, the same few on every machine.

A machine with other fonts would break lines elsewhere, and pages would differ from their pictures. Fontconfig, which
Chromium uses for every letter, gets a configuration of its own: only the fonts of a wheel among the requirements.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from pymupdf_fonts import fontbuffers

if TYPE_CHECKING:
    from playwright.sync_api import Page

# The one without a window does the same with less; the installed one is used.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
NO_CHROMIUM = "there is no Chromium on this machine"
# The fonts for serif, sans-serif and monospace. They differ, so that a heading in the wrong one is noticed.
FAMILIES = {"serif": "Ubuntu", "sans-serif": "Noto Sans", "system-ui": "Noto Sans", "monospace": "Fira Mono"}
FONTS = (
    "ubuntu", "ubuntubo", "ubuntuit", "ubuntubi", "notos", "notosbo", "notosit", "notosbi", "fimo", "fimbo",
    "symbol1", "symbol2", "math",
)  # fmt: skip
ALIAS = '<alias binding="strong"><family>{0}</family><prefer><family>{1}</family></prefer></alias>'
CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{folder}</dir>
  <cachedir>{folder}/cache</cachedir>
  {aliases}
  <match target="pattern"><edit name="family" mode="append_last"><string>Noto Sans</string></edit></match>
  <match target="font">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintslight</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
"""


def write_fonts(folder: Path) -> dict[str, str]:
    """Write the fonts into a folder; return the environment in which Chromium uses only them."""
    for name in FONTS:
        (folder / f"{name}.ttf").write_bytes(fontbuffers[name]())
    aliases = "\n  ".join(ALIAS.format(*pair) for pair in FAMILIES.items())
    file = folder / "fonts.conf"
    file.write_text(CONFIGURATION.format(folder=folder, aliases=aliases), encoding="utf-8")
    return {"FONTCONFIG_FILE": str(file)}


def fonts_of(page: Page, selector: str) -> set[str]:
    """Return the families with which Chromium really draws the text of an element."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("DOM.enable")
    devtools.send("CSS.enable")
    root = devtools.send("DOM.getDocument")["root"]["nodeId"]
    node = devtools.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    fonts = devtools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    devtools.detach()
    return {str(font["familyName"]) for font in fonts}

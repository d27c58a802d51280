"""Typesetting: papers and pictures with words, written as Typst templates (`*.typ`) that are given data, or as SVG.

Each is made by a process of its own (`common.typesetting_process`), which has bounds of memory and time.
"""

import io
import json
import os
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from subprocess import PIPE, Popen, TimeoutExpired
from typing import Any

from django.conf import settings

from common.errors import Unavailable
from common.request_work import add_seconds, is_gone, stop_if_gone
from common.text import gettext_noop

# Letters of papers: FiraGO for text, the serif of the pages for names. Both have Latin and Cyrillic.
_FONT_FILES = ("figo", "figbo")
FAMILY = "FiraGO"
_BRAND = Path(settings.BASE_DIR) / "static" / "fonts"
# How long a paper may take, and how often it is asked whether somebody still waits for it.
_MOST_SECONDS = 30.0
_LOOK_SECONDS = 0.2
_FAULT_IN_PYTHON = 1  # the exit status of a process that ends with a traceback


def font_folder() -> str:
    """The folder of the site's data with the fonts as files, for Typst and resvg read files only."""
    return _written(str(settings.VAR_DIR))


@cache
def _written(data: str) -> str:
    from pymupdf_fonts import fontbuffers

    folder = Path(data) / "fonts"
    folder.mkdir(parents=True, exist_ok=True)
    for name in _FONT_FILES:
        file, content = folder / f"{name}.ttf", fontbuffers[name]()
        if not file.exists() or file.stat().st_size != len(content):
            # Written whole and then named, for other processes may read it now.
            with tempfile.NamedTemporaryFile(dir=folder, delete=False) as part:
                part.write(content)
            os.replace(part.name, file)
    return str(folder)


def pdf(template: str, data: object) -> bytes:
    """A PDF with fonts inside; `template` is a path in the project whose function `render` is given the data."""
    return _typeset(template, data, format="pdf", timestamp=0)[0]


def pictures(template: str, data: object, *, dots_per_inch: float) -> list[bytes]:
    """The pages as PNG, one each."""
    return _typeset(template, data, format="png", ppi=dots_per_inch)


def painted(svg: str) -> bytes:
    """A drawing as PNG of the size it says."""
    options = {
        "skip_system_fonts": True,
        "font_files": [str(_BRAND / "serif.ttf")],
        "font_dirs": [font_folder()],
        **dict.fromkeys(("font_family", "serif_family", "sans_serif_family"), FAMILY),
    }
    return _files({"svg": svg, "options": options})[0]


def _typeset(template: str, data: object, **options: Any) -> list[bytes]:
    return _files(
        {
            "template": template,
            "data": json.dumps(data, ensure_ascii=False, default=str),
            "options": options,
            "root": str(settings.BASE_DIR),
            "font_folders": [font_folder(), str(_BRAND)],
        }
    )


def _files(asked: dict[str, Any]) -> list[bytes]:
    head, _newline, body = _answer_of_process(json.dumps(asked).encode()).partition(b"\n")
    about, files = json.loads(head), io.BytesIO(body)
    add_seconds(about["seconds"])
    return [files.read(size) for size in about["sizes"]]


def _answer_of_process(asked: bytes) -> bytes:
    """What a process of its own answers; it is ended where nobody waits any more, or it takes too long."""
    command = [sys.executable, "-m", "common.typesetting_process"]
    environment = os.environ | {"RAYON_NUM_THREADS": "1"}
    began = time.monotonic()
    with tempfile.TemporaryFile() as told:
        told.write(asked)
        told.seek(0)
        with Popen(command, cwd=settings.BASE_DIR, env=environment, stdin=told, stdout=PIPE, stderr=PIPE) as process:
            while True:
                try:
                    answer, fault = process.communicate(timeout=_LOOK_SECONDS)
                    break
                except TimeoutExpired:
                    if is_gone() or time.monotonic() > began + _MOST_SECONDS:
                        process.kill()
    if process.returncode:
        add_seconds(time.monotonic() - began)
    stop_if_gone()
    if process.returncode == _FAULT_IN_PYTHON:
        raise RuntimeError(fault.decode(errors="replace"))
    if process.returncode:
        raise Unavailable(gettext_noop("This paper took too long or too much memory. Try again, or print fewer cards."))
    return answer

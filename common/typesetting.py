"""Typesetting: papers and pictures with text, written as Typst templates (`*.typ`) with data, or as SVG.

Each runs in its own process (`common.typesetting_process`), with limits on memory and time.
"""

import io
import json
import os
import sys
import tempfile
import time
from importlib.metadata import PackageNotFoundError, version
from subprocess import PIPE, Popen, TimeoutExpired
from typing import Any

from django.conf import settings

from common.errors import Unavailable
from common.paper.fonts import FONT_FAMILY, FONTS_FOLDER
from common.request_work import add_processor_seconds, is_sender_gone, raise_if_sender_gone
from common.text import gettext_noop

# Timeout of a paper, and how often to check whether its client is still connected, in seconds.
_MAX_SECONDS = 30.0
_POLL_SECONDS = 0.2
_PYTHON_ERROR_EXIT = 1  # the exit status of a process that ends with a traceback


def typst_version() -> str:
    """Return the version of Typst. Raises `Unavailable` if the site was installed without papers."""
    try:
        return version("typst")
    except PackageNotFoundError:
        message = gettext_noop("Printing isn’t available: this site was installed without “ten-moons[papers]”.")
        raise Unavailable(message) from None


def typeset_pdf(template: str, data: object) -> bytes:
    """Return a PDF with embedded fonts; `template` is a path whose function `render` gets the data."""
    return _typeset_pages(template, data, format="pdf", timestamp=0)[0]


def typeset_pngs(template: str, data: object, *, dots_per_inch: float) -> list[bytes]:
    return _typeset_pages(template, data, format="png", ppi=dots_per_inch)


def svg_to_png(svg: str) -> bytes:
    options = {
        "skip_system_fonts": True,
        "font_dirs": [str(FONTS_FOLDER)],
        **dict.fromkeys(("font_family", "serif_family", "sans_serif_family"), FONT_FAMILY),
    }
    return _result_files({"svg": svg, "options": options})[0]


def _typeset_pages(template: str, data: object, **options: Any) -> list[bytes]:
    typst_version()
    return _result_files(
        {
            "template": template,
            "data": json.dumps(data, ensure_ascii=False, default=str),
            "options": options,
            "root": str(settings.BASE_DIR),
            "font_folders": [str(FONTS_FOLDER)],
        }
    )


def _result_files(job: dict[str, Any]) -> list[bytes]:
    head, _newline, body = _run_process(json.dumps(job).encode()).partition(b"\n")
    about, files = json.loads(head), io.BytesIO(body)
    add_processor_seconds(about["seconds"])
    return [files.read(size) for size in about["sizes"]]


def _run_process(job: bytes) -> bytes:
    """Run a process for a job; end it if the client has disconnected, or if it takes too long."""
    command = [sys.executable, "-m", "common.typesetting_process"]
    environment = os.environ | {"RAYON_NUM_THREADS": "1"}
    began = time.monotonic()
    with tempfile.TemporaryFile() as output:
        output.write(job)
        output.seek(0)
        with Popen(command, cwd=settings.BASE_DIR, env=environment, stdin=output, stdout=PIPE, stderr=PIPE) as process:
            while True:
                try:
                    answer, fault = process.communicate(timeout=_POLL_SECONDS)
                    break
                except TimeoutExpired:
                    if is_sender_gone() or time.monotonic() > began + _MAX_SECONDS:
                        process.kill()
    if process.returncode:
        add_processor_seconds(time.monotonic() - began)
    raise_if_sender_gone()
    if process.returncode == _PYTHON_ERROR_EXIT:
        raise RuntimeError(fault.decode(errors="replace"))
    if process.returncode:
        raise Unavailable(
            gettext_noop("This PDF took too long or needed too much memory. Try again, or print fewer cards.")
        )
    return answer

"""Typesetting: papers and pictures with words, written as Typst templates (`*.typ`) that are given data."""

import json
import os
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import typst
from django.conf import settings

# Letters of papers: FiraGO for text, the serif of the pages for names. Both have Latin and Cyrillic.
_FONT_FILES = ("figo", "figbo")
_BRAND = Path(settings.BASE_DIR) / "static" / "fonts"


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


@cache
def _fonts(folder: str) -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=[folder, str(_BRAND)])


def _compiled(template: str, data: object, **options: Any) -> Any:
    main = f'#import "/{template}": render\n#render(json(bytes(sys.inputs.data)))\n'
    compiler = typst.Compiler(
        main.encode(),
        root=str(settings.BASE_DIR),
        font_paths=_fonts(font_folder()),
        ignore_system_fonts=True,
        sys_inputs={"data": json.dumps(data, ensure_ascii=False, default=str)},
    )
    return compiler.compile(**options)


def pdf(template: str, data: object) -> bytes:
    """A PDF with fonts inside; `template` is a path in the project whose function `render` is given the data."""
    return bytes(_compiled(template, data, format="pdf", timestamp=0))


def pictures(template: str, data: object, *, dots_per_inch: float) -> list[bytes]:
    """The pages as PNG, one each."""
    painted = _compiled(template, data, format="png", ppi=dots_per_inch)
    return [bytes(picture) for picture in painted] if isinstance(painted, list) else [bytes(painted)]

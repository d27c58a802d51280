"""QR codes as a camera reads them: a drawing of the pages and of the terminal leads to its address."""

from __future__ import annotations

from io import BytesIO

import resvg_py
import zxingcpp
from PIL import Image

from common.templatetags.common import qr
from tenmoons.serving.local_network import terminal_qr

ADDRESS = "http://192.168.1.20:8000/drafts/join/k7m2p9qd/?from=Roland"
# What each half block shows above and below: a lit half is light.
HALVES = {" ": (0, 0), "▀": (255, 0), "▄": (0, 255), "█": (255, 255)}
PIXELS_A_MODULE = 6


def _read(picture: Image.Image) -> list[str]:
    return [code.text for code in zxingcpp.read_barcodes(picture)]


def _drawn(svg: str) -> Image.Image:
    """Return a drawing as a picture 400 pixels wide."""
    if "xmlns=" not in svg:
        svg = svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    return Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=400)))).convert("L")


def test_a_drawing_leads_to_its_address() -> None:
    assert _read(_drawn(str(qr(ADDRESS)))) == [ADDRESS]


def test_the_code_in_the_terminal_leads_to_the_site() -> None:
    rows = [[HALVES[letter] for letter in line] for line in terminal_qr(ADDRESS).splitlines()]
    picture = Image.new("L", (len(rows[0]), 2 * len(rows)))
    picture.putdata([pair[half] for row in rows for half in (0, 1) for pair in row])
    larger = picture.resize(
        (picture.width * PIXELS_A_MODULE, picture.height * PIXELS_A_MODULE), Image.Resampling.NEAREST
    )
    assert _read(larger) == [ADDRESS]

"""Twenty key pages against their stored pictures: `python -m tests.pictures`, with `--accept` to store new ones."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.chromium import FAMILIES, fonts_of
from tests.browser.conftest import Site
from tests.browser.page_checks import opened
from tests.browser.states import Sight, Told
from tests.effort import THOROUGH
from tests.pictures import KEYS, LOOKS, SCREENS, STAMP, TOLERANCE, Key, difference, file_of, keep, small

# A code is never twice the same, nor as wide; dealt cards have longer and shorter names.
STILL = """() => {
    document.querySelectorAll('b.code, .wall-code').forEach(one => { one.textContent = 'abcde'; });
    // The face of an event or a group goes by its key.
    if (location.pathname.startsWith('/matches/')) {
        document.querySelectorAll('.banner > .view').forEach(one => { one.style.visibility = 'hidden'; });
    }
    // The cards of a packet decide how it is laid out, also after the window has changed.
    document.querySelectorAll('.packet:has(.choice)').forEach(one => {
        Object.assign(one.style, { display: 'block', height: '480px', overflow: 'hidden' });
    });
    document.querySelectorAll('.packet-strip').forEach(one => { one.style.display = 'none'; });
    document.querySelectorAll('.pool .tap .row').forEach(one => {
        Object.assign(one.style, { height: '52px', overflow: 'hidden' });
    });
    scrollTo(0, 0);
}"""
ACCEPT = os.environ.get("TENMOONS_ACCEPT") == "yes"
MAX_LOOKS, LOOK_AGAIN_MS = 5, 200


def test_key_pages_look_like_their_pictures(
    filled: tuple[Site, Told], people: dict[str, BrowserContext], browser: Browser, tmp_path: Path
) -> None:
    site, told = filled
    major = browser.version.split(".")[0]
    kept = STAMP.read_text(encoding="utf-8").strip() if STAMP.exists() else "none"
    if not ACCEPT and major != kept:
        pytest.skip(f"pictures of pages were taken by Chromium {kept}, and this is {major}")
    wrong = []
    for key in KEYS:
        page = opened(people[key.role], sight_of(told, key), site.url, unfolded=False)
        if key is KEYS[0] and (foreign := fonts_of(page, "body p") - set(FAMILIES.values())):
            pytest.skip(f"Chromium draws with {foreign} here, not with the fonts of the tests")
        wrong += looked_at(page, key, tmp_path)
    if ACCEPT:
        STAMP.write_text(f"{major}\n", encoding="utf-8")
    advice = f"What was seen is in {tmp_path}. Right as it is? python -m tests.pictures --accept"
    assert not wrong, "\n".join([*wrong, advice])


def sight_of(told: Told, key: Key) -> Sight:
    """Return the state a picture shows."""
    alike = [sight for sight in told.sights if sight.name == key.state]
    assert alike, f"nobody sees {key.state}"
    shown = next((picture for picture in alike if picture.role == key.role), alike[0])
    return replace(shown, path=shown.path + key.query)


def settled(page: Page, key: Key, path: Path) -> tuple[Image.Image, float]:
    """Return the page and its difference from its picture, once scripts have laid it out for its current width."""
    for _look in range(MAX_LOOKS):
        page.evaluate(STILL)
        png = page.screenshot(animations="disabled", mask=[page.locator(key.hidden)], mask_color="#888888")
        seen = small(png)
        apart = difference(seen, path)
        if apart <= TOLERANCE:
            break
        page.wait_for_timeout(LOOK_AGAIN_MS)
    return seen, apart


def looked_at(page: Page, key: Key, folder: Path) -> list[str]:
    """Return pages too different from their pictures; how they look now is saved in the folder."""
    wrong = []
    # The gate compares the phone by day; `make thorough` and `--accept` take every width, by night too.
    everything = ACCEPT or THOROUGH
    for look in LOOKS if everything else LOOKS[:1]:
        page.emulate_media(color_scheme="light" if look == "light" else "dark", reduced_motion="reduce")
        for width, height in list(SCREENS.items())[: None if everything else 1]:
            page.set_viewport_size({"width": width, "height": height})
            path = file_of(key, width, look)
            seen, apart = settled(page, key, path)
            if ACCEPT:
                if apart > TOLERANCE / 3:  # tiny differences would only inflate the repository’s history
                    keep(seen, path)
            elif apart > TOLERANCE:
                wrong.append(f"{path.name}: {apart:.1%} of it is another colour")
                seen.save(folder / f"{path.stem}.png")
    return wrong

"""A thumb on a phone that counts: taps, keys, and how many screens it scrolls to its targets."""

from __future__ import annotations

from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page

from tests.browser.steps import has_its_scripts

# The upper and lower ends of the visible area, between the bars of the page.
_EDGE = 2


@dataclass(slots=True)
class Thumb:
    """Taps and types on a page. Scrolling to a target counts as screens."""

    page: Page
    taps: int = 0
    keys: int = 0
    screens: float = 0.0
    told: list[str] = field(default_factory=list)

    def tap(self, target: Locator) -> None:
        """Tap, scrolling to it first if it is not on the screen."""
        target.wait_for(state="visible")
        has_its_scripts(self.page)
        self._reach(target)
        target.click()
        self.taps += 1

    def type(self, target: Locator, text: str) -> None:
        """Tap into a field and type."""
        self.tap(target)
        target.press_sequentially(text)
        self.keys += len(text)

    def counted(self) -> tuple[int, int, float]:
        """Return taps, keys and screens since the last time, and reset them."""
        effort = self.taps, self.keys, round(self.screens, 2)
        self.taps, self.keys, self.screens = 0, 0, 0.0
        return effort

    def _reach(self, target: Locator) -> None:
        size = self.page.viewport_size
        box = target.bounding_box()
        assert size is not None and box is not None
        height = size["height"]
        below = box["y"] + box["height"] - height
        above = -box["y"]
        distance = max(below, above)
        if distance <= _EDGE:
            return
        self.screens += distance / height
        self.page.mouse.wheel(0, distance + 60 if below > above else -distance - 60)
        self.page.wait_for_timeout(200)

"""A real site in a process of its own, and a headless Chromium."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Playwright,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.browser.chromium import CHROMIUM, NO_CHROMIUM, write_fonts
from tests.browser.states import Told, read
from tests.effort import SLOW_LINE
from tests.servers.binaries import free_port
from tests.servers.site_shell import SiteShell
from tests.servers.slow_line import SlowLine

ROOT = Path(__file__).resolve().parent.parent.parent
# A busy machine is slow, not wrong.
expect.set_options(timeout=30_000)
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
# Length of a server’s log in the message of a failed test.
TRACEBACK_CHARACTERS = 6_000


@pytest.hookimpl(tryfirst=True)  # before the groups are read
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests share a site, so they run in one process, journeys in another; skipped without Chromium."""
    for item in items:
        if item.nodeid.startswith("tests/browser/"):
            item.add_marker(pytest.mark.browser)
            # Tests of all pages share a world of their own, so they go to another process than the rest.
            looks = "filled" in getattr(item, "fixturenames", ())
            walks = "journeys" if "journeys" in item.path.parts else "browser"
            item.add_marker(pytest.mark.xdist_group("sights" if looks else walks))
            if CHROMIUM is None:
                item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))


class Site:
    """`manage.py serve` on a copy of the prepared database; stopped by its own process id."""

    def __init__(self, folder: Path, ready: Path | None) -> None:
        if ready is not None:
            shutil.copy(ready, folder / "tenmoons.sqlite3")
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.line = SlowLine(self.port, free_port()) if SLOW_LINE else None
        self.log = folder / "serve.log"
        # With the settings of the tests, static files are served directly and need not be collected first.
        own = {"VAR_DIR": str(folder), "DATABASE_URL": "", "DEBUG": "no", "PYTHONWARNINGS": "default"}
        if self.line:
            own["SITE_URL"] = self.url
        environment = os.environ | own
        # Commands run beside it have no collected files at all.
        beside = {"DJANGO_SETTINGS_MODULE": "tenmoons.settings", "PYTHONPATH": str(ROOT), "DEBUG": "yes"}
        self.environment = environment | beside
        self.shell = SiteShell(self.environment)
        self._serves_with = environment
        self.process = self._serve()

    def _serve(self) -> subprocess.Popen[bytes]:
        port = self.line.site_port if self.line else self.port
        command = [sys.executable, "manage.py", "serve", "--port", str(port)]
        with self.log.open("a") as log:
            return subprocess.Popen(command, cwd=ROOT, env=self._serves_with, stdout=log, stderr=subprocess.STDOUT)

    def restart(self) -> None:
        """Kill the process like a power cut, and start another one on what it has left."""
        self.process.kill()
        self.process.wait()
        self.process = self._serve()
        self.wait()

    def wait(self) -> None:
        """Wait until it responds; fail with its log if it doesn’t."""
        if self.line:
            self.line.begin()
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=2):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        self.stop()
        pytest.fail(f"The site did not start:\n{self.log.read_text()}")

    def tracebacks(self) -> str:
        """Return the log of failed requests, from the first traceback on."""
        _, heading, rest = self.log.read_text(errors="replace").partition("Traceback (most recent call last)")
        return (heading + rest)[:TRACEBACK_CHARACTERS]

    def stop(self) -> None:
        """Stop the process, gracefully at first."""
        self.shell.stop()
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.line:
            self.line.stop()


@pytest.fixture(scope="session")
def site(ready: Path | None) -> Iterator[Site]:
    """Run a site with the real catalogue."""
    with tempfile.TemporaryDirectory() as folder:
        running = Site(Path(folder), ready)
        running.wait()
        try:
            yield running
        finally:
            running.stop()


# Playwright keeps an event loop running in its thread. The loop must end with the last test of this folder, because no
# later test could have one of its own.
@pytest.fixture(scope="package")
def playwright_driver() -> Iterator[Playwright]:
    """Return the driver."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="package")
def browser(playwright_driver: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Headless Chromium, found by name, with the fonts of the tests and no others."""
    started = playwright_driver.chromium.launch(
        executable_path=CHROMIUM,
        args=["--no-sandbox", "--disable-background-networking", "--disable-gpu"],
        env={**os.environ, **write_fonts(tmp_path_factory.mktemp("fonts"))},
    )
    yield started
    started.close()


# The elements that stick out furthest on the right, for a helpful message.
WIDEST = """[...document.querySelectorAll('main *')]
    .map(one => [Math.round(one.getBoundingClientRect().right), one.tagName + '.' + one.className])
    .filter(([right]) => right > innerWidth).sort((a, b) => b[0] - a[0]).slice(0, 5)"""


@dataclass(frozen=True)
class Device:
    """A visitor’s device: its screen in pixels, and whether it has scripts, a service worker, and touch."""

    width: int
    height: int
    scripts: bool
    pocket: bool
    in_hand: bool

    @property
    def screen(self) -> ViewportSize:
        """Return the size in Playwright’s format."""
        return {"width": self.width, "height": self.height}

    @property
    def motion(self) -> Literal["no-preference", "reduce"]:
        """Return the motion preference."""
        return "no-preference" if self.in_hand else "reduce"

    def context(self, browser: Browser) -> BrowserContext:
        """Return a new context."""
        context = browser.new_context(
            viewport=self.screen,
            java_script_enabled=self.scripts,
            # A handheld device: touch, motion, and zooming out for a page that is too wide.
            is_mobile=self.in_hand,
            has_touch=self.in_hand,
            reduced_motion=self.motion,
            # A page that a test modifies in transit must not come from the service worker.
            service_workers="allow" if self.pocket else "block",
        )
        context.set_default_timeout(30_000)
        return context


class Visitor:
    """A visitor with a browser of their own; complaints of their pages are collected."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context = context
        self.url = url
        self.complaints: list[str] = []
        self.first = self.page = context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._asked)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"{message.text} ({message.location.get('url', '')})")

    def _asked(self, request: object) -> None:
        address = str(getattr(request, "url", ""))
        if not address.startswith((self.url, self.url.replace("http", "ws"), "data:", "about:")):
            self.complaints.append(f"asked outside: {address}")

    def goes_to(self, path: str) -> Page:
        """Open a page of the site."""
        self.page.goto(self.url + path)
        return self.page

    def fits(self) -> None:
        """Fail if anything pushes the page wider than the screen."""
        self.page.wait_for_load_state("load")  # before its style sheets are loaded, every page is too wide
        wide, screen = self.page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        if wide > screen:
            guilty = self.page.evaluate(WIDEST)
            pytest.fail(f"{self.page.url} is {wide} px wide on a screen of {screen}: {guilty}")


class Browsers:
    """Reusable browsers: a returned one is lent again once it has forgotten everything but the site’s files.

    A new browser and page for each visitor took more processor time than most visits.
    """

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.idle: dict[Device, list[Visitor]] = defaultdict(list)

    def lend(self, device: Device, *, fresh: bool) -> Visitor:
        """Lend one that looks new, or really is."""
        if self.idle[device] and not fresh:
            return self.idle[device].pop()
        return Visitor(device.context(self.browser), self.url)

    def take_back(self, device: Device, visitor: Visitor, *, fresh: bool) -> None:
        """Keep it for reuse, unless it was requested fresh, or its page is gone or unresponsive."""
        try:
            if not fresh:
                self._forget(device, visitor)
                self.idle[device].append(visitor)
                return
        except Error:
            pass
        visitor.context.close()

    def _forget(self, device: Device, visitor: Visitor) -> None:
        context, page = visitor.context, visitor.first
        for other in context.pages:
            if other != page:
                other.close()
        for changed in (page, context):
            changed.unroute_all(behavior="ignoreErrors")
            changed.set_extra_http_headers({})
        context.set_offline(False)
        context.clear_cookies()
        page.goto(f"{self.url}/healthz")
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        page.set_viewport_size(device.screen)
        page.emulate_media(media="null", color_scheme="light", reduced_motion=device.motion, forced_colors="none")
        visitor.page, visitor.complaints = page, []

    def close(self) -> None:
        """Close all."""
        for visitor in chain(*self.idle.values()):
            visitor.context.close()


@pytest.fixture(scope="package")
def browsers(site: Site, browser: Browser) -> Iterator[Browsers]:
    """Create the visitors’ browsers."""
    all_of_them = Browsers(browser, site.url)
    yield all_of_them
    all_of_them.close()


@pytest.fixture
def visitor(site: Site, browsers: Browsers) -> Iterator[Callable[..., Visitor]]:
    """Create visitors; fails if any of their pages complained (script errors, blocked resources).

    Tests ask for a `fresh` browser, which isn’t reused, if they leave something in it (a listener, a script before
    those of the page, a socket of their own), or count what is loaded. One with a service worker (`pocket`) isn’t
    reused either.
    """
    lent: list[tuple[Device, Visitor, bool]] = []

    def make(
        screen: dict[str, int] | None = None,
        *,
        scripts: bool = True,
        pocket: bool = False,
        in_hand: bool = False,
        fresh: bool = False,
    ) -> Visitor:
        size = screen or PHONE
        device = Device(size["width"], size["height"], scripts, pocket, in_hand)
        person = browsers.lend(device, fresh=fresh or pocket)
        lent.append((device, person, fresh or pocket))
        return person

    yield make
    complaints = [complaint for _device, person, _fresh in lent for complaint in person.complaints]
    for device, person, fresh in lent:
        browsers.take_back(device, person, fresh=fresh)
    assert not complaints, site.tracebacks()


@pytest.fixture(scope="package")
def filled(tmp_path_factory: pytest.TempPathFactory, ready: Path | None) -> Iterator[tuple[Site, Told]]:
    """Run a site of its own with the small world."""
    folder = tmp_path_factory.mktemp("filled")
    site = Site(folder, ready)
    try:
        site.wait()
        file = folder / "states.json"
        command = [sys.executable, "-m", "tests.browser.states", str(file)]
        done = subprocess.run(
            command, cwd=ROOT, env=site.environment, capture_output=True, text=True, timeout=600, check=False
        )
        assert done.returncode == 0, done.stderr[-4000:]
        yield site, read(file)
    finally:
        site.stop()


@pytest.fixture(scope="package")
def people(filled: tuple[Site, Told], browser: Browser) -> Iterator[dict[str, BrowserContext]]:
    """Return a browser for each role; axe is injected, which the site’s own policy would not allow."""
    site, told = filled
    contexts = {}
    for role in ("anonymous", *told.cookies):
        contexts[role] = browser.new_context(
            viewport={"width": PHONE["width"], "height": PHONE["height"]},
            bypass_csp=True,
            service_workers="block",
            reduced_motion="reduce",
        )
        contexts[role].set_default_timeout(30_000)
        cookies = told.cookies.get(role, {})
        contexts[role].add_cookies([{"name": name, "value": value, "url": site.url} for name, value in cookies.items()])
    yield contexts
    for context in contexts.values():
        context.close()

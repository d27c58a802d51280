"""The first page on a cold phone: bytes over the wire, and how soon it can be used on a processor four times slower.

`python -m benchmarks.first_page [--runs 3] [--slower 4]`. Starts the site as in production (fingerprinted, compressed
files) on loopback, and opens each page in a fresh Chromium of 390 px. "Usable" is when the page is parsed, its scripts
have run and no task longer than 50 ms is left.
"""

from __future__ import annotations

import argparse
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("/", "/cards/", "/cards/vulca-03/", "/cards/rulings/", "/decks/check/", "/drafts/new/", "/matches/new/")
LONG_TASKS = """window.lastBusy = 0;
new PerformanceObserver(list => list.getEntries().forEach(one => {
    window.lastBusy = Math.max(window.lastBusy, one.startTime + one.duration);
})).observe({ type: 'longtask', buffered: true });"""
USABLE = """() => {
    const found = performance.getEntriesByType('navigation')[0];
    return [found.responseStart, Math.max(found.domContentLoadedEventEnd, window.lastBusy), found.loadEventEnd];
}"""


def main() -> None:
    """Serve, measure, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--slower", type=float, default=4)
    said = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        site, url = _serve(folder)
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"), args=["--no-sandbox"]
        )
        try:
            sys.stdout.write("page: bytes over the wire, answers, first byte, usable, loaded (ms, medians)\n")
            for path in PAGES:
                runs = [_look(browser, url + path, said.slower) for _run in range(said.runs)]
                middle = [statistics.median(column) for column in zip(*runs, strict=True)]
                sys.stdout.write(
                    f"{path}: {middle[0]:.0f} B, {middle[1]:.0f}, "
                    + ", ".join(f"{milliseconds:.0f}" for milliseconds in middle[2:])
                    + "\n"
                )
        finally:
            browser.close()
            site.terminate()
            site.wait()


def _serve(folder: str) -> tuple[subprocess.Popen[bytes], str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    production = {"DEBUG": "0", "HTTPS": "0", "SECRET_KEY": "x" * 60, "ALLOWED_HOSTS": "127.0.0.1", "SITE_URL": url}
    environment = os.environ | production | {"VAR_DIR": folder, "DATABASE_URL": "", "LOG_LEVEL": "ERROR"}
    command = [sys.executable, "manage.py"]
    subprocess.run([*command, "collectstatic", "--no-input", "-v0"], cwd=ROOT, env=environment, check=True)
    site = subprocess.Popen(
        [*command, "serve", "--port", str(port)], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL
    )
    for _attempt in range(600):
        try:
            with urllib.request.urlopen(f"{url}/cards/", timeout=5):
                break
        except OSError:
            time.sleep(0.2)
    for path in PAGES:
        urllib.request.urlopen(url + path).close()
    return site, url


def _look(browser: Browser, url: str, slower: float) -> tuple[float, ...]:
    """Return bytes, responses, and the times of one cold visit."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    page = context.new_page()
    page.add_init_script(LONG_TASKS)
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    got: list[float] = []

    def done(event: dict[str, Any]) -> None:
        got.append(event["encodedDataLength"])

    line.on("Network.loadingFinished", done)
    page.goto(url, wait_until="load")
    page.wait_for_timeout(500)
    times = page.evaluate(USABLE)
    context.close()
    return (sum(got), len(got), *times)


if __name__ == "__main__":
    main()

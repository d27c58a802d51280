"""Real nginx and Caddy with the shipped files, on loopback."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests import local_cluster
from tests.servers.process import Program, listens

ProxyMaker = Callable[[Path, int, Sequence[int]], Program]
# Limits and times low enough to be reached in a test, by the lines of the shipped files that they stand for.
LOW: dict[str, str] = {
    "rate=100r/s": "rate=1r/s",
    "burst=1000 ": "burst=30 ",
    "limit_conn connections 1000;": "limit_conn connections 4;",
    "client_header_timeout 10s;": "client_header_timeout 1s;",
    "client_body_timeout 10s;": "client_body_timeout 1s;",
    "read_header 10s": "read_header 1s",
    "read_body 30s": "read_body 1s",
}


def lowered(text: str, file: str) -> str:
    """Return the text of a shipped file with low limits; each must be in one of the two."""
    known = [line for line in LOW if line in text]
    assert len(known) == {"nginx": 5, "caddy": 2}[file], known
    for line in known:
        text = text.replace(line, LOW[line])
    return text


def nginx_program(folder: Path, port: int, webs: Sequence[int], *, low: bool = False) -> Program:
    binary = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if binary is None:
        pytest.skip("nginx is not installed")
    conf = folder / "nginx.conf"
    text = local_cluster.nginx_conf(folder, port, webs, limits=low)
    conf.write_text(lowered(text, "nginx") if low else text)
    return Program("nginx", folder, command=[binary, "-c", str(conf)], environment=os.environ)


def caddy_program(folder: Path, port: int, webs: Sequence[int], *, low: bool = False) -> Program:
    binary = shutil.which("caddy")
    if binary is None:
        pytest.skip("caddy is not installed")
    shipped = (local_cluster.ROOT / "deploy" / "Caddyfile").read_text()
    conf = folder / "Caddyfile"
    shipped = shipped.replace("\n{\n", "\n{\n\tadmin off\n", 1)
    conf.write_text(lowered(shipped, "caddy") if low else shipped)
    own = {"SITE_HOST": f"http://127.0.0.1:{port}", "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    own["SITE_PROCESSES"] = " ".join(f"127.0.0.1:{web}" for web in webs)
    command = [binary, "run", "--config", str(conf), "--adapter", "caddyfile"]
    return Program("caddy", folder, command=command, environment=os.environ | own)


def wait_for_port(port: int) -> None:
    """Wait until something listens there, for twenty seconds at most."""
    until = time.monotonic() + 20
    while not listens(port) and time.monotonic() < until:
        time.sleep(0.05)

"""`make cluster`: the site as several processes on this machine, on real PostgreSQL, Redis and (where installed) nginx.

    python -m tests.local_cluster [--port 8000]

The processes are those of `deploy/Procfile`, run by honcho. PostgreSQL and Redis come from the development wheels,
nginx from the system, with the rules of `deploy/nginx.conf`. When one process ends, all end. Not for production.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from honcho.environ import parse_procfile
from honcho.manager import Manager

from tests.servers.binaries import NotPossible, kept_in
from tests.servers.process import listens
from tests.servers.wheels import PostgreSQL, Redis

ROOT = Path(__file__).resolve().parent.parent
PROCFILE = ROOT / "deploy" / "Procfile"
NGINX_CONF = ROOT / "deploy" / "nginx.conf"
HOST = "127.0.0.1"
# The web processes that `deploy/nginx.conf` names.
PROXIED_PORTS = (8001, 8002)
NGINX = """\
{user}daemon off;
worker_processes 1;
worker_rlimit_nofile 16384;
pid {folder}/nginx.pid;
error_log stderr warn;
events {{
    worker_connections 8192;
}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{site}
}}
"""


def nginx_conf(folder: Path, port: int, webs: Sequence[int], *, limits: bool = False) -> str:
    """Return a whole nginx configuration: that of `deploy/nginx.conf`, on loopback, without TLS, limits only if
    wanted."""
    text = NGINX_CONF.read_text(encoding="utf-8")
    shared, *servers = re.split(r"^server \{$", text, flags=re.MULTILINE)
    for port_there, port_here in zip(PROXIED_PORTS, webs, strict=True):
        shared = shared.replace(f"server {HOST}:{port_there} ", f"server {HOST}:{port_here} ")
    shared = shared.replace("/var/cache/tenmoons-nginx", f"{folder}/cache")
    secure = next(server for server in servers if "proxy_pass" in server)
    without = r"ssl_\w+|server_name|listen|access_log|error_log" + ("" if limits else "|limit_conn|limit_req")
    left_out = rf"^ *({without}) .*\n"
    plain = re.sub(left_out, "", secure, flags=re.MULTILINE)
    site = f"{shared}server {{\n    listen {HOST}:{port};{plain}"
    user = "user root;\n" if os.geteuid() == 0 else ""
    return NGINX.format(user=user, folder=folder, site=site)


def settings(folder: Path, *, database: str, redis: str, proxied: bool) -> dict[str, str]:
    """Return the environment variables of the site; write them to a file that a shell can read, because others need
    them."""
    site, metrics = folder / "site", folder / "metrics"
    site.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(metrics, ignore_errors=True)  # else the counts of an earlier run would be added
    metrics.mkdir()
    own = {
        "DATABASE_URL": database,
        "REDIS_URL": redis,
        "VAR_DIR": str(site),
        "HTTPS": "no",
        "BEHIND_PROXY": "yes" if proxied else "no",
        "PROMETHEUS_MULTIPROC_DIR": str(metrics),
    }
    note = folder / "environment"
    note.touch(mode=0o600)  # it holds passwords
    note.write_text("".join(f"export {name}={shlex.quote(value)}\n" for name, value in sorted(own.items())))
    return own


def prepare(environment: dict[str, str]) -> None:
    """Migrate, load the catalogue and collect static files."""
    manage = [sys.executable, str(ROOT / "manage.py"), "prepare"]
    if subprocess.run(manage, env=environment, check=False).returncode:
        raise NotPossible("manage.py prepare failed.")


@contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Raise `NotPossible` where another cluster uses the folder."""
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise NotPossible(f"A cluster runs in {folder} already.") from None
        yield


def run(folder: Path, port: int) -> int:
    """Start everything and wait for its end; return the exit status."""
    webs = (port + 1, port + 2)
    for number in (port, *webs):
        if listens(number):
            raise NotPossible(f"Port {number} is in use. Choose another with PORT=…")
    proxy = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    with PostgreSQL(folder / "postgres") as postgres, Redis(folder / "redis") as redis:
        own = settings(folder, database=postgres.url, redis=redis.url, proxied=proxy is not None)
        ways = {
            "PATH": f"{Path(sys.executable).parent}:{os.environ.get('PATH', '')}:/usr/sbin",
            "PYTHONPATH": str(ROOT),
        }
        environment = os.environ | own | ways | {"PYTHONUNBUFFERED": "1"}
        prepare(environment)
        conf = folder / "nginx.conf"
        conf.write_text(nginx_conf(folder, port, webs), encoding="utf-8")
        environment |= {"WEB1_PORT": str(webs[0]), "WEB2_PORT": str(webs[1]), "NGINX_CONF": str(conf)}
        manager = Manager()
        for name, command in parse_procfile(PROCFILE.read_text(encoding="utf-8")).processes.items():
            if name != "proxy" or proxy:
                manager.add_process(name, command, env=environment, cwd=str(ROOT))
        threading.Thread(target=greet, args=(folder, port if proxy else 0, webs), daemon=True).start()
        manager.loop()
        return int(manager.returncode or 0)


def greet(folder: Path, port: int, webs: Sequence[int]) -> None:
    """Wait until every web process accepts connections, then say where the site is; `port` is 0 without nginx."""
    while not all(listens(web) for web in webs):
        time.sleep(0.2)
    addresses = [f"http://{HOST}:{web}/" for web in webs]
    if port:
        say(f"Ten Moons is at http://{HOST}:{port}/ (nginx; its web processes: {', '.join(addresses)})")
    else:
        say(f"nginx is not installed, so there is no single address. Ten Moons is at {' and '.join(addresses)}")
    say(f"Data in {folder}; `. {folder}/environment` lets manage.py use it. Press Ctrl-C to stop everything.")


def say(line: str) -> None:
    """Print a line and flush it."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8000, help="the site; its web processes take the next two ports")
    port = parser.parse_args().port
    try:
        folder = kept_in(Path(os.environ.get("CLUSTER_DIR") or ROOT / "var" / "cluster"))
        folder.mkdir(parents=True, exist_ok=True)
        with only_one(folder):
            return run(folder, port)
    except NotPossible as error:
        say(str(error))
        return 1


if __name__ == "__main__":
    sys.exit(main())

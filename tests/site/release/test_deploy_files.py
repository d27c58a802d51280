"""The files in deploy/ start what exists, with known options and documented settings."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from configparser import RawConfigParser
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands, load_command_class
from uvicorn.importer import import_from_string
from uvicorn.main import main as uvicorn

from deploy.ten_moons.__main__ import PROCESSES
from tenmoons.serving.connection import MeteredClientConnection
from tenmoons.version import __version__
from tenmoons.web import MAX_SOCKET_MESSAGE_BYTES, UVICORN_OPTIONS
from tests import local_cluster

ROOT = Path(__file__).resolve().parent.parent.parent.parent
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yml").read_text())
COMPOSE_SMALL: dict[str, Any] = yaml.safe_load((DEPLOY / "compose-small.yml").read_text())
# These run permanently; the others end.
RUNNING = sorted(path for path in (DEPLOY / "systemd").glob("*.service") if "Restart=always" in path.read_text())
# A small site is one process, with a unit of its own.
SMALL = DEPLOY / "systemd" / "tenmoons.service"
UNITS = [path for path in RUNNING if path != SMALL]
# Settings of the images, not of the site.
FOREIGN = {"POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD", "SITE_HOST", "SITE_PROCESSES", "FORWARDED_ALLOW_IPS"}


def unit(path: Path) -> RawConfigParser:
    parser = RawConfigParser(strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(path)
    return parser


def in_full(command: str) -> str:
    """Return what the command `ten-moons` makes of its arguments."""
    first, _blank, rest = command.partition(" ")
    return f"python -m {PROCESSES[first]} {rest}" if first in PROCESSES else f"python manage.py {command}"


def commands() -> list[str]:
    """Return every Python command that deploy/ runs."""
    processes = ("prepare", *PROCESSES)
    asked = [service["command"] for name, service in COMPOSE["services"].items() if name.split("-")[0] in processes]
    composed = [in_full(command) for command in [*asked, COMPOSE_SMALL["services"]["site"]["command"]]]
    started = [unit(path)["Service"]["ExecStart"] for path in RUNNING]
    commands = [part for line in composed + started for part in re.findall(r"python ([^\"&]+)", line)]
    procfile = re.sub(r"\$WEB(\d)_PORT", r"800\1", (DEPLOY / "Procfile").read_text())
    return [*commands, *re.findall(r"python (.+)", procfile)]


def documented() -> set[str]:
    return set(re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs" / "operations.md").read_text(), re.MULTILINE))


@pytest.mark.parametrize("command", sorted({command.strip() for command in commands()}))
def test_what_is_started_exists(command: str) -> None:
    words = shlex.split(command.replace("%i", "8001"))
    if words[0] == "manage.py":
        parser = load_command_class(get_commands()[words[1]], words[1]).create_parser("manage.py", words[1])
        parser.parse_args(words[2:])
    elif words[1] == "tenmoons.web":
        asked = uvicorn.make_context("uvicorn", [*UVICORN_OPTIONS.split(), *words[2:]]).params
        module, name = asked["app"].split(":")
        assert (module, name) == ("tenmoons.asgi", "application")
        assert asked["ws_max_size"] == MAX_SOCKET_MESSAGE_BYTES and asked["proxy_headers"]
        assert import_from_string(asked["http"]) is MeteredClientConnection, "its bytes are metered"
        assert (ROOT / "tenmoons" / "asgi.py").exists()
    elif words[1] == "tenmoons.beat":
        assert words[2:] == [] and (ROOT / "tenmoons" / "beat.py").exists()
    else:
        assert words[:4] == ["-m", "celery", "-A", "tenmoons"]
        assert import_module("tenmoons").celery_app.main == "tenmoons"
        from celery.bin.celery import celery  # large, as all commands of Celery come with it

        part = celery.commands[words[4]]
        known = {option for param in part.params for option in param.opts}
        assert {word for word in words[5:] if word.startswith("--")} <= known


def test_the_same_processes_run_everywhere() -> None:
    kinds = [("tenmoons.web", "web"), ("tenmoons worker", "worker"), ("tenmoons.beat", "beat")]
    procfile = (DEPLOY / "Procfile").read_text()
    for words, name in kinds:
        assert words in procfile
        composed = [service for key, service in COMPOSE["services"].items() if key.split("-")[0] == name]
        assert len(composed) == (2 if name == "web" else 1)
        assert all(words in in_full(service["command"]) for service in composed)
        assert any(words in unit(path)["Service"]["ExecStart"] for path in UNITS)
    kept = [COMPOSE["services"][name] for name in COMPOSE["services"] if name.split("-")[0] in {"prepare", *PROCESSES}]
    assert all(service["cap_drop"] == ["ALL"] for service in kept)
    # One after the other, and the proxy knows both.
    first, second = (name for name in COMPOSE["services"] if name.startswith("web"))
    assert COMPOSE["services"][second]["depends_on"][first] == {"condition": "service_healthy"}
    assert f"to {{$SITE_PROCESSES:{first}:8000 {second}:8000}}\n" in (DEPLOY / "Caddyfile").read_text()
    assert f"for one in {first} {second}; do" in (DEPLOY / "rolling-compose").read_text()
    health = json.dumps(COMPOSE["services"][first]["healthcheck"]["test"][1:])
    assert health in (DEPLOY / "Dockerfile").read_text()
    wanted = unit(DEPLOY / "systemd" / "tenmoons.target")["Unit"]["Wants"].split()
    assert {name.split("@")[0].removesuffix(".service") for name in wanted} == {path.stem.rstrip("@") for path in UNITS}
    upstreams = re.findall(r"^upstream \w+ \{(.*?)^\}", (DEPLOY / "nginx.conf").read_text(), re.MULTILINE | re.DOTALL)
    for upstream in upstreams:
        ports = re.findall(r"server 127\.0\.0\.1:(\d+)", upstream)
        assert ports == [re.findall(r"@(\d+)", name)[0] for name in wanted if "@" in name]
    assert len(upstreams) == 2


def test_a_small_site_is_one_process_everywhere() -> None:
    services = COMPOSE_SMALL["services"]
    assert set(services) == {"site", "backup", "proxy"}
    assert all(services[name]["cap_drop"] == ["ALL"] for name in ("site", "backup"))
    assert services["site"]["healthcheck"] == COMPOSE["services"]["web-1"]["healthcheck"] | {"retries": 36}
    assert services["backup"]["command"] == COMPOSE["services"]["backup"]["command"]
    assert services["proxy"]["image"] == COMPOSE["services"]["proxy"]["image"]
    assert services["proxy"]["environment"]["SITE_PROCESSES"] == "site:8000"
    assert unit(SMALL)["Service"]["ExecStart"].endswith("manage.py serve --port 8001")


def test_the_version_of_compose_that_is_needed_is_said_everywhere() -> None:
    files = [DEPLOY / "compose.yml", DEPLOY / "compose-small.yml", ROOT / "docs" / "operations.md"]
    said = {file.name: set(re.findall(r"Compose (2\.\d+\.\d+) or later", file.read_text())) for file in files}
    assert said == {file.name: {"2.17.2"} for file in files}
    # It came with that version.
    assert "--wait-timeout" in (DEPLOY / "rolling-compose").read_text()


def test_kubernetes_starts_what_exists_with_probes() -> None:
    parts = list(yaml.safe_load_all((DEPLOY / "kubernetes.yml").read_text()))
    started = {}
    for part in parts:
        if part["kind"] in ("Deployment", "Job"):
            pod = part["spec"]["template"]["spec"]
            assert pod["securityContext"]["runAsNonRoot"] is True
            for container in [*pod.get("initContainers", []), *pod["containers"]]:
                assert container["image"] == f"ten-moons:{__version__}"
                rights = {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}}
                assert container["securityContext"] == rights
                started[container["name"]] = container["args"][0]
    assert set(started.values()) == {"prepare", "manage", *PROCESSES}
    (web,) = (part for part in parts if part["metadata"]["name"] == "tenmoons-web" and part["kind"] == "Deployment")
    (container,) = web["spec"]["template"]["spec"]["containers"]
    assert container["readinessProbe"]["httpGet"]["path"] == "/readyz"
    assert container["livenessProbe"]["httpGet"]["path"] == "/healthz"
    (settings,) = (part["data"] for part in parts if part["kind"] == "ConfigMap")
    assert set(settings) <= documented()


def test_settings_named_there_are_known() -> None:
    example = (DEPLOY / "site.env.example").read_text()
    named = set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))
    for service in [*COMPOSE["services"].values(), *COMPOSE_SMALL["services"].values()]:
        named |= set(service.get("environment", {}))
    assert named - FOREIGN <= documented()


def test_the_proxy_passes_sockets_and_the_scheme() -> None:
    nginx = (DEPLOY / "nginx.conf").read_text()
    for needed in ("$http_upgrade", "X-Forwarded-Proto $scheme", "Host $host"):
        assert needed in nginx
    for bound in (
        "limit_conn connections ",
        "limit_req zone=requests ",
        "client_header_timeout ",
        "client_body_timeout ",
    ):
        assert bound in nginx
    assert nginx.count("{") == nginx.count("}")
    caddy = (DEPLOY / "Caddyfile").read_text()
    assert caddy.count("{") == caddy.count("}")
    assert "read_header " in caddy and "read_body " in caddy


def test_the_log_of_the_proxy_has_no_keys_of_addresses() -> None:
    nginx = (DEPLOY / "nginx.conf").read_text()
    formats = re.findall(r"^log_format (\w+) '(.*)';$", nginx, re.MULTILINE)
    assert [name for name, _words in formats] == ["tenmoons"]
    telling = {"$request", "$request_uri", "$uri", "$document_uri", "$args", "$query_string", "$http_referer"}
    assert not telling & set(re.findall(r"\$\w+", formats[0][1]))
    (first,) = re.findall(r"~\^\(\?<first>(\S+?)\)' \$first;", nginx)
    for path in ("/drafts/k3j9k3j9k3j9/seat/secret/", "/calendar/mine/secret.ics", "/decks/edit/secret/"):
        found = re.match(first, path)
        assert found is not None and "/" not in found[0][1:] and "secret" not in found[0] and "k3j9" not in found[0]
    servers = nginx.split("\nserver {")[1:]
    for server in servers:
        assert re.findall(r"access_log (.*);", server) == ["/var/log/nginx/tenmoons.log tenmoons"]
        assert re.findall(r"error_log \S+ (\w+);", server) == ["crit"]  # lower levels repeat the address


@pytest.mark.parametrize("path", sorted((DEPLOY / "systemd").glob("*.service")), ids=lambda path: path.stem)
def test_a_unit_is_hardened(path: Path) -> None:
    text = path.read_text()
    for line in ("CapabilityBoundingSet=", "NoNewPrivileges=yes", "ProtectSystem=strict", "PrivateUsers=yes"):
        assert f"\n{line}\n" in text
    assert "SystemCallFilter=@system-service" in text and "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX" in text
    analyse = shutil.which("systemd-analyze")
    if analyse is not None:
        asked = [analyse, "security", "--offline=true", "--threshold=30", str(path)]
        assert subprocess.run(asked, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("unit", sorted(path.stem for path in (DEPLOY / "systemd").glob("*.timer")))
def test_a_timer_has_its_service(unit: str) -> None:
    assert (DEPLOY / "systemd" / f"{unit}.service").is_file()
    assert f"{unit}.timer" in (DEPLOY / "install").read_text()


@pytest.mark.parametrize("script", ["install", "rolling-restart", "rolling-compose", "backup-and-rotate", "ten-moons"])
def test_a_script_can_be_run_and_read(script: str) -> None:
    path = DEPLOY / script
    assert os.access(path, os.X_OK)
    shell = path.read_text().splitlines()[0].rsplit(maxsplit=1)[-1].rsplit("/", maxsplit=1)[-1]
    subprocess.run([shell, "-n", str(path)], check=True)


@pytest.mark.parametrize(("size", "postgres"), [("--small", False), ("--full", True)])
def test_the_installer_makes_a_small_or_a_full_site(size: str, postgres: bool, tmp_path: Path) -> None:
    words = [str(DEPLOY / "install"), "--domain", "moons.example", "--dry-run", size]
    output = subprocess.run(words, capture_output=True, text=True, check=True, cwd=tmp_path).stdout
    assert ("== Database" in output) == ("tenmoons-worker.service" in output) == postgres
    assert ("systemd/tenmoons.service" in output) == (not postgres)
    assert "nobody can reset a password" in output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--mail", "smtp.example.org"], "A mail server looks like smtp+tls://user:password@host:587."),
        (["--mail"], "--mail wants a URL"),
    ],
)
def test_the_installer_refuses_odd_mail_servers(words: list[str], sentence: str) -> None:
    command = [str(DEPLOY / "install"), "--domain", "moons.example", "--dry-run", *words]
    refused = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert refused.returncode and sentence in refused.stderr


def test_the_installer_says_what_it_would_do_and_does_nothing(tmp_path: Path) -> None:
    words = [str(DEPLOY / "install"), "--domain", "moons.example", "--dry-run"]
    output = subprocess.run(words, capture_output=True, text=True, check=True, cwd=tmp_path).stdout
    for needed in (
        "useradd --system",
        "write /etc/tenmoons/site.env",
        "ten-moons prepare",
        "certbot certonly",
        "nginx -t",
    ):
        assert needed in output or (
            needed == "useradd --system" and shutil.which("id") and "User and folders" in output
        )
    assert not Path("/etc/tenmoons").exists() or "The demo season already exists. Remove it first (--remove)." in output
    refused = subprocess.run([*words[:2], "no name; rm", "--dry-run"], capture_output=True, text=True, check=False)
    assert refused.returncode == 2 and "Name the site" in refused.stderr


@pytest.fixture
def nginx() -> str:
    nginx = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if nginx is None:
        pytest.skip("nginx is not installed")
    return nginx


def checked(nginx: str, conf: Path) -> None:
    run = subprocess.run([nginx, "-t", "-c", str(conf)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_nginx_accepts_the_configuration_for_a_server(nginx: str, tmp_path: Path) -> None:
    key, chain = str(tmp_path / "key.pem"), str(tmp_path / "chain.pem")
    command = f"openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=moons.example -keyout {key} -out {chain}"
    subprocess.run(shlex.split(command), capture_output=True, check=True)
    site = re.sub(
        r"/etc/letsencrypt\S+/fullchain.pem", str(tmp_path / "chain.pem"), (DEPLOY / "nginx.conf").read_text()
    )
    site = re.sub(r"/etc/letsencrypt\S+/privkey.pem", str(tmp_path / "key.pem"), site)
    site = site.replace("/var/log/nginx/", f"{tmp_path}/").replace("/var/cache/", f"{tmp_path}/")
    conf = tmp_path / "nginx.conf"
    conf.write_text(local_cluster.NGINX.format(user="", folder=tmp_path, site=site))
    checked(nginx, conf)


def test_the_local_cluster_has_the_rules_of_the_server(nginx: str, tmp_path: Path) -> None:
    conf = tmp_path / "nginx.conf"
    conf.write_text(local_cluster.nginx_conf(tmp_path, 8000, (18001, 18002)))
    text = conf.read_text()
    assert text.count("listen 127.0.0.1:8000;") == 1
    assert "$http_upgrade" in text
    for needed in ("server 127.0.0.1:18001 ", "server 127.0.0.1:18002 "):
        assert text.count(needed) == 2  # in the upstream of drafts and in that of everything else
    assert "server 127.0.0.1:8001" not in text
    assert "ssl_certificate" not in text
    checked(nginx, conf)

"""`deploy/install` on a Debian that has nothing: two commands, and a draft is begun over HTTPS; update, back, nothing.

The system lies in a folder (debootstrap, chroot) with processes of its own. It has no systemd; a stand-in for
`systemctl` starts and ends what the script asks for. On Debian 13 the certificate comes by ACME from an authority of
Caddy's, as it would from Let's Encrypt. The ports of the site, of PostgreSQL and of Redis must be free. DEBIAN_MIRROR
names another mirror.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from glob import glob
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("debootstrap"), reason="needs root and debootstrap"),
]
MAIL = "--mail smtp://127.0.0.1:2525"
WEB_UNITS = ["tenmoons-web@8001", "tenmoons-web@8002"]
SYSTEMCTL = r"""#!/bin/bash
set -u
stop() {
  kill -- -"$1"
  for _ in $(seq 100); do kill -0 -- -"$1" 2>/dev/null || return 0; sleep 0.2; done
}
begin() {
  case $1 in
    tenmoons-backup.service)
      runuser -u tenmoons -- env TEN_MOONS_SETTINGS=/etc/tenmoons/site.env \
        /srv/tenmoons/deploy/backup-and-rotate /var/backups/tenmoons ;;
    tenmoons.service) words="serve --port 8001" ;;
    postgresql | redis-server | nginx) _SYSTEMCTL_SKIP_REDIRECT=1 "/etc/init.d/$1" start ;;
    tenmoons.target) for one in web@8001 web@8002 worker beat; do begin "tenmoons-$one"; done ;;
    tenmoons-web@*) words="web --host 127.0.0.1 --port ${1#*@}" ;;
    tenmoons-worker | tenmoons-beat) words=${1#tenmoons-} ;;
  esac
  if [ -n "${words:-}" ]; then setsid ten-moons $words >>"/var/log/$1" 2>&1 & echo $! >"/run/$1.pid"; words=; fi
}
end() {
  [ "$1" = nginx ] && _SYSTEMCTL_SKIP_REDIRECT=1 /etc/init.d/nginx stop
  for file in /run/$1.pid; do [ -e "$file" ] && { stop "$(cat "$file")"; rm "$file"; }; done
}
action=$1; shift
for unit in "$@"; do
  case $action:$unit in
    *:--*) ;;
    is-active:*) [ -e "/run/$unit.pid" ] || exit 3 ;;
    start:* | enable:*) begin "$unit" ;;
    stop:* | disable:*) [ "$unit" = tenmoons.target ] && unit='tenmoons-*'; end "$unit" ;;
    restart:* | reload-or-restart:* | reload:*) end "$unit"; begin "$unit" ;;
  esac
done
exit 0
"""
# A certificate authority of one's own that speaks ACME, and certbot uses it.
AUTHORITY = r"""
apt-get update -qq; DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends caddy >/dev/null
cat >/usr/src/Caddyfile <<END
{
 admin off
 auto_https disable_redirects
}
https://localhost:8443 {
 tls internal
 acme_server
}
END
setsid caddy run --config /usr/src/Caddyfile >/var/log/authority 2>&1 &
mkdir -p ~/.config/letsencrypt
cat >~/.config/letsencrypt/cli.ini <<END
server = https://localhost:8443/acme/local/directory
no-verify-ssl = true
END
"""
# A mail server that accepts everything and keeps it.
POST_OFFICE = r"""
cat >/usr/src/post_office.py <<END
import asyncio
async def talk(reader, writer):
    writer.write(b"220 here\r\n")
    data = False
    while line := await reader.readline():
        with open("/var/log/letters", "ab") as kept:
            kept.write(line)
        if data and line != b".\r\n":
            continue
        data = line.upper().startswith(b"DATA")
        writer.write(b"354 go on\r\n" if data else b"250 ok\r\n")
async def main():
    await (await asyncio.start_server(talk, "127.0.0.1", 2525)).serve_forever()
asyncio.run(main())
END
apt-get update -qq; apt-get install -y -qq --no-install-recommends python3 >/dev/null
setsid python3 /usr/src/post_office.py >/var/log/post_office 2>&1 &
"""
BEFORE = """set -eu
export no_proxy=${no_proxy:-localhost},moons.example
mount -t proc proc /proc; mkdir -p /dev/shm; mount -t tmpfs tmpfs /dev/shm; mount -t tmpfs tmpfs /run
mkdir -p /run/lock /run/systemd/system
cd /usr/src/ten-moons
"""
DRAFT = r"""
import re, ssl, time
from http.client import HTTPSConnection
from urllib.parse import urlencode
cookies = {}
def ask(method, path, body=None, **more):
    asked = HTTPSConnection("127.0.0.1", context=ssl._create_unverified_context(), timeout=120)
    known = "; ".join(f"{name}={value}" for name, value in cookies.items())
    asked.request(method, path, body, {"Host": "moons.example", "Cookie": known, **more})
    answer = asked.getresponse()
    cookies.update(said.split(";")[0].split("=", 1) for said in answer.headers.get_all("Set-Cookie", []))
    return answer, answer.read().decode()
for _ in range(120):
    if ask("GET", "/")[0].status == 200:
        break
    time.sleep(1)
page = ask("GET", "/")[1]
style = page.split('rel="stylesheet" href="')[1].split('"')[0]
for path in (style, "/metrics", "/cards/", "/help/rules/"):
    print(path, ask("GET", path)[0].status)
page = ask("GET", "/drafts/new/")[1]
token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]
form = [("csrfmiddlewaretoken", token), ("nickname", "Roland"), ("players", "4"), ("action", "bots")]
form += [("peoples", name) for name in ("Vulca", "Hoax", "Mimix", "Flit", "Khind", "Terrah")]
form += [("grace_seconds", "auto"), ("seating", "random"), ("step8", "right")]
form += re.findall(r'<select name="(flow|review_seconds|company|log_rule)".*?<option value="(\w*)"', page, re.DOTALL)
sent = {"Origin": "https://moons.example", "Content-Type": "application/x-www-form-urlencoded"}
answer, said = ask("POST", "/drafts/new/", urlencode(form), Referer="https://moons.example/drafts/new/", **sent)
print("begun", answer.status, answer.headers["Location"])
print("draft", ask("GET", answer.headers["Location"])[0].status)
"""


@pytest.fixture
def debian(release: str, tmp_path: Path) -> Iterator[Path]:
    """Yield a fresh Debian with the checkout in it."""
    system = tmp_path / "debian"
    mirror = os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian")
    command = ["debootstrap", "--variant=minbase", "--include=ca-certificates", release, str(system), mirror]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    # How this machine reaches its packages.
    for file in map(Path, ("/etc/resolv.conf", "/etc/hosts", "/etc/pip.conf", *glob("/etc/apt/apt.conf.d/99*"))):
        if file.exists():
            shutil.copy(file, system / str(file)[1:])
    trusted = "/usr/local/share/ca-certificates"
    shutil.copytree(trusted, system / trusted[1:], dirs_exist_ok=True)
    subprocess.run(["chroot", str(system), "update-ca-certificates"], check=True, stdout=subprocess.DEVNULL)
    with (system / "etc/hosts").open("a") as hosts:
        hosts.write("127.0.0.1 localhost moons.example\n")
    files = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout
    (system / "usr/src/ten-moons").mkdir(parents=True)
    subprocess.run(["tar", "-x", "-C", str(system / "usr/src/ten-moons")], input=files, check=True)
    (system / "usr/src/draft.py").write_text(DRAFT)
    (system / "usr/bin/systemctl").write_text(SYSTEMCTL)
    (system / "usr/bin/systemctl").chmod(0o755)
    yield system
    shutil.rmtree(system)


def inside(system: Path, script: str) -> str:
    """Run a script in there; when it ends, all that it started ends too."""
    (system / "usr/src/walk").write_text(BEFORE + script)
    command = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "chroot", str(system), "bash", "/usr/src/walk"]
    # Not the settings of these tests; but how this machine reaches its packages.
    passed_on = re.compile(r"PATH|HOME|LANG|(PIP|SSL|REQUESTS|CURL)_.*|.*_PROXY", re.IGNORECASE)
    environment = {name: value for name, value in os.environ.items() if passed_on.fullmatch(name)}
    done = subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=2400
    )
    assert done.returncode == 0, done.stdout[-6000:]
    return done.stdout


@pytest.mark.parametrize(
    ("release", "before", "options", "units"),
    [
        ("bookworm", POST_OFFICE, f"--small --self-signed --email judge@moons.example {MAIL}", ["tenmoons.service"]),
        ("bookworm", "", "--full --self-signed --no-mail", WEB_UNITS),
        ("trixie", AUTHORITY, "--full --email judge@moons.example", WEB_UNITS),
    ],
    ids=["small", "full", "full with a certificate by ACME"],
)
def test_two_commands_make_a_site(release: str, before: str, options: str, units: list[str], debian: Path) -> None:
    install = f"deploy/install --domain moons.example {options}"
    # The checkout is the first command, this is the second; the rest looks at it, updates it and goes back.
    output = inside(
        debian,
        f"{before}\n{install}\npython3 /usr/src/draft.py; echo again; {install}\n"
        f"echo >>CHANGELOG.md; echo update; {install}; ls /srv/tenmoons-releases\npython3 /usr/src/draft.py\n"
        "echo back; deploy/install --back\npython3 /usr/src/draft.py\n"
        "echo doctor; ten-moons doctor --url http://127.0.0.1:8001 || true\n"
        "ls -l /var/lib/tenmoons /var/backups/tenmoons; cat /var/log/letters || true\n"
        "echo undo; deploy/install --undo\n",
    )
    made, again = output.split("\nagain\n")
    again, update = again.split("\nupdate\n")
    update, back = update.split("\nback\n")
    back, undo = back.split("\nundo\n")
    back, doctor = back.split("\ndoctor\n")
    for whole in (made, update, back):
        assert "\ndraft 200" in whole and ".css 200" in whole and "/metrics 404" in whole and "/cards/ 200" in whole
    assert "Done: https://moons.example/" in made
    for done_already in ("all there", "runs already", "nothing in it is changed"):
        assert done_already in again
    for whole in (update, back):
        assert all(f"{unit} is ready." in whole for unit in units)
    # A backup is there from the first minute, and going back is no fault.
    for well in ("good  backup: ", "good  migrations: all applied", "good  static files: "):
        assert well in doctor, doctor
    if MAIL in options:
        assert "the mail server took a test email to judge@moons.example" in made
        assert "To: judge@moons.example" in doctor and "good  mail: " in doctor
        assert re.search(r"-rw------- .* tenmoons\.sqlite3\n", doctor), "the database is for the site alone"
        assert not (debian / "usr/bin/psql").exists() and not (debian / "usr/bin/redis-server").exists()
    else:
        assert "nobody can reset a password" in made
    assert "Back to the version before" in back and "stay" in undo
    for taken in ("srv/tenmoons", "srv/tenmoons-releases", "usr/local/bin/ten-moons", "etc/nginx/conf.d/tenmoons.conf"):
        assert not os.path.lexists(debian / taken), taken
    assert (debian / "etc/tenmoons/site.env").is_file() and (debian / "var/lib/tenmoons").is_dir()

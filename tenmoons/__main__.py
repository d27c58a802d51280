"""`python -m tenmoons`: what `make run` does, also on Windows and without make.

Creates the environment `.venv`, installs what the site needs, and serves it on http://127.0.0.1:8000/.

  python -m tenmoons                  this site
  python -m tenmoons demo             a site in full swing, in a folder of its own
  python -m tenmoons --port 8001      on another port
  python -m tenmoons --share          for phones and computers in the same network, with a QR code
  python -m tenmoons --help           this text; nothing is installed

This file runs before anything is installed, so it uses the standard library only.
"""

import os
import subprocess
import sys
import venv
from pathlib import Path

PROJECT_FOLDER = Path(__file__).resolve().parent.parent
VIRTUAL_ENVIRONMENT = PROJECT_FOLDER / ".venv"
PYTHON = VIRTUAL_ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
REQUIREMENTS = PROJECT_FOLDER / "requirements.txt"
INSTALLED_MARK = VIRTUAL_ENVIRONMENT / ".runtime"  # the same mark as that of the Makefile


def install_requirements() -> None:
    """Create the environment and install the requirements, unless that has been done."""
    if not PYTHON.exists():
        venv.create(VIRTUAL_ENVIRONMENT, with_pip=True)
    if INSTALLED_MARK.exists() and INSTALLED_MARK.stat().st_mtime >= REQUIREMENTS.stat().st_mtime:
        return
    print("Installing what the site needs (once, about a minute) …", flush=True)  # noqa: T201
    options = ["--quiet", "--disable-pip-version-check", "--no-compile", "--no-deps", "--require-hashes"]
    if subprocess.run([str(PYTHON), "-m", "pip", "install", *options, "-r", str(REQUIREMENTS)], check=False).returncode:
        sys.exit("The packages could not be installed; the lines above say why.")
    INSTALLED_MARK.touch()


def install_and_serve() -> int:
    """Install, then serve until interrupted; returns the exit status."""
    if {"-h", "--help"}.intersection(sys.argv[1:]):
        print(__doc__)  # noqa: T201
        return 0
    if sys.version_info < (3, 11):  # noqa: UP036
        sys.exit(f"Ten Moons needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    install_requirements()
    command = ["demo", *sys.argv[2:]] if sys.argv[1:2] == ["demo"] else ["serve", *sys.argv[1:]]
    try:
        return subprocess.run([str(PYTHON), str(PROJECT_FOLDER / "manage.py"), *command], check=False).returncode
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(install_and_serve())

"""The command `ten-moons`: the commands of the site, from any folder.

  ten-moons serve [--port 8000]       set up what’s missing and serve the site on this machine
  ten-moons share                     the same for phones and computers on this network, with a QR code
  ten-moons demo                      serve a demo site from its own folder
  ten-moons check-deck FILE           check a deck (also: run-draft, verify-draft, score-match, pair-round …)
  ten-moons doctor, backup, restore   check a site, back it up, restore it
  ten-moons manage COMMAND …          any other command (`ten-moons manage help` lists them)
  ten-moons web | worker | beat       one process of a larger site (see docs/operations.md)
  ten-moons --version

Data is stored in the usual place for programs on this machine, or in the folder `VAR_DIR`. Settings can be in the
file `TEN_MOONS_SETTINGS`, one `NAME=value` per line, as systemd reads them.
"""

import os
import runpy
import sys
from pathlib import Path

from platformdirs import user_data_path

HERE = Path(__file__).resolve()
# In a checkout (`python deploy/ten_moons`), the site is the checkout.
SITE = HERE.parent / "site" if (HERE.parent / "site").is_dir() else HERE.parents[2]
SETTINGS = "TEN_MOONS_SETTINGS"
PROCESSES = {
    "web": "tenmoons.web",
    "worker": "celery -A tenmoons worker --concurrency 4 --loglevel WARNING",
    "beat": "tenmoons.beat",
}


def settings_of(file: Path) -> dict[str, str]:
    """Return the settings of a file: `NAME=value`, the value plain or in quotes; lines with # are comments."""
    found = {}
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        name, is_one, value = (part.strip() for part in line.strip().partition("="))
        if not name or name.startswith(("#", ";")):
            continue
        if not (is_one and name.isidentifier()):
            sys.exit(f"{file}, line {number}: this isn’t a setting. Write NAME=value.")
        quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
        found[name] = value[1:-1] if quoted else value
    return found


def prepare_environment(command: str) -> None:
    """Set the file’s settings, the data folder and the path to the modules, for this process and its children."""
    if file := os.environ.get(SETTINGS):
        try:
            for name, value in settings_of(Path(file)).items():
                os.environ.setdefault(name, value)
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", "") or "it isn’t UTF-8 text"
            sys.exit(f"We couldn’t read the settings: {file} ({reason}).")
    if not os.environ.get("VAR_DIR"):
        folder = user_data_path("ten-moons", appauthor=False)
        os.environ["VAR_DIR"] = str(folder / "demo" if command == "demo" else folder)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(SITE), os.environ.get("PYTHONPATH")]))
    sys.path.insert(0, str(SITE))


def main() -> None:
    """Run the requested command."""
    command, *rest = sys.argv[1:] or ["--help"]
    if command in ("-h", "--help", "help"):
        print(__doc__)  # noqa: T201
        return
    prepare_environment(command)
    if command in PROCESSES:
        module, *words = PROCESSES[command].split()
        # The server would first look for modules in the present folder, perhaps a checkout of another version.
        words += ["--app-dir", str(SITE)] if command == "web" else []
        sys.argv = [module, *words, *rest]
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        return
    if command == "--version":
        from tenmoons.version import __version__

        print(f"Ten Moons {__version__}")  # noqa: T201
        return
    words = rest if command == "manage" else [command.replace("-", "_"), *rest]
    sys.argv = ["ten-moons", *(["serve", "--share", *words[1:]] if words[:1] == ["share"] else words)]
    runpy.run_path(str(SITE / "manage.py"), run_name="__main__")


if __name__ == "__main__":
    main()

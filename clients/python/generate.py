"""Generate `tenmoons-client` from the API description: `make client`, or this file with a folder for it, and a site’s
URL to read its description instead.

The folder can be installed (`pip install build/tenmoons-client`). It isn’t in the repository.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.request import urlopen

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
DEFAULT = ROOT / "build" / "tenmoons-client"


def generate(target: Path, site: str = "") -> None:
    """Write the package into a folder, replacing its contents."""
    programs = Path(sys.executable).parent
    with tempfile.TemporaryDirectory() as folder:
        schema = Path(folder) / "schema.json"
        if site:  # read here, because the generator only waits five seconds
            with urlopen(f"{site}/api/schema/?format=json") as answer:
                schema.write_bytes(answer.read())
        else:
            describe = ["spectacular", "--format", "openapi-json", "--file", str(schema)]
            _run([sys.executable, str(ROOT / "manage.py"), *describe])
        options = ["--config", str(HERE / "config.yml"), "--meta", "setup", "--overwrite", "--fail-on-warning"]
        target.parent.mkdir(parents=True, exist_ok=True)
        client = [str(programs / "openapi-python-client"), "generate", "--path", str(schema)]
        _run([*client, *options, "--output-path", str(target)])
    shutil.copy(HERE / "README.md", target / "README.md")
    shutil.copy(HERE / "site.py", target / "tenmoons_client" / "site.py")


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)


if __name__ == "__main__":
    where = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else DEFAULT
    generate(where, *sys.argv[2:3])
    print(f"pip install {where}")

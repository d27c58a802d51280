"""A release: the wheel, what it needs as CycloneDX (`sbom.json`), and hashes (`SHA256SUMS`), into `build/release/`.

`python deploy/release.py [FOLDER]`; `make release` does it. The same commit gives the same bytes.
"""

import hashlib
import json
import re
import subprocess
import sys
import uuid
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[1]
# Other people’s works inside the wheel, as listed in static/fonts/README.md.
FONTS = {"Source Serif Pro": "2.007", "FiraGO": "1.001", "Noto Sans CJK": "2.004", "Noto Emoji": "3.002"}
_PINNED = re.compile(
    r"^(?P<name>[\w.-]+)==(?P<version>\S+) (?:; [^\\\n]+)?(?P<rest>(?:\\\n|    --hash=\S+ ?)+)", re.MULTILINE
)


def build(folder: Path) -> Path:
    """Return the wheel of this checkout."""
    words = ["-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run([sys.executable, *words], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    (wheel,) = folder.glob("ten_moons-*.whl")
    return wheel


def part(kind: str, name: str, version: str, licence: dict[str, str], **more: Any) -> dict[str, Any]:
    """Return a work as a CycloneDX component."""
    purl = f"pkg:{'generic' if kind == 'file' else 'pypi'}/{quote(name)}@{version}"
    about = {"type": kind, "name": name, "version": version, "purl": purl, "bom-ref": purl}
    return about | {"licenses": [{"license": licence}]} | more


def components() -> list[dict[str, Any]]:
    """Return the fonts in the wheel, and every locked library with its version, licence and file hashes."""
    found = [part("file", name, version, {"id": "OFL-1.1"}) for name, version in FONTS.items()]
    for locked in _PINNED.finditer((ROOT / "requirements.txt").read_text(encoding="utf-8")):
        hashes = [{"name": "tenmoons:sha256", "value": one} for one in re.findall(r"sha256:(\w+)", locked["rest"])]
        licence = {"name": licence_of(locked["name"])}
        found.append(part("library", locked["name"], locked["version"], licence, properties=hashes))
    return found


def licence_of(name: str) -> str:
    try:
        about = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return "not installed here"
    classes = [line.rpartition(" :: ")[2] for line in about.get_all("Classifier", []) if line.startswith("License ::")]
    first = (about.get_all(name, [""])[0] for name in ("License-Expression", "License"))
    said = next(first) or ", ".join(classes) or next(first)
    return said.strip().splitlines()[0][:80] if said.strip() else "not said"


def bill_of_materials(wheel: Path) -> dict[str, Any]:
    """Return everything that the wheel contains and needs, in CycloneDX 1.6; always the same for the same wheel."""
    version, digest = wheel.name.split("-")[1], hashlib.sha256(wheel.read_bytes()).hexdigest()
    hashes = [{"alg": "SHA-256", "content": digest}]
    site, parts = part("application", "ten-moons", version, {"id": "MIT"}, hashes=hashes), components()
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, digest)}",
        "version": 1,
        "metadata": {"component": site},
        "components": parts,
        "dependencies": [{"ref": site["bom-ref"], "dependsOn": [one["bom-ref"] for one in parts]}],
    }


def main(folder: Path) -> None:
    """Write the release’s files, and print their hashes."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    made = [build(folder), folder / "sbom.json"]
    made[1].write_text(json.dumps(bill_of_materials(made[0]), indent=1) + "\n", encoding="utf-8")
    sums = "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in made)
    (folder / "SHA256SUMS").write_text(sums, encoding="ascii")
    print(sums, end="")  # noqa: T201


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "build" / "release")

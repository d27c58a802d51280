"""Installing: the locked files hold all that is needed, and the Makefile and `python -m tenmoons` install just that."""

import re
import shlex
import subprocess
import sys
import venv
from collections.abc import Iterable, Iterator
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[3]
_PINNED = re.compile(r"^([\w.-]+)==(\S+)", re.MULTILINE)


def locked(file: str) -> dict[str, Version]:
    """What a locked file pins: version by name."""
    return {canonicalize_name(name): Version(version) for name, version in _PINNED.findall((ROOT / file).read_text())}


def asked_by(name: str, extras: Iterable[str]) -> Iterator[Requirement]:
    """What an installed package asks for on this machine, by itself and with its extras."""
    for line in distribution(name).requires or []:
        requirement = Requirement(line)
        if requirement.marker is None or any(requirement.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield requirement


@pytest.mark.parametrize("file", ["requirements.txt", "requirements-dev.txt"])
def test_a_locked_file_holds_all_that_its_packages_ask_for(file: str) -> None:
    """Extras of extras too, which pip would else look for in an index and find without a hash."""
    pinned = locked(file)
    lacking, seen = [], set()
    to_read = [(name, frozenset[str]()) for name in pinned]
    while to_read:
        name, extras = to_read.pop()
        if (name, extras) in seen:
            continue
        seen.add((name, extras))
        for requirement in asked_by(name, extras):
            other = canonicalize_name(requirement.name)
            if other not in pinned or not requirement.specifier.contains(pinned[other], prereleases=True):
                lacking.append(f"{name} asks for {requirement}")
            else:
                to_read.append((other, frozenset(requirement.extras)))
    assert lacking == []


def wheel(folder: Path, name: str, version: str, *asks: str) -> None:
    """Put an empty package into a folder of wheels."""
    about = f"{name}-{version}.dist-info"
    with ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as file:
        needs = "".join(f"Requires-Dist: {one}\n" for one in asks)
        file.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{needs}")
        file.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        file.writestr(f"{about}/RECORD", "")


def test_a_newer_release_elsewhere_does_not_break_an_installation(tmp_path: Path) -> None:
    """With the pip that comes with this Python: the first one that a newcomer has."""
    wheel(tmp_path, "cover", "1.0", "lines[more]>=1")
    wheel(tmp_path, "lines", "1.0")
    wheel(tmp_path, "lines", "2.0")
    hashes = {path.name.split("-py3")[0]: path for path in tmp_path.glob("*.whl")}
    pins = "".join(
        subprocess.run(
            [sys.executable, "-m", "pip", "hash", str(hashes[name])], capture_output=True, text=True, check=True
        )
        .stdout.splitlines()[1]
        .join((f"{name.replace('-', '==')} ", "\n"))
        for name in ("cover-1.0", "lines-1.0")
    )
    (tmp_path / "locked.txt").write_text(pins)
    venv.create(tmp_path / "env", with_pip=True)
    makefile = (ROOT / "Makefile").read_text()
    install = re.search(r"^INSTALL := \$\(BIN\)/python (.*)$", makefile, re.MULTILINE)
    assert install is not None
    words = [*shlex.split(install[1]), "--no-index", "--find-links", str(tmp_path), "-r", str(tmp_path / "locked.txt")]
    subprocess.run([tmp_path / "env" / "bin" / "python", *words], check=True, timeout=60)


def test_the_makefile_and_the_module_install_alike() -> None:
    options = "--quiet --disable-pip-version-check --no-deps --require-hashes"
    assert options in (ROOT / "Makefile").read_text()
    assert all(f'"{option}"' in (ROOT / "tenmoons" / "__main__.py").read_text() for option in options.split())


def test_help_installs_nothing(tmp_path: Path) -> None:
    package = tmp_path / "tenmoons"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text((ROOT / "tenmoons" / "__main__.py").read_text())
    done = subprocess.run(
        [sys.executable, "-m", "tenmoons", "--help"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    )
    assert "python -m tenmoons demo" in done.stdout
    assert not (tmp_path / ".venv").exists()

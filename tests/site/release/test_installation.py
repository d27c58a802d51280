"""Installing: the locked files hold all that is needed, and the Makefile and `python -m tenmoons` install just that."""

import re
import shlex
import subprocess
import sys
import venv
from collections.abc import Iterable, Iterator
from hashlib import sha256
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
    """Return what a locked file pins: version by name."""
    return {canonicalize_name(name): Version(version) for name, version in _PINNED.findall((ROOT / file).read_text())}


def requirements_of(name: str, extras: Iterable[str]) -> Iterator[Requirement]:
    """Yield what an installed package requires on this machine, by itself and with its extras."""
    for line in distribution(name).requires or []:
        requirement = Requirement(line)
        if requirement.marker is None or any(requirement.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield requirement


@pytest.mark.parametrize("file", ["requirements.txt", "requirements-dev.txt"])
def test_a_locked_file_holds_all_that_its_packages_ask_for(file: str) -> None:
    """Extras of extras too, which pip would otherwise look for in an index and find without a hash."""
    pinned = locked(file)
    lacking, looked_at = [], set()
    to_read = [(name, frozenset[str]()) for name in pinned]
    while to_read:
        name, extras = to_read.pop()
        if (name, extras) in looked_at:
            continue
        looked_at.add((name, extras))
        for requirement in requirements_of(name, extras):
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


def test_only_what_is_locked_is_installed(tmp_path: Path) -> None:
    """A package that asks for more than is locked makes the first pip of a newcomer look for nothing."""
    wheel(tmp_path, "cover", "1.0", "lines[more]>=1", "columns")
    wheel(tmp_path, "lines", "1.0")
    locked_file = tmp_path / "locked.txt"
    locked_file.write_text(
        "".join(
            f"{path.as_uri()} --hash=sha256:{sha256(path.read_bytes()).hexdigest()}\n"
            for path in tmp_path.glob("*.whl")
        )
    )
    venv.create(tmp_path / "env")
    makefile = (ROOT / "Makefile").read_text()
    install = re.search(r"^INSTALL := \$\(BIN\)/python (.*)$", makefile, re.MULTILINE)
    assert install is not None
    module, pip, *words = shlex.split(install[1])
    # The pip of this environment installs into the other one; a pip of its own would take longer than all the rest.
    there = ["--python", str(tmp_path / "env" / "bin" / "python")]
    subprocess.run([sys.executable, module, pip, *there, *words, "-r", str(locked_file)], check=True, timeout=60)
    assert len(list((tmp_path / "env").glob("lib/python*/site-packages/*.dist-info"))) == 2


def test_the_makefile_and_the_module_install_alike() -> None:
    options = "--quiet --disable-pip-version-check --no-compile --no-deps --require-hashes"
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

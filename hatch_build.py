"""Build of the wheel: compiles the translations, for Django reads them compiled."""

import tempfile
from pathlib import Path
from typing import Any

import polib
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileTranslations(BuildHookInterface):  # type: ignore[type-arg]
    """Puts a `.mo` beside where each `.po` would be."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile into a folder of the build, and name the files to be put in."""
        self._folder = tempfile.TemporaryDirectory()
        root = Path(self.root)
        for file in sorted(root.glob("locale/*/LC_MESSAGES/*.po")):
            made = Path(self._folder.name) / f"{file.parts[-3]}.mo"
            polib.pofile(str(file)).save_as_mofile(str(made))
            place = file.relative_to(root).with_suffix(".mo")
            build_data["force_include"][str(made)] = f"ten_moons/site/{place.as_posix()}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Throw the folder away."""
        self._folder.cleanup()

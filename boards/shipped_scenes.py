"""Shipped scenes: the rulings that can be shown as positions, as they come with the site."""

from pathlib import Path

from django.conf import settings

from boards.core.scenes import Scene, read_scenes


def shipped_scenes() -> list[Scene]:
    """Every scene of `fixtures/bluemoon/scenes/`, file by file."""
    folder = Path(settings.BASE_DIR) / "fixtures" / "bluemoon" / "scenes"
    return [scene for path in sorted(folder.glob("*.txt")) for scene in read_scenes(path.read_text(encoding="utf-8"))]

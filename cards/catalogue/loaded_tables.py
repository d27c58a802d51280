"""Loaded tables: whether the database was filled from exactly the project’s current tables and code.

Reading all of them takes a second of processor time, which a start of an unchanged site can skip.
"""

import hashlib
from pathlib import Path

from django.conf import settings

from cards.games import GAMES
from cards.models import CatalogueVersion

# Rows with the fingerprint of the last whole load, and of one that an update has put off until the previous version has
# ended; the other rows are the versions of the catalogues.
LOADED_TABLES_MARK, PUT_OFF = "own tables", "tables put off"


def tables_fingerprint() -> str:
    """Return a hash of every game’s tables and of the code of `cards`, which reads them."""
    digest, root = hashlib.sha256(), Path(settings.BASE_DIR)
    tables = [path for game in GAMES for path in (root / "fixtures" / game).glob("*.csv")]
    for path in sorted([*tables, *(root / "cards").rglob("*.py"), *(root / "cards").rglob("*.lark")]):
        digest.update(f"{path.relative_to(root)}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def are_tables_loaded(mark: str) -> bool:
    return CatalogueVersion.objects.filter(game=LOADED_TABLES_MARK, digest=mark).exists()


def is_load_postponed(mark: str) -> bool:
    return CatalogueVersion.objects.filter(game=PUT_OFF, digest=mark).exists() and not are_tables_loaded(mark)


def record_tables_loaded(mark: str, where: str = LOADED_TABLES_MARK) -> None:
    row, _ = CatalogueVersion.objects.get_or_create(game=where)
    row.digest, row.number = mark, row.number + 1
    row.save(update_fields=["digest", "number", "changed"])

"""Shipped evidence: the tables that come with the site, read once a process."""

from pathlib import Path

from django.conf import settings

from game.evidence.tables import Evidence, read_evidence


def shipped_evidence() -> Evidence:
    """The measured worths of cards, traits and peoples."""
    return read_evidence(Path(settings.BASE_DIR) / "fixtures" / "bluemoon")

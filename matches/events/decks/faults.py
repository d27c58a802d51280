"""Faults of a deck that was handed in, as they are stored with the registration."""

from collections.abc import Mapping
from typing import Any

from common.i18n import translated
from common.sentences import Sentence


def stored_sentence(fault: Mapping[str, Any]) -> str:
    """The sentence in the language of the reader; a fault stored before templates were kept is shown as it is."""
    if "template" not in fault:
        return str(fault["message"])
    return translated(Sentence(fault["template"], fault["params"]))

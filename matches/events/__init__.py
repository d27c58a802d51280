"""Events: registration, rounds, results, standings, display and exports."""

from __future__ import annotations

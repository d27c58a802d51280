"""The deck builder's pages."""

from __future__ import annotations

"""One deck: reading, writing, presenting."""

from __future__ import annotations

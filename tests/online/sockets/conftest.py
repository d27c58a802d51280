"""The site that the sockets of these tests are opened to."""

from __future__ import annotations

from tests.drafts.sockets.conftest import served

__all__ = ["served"]

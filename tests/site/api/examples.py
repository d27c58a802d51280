"""Record the examples of the description from a prepared site: `python -m tests.site.api.examples`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

if __name__ == "__main__":
    os.environ["RECORD_EXAMPLES"] = "yes"
    sys.exit(pytest.main(["-q", str(Path(__file__).with_name("test_examples.py"))]))
